"""The talking half of the die: turns what it feels into lines, and answers the host.

Reads and writes nothing itself: each method gives the bytes to be sent.
"""

from firmware_bridge.firmware import wire

PROTOCOL_VERSION = 1
FIRMWARE_VERSION = "1.0.0"


class Talker:
    """Speaks the protocol of `docs/die-protocol.md` for one start of the die.

    Args:
        memory: the die's `Memory`.
        sides: number of faces.
        session: eight hexadecimal digits drawn anew at each start.
    """

    def __init__(self, memory, sides: int, session: str) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - the class is imported by the main program alone, to save the microcontroller's RAM
        self._memory = memory
        self._sides = sides
        self._session = session
        self._reader = wire.LineReader()

    def start(self) -> bytes:
        """First words after a start; the empty line ends whatever was in the cable."""
        return b"\n" + self.hello()

    def hello(self) -> bytes:
        """Name the die."""
        memory = self._memory
        return wire.frame(
            f"HELLO {PROTOCOL_VERSION} {memory.name} {FIRMWARE_VERSION} {self._sides} "
            f"{self._session} {memory.number}"
        )

    def picked(self) -> bytes:
        """Say that the die was lifted."""
        return self._coming("PICKED -")

    def rolling(self) -> bytes:
        """Say that the die tumbles."""
        return self._coming("ROLLING -")

    def cocked(self) -> bytes:
        """Say that the die leans."""
        return self._coming("COCKED -")

    def resting(self, face: int) -> bytes:
        """Say that the die lies still without having been rolled."""
        return self._coming(f"RESTING {face}")

    def settled(self, face: int, now_s: int) -> bytes:
        """Count a roll, keep it, then say it.

        Args:
            face: the face on top.
            now_s: the die's clock in whole seconds.

        Raises:
            OSError: it cannot be kept; it does not count and nothing may be said of its face.
        """
        number = self._memory.add(face, now_s)
        return self._roll(number, f"SETTLED {face}")

    def battery(self, percent: int, *, is_low: bool) -> bytes:
        """Say how full the battery is."""
        level = "LOW" if is_low else "GOOD"
        return wire.frame(f"BATTERY {self._session} {percent} {level}")

    def receive(self, data: bytes, now_s: int) -> bytes:
        """Answer what the host says.

        Args:
            data: bytes as they came, cut anywhere.
            now_s: the die's clock in whole seconds.

        Returns:
            The answers, empty when nothing was asked.
        """
        answers = b""
        for payload in self._reader.feed(data):
            if payload == "WHO":
                answers += self.hello()
            elif payload.startswith("ASK "):
                try:
                    answers += self._kept_after(payload[4:], now_s)
                except OSError:
                    # No room to write down where to count on: the host asks again.
                    continue
        return answers

    def _kept_after(self, word: str, now_s: int) -> bytes:
        if not word.isdigit():
            return b""
        after = int(word)
        memory = self._memory
        memory.go_on_from(after)
        answer = b""
        for number, face, settled_s in memory.rolls:
            if number > after:
                age = "-" if settled_s is None else str(max(0, now_s - settled_s))
                answer += wire.frame(f"KEPT {self._session} {number} {face} {age}")
        oldest = memory.rolls[0][0] if memory.rolls else 0
        return answer + wire.frame(f"END {self._session} {oldest} {memory.number}")

    def _coming(self, words: str) -> bytes:
        return self._roll(self._memory.number + 1, words)

    def _roll(self, number: int, words: str) -> bytes:
        return wire.frame(f"ROLL {self._session} {number} {words}")
