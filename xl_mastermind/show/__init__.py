"""Evaluations as pictures."""
