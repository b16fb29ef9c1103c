"""What the rulebook prints about forces, markers and turns, as data."""
