"""The rules engine, its bots and rooms, and runs of hands between bots."""
