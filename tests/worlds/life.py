"""How long a simulated world lasts."""

PATIENCE = 6
TROUBLE = 10.0
"""Seconds in which faults occur. Then the world goes on for a while without faults."""
QUIET = 10.0
