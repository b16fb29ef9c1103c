"""A text in a file that is replaced as a whole or not at all."""

import os


class FileStore:
    """Keeps one text in one file, on a computer or in the flash of a microcontroller.

    Args:
        path: the file. A second one with ``.new`` at its end is written beside it.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    def load(self) -> str:
        """Give back the text, empty when there is none or it is no text."""
        try:
            with open(self._path) as file:  # noqa: PTH123 - MicroPython has no pathlib
                return file.read()
        except (OSError, UnicodeError):
            return ""

    def save(self, text: str) -> None:
        """Replace the text.

        Raises:
            OSError: the file cannot be written; the old text is still there.
        """
        new = self._path + ".new"
        with open(new, "w") as file:  # noqa: PTH123 - MicroPython has no pathlib
            file.write(text)
        os.rename(new, self._path)  # noqa: PTH104 - MicroPython has no pathlib
