"""A game as a web page, evaluations as pictures."""
