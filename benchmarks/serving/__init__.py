"""Real clients over loopback, for our server and for others."""
