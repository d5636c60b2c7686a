"""Boards as values: state, buttons, analysis, scores."""
