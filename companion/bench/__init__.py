"""Measures what the house promises, on the machine it runs on: one module for each bench."""
