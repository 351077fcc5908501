"""Decision functions: the built-in bots, and how bots are found by name."""
