"""The table server: people and bots play over WebSockets; nothing acknowledged is lost, nothing hidden is revealed."""
