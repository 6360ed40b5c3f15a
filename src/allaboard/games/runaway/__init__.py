"""RunAway Train: a game of hidden choices on a train without a driver, for 3 to 6 players."""
