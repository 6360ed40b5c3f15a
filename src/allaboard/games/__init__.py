"""The games, each in its own package. `rules.py` has the rules, `words.py` the text forms."""
