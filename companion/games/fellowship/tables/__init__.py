"""The rules tables T.1 to T.6, the small groups and the victory levels: lookups that explain."""
