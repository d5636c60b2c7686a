"""The documented path to `xl_mastermind.solve.exact.spread`."""

from xl_mastermind.solve.exact.spread import SpreadSearch

__all__ = ["SpreadSearch"]
