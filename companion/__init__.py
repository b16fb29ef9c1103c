"""The table companion: core, games, journal, service and command line."""
