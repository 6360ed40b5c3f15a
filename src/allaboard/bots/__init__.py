"""Players of the games: a bot is a compiled function of a view and its own random stream."""
