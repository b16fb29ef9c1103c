"""How the sequence of play is walked: steps, questions, answers."""
