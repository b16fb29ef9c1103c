"""The wall of a hall: all tables live on one page (docs/hall.md)."""
