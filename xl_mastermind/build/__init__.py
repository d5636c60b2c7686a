"""Draws the sheets, one module each."""
