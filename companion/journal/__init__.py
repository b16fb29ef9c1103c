"""The written game: an event is on disk before anyone sees its effect."""
