"""The game-blind core: seats, commands, events, prompts, views."""
