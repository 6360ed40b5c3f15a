"""The bots: rules of thumb, learned values, and a search that uses both."""
