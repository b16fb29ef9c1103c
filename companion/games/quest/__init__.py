"""A cooperative quest for two to five: one hand each, one enemy, one road from home to the fire."""
