"""Hachi Train: a shedding game for 3 to 5 players whose hands may never be rearranged."""
