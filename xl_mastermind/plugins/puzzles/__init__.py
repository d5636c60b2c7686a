"""Puzzles: logic, stored puzzles, sheet, command and printed page."""
