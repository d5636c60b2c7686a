"""The documented path to `SpreadSearch` and those who work for it."""

from xl_mastermind.solve.exact.crew import Alone
from xl_mastermind.solve.exact.spread import SpreadSearch

__all__ = ["Alone", "SpreadSearch"]
