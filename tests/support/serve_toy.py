"""The real command line with the toy game added: ``python -m tests.support.serve_toy``."""

from __future__ import annotations

from companion.cli import main
from companion.service.games import GAMES

GAMES["toy"] = ("tests.support.toy_game", "ToyGame")

if __name__ == "__main__":
    main()
