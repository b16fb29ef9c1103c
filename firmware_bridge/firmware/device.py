"""The whole die but for its hardware: samples and the host's bytes in, bytes for the host out."""

from firmware_bridge.firmware import sensing


class Device:
    """Joins what the die feels with what it says.

    Args:
        senses: a `sensing.Sensing`.
        talker: a `talker.Talker`.
    """

    def __init__(self, senses, talker) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - the main program alone imports both, to save the microcontroller's RAM
        self._senses = senses
        self._talker = talker

    def start(self) -> bytes:
        """First words after a start."""
        words: bytes = self._talker.start()
        return words

    def sample(self, acceleration: tuple[float, float, float], now_ms: int) -> bytes:
        """Take in one sample of the accelerometer.

        Args:
            acceleration: along the accelerometer's axes, in g.
            now_ms: the die's clock, which only ever increases.

        Returns:
            Lines for the host, mostly none.
        """
        lines = b""
        for event, face in self._senses.sample(acceleration, now_ms):
            if event == sensing.PICKED:
                lines += self._talker.picked()
            elif event == sensing.ROLLING:
                lines += self._talker.rolling()
            elif event == sensing.COCKED:
                lines += self._talker.cocked()
            elif event == sensing.SETTLED:
                lines += self._settled(face, now_ms // 1000)
            else:
                lines += self._talker.resting(face)
        return lines

    def _settled(self, face: int, now_s: int) -> bytes:
        try:
            line: bytes = self._talker.settled(face, now_s)
        except OSError:
            # What it does not remember does not count; so it says what asks for another roll.
            line = self._talker.cocked()
        return line

    def receive(self, data: bytes, now_ms: int) -> bytes:
        """Take in what the host says and give the answer."""
        answer: bytes = self._talker.receive(data, now_ms // 1000)
        return answer
