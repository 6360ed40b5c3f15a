"""How long the parts of a simulated world last, in seconds."""

PATIENCE = 6
"""The patience of the table."""
TROUBLE = 10.0
"""The time in which faults occur."""
QUIET = 10.0
"""The time without faults after that."""
