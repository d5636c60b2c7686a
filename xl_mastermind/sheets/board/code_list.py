"""The codes: a list of all or of the first candidates, beside the board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import codes_as_cells
from xl_mastermind.game.codes import all_codes
from xl_mastermind.presentation import messages, palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.codes_left import TURNS
from xl_mastermind.sheets.board.edition_panel import with_python
from xl_mastermind.sheets.board.formulas import (
    NO_CODES,
    as_formula,
    feedback_base,
    first_attempt,
    first_row,
    grouped_number,
    zeros,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import CODEMAKER_CHEATS
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

_MAX_CANDIDATES: Final = 1000
"""Candidates that are listed where not all codes are."""

_WINDOW_ROWS: Final = 300
"""Rows of the code list with a separate array, more than a window shows."""

_SMALL: Final = formats.SMALL_TEXT | {"align": "left", "font_size": 8}

_LAST_COUNT: Final = "LOOKUP(9E+307,[candidate_counts])"
"""The number of candidates; an error before the first turn."""

_LAST_FEEDBACK: Final = "INDEX([code_list_feedback],0,[last_turn_row])"

_TURN_GROUPS: Final = {
    "black": "feedback_pegs.black",
    "white": "feedback_pegs.white",
    "number": "feedback_numbers",
}
"""The cells beside an entry that contain its feedback: two marks and their number."""

_LAST_TURN: Final = [
    f"INDEX([{group}],[last_turn_row])" for group in _TURN_GROUPS.values()
]

TURN_BEFORE: Final = {
    name: f"IF([above has_feedback],[above {group}],[above {name}_before])"
    for name, group in _TURN_GROUPS.items()
}
"""The feedback of the last turn above an entry, which may be of the game before it."""

ROW_BEFORE: Final = "IF([above has_feedback],[above #],[above turns_before])"
"""The row of this turn, or 0."""


def code_list(layout: BoardLayout) -> CellGroups:
    """Return the list of codes, and how each of them fits the turns."""
    groups: CellGroups = {}
    pegs, count = layout.rules.pegs, layout.rules.code_count
    # `contradicted` is the first attempt that no code fits, or 0.
    first = first_attempt(layout, "([candidate_counts]=0)")
    groups["contradicted"] = layout.hidden_cell(
        f"IFERROR(MOD({first},{layout.attempts + 1}),0)"
    )
    if not layout.has_list:
        return groups
    head = _SMALL | formats.UNDERLINE | {"valign": "bottom"}
    line = layout.cell_range(0, 1, width=pegs)
    groups["list_line"] = CellGroup.background(line, head)
    sentence = messages.CANDIDATE_COUNT_ONLY
    if layout.has_code_list:
        sentence = messages.CANDIDATE_COUNT.replace("{codes}", f"{count:,}")
    text = as_formula(sentence, left=grouped_number(_LAST_COUNT))
    text = f'IFERROR({text},"{messages.CODE_COUNT.format(codes=f"{count:,}")}")'
    if not layout.has_code_list:  # Without Python the list has no heading.
        text = f'IF([first candidate_list.1]&""="","",{text})'
    groups["list_head"] = CellGroup(layout.cell_range(0, 0), text, head)
    if layout.has_code_list:
        feedback = layout.hidden_range(count, layout.entry_count, 1)
        groups |= _all_codes(layout, feedback) | _code_feedback(layout, feedback)
    else:
        groups |= _candidate_list(layout)
    return groups


def _all_codes(layout: BoardLayout, feedback: CellRange) -> CellGroups:
    groups: CellGroups = {}
    pegs, count = layout.rules.pegs, layout.rules.code_count
    strikeout = {"font_color": palette.FAINT_INK, "font_strikeout": True}
    groups["code_list"] = CellGroup(
        layout.cell_range(1, 0, count, pegs),
        values=codes_as_cells(all_codes(layout.rules).tolist(), layout.rules),
        cell_format={
            "align": "center",
            "font_size": 9,
            "font_color": palette.MUTED_INK,
        },
        conditional_formats=[
            formats.ConditionalFormat('[@ruled_out_codes]="x"', strikeout)
        ],
    )
    # The x is white on white: users see the strikeout, formulas read the x.
    column = layout.cell_range(1, pegs, count)
    groups["ruled_out_codes"] = CellGroup(column)
    # LibreOffice computes an array as soon as a window shows one of its cells, so the
    # first window has a separate, shorter array.
    last = min(column.bottom, column.top + _WINDOW_ROWS - 1)
    for name, top, bottom in (
        ("first_window", column.top, last),
        ("remaining", last + 1, column.bottom),
    ):
        if top > bottom:
            continue
        groups[f"{name}_feedback"] = CellGroup(
            replace(feedback, top=top, bottom=bottom)
        )
        codes = f"INDEX([{name}_feedback],0,[last_turn_row])"
        fits = _fits(layout, _LAST_TURN, codes)
        groups[f"{name}_ruled_out"] = CellGroup(
            replace(column, top=top, bottom=bottom),
            array_formula=f'IF(AND([cross_out_wanted],[last_turn]>0),IF({fits},"","x"),"")',
            cell_format={"font_size": 9, "font_color": palette.WHITE},
        )
    return groups


def _code_feedback(layout: BoardLayout, feedback: CellRange) -> CellGroups:
    """
    Return the hidden columns that compare all codes with the turns.

    `feedback` is the range of each code's feedback to each entry.
    """
    groups: CellGroups = {}
    # A code has the number of its feedback to each attempt, and -1 after the turn that
    # excludes the code.
    groups["code_list_feedback"] = CellGroup(
        feedback,
        column_array_formula=[
            _feedback_column(layout, feedback, column)
            for column in range(layout.entry_count)
        ],
    )
    # `turns_before` is the row of the last turn of the same game, or 0.
    before = f"IF([@begins]>0,0,{ROW_BEFORE})"
    groups["turns_before"] = layout.hidden_entries(before, first="0")
    # The number is -2 if a mark is unknown, or no feedback exists.
    marks_known = ",".join(
        f"ISNUMBER([@feedback_pegs.{mark}])" for mark in layout.mark_names
    )
    number = f"{feedback_base(layout.rules)}*N([@feedback_pegs.black])"
    if not layout.rules.black_only:
        number += "+1*N([@feedback_pegs.white])"
    groups["feedback_numbers"] = layout.hidden_entries(
        f"IF(AND([@has_feedback],{marks_known}),{number},-2)"
    )
    # An index into the whole column would be circular. Therefore each row repeats the
    # feedback of the last turn from the row above.
    for name, carried in TURN_BEFORE.items():
        groups[f"{name}_before"] = layout.hidden_entries(carried, first='""')
    groups["last_turn_row"] = layout.hidden_cell(
        "IF([last_turn]=0,0,INDEX([attempt_rows],[last_turn]))"
    )
    groups |= _cheating(layout)
    # A cheating codemaker's feedback is complete, so its number has no other form.
    number, count = "INDEX([feedback_numbers],[last_turn_row])", layout.rules.code_count
    first = first_row("code_list", count, f"({_LAST_FEEDBACK}={number})")
    row = f"IF([last_turn]=0,1,MOD({first},{count + 1}))"
    groups["first_code_row"] = layout.hidden_cell(row)
    groups["first_code"] = CellGroup(
        layout.hidden_range(width=layout.rules.pegs),
        'IF([first_code_row]=0,"",INDEX([code_list.@],[first_code_row]))',
    )
    return groups


def _feedback_column(layout: BoardLayout, feedback: CellRange, column: int) -> Formula:
    """Return an array formula: the feedback of each candidate to an attempt, or -1."""
    rules, pegs = layout.rules, range(1, layout.rules.pegs + 1)
    hits = "+".join(f"([code_list.{peg}]=[@entry_pegs.{peg}])" for peg in pegs)
    # Common pegs include the black ones, which therefore count one less than the base.
    number = f"{feedback_base(rules)}*({hits})"
    if not rules.black_only:
        common = "+".join(_common_pegs(layout, peg) for peg in pegs)
        number = f"{rules.pegs}*({hits})+{common}"
    if column:
        # An index into the column itself or later ones would be circular.
        earlier = replace(feedback, right=feedback.left + column - 1).absolute_address
        codes = f"INDEX({earlier},0,[@turns_before])" if column > 1 else earlier
        fits = _fits(layout, [f"[@{name}_before]" for name in TURN_BEFORE], codes)
        number = f"IF([@turns_before]=0,{number},IF({fits},{number},-1))"
    return f"IF([@entry_attempts]>0,{number},{NO_CODES})"


def _cheating(layout: BoardLayout) -> CellGroups:
    """
    Return the part sizes of each entry, and the feedback of a cheating codemaker.

    Part sizes count the candidates before an entry by feedback number: first the codes
    that earlier turns rule out, then the numbers in order, at last 0. The feedback of a
    cheating codemaker is that of the largest part; of equal ones, the smallest number.
    """
    groups: CellGroups = {}
    win = feedback_base(layout.rules) * layout.rules.pegs
    parts = layout.hidden_range(win + 3, layout.entry_count)
    numbers = ";".join(map(str, range(-1, win + 1)))
    sizes = f"FREQUENCY([code_list_feedback.#],{{{numbers}}})"
    groups["part_sizes"] = CellGroup(
        parts,
        column_array_formula=f"IF([@entry_attempts]>0,{sizes},{zeros(parts.height)})",
    )
    candidate_sizes = replace(parts, top=parts.top + 1, bottom=parts.bottom - 1)
    groups["sizes"] = CellGroup(candidate_sizes)
    groups["other_sizes"] = CellGroup(replace(candidate_sizes, bottom=parts.bottom - 2))
    # `#` means a column of `sizes` in each row of this group.
    largest = first_row("sizes.#", win + 1, "([sizes.#]=MAX([sizes.#]))")
    answer = f"{largest}-1"
    groups["cheat_numbers"] = layout.hidden_entries(
        f"IF(AND({CODEMAKER_CHEATS},[@entry_attempts]>0),{answer},0)"
    )
    return groups


def _common_pegs(layout: BoardLayout, peg: int) -> Formula:
    """Return how many pegs of a guess's colour each code has, up to the guess's."""
    pegs = range(1, layout.rules.pegs + 1)
    count = "+".join(f"([code_list.{each}]=[@entry_pegs.{peg}])" for each in pegs)
    return count if layout.rules.distinct else f"(({count})>=[@repeats.{peg}])"


def _fits(layout: BoardLayout, turn: Sequence[str], codes: str) -> Formula:
    """Return for codes whether their feedback is, or may be, that of a turn."""
    (black, white, number), base = turn, feedback_base(layout.rules)
    # A text as mark is unknown. Some applications cannot compute INT of a range.
    fits = f"{codes}>=0"
    if not layout.rules.black_only:
        black_test = f"({codes}>={base}*{black})*({codes}<{base}*({black}+1))"
        white_test = "+".join(
            f"({codes}={base * blacks}+{white})" for blacks in range(base)
        )
        fits = f"IF(ISNUMBER({white}),{white_test},{fits})"
        fits = f"IF(ISNUMBER({black}),{black_test},{fits})"
    return f"IF({number}>=0,{codes}={number},{fits})"


def fits_last_turn(layout: BoardLayout) -> Formula:
    """Return for all codes whether they are candidates after the last turn."""
    return _fits(layout, _LAST_TURN, _LAST_FEEDBACK)


def _candidate_list(layout: BoardLayout) -> CellGroups:
    """Return the first candidates, and below them the number of the others."""
    groups: CellGroups = {}
    pegs, count = layout.rules.pegs, layout.rules.code_count
    candidates = layout.cell_range(1, 0, _MAX_CANDIDATES, pegs)
    # Reading the row numbers of the list itself would be circular. Therefore the
    # formula of the list reads those of the column beside it.
    rows = candidates.column(0).shift_columns(pegs)
    groups["candidate_rows"] = CellGroup(rows)
    candidate_count = f"IFERROR({_LAST_COUNT},{count})"
    groups["candidate_list"] = CellGroup(
        candidates,
        array_formula=_first_candidates(layout, candidate_count),
        cell_format={"align": "center", "font_size": 9},
    )
    hidden_count = grouped_number(f"{candidate_count}-{_MAX_CANDIDATES}")
    more = as_formula(messages.HIDDEN_CODE_COUNT, codes=hidden_count)
    longer_test = f"AND([cross_out_wanted],{candidate_count}>{_MAX_CANDIDATES})"
    below = layout.cell_range(candidates.bottom + 1, 0)
    more_candidates = f'IF({longer_test},{more},"")'
    groups["more_candidates"] = CellGroup(below, more_candidates, _SMALL)
    return groups


def _first_candidates(layout: BoardLayout, candidate_count: str) -> Formula:
    # Excel would repeat a single code in every row. Test each cell, because IFERROR
    # does not widen the test.
    width = ",".join("0" * layout.rules.pegs)
    rows = f"ROW([candidate_rows])-ROW([first candidate_rows])+{{{width}}}"
    call = f'CANDIDATES({TURNS},"",[game],{_MAX_CANDIDATES})'
    codes = f'IF({rows}<{candidate_count},{call},"")'
    return f'IF([cross_out_wanted],{with_python(layout, codes)},"")'
