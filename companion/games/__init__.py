"""One folder a game; a game never reaches another."""
