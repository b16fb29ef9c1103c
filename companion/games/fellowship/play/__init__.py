"""The steps of the sequence of play: what each asks and what follows."""
