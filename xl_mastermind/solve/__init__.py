"""Strategies: the next guess, and how good they are over every secret."""
