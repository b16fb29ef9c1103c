"""Tablets and public screen: renders widgets, knows no game."""
