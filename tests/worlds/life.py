"""How long a simulated world lasts."""

PATIENCE = 6
TROUBLE = 10.0
"""Seconds in which things go wrong; a world goes on for a while after that, when nothing does."""
QUIET = 10.0
