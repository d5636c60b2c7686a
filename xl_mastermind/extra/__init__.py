"""Puzzles apart from the game."""
