"""
What of a board heals: the cells that are to hold formulas, and those of one look.

A person may paste over a board, and put rows and columns beside it. What is damaged is
taken from a pristine workbook, to which the same rows and columns are added first, so
that its formulas and conditions say what those of the board are to say.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.layout import STATE_SHEET, BoardLayout
from xl_mastermind.sheet.palette import peg_colour
from xl_mastermind.sheet.tree_table import optimal_tree

_SHOWN: Final = (
    *("hidden_code", "code_status", "arrows", "marks", "little_pegs", "codes_left"),
    *("costs", "next_guess", "message", "story", "result"),
    *("ruled_out_marks", "candidate_list", "more_candidates"),
    *("secret", "draw", "symbols_left"),
)
"""Areas of formulas, besides the hidden columns."""

_CONSTANTS: Final = ("numbers", "colours", "symbols", "code_list")
"""Areas of values that nobody types."""

_CONDITIONED: Final = (
    *("hidden_code", "numbers", "guesses", "marks", "little_pegs", "typed_marks"),
    *("codes_left", "costs", "message", "code_list", "ruled_out_marks"),
)
"""Areas whose look depends on conditions; the next guess is one where pegs have any."""


class Insertion(NamedTuple):
    """So many rows or columns that were put in before one, counted from 0."""

    before: int
    number: int


class Look(NamedTuple):
    """Cells of one look, and whether conditions change it."""

    cells: Area
    has_conditions: bool


@dataclass(frozen=True)
class Healing:
    """
    What of a board can be healed, where it stands now.

    Attributes
    ----------
    rows, columns : lists of Insertion
        What was put in, one after the other, on the sheet of the board.
    formulas : list of Area
        Each of their cells is to hold a formula.
    constants : list of Area
        Each of their cells is to hold a value that nobody types.
    looks : list of Look
        Each is to have one look.
    """

    rows: list[Insertion]
    columns: list[Insertion]
    formulas: list[Area]
    constants: list[Area]
    looks: list[Look]


def healing(at: BoardLayout, found: Mapping[str, Area]) -> Healing | None:
    """
    Return what of a board can be healed; nothing where that is not safe to say.

    Parameters
    ----------
    at : BoardLayout
        The board as it was built.
    found : mapping of str to Area
        Its named areas as they are.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Rules
    >>> at = BoardLayout(Rules(4, 6))
    >>> moved = {name: area.beside(area.sheet != "State") for name, area
    ...          in at.named.items()}
    >>> safe = healing(at, moved)
    >>> safe.rows, safe.columns
    ([], [Insertion(before=0, number=1)])
    >>> [look.cells.address for look in safe.looks[:2]]
    ['J1:M1', 'N1']
    >>> healing(at, {**moved, "guesses": at.guesses}) is None
    True
    """
    pairs = [(area, found[name]) for name, area in at.named.items() if name in found]
    if len(pairs) < len(at.named) or any(_is_altered(*pair) for pair in pairs):
        return None
    ours = [pair for pair in pairs if pair[0].sheet == at.sheet]
    here = [area for area in at.areas.values() if area.sheet == at.sheet]
    rows, columns = (
        _insertions(
            (place for a, b in ours for place in zip(ends(a), ends(b), strict=True)),
            (end for area in here for end in ends(area)),
        )
        for ends in (_rows, _columns)
    )
    if rows is None or columns is None:
        return None

    def now(area: Area) -> Area:
        if area.sheet == STATE_SHEET:
            return area
        top, bottom = (_moved(row, rows) for row in _rows(area))
        left, right = (_moved(column, columns) for column in _columns(area))
        return Area(area.sheet, top, left, bottom, right)

    looks = [Look(now(cells), conditions) for cells, conditions in _looks(at)]
    formulas, constants = ([*map(now, of(at))] for of in (_formulas, _constants))
    return Healing(rows, columns, formulas, constants, looks)


def _rows(area: Area) -> tuple[int, int]:
    return area.top, area.bottom


def _columns(area: Area) -> tuple[int, int]:
    return area.left, area.right


def _is_altered(built: Area, found: Area) -> bool:
    """Return whether an area is of another size, or the sheet State was changed."""
    if built.sheet == STATE_SHEET:
        return built.corners != found.corners
    return (built.height, built.width) != (found.height, found.width)


def _insertions(
    pairs: Iterable[tuple[int, int]], edges: Iterable[int]
) -> list[Insertion] | None:
    """
    Return what was put in between named areas, if it is clear where.

    It is not where an area without a name may stand before it or after it.

    Examples
    --------
    >>> _insertions([(0, 0), (3, 5), (4, 6)], [0, 3, 4])
    [Insertion(before=3, number=2)]
    >>> _insertions([(0, 0), (3, 5)], [0, 2, 3]) is None
    True
    """
    places: dict[int, int] = {}
    for built, found in pairs:
        if places.setdefault(built, found) != found:
            return None
    inserted: list[Insertion] = []
    is_clear, shift = True, 0
    for edge in sorted({*edges}):
        if edge not in places:
            is_clear = False
            continue
        number = places[edge] - edge - shift
        if number < 0 or (number and not is_clear):
            return None
        if number:
            inserted.append(Insertion(edge + shift, number))
            shift += number
        is_clear = True
    return inserted


def _moved(index: int, insertions: Iterable[Insertion]) -> int:
    """Return where a row or column is after what was put in."""
    for before, number in insertions:
        index += number if index >= before else 0
    return index


def _formulas(at: BoardLayout) -> list[Area]:
    """Return the cells that are to hold formulas."""
    hidden = {name for name, area in at.areas.items() if _is_hidden(at, area)}
    hidden -= {"strategy", "first_guess", *_CONSTANTS}
    if not optimal_tree(at.rules):
        hidden.discard("tree_nodes")
    areas = [area for name, area in at.areas.items() if name in {*_SHOWN, *hidden}]
    if at.rules.black_only:
        pairs = (at.marks, at.answered_marks, at.last_marks)
        areas = [area.column(0) if area in pairs else area for area in areas]
    return [
        *areas,
        # The head of the list, what is to be done, what is said of the next guess, and
        # the head of the result.
        at.at(0, 0),
        at.at(1, at.panel_left),
        at.at(at.last_row, at.numbers.left),
        at.at(at.last_row, at.after_pegs),
        at.at(at.result.top - 1, at.numbers.left),
    ]


def _constants(at: BoardLayout) -> list[Area]:
    """Return the cells of values that nobody types."""
    return [at.areas[name] for name in _CONSTANTS if name in at.areas]


def _is_hidden(at: BoardLayout, area: Area) -> bool:
    return area.sheet == at.sheet and area.left >= at.first_helper


def _looks(at: BoardLayout) -> Iterable[Look]:
    """Yield the cells of one look, all that people see."""
    conditioned = {*_CONDITIONED}
    if any(map(peg_colour, at.rules.symbols)):
        conditioned |= {"next_guess", "colours"}
    for name, area in at.areas.items():
        if area.sheet == STATE_SHEET or _is_hidden(at, area):
            continue
        if name not in ("guesses", "typed_marks", "colours"):
            yield Look(area, name in conditioned)
            continue
        # What may be typed in the first column differs, or nothing in the other; and
        # the tiles of the key have borders of their own.
        for column in range(area.width):
            is_blank = name == "typed_marks" and at.rules.black_only and column > 0
            yield Look(area.column(column), not is_blank)
