"""Errors of exact searches and lookaheads."""


class ExactSearchError(ValueError):
    """An exact search is not possible here, or found nothing in its time."""


class UnreachableError(ValueError):
    """No strategy finds every code with this many guesses."""
