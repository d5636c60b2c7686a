"""The codes: which of them are left, listed beside the board."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from xl_mastermind.game.codes import all_codes
from xl_mastermind.sheets.board.feedback import marks_at, turns_until
from xl_mastermind.sheets.board.formulas import (
    answer_base,
    as_formula,
    first_cell,
    grouped,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    SMALL_TEXT,
    UNDERLINE,
    CellGroup,
    ConditionalFormat,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import codes_as_cells
from xl_mastermind.spreadsheet.messages import (
    CANDIDATE_COUNT,
    CODE_COUNT,
    HIDDEN_CODE_COUNT,
)

LISTS: Final = ("exclusion_marks", "code_list_feedback", "candidate_list")
"""Areas of a board whose formulas fill a row for each code."""

_FIRST_LISTED: Final = 1000
"""Candidates that are listed where not all codes are."""

_WINDOW_ROWS: Final = 300
"""Rows of the list of codes, more than a window shows."""


def codes(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the list of codes, and how each of them fits the answers."""
    pegs = b.rules.pegs
    head = SMALL_TEXT | UNDERLINE | {"align": "left", "valign": "bottom", "indent": 1}
    yield (
        "list_line",
        CellGroup(b.cell_range(0, 1, width=pegs), values=[], cell_format=head),
    )
    yield (
        "list_head",
        CellGroup(b.cell_range(0, 0), lambda *_: _list_head(b), cell_format=head),
    )
    # The first attempt that no code fits, or 0.
    yield (
        "contradicted",
        CellGroup(
            b.hidden(0, 4),
            lambda *_: f"IFERROR(MATCH(0,{b.codes_left.absolute_address},0),0)",
            cell_format={},
        ),
    )
    if b.has_code_list:
        yield from _all_codes(b)
    elif b.has_candidate_list:
        candidates = b.cell_range(1, 0, _FIRST_LISTED, pegs)
        yield (
            "candidate_list",
            CellGroup(
                candidates,
                array_formula=lambda: _candidate_list(b),
                cell_format={"align": "center"},
                has_defined_name=True,
            ),
        )
        below = b.cell_range(candidates.bottom + 1, 0)
        cell_format = SMALL_TEXT | {"align": "left", "indent": 1}
        yield (
            "more_candidates",
            CellGroup(below, lambda *_: _more(b), cell_format=cell_format),
        )


