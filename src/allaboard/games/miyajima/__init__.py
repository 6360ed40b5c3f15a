"""Fast Train to Miyajima: a roll-and-write for 1 to 8 players."""
