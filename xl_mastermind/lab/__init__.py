"""Exact search, lookaheads and compiled code: all that needs numba."""
