"""The codes: which of them are left, listed beside the board."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from xl_mastermind.draw.board.answers import marks_at, turns_until
from xl_mastermind.draw.board.formulas import first_cell, grouped
from xl_mastermind.draw.board.plan import Plan
from xl_mastermind.draw.drawn_cells import (
    SMALL,
    UNDERLINED,
    Cells,
    Condition,
)
from xl_mastermind.game.codes import all_codes
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.cells import codes_as_cells

LISTS: Final = ("ruled_out_marks", "misfits", "candidate_list")
"""Areas of a board whose formulas fill a row for each code."""

_FIRST_LISTED: Final = 1000
"""Candidates that are listed where not all codes are."""

_WINDOW_ROWS: Final = 300
"""Rows of the list of codes, more than a window shows."""


def codes(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the list of codes, and how each of them fits the answers."""
    pegs = b.rules.pegs
    head = SMALL | UNDERLINED | {"align": "left", "valign": "bottom", "indent": 1}
    yield "list_line", Cells(b.area(0, 1, width=pegs), values=[], look=head)
    yield "list_head", Cells(b.area(0, 0), lambda *_: _list_head(b), look=head)
    # The first attempt that no code fits, or 0.
    yield (
        "contradicted",
        Cells(
            b.hidden(0, 4),
            lambda *_: f"IFERROR(MATCH(0,{b.codes_left.fixed},0),0)",
            look={},
        ),
    )
    if b.has_list:
        yield from _all_codes(b)
    elif b.lists_candidates:
        candidates = b.area(1, 0, _FIRST_LISTED, pegs)
        yield (
            "candidate_list",
            Cells(
                candidates,
                array=lambda: _candidate_list(b),
                look={"align": "center"},
                is_read=True,
            ),
        )
        below = b.area(candidates.bottom + 1, 0)
        look = SMALL | {"align": "left", "indent": 1}
        yield "more_candidates", Cells(below, lambda *_: _more(b), look=look)


