"""The journal: every accepted event on disk, in order, chained by hashes; and its folds."""
