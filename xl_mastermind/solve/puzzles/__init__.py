"""Puzzles: guesses with their answers, which exactly one code fits."""
