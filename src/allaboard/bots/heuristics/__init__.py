"""Sound play by rules of thumb, a module for each game."""
