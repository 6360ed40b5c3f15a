"""Players that look ahead, a module for each game."""
