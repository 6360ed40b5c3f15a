"""Players that learned from their own games, a module for each game."""
