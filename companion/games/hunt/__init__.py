"""The Hunt for the Ring: companion for the Hunt of the two-player game (`docs/games-hunt.md`)."""
