"""Chapters 6 to 8 as pure functions: ways, needs, limits, retreats."""
