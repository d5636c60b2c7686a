"""Results of studies, which print themselves as tables and return plain values."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar, overload

from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.trees import total_guesses
from xl_mastermind.tables import Cell, Table

Item = TypeVar("Item")
"""A record of a result."""


class ResultBase(ABC):
    """A result of a study; its frozen dataclass has the game as field `rules`."""

    rules: Rules

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values for JSON; codes and turns are texts."""

    @abstractmethod
    def table(self) -> Table:
        """Return the result as a table."""

    def __repr__(self) -> str:
        """Return the table as text."""
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table().html()


class ResultSequence(ResultBase, Sequence[Item]):
    """A result that is a sequence of records, its field `rows`."""

    rows: tuple[Item, ...]

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        """Return the record at an index, or those of a slice."""
        return self.rows[index]


def position_in_words(rules: Rules, turns: Sequence[Turn], count: int) -> str:
    """Return a game with its turns and number of candidates."""
    after = f" after {' '.join(map(rules.format_turn, turns))}" if turns else ""
    codes = f"{count:,} code{'' if count == 1 else 's'}"
    return f"{rules}{after}: {codes}{' left' * bool(turns)}"


class GuessCounts(ResultBase):
    """A result with a histogram: the numbers of codes found with 1, 2, ... guesses."""

    first: Code | None
    histogram: tuple[int, ...]

    @property
    def codes(self) -> int:
        """Number of codes."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Number of guesses for all codes."""
        return total_guesses(self.histogram)

    @property
    def average(self) -> float:
        """Average guesses per code."""
        return self.total / self.codes

    @property
    def max(self) -> int:
        """The greatest number of guesses for a code."""
        return len(self.histogram)

    def figures(self) -> dict[str, Any]:
        """Return the first guess and the figures as plain values."""
        return {
            "first": self.first and self.rules.format_code(self.first),
            "codes": self.codes,
            "total": self.total,
            "average": self.average,
            "max": self.max,
            "histogram": [*self.histogram],
        }

    def figure_cells(self) -> dict[str, Cell]:
        """Return the first guess and the figures as cells of a table, by heading."""
        return {
            "First": self.first or "any",
            "Average": self.average,
            "Most": self.max,
            "Total": self.total,
            "Codes with 1, 2, ... guesses": " ".join(map(str, self.histogram)),
        }
