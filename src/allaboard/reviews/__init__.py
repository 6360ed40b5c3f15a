"""The review of a finished game: what was luck, what was decided well or badly, and what would have been better."""
