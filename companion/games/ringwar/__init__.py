"""The war for the Ring: two sides, one map, Shadow Points, cards and single combats."""