def _all_codes(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield all codes with a mark for each that is ruled out."""
    pegs, count = b.rules.pegs, b.rules.code_count
    faint = {"font_color": palette.FAINT}

    def out() -> tuple[Condition]:
        test = f'{first_cell(b.ruled_out_marks)}="x"'
        return (Condition(test, faint | {"font_strikeout": True}),)

    yield (
        "code_list",
        Cells(
            b.area(1, 0, count, pegs),
            values=codes_as_cells(all_codes(b.rules).tolist(), b.rules),
            look={"align": "center", "font_size": 9},
            when=out,
            is_read=True,
        ),
    )
    # The marks are for formulas: strikes say as much to the eye.
    marks, look = b.area(1, pegs, count), {"font_size": 9, "font_color": palette.WHITE}
    yield "ruled_out_marks", Cells(marks, is_read=True)
    # LibreOffice computes an array as soon as one cell of it is looked at: what a
    # window shows has one of its own.
    last = min(marks.bottom, marks.top + _WINDOW_ROWS - 1)
    seen = replace(marks, bottom=last)
    yield "seen_marks", Cells(seen, array=lambda: _ruled_out(b, seen), look=look)
    if last < marks.bottom:
        rest = replace(marks, top=last + 1)
        yield "other_marks", Cells(rest, array=lambda: _ruled_out(b, rest), look=look)
    # For each code of the list, which of the attempts it does not fit.
    left = b.first_helper + 19 + pegs
    misfits = b.area(1, left, count, b.attempts)
    yield (
        "misfits",
        Cells(
            misfits,
            column_array=lambda column: _misfits(b, column),
            look={},
            is_read=True,
        ),
    )
    # The first code left in the list, or 0.
    yield (
        "first_left",
        Cells(b.hidden(0, 18 + pegs), array=lambda: _first_left(b), look={}),
    )


def _misfits(b: Plan, row: int) -> str:
    """Return an array formula: for each code 1 if it misses an attempt, or 0."""
    return f"IF({b.at('is_turn', row)},--{_misfit(b, row)},0)"


def _misfit(b: Plan, row: int) -> str:
    """Return for each code whether an attempt would be answered otherwise."""
    pegs = range(b.rules.pegs)
    columns = [b.code_list.column(peg).fixed for peg in pegs]
    guess = [b.at("guesses", row, peg) for peg in pegs]
    black, white = marks_at(b, row)
    hits = "+".join(
        f"({column}={peg})" for column, peg in zip(columns, guess, strict=True)
    )
    # A mark that is no number is one that nobody is sure of.
    other_black = f"ISNUMBER({black})*({hits}<>{black})"
    if b.rules.black_only:
        return f"({other_black}>0)"
    common = _common(b, row, columns, guess)
    whites = f"{common}-IF(ISNUMBER({black}),{black},{hits})"
    return f"({other_black}+ISNUMBER({white})*({whites}<>{white})>0)"


def _common(b: Plan, row: int, columns: list[str], guess: list[str]) -> str:
    """Return how many pegs each code and an attempt have in common."""
    counts = ["+".join(f"({column}={peg})" for column in columns) for peg in guess]
    if not b.rules.distinct:
        repeats = (b.at("repeats", row, peg) for peg in range(len(guess)))
        counts = [f"(({c})>={n})" for c, n in zip(counts, repeats, strict=True)]
    return "+".join(counts)


def _missed(b: Plan, rows: Area) -> str:
    """Return for the codes in some rows how many attempts they miss, or one 0."""
    columns = (
        replace(b.misfits.column(row), top=rows.top, bottom=rows.bottom)
        for row in range(b.attempts)
    )
    # Every peg changes the columns of attempts that are not answered: LibreOffice
    # would be busy with all their cells. These attempts, mostly the last ones, come
    # first, so that nothing but numbers is added.
    missed = [
        f"IF({b.at('is_turn', row)},{column.fixed},0)"
        for row, column in enumerate(columns)
    ]
    return "+".join(reversed(missed))


def _ruled_out(b: Plan, rows: Area) -> str:
    """Return an array formula: a mark for each code in some rows if ruled out."""
    marks = f'IF({_missed(b, rows)}>0,"x","")'
    return f'IF({b.marks_wanted.fixed},{marks},"")'


def _first_left(b: Plan) -> str:
    """
    Return an array formula: the first code of the list that is left, or 0.

    MATCH looks in a list, so a single 0 is repeated for each code.
    """
    as_list = f"0*ROW({b.misfits.column(0).fixed})"
    return f"IFERROR(MATCH(0,{as_list}+{_missed(b, b.misfits)},0),0)"


def _last_count(b: Plan) -> str:
    """Return the codes left now; an error before any answer."""
    return f"LOOKUP(9E+307,{b.codes_left.fixed})"


def _left_now(b: Plan) -> str:
    return f"IFERROR({_last_count(b)},{b.rules.code_count})"


def _list_head(b: Plan) -> str:
    """Return how many codes of all are left."""
    total = f"{b.rules.code_count:,}"
    known = f'{grouped(_last_count(b))}&" of {total}"'
    return f'IFERROR({known},"{total} codes")'


def candidates(b: Plan, most: int) -> str:
    """Return a call of CANDIDATES: the first codes that are left."""
    return f'CANDIDATES({turns_until(b)},"",{b.game.fixed},{most})'


def _candidate_list(b: Plan) -> str:
    """Return an array formula: the first codes left."""
    area = b.candidate_list
    # A list of one code would be repeated down to the last row; and a test as
    # wide as the list is, since IFERROR fills no columns up.
    rows, pegs = area.column(0), area.row(0)
    places = f"ROW({rows.fixed})-ROW({rows.row(0).fixed})+0*COLUMN({pegs.fixed})"
    is_listed = f"{places}<{_left_now(b)}"
    listed = f'IF({is_listed},{candidates(b, area.height)},"")'
    return f'IF({b.marks_wanted.fixed},{b.ours(listed)},"")'


def _more(b: Plan) -> str:
    """Return how many codes are left that are not listed."""
    most, count = b.candidate_list.height, _left_now(b)
    more = grouped(f"{count}-{most}")
    return f'IF(AND({b.marks_wanted.fixed},{count}>{most}),"and "&{more}&" more","")'
