"""Start and wiring: the only place that knows the eye, the die and the table."""
