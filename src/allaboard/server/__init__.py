"""The table server: people and bots play over WebSockets.

Actions that were acknowledged are not lost, and hidden information is not sent.
"""
