"""Lens, board registration, sticker schemes and sheets."""