def _all_codes(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield all codes with a mark for each that is ruled out."""
    pegs, count = b.rules.pegs, b.rules.code_count
    faint = {"font_color": palette.FAINT_INK}

    def out() -> tuple[ConditionalFormat]:
        test = f'{first_cell(b.exclusion_marks)}="x"'
        return (ConditionalFormat(test, faint | {"font_strikeout": True}),)

    yield (
        "code_list",
        CellGroup(
            b.cell_range(1, 0, count, pegs),
            values=codes_as_cells(all_codes(b.rules).tolist(), b.rules),
            cell_format={"align": "center", "font_size": 9},
            conditional_formats=out,
            has_defined_name=True,
        ),
    )
    # The marks are for formulas: strikes say as much to the eye.
    marks, cell_format = (
        b.cell_range(1, pegs, count),
        {"font_size": 9, "font_color": palette.WHITE},
    )
    yield "exclusion_marks", CellGroup(marks, has_defined_name=True)
    # LibreOffice computes an array as soon as one cell of it is looked at: what a
    # window shows has one of its own.
    last = min(marks.bottom, marks.top + _WINDOW_ROWS - 1)
    seen = replace(marks, bottom=last)
    yield (
        "seen_marks",
        CellGroup(
            seen, array_formula=lambda: _ruled_out(b, seen), cell_format=cell_format
        ),
    )
    if last < marks.bottom:
        rest = replace(marks, top=last + 1)
        yield (
            "other_marks",
            CellGroup(
                rest, array_formula=lambda: _ruled_out(b, rest), cell_format=cell_format
            ),
        )
    # How each code of the list would answer each attempt: black and white pegs as one
    # number, -1 once the code is ruled out.
    left = b.first_hidden_column + 19 + pegs
    yield (
        "code_list_feedback",
        CellGroup(
            b.cell_range(1, left, count, b.attempts),
            column_array_formula=lambda column: _list_answers(b, column),
            cell_format={},
            has_defined_name=True,
        ),
    )
    # The answered attempt before each one, or 0.
    yield (
        "turns_before",
        CellGroup(
            b.hidden_attempt_columns(5),
            lambda row, _: _turn_before(b, row),
            cell_format={},
        ),
    )
    # The answer of each attempt as such a number, -2 where there is none for sure.
    yield (
        "answer_numbers",
        CellGroup(
            b.hidden_attempt_columns(6),
            lambda row, _: _answer_number(b, row),
            cell_format={},
        ),
    )
    # The first code left in the list, or 0.
    yield (
        "first_left",
        CellGroup(
            b.hidden(0, 18 + pegs), array_formula=lambda: _first_left(b), cell_format={}
        ),
    )


def _list_answers(b: BoardLayout, row: int) -> str:
    """Return an array formula: how each code left would answer an attempt, or -1."""
    pegs = b.rules.pegs
    columns = [b.code_list.column(peg).absolute_address for peg in range(pegs)]
    guess = [b.reference("guesses", row, peg) for peg in range(pegs)]
    hits = "+".join(
        f"({column}={peg})" for column, peg in zip(columns, guess, strict=True)
    )
    # A peg in its place is one that both have in common, too.
    answer = f"{answer_base(b.rules)}*({hits})"
    if not b.rules.black_only:
        answer = f"{pegs}*({hits})+{_common(b, row, columns, guess)}"
    if row:
        before = b.reference("turns_before", row)
        fits = _fits(
            b,
            before,
            replace(b.code_list_feedback, right=b.code_list_feedback.left + row - 1),
        )
        answer = f"IF({before}=0,{answer},IF({fits},{answer},-1))"
    return f"IF({b.reference('is_turn', row)},{answer},0)"


def _fits(b: BoardLayout, attempt: str, answers: CellRange) -> str:
    """Return for codes whether their answers are those of an attempt, or may be."""
    black, white = (
        f"INDEX({b.feedback.column(index).absolute_address},{attempt})"
        for index in (0, 1)
    )
    number, base = (
        f"INDEX({b.answer_numbers.absolute_address},{attempt})",
        answer_base(b.rules),
    )
    of_codes = answers.absolute_address
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


def _turn_before(b: BoardLayout, row: int) -> str:
    """Return the last answered attempt before one, or 0."""
    if not row:
        return "0"
    return f"IF({b.reference('is_turn', row - 1)},{row},{b.reference('turns_before', row - 1)})"


def _answer_number(b: BoardLayout, row: int) -> str:
    """Return an answer as a number, or -2."""
    marks = marks_at(b, row)[: b.input_mark_count]
    is_complete = ",".join(f"ISNUMBER({mark})" for mark in marks)
    number = "+".join(
        f"{factor}*N({mark})"
        for factor, mark in zip((answer_base(b.rules), 1), marks, strict=False)
    )
    return f"IF(AND({b.reference('is_turn', row)},{is_complete}),{number},-2)"


def _common(b: BoardLayout, row: int, columns: list[str], guess: list[str]) -> str:
    """Return how many pegs each code and an attempt have in common."""
    counts = ["+".join(f"({column}={peg})" for column in columns) for peg in guess]
    if not b.rules.distinct:
        repeats = (b.reference("repeats", row, peg) for peg in range(len(guess)))
        counts = [f"(({c})>={n})" for c, n in zip(counts, repeats, strict=True)]
    return "+".join(counts)


def _is_left(b: BoardLayout, rows: CellRange) -> str:
    """Return for the codes in some rows whether the last answer leaves them."""
    answers = replace(b.code_list_feedback, top=rows.top, bottom=rows.bottom)
    return _fits(b, b.last_turn.absolute_address, answers)


def _ruled_out(b: BoardLayout, rows: CellRange) -> str:
    """Return an array formula: a mark for each code in some rows if ruled out."""
    is_marked = (
        f"AND({b.marks_wanted.absolute_address},{b.last_turn.absolute_address}>0)"
    )
    return f'IF({is_marked},IF({_is_left(b, rows)},"","x"),"")'


def _first_left(b: BoardLayout) -> str:
    """
    Return an array formula: the first code of the list that is left, or 0.

    Not every program looks for TRUE in what it has computed, so 1 is looked for.
    """
    last, answers = b.last_turn.absolute_address, b.code_list_feedback.absolute_address
    number = f"INDEX({b.answer_numbers.absolute_address},{last})"
    of_last = f"INDEX({answers},0,{last})"
    searched = f"MATCH(1,--{_is_left(b, b.code_list_feedback)},0)"
    found = f"IF({number}>=0,MATCH({number},{of_last},0),{searched})"
    return f"IF({last}=0,1,IFERROR({found},0))"


def _last_count(b: BoardLayout) -> str:
    """Return the codes left now; an error before any answer."""
    return f"LOOKUP(9E+307,{b.codes_left.absolute_address})"


def _left_now(b: BoardLayout) -> str:
    return f"IFERROR({_last_count(b)},{b.rules.code_count})"


def _list_head(b: BoardLayout) -> str:
    """Return how many codes of all are left."""
    total = f"{b.rules.code_count:,}"
    known = as_formula(
        CANDIDATE_COUNT.replace("{codes}", total), left=grouped(_last_count(b))
    )
    return f'IFERROR({known},"{CODE_COUNT.format(codes=total)}")'


def candidates(b: BoardLayout, most: int) -> str:
    """Return a call of CANDIDATES: the first codes that are left."""
    return f'CANDIDATES({turns_until(b)},"",{b.game.absolute_address},{most})'


def _candidate_list(b: BoardLayout) -> str:
    """Return an array formula: the first codes left."""
    cell_range = b.candidate_list
    # A list of one code would be repeated down to the last row; and a test as
    # wide as the list is, since IFERROR fills no columns up. The rows are those of
    # blank cells beside the list: a formula that names its own cells is a cycle.
    rows = cell_range.column(0).shift_columns(cell_range.width)
    width = ",".join("0" * cell_range.width)
    places = (
        f"ROW({rows.absolute_address})-ROW({rows.row(0).absolute_address})+{{{width}}}"
    )
    is_listed = f"{places}<{_left_now(b)}"
    listed = f'IF({is_listed},{candidates(b, cell_range.height)},"")'
    return f'IF({b.marks_wanted.absolute_address},{b.with_fallback(listed)},"")'


def _more(b: BoardLayout) -> str:
    """Return how many codes are left that are not listed."""
    most, count = b.candidate_list.height, _left_now(b)
    more = grouped(f"{count}-{most}")
    text = as_formula(HIDDEN_CODE_COUNT, codes=more)
    return f'IF(AND({b.marks_wanted.absolute_address},{count}>{most}),{text},"")'
