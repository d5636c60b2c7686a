"""The codes: which of them are left, listed beside the board."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from xl_mastermind.game.codes import all_codes
from xl_mastermind.sheets.board.answers import marks_at, turns_until
from xl_mastermind.sheets.board.formulas import (
    answer_base,
    as_formula,
    first_cell,
    grouped,
)
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.drawn_cells import (
    SMALL,
    UNDERLINED,
    Cells,
    Condition,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.cells import codes_as_cells
from xl_mastermind.spreadsheet.messages import (
    CANDIDATE_COUNT,
    CODE_COUNT,
    HIDDEN_CODE_COUNT,
)

LISTS: Final = ("ruled_out_marks", "list_answers", "candidate_list")
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
    faint = {"font_color": palette.FAINT_INK}

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
    # How each code of the list would answer each attempt: black and white pegs as one
    # number, -1 once the code is ruled out.
    left = b.first_helper + 19 + pegs
    yield (
        "list_answers",
        Cells(
            b.area(1, left, count, b.attempts),
            column_array=lambda column: _list_answers(b, column),
            look={},
            is_read=True,
        ),
    )
    # The answered attempt before each one, or 0.
    yield (
        "turns_before",
        Cells(b.hidden_of_attempts(5), lambda row, _: _turn_before(b, row), look={}),
    )
    # The answer of each attempt as such a number, -2 where there is none for sure.
    yield (
        "answer_numbers",
        Cells(b.hidden_of_attempts(6), lambda row, _: _answer_number(b, row), look={}),
    )
    # The first code left in the list, or 0.
    yield (
        "first_left",
        Cells(b.hidden(0, 18 + pegs), array=lambda: _first_left(b), look={}),
    )


def _list_answers(b: Plan, row: int) -> str:
    """Return an array formula: how each code left would answer an attempt, or -1."""
    pegs = b.rules.pegs
    columns = [b.code_list.column(peg).fixed for peg in range(pegs)]
    guess = [b.at("guesses", row, peg) for peg in range(pegs)]
    hits = "+".join(
        f"({column}={peg})" for column, peg in zip(columns, guess, strict=True)
    )
    # A peg in its place is one that both have in common, too.
    answer = f"{answer_base(b.rules)}*({hits})"
    if not b.rules.black_only:
        answer = f"{pegs}*({hits})+{_common(b, row, columns, guess)}"
    if row:
        before = b.at("turns_before", row)
        fits = _fits(
            b, before, replace(b.list_answers, right=b.list_answers.left + row - 1)
        )
        answer = f"IF({before}=0,{answer},IF({fits},{answer},-1))"
    return f"IF({b.at('is_turn', row)},{answer},0)"


def _fits(b: Plan, attempt: str, answers: Area) -> str:
    """Return for codes whether their answers are those of an attempt, or may be."""
    black, white = (
        f"INDEX({b.answered_marks.column(index).fixed},{attempt})" for index in (0, 1)
    )
    number, base = f"INDEX({b.answer_numbers.fixed},{attempt})", answer_base(b.rules)
    of_codes = answers.fixed
    if answers.width > 1:
        of_codes = f"INDEX({of_codes},0,{attempt})"
    # A mark that is no number is one that nobody is sure of. Not every program takes
    # INT and MOD of an area.
    unsure = f"{of_codes}>=0"
    if not b.rules.black_only:
        is_black = f"({of_codes}>={base}*{black})*({of_codes}<{base}*({black}+1))"
        is_white = "+".join(
            f"({of_codes}={base * blacks}+{white})" for blacks in range(base)
        )
        unsure = f"IF(ISNUMBER({white}),{is_white},{unsure})"
        unsure = f"IF(ISNUMBER({black}),{is_black},{unsure})"
    return f"IF({number}>=0,{of_codes}={number},{unsure})"


def _turn_before(b: Plan, row: int) -> str:
    """Return the last answered attempt before one, or 0."""
    if not row:
        return "0"
    return f"IF({b.at('is_turn', row - 1)},{row},{b.at('turns_before', row - 1)})"


def _answer_number(b: Plan, row: int) -> str:
    """Return an answer as a number, or -2."""
    marks = marks_at(b, row)[: b.marks_typed]
    is_complete = ",".join(f"ISNUMBER({mark})" for mark in marks)
    number = "+".join(
        f"{factor}*N({mark})"
        for factor, mark in zip((answer_base(b.rules), 1), marks, strict=False)
    )
    return f"IF(AND({b.at('is_turn', row)},{is_complete}),{number},-2)"


def _common(b: Plan, row: int, columns: list[str], guess: list[str]) -> str:
    """Return how many pegs each code and an attempt have in common."""
    counts = ["+".join(f"({column}={peg})" for column in columns) for peg in guess]
    if not b.rules.distinct:
        repeats = (b.at("repeats", row, peg) for peg in range(len(guess)))
        counts = [f"(({c})>={n})" for c, n in zip(counts, repeats, strict=True)]
    return "+".join(counts)


def _is_left(b: Plan, rows: Area) -> str:
    """Return for the codes in some rows whether the last answer leaves them."""
    answers = replace(b.list_answers, top=rows.top, bottom=rows.bottom)
    return _fits(b, b.last_turn.fixed, answers)


def _ruled_out(b: Plan, rows: Area) -> str:
    """Return an array formula: a mark for each code in some rows if ruled out."""
    is_marked = f"AND({b.marks_wanted.fixed},{b.last_turn.fixed}>0)"
    return f'IF({is_marked},IF({_is_left(b, rows)},"","x"),"")'


def _first_left(b: Plan) -> str:
    """
    Return an array formula: the first code of the list that is left, or 0.

    Not every program looks for TRUE in what it has computed, so 1 is looked for.
    """
    last, answers = b.last_turn.fixed, b.list_answers.fixed
    number = f"INDEX({b.answer_numbers.fixed},{last})"
    of_last = f"INDEX({answers},0,{last})"
    searched = f"MATCH(1,--{_is_left(b, b.list_answers)},0)"
    found = f"IF({number}>=0,MATCH({number},{of_last},0),{searched})"
    return f"IF({last}=0,1,IFERROR({found},0))"


def _last_count(b: Plan) -> str:
    """Return the codes left now; an error before any answer."""
    return f"LOOKUP(9E+307,{b.codes_left.fixed})"


def _left_now(b: Plan) -> str:
    return f"IFERROR({_last_count(b)},{b.rules.code_count})"


def _list_head(b: Plan) -> str:
    """Return how many codes of all are left."""
    total = f"{b.rules.code_count:,}"
    known = as_formula(
        CANDIDATE_COUNT.replace("{codes}", total), left=grouped(_last_count(b))
    )
    return f'IFERROR({known},"{CODE_COUNT.format(codes=total)}")'


def candidates(b: Plan, most: int) -> str:
    """Return a call of CANDIDATES: the first codes that are left."""
    return f'CANDIDATES({turns_until(b)},"",{b.game.fixed},{most})'


def _candidate_list(b: Plan) -> str:
    """Return an array formula: the first codes left."""
    area = b.candidate_list
    # A list of one code would be repeated down to the last row; and a test as
    # wide as the list is, since IFERROR fills no columns up. The rows are those of
    # blank cells beside the list: a formula that names its own cells is a cycle.
    rows = area.column(0).beside(area.width)
    width = ",".join("0" * area.width)
    places = f"ROW({rows.fixed})-ROW({rows.row(0).fixed})+{{{width}}}"
    is_listed = f"{places}<{_left_now(b)}"
    listed = f'IF({is_listed},{candidates(b, area.height)},"")'
    return f'IF({b.marks_wanted.fixed},{b.ours(listed)},"")'


def _more(b: Plan) -> str:
    """Return how many codes are left that are not listed."""
    most, count = b.candidate_list.height, _left_now(b)
    more = grouped(f"{count}-{most}")
    text = as_formula(HIDDEN_CODE_COUNT, codes=more)
    return f'IF(AND({b.marks_wanted.fixed},{count}>{most}),{text},"")'
