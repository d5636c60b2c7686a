"""The answer to a guess: marks typed and computed, little pegs, codes left, cost."""

from collections.abc import Iterator, Sequence
from typing import Final

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.sheets.board.explanation import if_current, is_over
from xl_mastermind.sheets.board.formulas import (
    NO_BREAK_SPACE,
    PASTED_TILE,
    answer_base,
    as_formula,
    as_typed_number,
    first_cell,
    first_that_holds,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import is_yours
from xl_mastermind.sheets.cell_group import (
    ACCENT,
    CACHED_VALUE,
    CARD,
    GENERAL_NUMBER,
    HAIRLINE,
    HIDDEN_VALUE,
    INPUT,
    INVALID_INPUT,
    SMALL_TEXT,
    STRIKEOUT,
    CellFormat,
    CellGroup,
    ConditionalFormat,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.board import CHEATS, CODE_ELSEWHERE
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import PARTIAL_GUESS_MARK
from xl_mastermind.spreadsheet.messages import (
    GUESS_WANTED,
    LOCKED_CELL,
    MARKS_WITHOUT_GUESS,
    NO_SUCH_MARKS,
    WRONG_MARKS,
    guess_in_words,
    pluralize,
)

ARROW: Final = "►"
"""Points at the next attempt."""

STAR: Final = "★"
"""Stands before the attempt that found the code."""

NO_PEG: Final = "none"
"""An answer without a peg."""

TO_THE_RIGHT: Final[CellFormat] = {"align": "right", "indent": 1}
CENTRED: Final[CellFormat] = {"align": "center"}
HEAD: Final = CARD | SMALL_TEXT | HAIRLINE
LINE_COLOUR: Final = CARD | HAIRLINE

# A blank of a bracket's width, since LibreOffice indents unevenly on the right.
_COST: Final[CellFormat] = {
    "align": "right",
    "num_format": '+0.00_);-0.00_);"best"_);@_)',
}


def answers(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the cells beside the guesses, from left to right."""
    after, row = b.feedback_column, b.first_attempt_row - 1
    yield (
        "numbers",
        CellGroup(
            b.attempt_columns(b.first_peg_column - 2),
            lambda row, _: _number(b, row),
            cell_format=CARD | SMALL_TEXT | TO_THE_RIGHT | {"font_size": 11},
            conditional_formats=lambda: (
                ConditionalFormat(is_marked(b), ACCENT),
                winning(b),
            ),
        ),
    )
    signs = ["●", "" if b.rules.black_only else "○"]
    heads = b.cell_range(row, after, width=2)
    yield (
        "answer_heads",
        CellGroup(heads, values=[[*signs]], cell_format=HEAD | CENTRED),
    )
    yield (
        "computed_feedback",
        CellGroup(
            b.attempt_columns(after, 2),
            lambda row, index: _mark(b, row, index),
            cell_format=LINE_COLOUR | SMALL_TEXT | {"align": "center", "font_size": 11},
            conditional_formats=lambda: (_surplus(b), winning(b)),
            has_defined_name=True,
        ),
    )
    head = b.cell_range(row, after + 2)
    yield (
        "little_head",
        CellGroup(head, values=[["Answer"]], cell_format=HEAD | {"indent": 1}),
    )
    yield (
        "feedback_symbols",
        CellGroup(
            b.attempt_columns(after + 2),
            lambda row, _: _little_pegs(b, row),
            cell_format=LINE_COLOUR | {"font_size": b.peg_font_size, "indent": 1},
            conditional_formats=lambda: (
                ConditionalFormat(
                    f'{first_cell(b.feedback_symbols)}="{NO_PEG}"',
                    {"font_color": palette.FAINT_INK},
                ),
                winning(b),
            ),
        ),
    )
    yield from _typed_marks(b)
    yield from _codes_left(b)
    yield from _hidden(b)


def _typed_marks(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the cells for the marks of somebody else, and their heads."""
    left, width, row = (
        b.feedback_column + 3,
        b.input_mark_count,
        b.first_attempt_row - 1,
    )
    if b.rules.black_only:  # the lines of the rows go on beside the black marks
        beside = b.cell_range(row, left + 1, b.attempts + 1)
        yield "marks_lines", CellGroup(beside, values=[], cell_format=LINE_COLOUR)
    yield (
        "marks_heads",
        CellGroup(
            b.cell_range(row, left, width=width),
            values=[[*"●○"[:width]]],
            cell_format=HEAD | CENTRED,
            # LibreOffice takes the font colour of the default style otherwise.
            conditional_formats=lambda: (
                ConditionalFormat(
                    f"NOT({_is_theirs(b)})",
                    HIDDEN_VALUE | {"font_color": palette.MUTED_INK},
                ),
            ),
        ),
    )
    # White cells beside each other keep a gap between them.
    gap = {"left": 2, "left_color": palette.PAPER}
    # A number of a game is whole here too, and not ###.
    whole = {"align": "center", "font_size": 12, "shrink": True}
    typed = LINE_COLOUR | gap | INPUT | GENERAL_NUMBER | whole
    marks = b.attempt_columns(left, width)
    for name, cell_range, anchor_range in (
        ("feedback_input", marks, b.framed(marks)),
        # Cells as they are to be typed into, whatever was pasted over them.
        ("feedback_template", b.hidden_attempt_columns(16 + b.rules.pegs, width), None),
    ):
        yield (
            name,
            CellGroup(
                cell_range,
                values=[],
                cell_format=typed,
                conditional_formats=lambda: _theirs(b),
                anchor_range=anchor_range,
                has_defined_name=True,
            ),
        )


def _codes_left(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the codes left after each attempt, and what the guess cost."""
    left, row = b.feedback_column + 5, b.first_attempt_row - 1
    head = b.cell_range(row, left)
    # Without Python they are not counted where there is no list.
    text = "Codes left" if b.has_code_list or not b.is_plain else ""
    yield "left_head", CellGroup(head, values=[[text]], cell_format=HEAD | TO_THE_RIGHT)
    yield (
        "codes_left",
        CellGroup(
            b.attempt_columns(left),
            lambda row, _: _left(b, row),
            cell_format=LINE_COLOUR | TO_THE_RIGHT | {"num_format": "#,##0"},
            conditional_formats=lambda: (
                winning(b),
                ConditionalFormat(f"{first_cell(b.codes_left)}=1", ACCENT),
                ConditionalFormat(_is_latest(b), {"bold": True}),
            ),
            has_defined_name=True,
        ),
    )
    if not b.has_code_list:  # the lines of the rows go on to the edge of the card
        margin = b.cell_range(row, left + 1, b.attempts + 1)
        yield "margin_lines", CellGroup(margin, values=[], cell_format=LINE_COLOUR)
        return
    right = b.feedback_margin_column - 1
    costs = b.attempt_columns(right)
    told = b.cache_columns(b.cell_range(row, right, b.attempts + 1))
    yield (
        "cached_costs",
        CellGroup(told, values=[], cell_format=CACHED_VALUE, has_defined_name=True),
    )
    yield (
        "cost_head",
        CellGroup(
            b.cell_range(row, right),
            lambda *_: _cost(b, b.cached_costs.row(0)),
            cell_format=CARD | SMALL_TEXT | HAIRLINE | _COST,
        ),
    )
    yield (
        "costs",
        CellGroup(
            costs,
            lambda row, _: _cost(b, b.cached_costs.row(row + 1)),
            cell_format=LINE_COLOUR | _COST,
            conditional_formats=lambda: (winning(b),),
            has_defined_name=True,
        ),
    )


def _hidden(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield the hidden columns of the answers that count.

    Marks that were typed are there once they are complete, and no guess that is
    still being typed.
    """
    yield (
        "feedback",
        CellGroup(
            b.hidden_attempt_columns(2, 2),
            lambda row, index: _answered_mark(b, row, index),
            cell_format={},
            has_defined_name=True,
        ),
    )
    yield (
        "answered_codes",
        CellGroup(
            b.hidden_attempt_columns(12),
            lambda row, _: _answered_code(b, row),
            cell_format={},
        ),
    )
    # Whether an attempt is answered, and that rightly; what is wrong with it.
    yield (
        "is_turn",
        CellGroup(
            b.hidden_attempt_columns(8),
            lambda row, _: _is_turn(b, row),
            cell_format={},
            has_defined_name=True,
        ),
    )
    yield (
        "faults",
        CellGroup(
            b.hidden_attempt_columns(9), lambda row, _: _fault(b, row), cell_format={}
        ),
    )
    # The marks that count for no guess; the first attempt that has such, or 0.
    unused = b.cell_range(b.below + 1, b.first_hidden_column, b.attempts)
    yield (
        "unused_marks",
        CellGroup(unused, lambda row, _: _unused_marks(b, row), cell_format={}),
    )
    yield (
        "first_unused_marks",
        CellGroup(
            b.hidden(0, 11),
            array_formula=lambda: _first_unused_marks(b),
            cell_format={},
        ),
    )
    # The strategy that made each attempt, blank for the player.
    players = b.cache_columns(b.attempt_columns(b.first_peg_column - 2))
    yield (
        "guess_source",
        CellGroup(players, values=[], cell_format=CACHED_VALUE, has_defined_name=True),
    )
    yield (
        "is_hint",
        CellGroup(
            b.hidden_attempt_columns(4), lambda row, _: _is_hint(b, row), cell_format={}
        ),
    )


# Looks


def is_marked(b: BoardLayout) -> str:
    """Return whether an arrow points at an attempt."""
    return f'LEFT({first_cell(b.numbers)})="{ARROW}"'


def winning(b: BoardLayout) -> ConditionalFormat:
    """Return the look of the attempt that found the code."""
    return ConditionalFormat(f'LEFT({first_cell(b.numbers)})="{STAR}"', ACCENT)


def _surplus(b: BoardLayout) -> ConditionalFormat:
    """Return the look of a symbol too many."""
    mark = first_cell(b.computed_feedback)
    return ConditionalFormat(f'AND({mark}<>"",NOT(ISNUMBER({mark})))', STRIKEOUT)


def _theirs(b: BoardLayout) -> Sequence[ConditionalFormat]:
    """Return the looks of cells for marks where another person hides the code."""
    theirs = _is_theirs(b)
    word, is_playable = first_cell(b.words), first_cell(b.is_playable)
    is_wrong = f'AND({first_cell(b.faults)}<>"",OR({is_playable},{word}=""))'
    return (
        ConditionalFormat(is_wrong, INVALID_INPUT),
        ConditionalFormat(f"AND({theirs},{is_marked(b)})", {"bg_color": palette.GLOW}),
        ConditionalFormat(theirs, {"bg_color": palette.WHITE}),
    )


def _is_latest(b: BoardLayout) -> str:
    """Return whether an attempt is answered, and not the one below it."""
    black, white = b.feedback.column(0), b.feedback.column(1)
    now, below = (
        f"{first_cell(black, row)}&{first_cell(white, row)}" for row in range(2)
    )
    return f'AND({now}<>"",{below}="")'


# Formulas of cells; rows count from 0


def _is_theirs(b: BoardLayout) -> str:
    """Return whether the board waits for the marks of somebody else."""
    return f'{b.code_status.absolute_address}="{CODE_ELSEWHERE}"'


def _number(b: BoardLayout, row: int) -> str:
    """Return the number of an attempt, with an arrow or a star before it."""
    gap = NO_BREAK_SPACE * 2  # files lose blanks where a line may be broken
    return (
        f'IF({b.next_attempt.absolute_address}={row + 1},"{ARROW}",'
        f'IF({b.won.absolute_address}={row + 1},"{STAR}",""))&"{gap}{row + 1}"'
    )


def _mark(b: BoardLayout, row: int, index: int) -> str:
    """
    Return the black or white pegs of an attempt, as the codemaker answers.

    Right of the tiles of what is too long, its next symbol stands there.
    """
    word, pegs = b.reference("words", row), b.rules.pegs
    more = f'MID({word},{pegs + 1},1)&IF(LEN({word})>{pegs + 1},"…","")'
    more = '""' if index else more
    if index and b.rules.black_only:
        return ""
    guess, code = b.guesses.row(row).absolute_address, b.secret.absolute_address
    if index:
        answer = b.with_fallback(f"WHITE({code},{guess})", white(b, row, b.secret))
    else:
        answer = b.with_fallback(f"BLACK({code},{guess})", black(b, row, b.secret))
    # One who cheats answers by all guesses so far.
    cheats = (
        f"CHEAT({b.codes.rows_through(row).absolute_address},{b.game.absolute_address})"
    )
    cheated = b.with_fallback(f"INDEX({cheats},{row + 1},{index + 1})")
    return (
        f"IF(NOT({b.reference('is_playable', row)}),{more},"
        f'IF({is_yours(b)},"",'
        f'IF({b.current_codemaker.absolute_address}="{CHEATS}",{cheated},'
        f'IF({b.secret.column(0).absolute_address}="","",{answer}))))'
    )


def black(b: BoardLayout, row: int, code: CellRange) -> str:
    """Return how many pegs of an attempt are those of a code."""
    return f"SUMPRODUCT(--({b.guesses.row(row).address}={code.absolute_address}))"


def white(b: BoardLayout, row: int, code: CellRange) -> str:
    """Return how many more pegs are right, but in the wrong place."""
    guess = b.guesses.row(row).address
    # A peg counts if the code has as many of its colour as stand up to it.
    # Not every program lets COUNTIF count several texts at once.
    matches = "+".join(
        f"({code.column(peg).absolute_address}={guess})" for peg in range(code.width)
    )
    repeats = b.repeats.row(row).address
    return f"SUMPRODUCT(--({matches}>={repeats}))-{black(b, row, code)}"


def _answered_mark(b: BoardLayout, row: int, index: int) -> str:
    """Return a mark that counts: the computer's, or somebody else's."""
    if index and b.rules.black_only:
        return ""
    typed = [
        b.reference("feedback_input", row, column)
        for column in range(b.input_mark_count)
    ]
    complete = ",".join(f'{cell}<>""' for cell in typed)
    # An error that was typed is no mark, as a word is none.
    given = as_typed_number(typed[index])
    if index:  # after a win an unsure number of white pegs is 0
        is_win = f"{b.reference('feedback', row)}={b.rules.pegs}"
        given = f'IF(AND({is_win},{given}="{UNKNOWN_SYMBOL}"),0,{given})'
    given = f'IF(AND({complete}),{given},"")'
    given = f'IF({b.first_unused_marks.absolute_address}>0,"",{given})'
    counts = f"IF({is_yours(b)},{given},{b.reference('computed_feedback', row, index)})"
    return f'IFERROR(IF({b.reference("is_playable", row)},{counts},""),"#")'


def _unused_marks(b: BoardLayout, row: int) -> str:
    """Return the marks typed beside no guess, or while no other person marks."""
    typed = '&" "&'.join(
        b.reference("feedback_input", row, column)
        for column in range(b.input_mark_count)
    )
    counts = f'AND({is_yours(b)},{b.reference("words", row)}<>"")'
    return f'IF({counts},"",IFERROR(TRIM({typed}),"#"))'


def _first_unused_marks(b: BoardLayout) -> str:
    """Return an array formula: the first attempt with unused marks, or 0."""
    return f'IFERROR(MATCH(TRUE,{b.unused_marks.absolute_address}<>"",0),0)'


def _answered_code(b: BoardLayout, row: int) -> str:
    """Return an attempt that is answered, or nothing."""
    black, white = marks_at(b, row)
    return f'IF({black}&""&{white}="","",{b.reference("words", row)})'


def marks_at(b: BoardLayout, row: int) -> tuple[str, str]:
    """Return the cells of the marks that count."""
    return b.reference("feedback", row), b.reference("feedback", row, 1)


def blacks(b: BoardLayout) -> str:
    """Return the black pegs of all attempts."""
    return b.feedback.column(0).absolute_address


def columns_of(b: BoardLayout, marks: CellRange) -> list[str]:
    """Return the columns of marks that the game has."""
    return [marks.column(index).absolute_address for index in range(b.input_mark_count)]


def in_words(b: BoardLayout, marks: CellRange, attempt: str) -> str:
    """Return the answer to an attempt, counted from 1, in words."""
    black, *white = columns_of(b, marks)
    # On the board for children in their words.
    right, other = (
        ("right place", "other place") if b.has_few_codes else ("black", "white")
    )
    words = f'INDEX({black},{attempt})&" {right}'
    for cells in white:
        words += f', "&INDEX({cells},{attempt})&" {other}'
    return f'{words}"'


def turns_until(b: BoardLayout, row: int | None = None) -> str:
    """
    Return the arguments guesses and feedback of the worksheet functions.

    They change with the answers only, so no function is computed while a guess is
    typed.
    """
    row = b.attempts - 1 if row is None else row
    return f"{b.answered_codes.rows_through(row).absolute_address},{b.feedback.rows_through(row).absolute_address}"


def _is_turn(b: BoardLayout, row: int) -> str:
    """Return whether an attempt has an answer that can be."""
    pegs, marks = b.rules.pegs, marks_at(b, row)[: b.input_mark_count]
    tests = [
        f'OR(ISNUMBER({mark}),{mark}="{UNKNOWN_SYMBOL}"),INT(N({mark}))=N({mark}),N({mark})>=0'
        for mark in marks
    ]
    tests.append("+".join(f"N({mark})" for mark in marks) + f"<={pegs}")
    if not b.rules.black_only:
        black, white = marks
        tests.append(f"OR({black}<>{pegs - 1},{white}<>1)")
    return f"IFERROR(AND({','.join(tests)}),FALSE)"


def _is_hint(b: BoardLayout, row: int) -> str:
    """
    Return whether a strategy has made an attempt.

    It stands there with its guess, or was typed over; what it has made of another
    number is not noted of this one.
    """
    played = f"RIGHT({b.guess_source.row(row).absolute_address},{b.rules.pegs + 1})"
    made = f'{played}=" "&{b.words.row(row).absolute_address}'
    return f"AND({b.cache_is_current.absolute_address},{made})"


def _fault(b: BoardLayout, row: int) -> str:
    """Return what is wrong with an attempt, in a sentence, or nothing."""
    rules, attempt = b.rules, str(row + 1)
    word, is_playable = b.reference("words", row), b.reference("is_playable", row)
    wanted = GUESS_WANTED.format(attempt=attempt, guess=guess_in_words(rules))
    begun = f'ISNUMBER(FIND("{PARTIAL_GUESS_MARK}",{b.reference("guess_input", row)}))'
    is_begun = f"AND(LEN({word})<{rules.pegs},{begun})"
    wrong = f'IF(AND({is_yours(b)},{is_playable}),{_wrong_marks(b, row)},"")'
    is_locked = f'ISNUMBER(FIND("{PASTED_TILE}",{b.reference("guess_input", row)}))'
    is_free = f'AND({word}="",NOT({is_locked}))'
    locked = f'IF({is_locked},"{LOCKED_CELL}","")'
    marks = f'SUBSTITUTE({b.reference("unused_marks", row)},",",".")'
    unused = as_formula(MARKS_WITHOUT_GUESS, attempt=attempt, marks=marks)
    is_unused = f'AND({is_yours(b)},{b.reference("unused_marks", row)}<>"")'
    cases = (
        (is_free, f'IF({is_unused},{unused},"")'),
        (is_playable, wrong),
        (is_begun, '""'),
    )
    return first_that_holds(cases, f'"{wanted}"&{locked}')


def _wrong_marks(b: BoardLayout, row: int) -> str:
    """Return what is wrong with the marks of an attempt, or nothing."""
    pegs, attempt = b.rules.pegs, str(row + 1)
    black, white = marks_at(b, row)
    got = f'SUBSTITUTE({black},",",".")&" black"'
    if not b.rules.black_only:
        got += f'&" and "&SUBSTITUTE({white},",",".")&" white"'
    most = f'"{pluralize(pegs, "peg")}"'
    expected = as_formula(WRONG_MARKS, attempt=attempt, pegs=most, marks=got)
    cannot = as_formula(NO_SUCH_MARKS, attempt=attempt, marks=got)
    return (
        f'IF(OR({black}&{white}="",{b.reference("is_turn", row)}),"",'
        f"IF(AND({black}={pegs - 1},{white}=1),{cannot},{expected}))"
    )


def drawn(peg: str, mark: str) -> str:
    """Return a formula: as many pegs as a mark counts, or one with a question mark."""
    unsure = peg.replace(peg[0], peg[0] + UNKNOWN_SYMBOL)
    return f'IF({mark}="{UNKNOWN_SYMBOL}","{unsure}",REPT("{peg}",N({mark})))'


def _little_pegs(b: BoardLayout, row: int) -> str:
    """Return an answer as it is drawn."""
    black, white = marks_at(b, row)
    pegs = f"TRIM({drawn('● ', black)}&{drawn('○ ', white)})"
    shown = f'IF({pegs}="","{NO_PEG}",{pegs})'
    return f'IF({b.reference("is_turn", row)},{shown},"")'


def _left(b: BoardLayout, row: int) -> str:
    """Return how many codes fit all attempts until one."""
    if b.has_code_list:
        left = _fitting(b, row)
    else:
        left = f"CANDIDATES_LEFT({turns_until(b, row)},{b.game.absolute_address})"
        left = b.with_fallback(f"INDEX({left},{row + 1})")
    return f'IF({b.reference("is_turn", row)},{left},"")'


def _fitting(b: BoardLayout, row: int) -> str:
    """Return how many codes of the list would answer an attempt as it is answered."""
    answers, number = (
        b.code_list_feedback.column(row).absolute_address,
        b.reference("answer_numbers", row),
    )
    base, unsure = answer_base(b.rules), f'COUNTIF({answers},">=0")'
    if not b.rules.black_only:
        black, white = marks_at(b, row)
        least, below = (
            f'COUNTIF({answers},">="&{base}*({black}+{more}))' for more in (0, 1)
        )
        whites = "+".join(
            f"COUNTIF({answers},{base * blacks}+{white})" for blacks in range(base)
        )
        unsure = f"IF(ISNUMBER({white}),{whites},{unsure})"
        unsure = f"IF(ISNUMBER({black}),{least}-{below},{unsure})"
    return f"IF({number}>=0,COUNTIF({answers},{number}),{unsure})"


def _cost(b: BoardLayout, told: CellRange) -> str:
    """Return what a guess cost, or its head, once the game is over."""
    return f'IF({is_over(b)},{if_current(b, told)},"")'
