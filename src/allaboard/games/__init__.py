"""The games, each in a folder of its own: `rules.py` is the game, `words.py` puts it into words."""
