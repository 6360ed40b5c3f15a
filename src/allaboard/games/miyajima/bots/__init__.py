"""The bots: rules of thumb, what was learned, and the search that stands on both."""
