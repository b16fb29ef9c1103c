"""What happens in this game; each event folds itself into the state."""
