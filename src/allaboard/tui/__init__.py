"""Play in a terminal: `allaboard play` at a table of your own, `allaboard join` at a table of a server."""
