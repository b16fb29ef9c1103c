"""The eye: frames in, settled sightings out. Knows no rules."""
