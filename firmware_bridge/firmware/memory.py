"""What the die remembers over a restart: its name, its count and its last rolls.

A roll is written down before anybody hears of it. The name belongs to the memory: a die that finds
its memory empty or damaged takes a new name, so that no (name, number) is ever used twice.
"""

KEPT = 64
"""How many rolls are kept."""

_HEAD = "DIE 1"


class Volatile:
    """A store that forgets when the power goes; for tests, and for dice without a file system."""

    def __init__(self) -> None:
        self._text = ""

    def load(self) -> str:
        """Give back the last text saved, empty before the first."""
        return self._text

    def save(self, text: str) -> None:
        """Hold a text."""
        self._text = text


class Memory:
    """The count and the last rolls, kept in a store.

    Args:
        store: object with ``load() -> str`` (empty when there is nothing) and ``save(str)``, which
            replaces the text as a whole or not at all.
        new_name: name to take when the store holds no good memory. Must not have been used before.
    """

    def __init__(self, store, new_name: str) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - MicroPython has no Protocol to name the shape
        self._store = store
        self.name = new_name
        self.number = 0
        self.rolls: list[tuple[int, int, int | None]] = []
        """Kept rolls, oldest first: number, face, second it settled by the die's clock (None for
        a roll from before this start)."""
        if not self._read(store.load()):
            self.name = new_name
            self.number = 0
            self.rolls = []
            try:
                self._write()
            except OSError:
                # No roll bears the new name yet: it is written down with the first that can be.
                return

    def add(self, face: int, now_s: int) -> int:
        """Count a settled roll and keep it.

        Args:
            face: the face it showed.
            now_s: the die's clock in whole seconds.

        Returns:
            The number of the roll, already saved.

        Raises:
            OSError: it cannot be saved, and does not count.
        """
        number = self.number + 1
        self._change(number, (self.rolls + [(number, face, now_s)])[-KEPT:])  # noqa: RUF005 - for MicroPython
        return number

    def go_on_from(self, number: int) -> None:
        """Move the count on to a higher number; the rolls kept so far are of no use any more.

        Raises:
            OSError: it cannot be saved; the count is what it was.
        """
        if number > self.number:
            self._change(number, [])

    def _change(self, number: int, rolls: list[tuple[int, int, int | None]]) -> None:
        before = self.number, self.rolls
        self.number, self.rolls = number, rolls
        try:
            self._write()
        except OSError:
            self.number, self.rolls = before
            raise

    def _write(self) -> None:
        lines = [f"{_HEAD} {self.name} {self.number}"]
        lines += [f"{number} {face}" for number, face, _ in self.rolls]
        lines.append("END")
        self._store.save("\n".join(lines))

    def _read(self, text: str) -> bool:
        """Take over a saved text; False when it is not a whole and sensible memory."""
        lines = text.split("\n")
        if len(lines) < 2 or lines[-1] != "END" or not lines[0].startswith(_HEAD + " "):
            return False
        try:
            name, number = lines[0][len(_HEAD) + 1 :].split(" ")
            self.name = name
            self.number = int(number)
            for line in lines[1:-1]:
                number, face = line.split(" ")
                self.rolls.append((int(number), int(face), None))
        except ValueError:
            return False
        first = self.number - len(self.rolls) + 1
        return [number for number, _, _ in self.rolls] == list(range(first, self.number + 1))
