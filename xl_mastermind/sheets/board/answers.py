"""The answer to a guess: marks typed and computed, little pegs, codes left, cost."""

from collections.abc import Iterator, Sequence
from typing import Final

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.sheets.board.formulas import (
    NO_BREAK_SPACE,
    PASTED_TILE,
    answer_base,
    as_formula,
    as_typed_number,
    first_cell,
    first_that_holds,
)
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.board.settings import is_yours
from xl_mastermind.sheets.board.story import if_current, is_over
from xl_mastermind.sheets.drawn_cells import (
    ACCENT,
    AS_TYPED,
    HAIRLINE,
    KEPT,
    ON_CARD,
    SMALL,
    STRUCK,
    TYPED,
    UNSEEN,
    WRONG,
    Cells,
    Condition,
    Style,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.board import CHEATS, CODE_ELSEWHERE
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

TO_THE_RIGHT: Final[Style] = {"align": "right", "indent": 1}
CENTRED: Final[Style] = {"align": "center"}
HEAD: Final = ON_CARD | SMALL | HAIRLINE
LINE_COLOUR: Final = ON_CARD | HAIRLINE

# A blank of a bracket's width, since LibreOffice indents unevenly on the right.
_COST: Final[Style] = {"align": "right", "num_format": '+0.00_);-0.00_);"best"_);@_)'}


def answers(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the cells beside the guesses, from left to right."""
    after, row = b.after_pegs, b.first_attempt - 1
    yield (
        "numbers",
        Cells(
            b.of_attempts(b.first_peg - 2),
            lambda row, _: _number(b, row),
            look=ON_CARD | SMALL | TO_THE_RIGHT | {"font_size": 11},
            when=lambda: (Condition(is_marked(b), ACCENT), winning(b)),
        ),
    )
    signs = ["●", "" if b.rules.black_only else "○"]
    heads = b.area(row, after, width=2)
    yield "answer_heads", Cells(heads, values=[[*signs]], look=HEAD | CENTRED)
    yield (
        "marks",
        Cells(
            b.of_attempts(after, 2),
            lambda row, index: _mark(b, row, index),
            look=LINE_COLOUR | SMALL | {"align": "center", "font_size": 11},
            when=lambda: (_surplus(b), winning(b)),
            is_read=True,
        ),
    )
    head = b.area(row, after + 2)
    yield "little_head", Cells(head, values=[["Answer"]], look=HEAD | {"indent": 1})
    yield (
        "feedback_symbols",
        Cells(
            b.of_attempts(after + 2),
            lambda row, _: _little_pegs(b, row),
            look=LINE_COLOUR | {"font_size": b.peg_size, "indent": 1},
            when=lambda: (
                Condition(
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


def _typed_marks(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the cells for the marks of somebody else, and their heads."""
    left, width, row = b.after_pegs + 3, b.marks_typed, b.first_attempt - 1
    if b.rules.black_only:  # the lines of the rows go on beside the black marks
        beside = b.area(row, left + 1, b.attempts + 1)
        yield "marks_lines", Cells(beside, values=[], look=LINE_COLOUR)
    yield (
        "marks_heads",
        Cells(
            b.area(row, left, width=width),
            values=[[*"●○"[:width]]],
            look=HEAD | CENTRED,
            # LibreOffice takes the font colour of the default style otherwise.
            when=lambda: (
                Condition(
                    f"NOT({_is_theirs(b)})", UNSEEN | {"font_color": palette.MUTED_INK}
                ),
            ),
        ),
    )
    # White cells beside each other keep a gap between them.
    gap = {"left": 2, "left_color": palette.PAPER}
    # A number of a game is whole here too, and not ###.
    whole = {"align": "center", "font_size": 12, "shrink": True}
    typed = LINE_COLOUR | gap | TYPED | AS_TYPED | whole
    marks = b.of_attempts(left, width)
    for name, area, frame in (
        ("typed_marks", marks, b.framed(marks)),
        # Cells as they are to be typed into, whatever was pasted over them.
        ("untouched_marks", b.hidden_of_attempts(16 + b.rules.pegs, width), None),
    ):
        yield (
            name,
            Cells(
                area,
                values=[],
                look=typed,
                when=lambda: _theirs(b),
                frame=frame,
                is_read=True,
            ),
        )


def _codes_left(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the codes left after each attempt, and what the guess cost."""
    left, row = b.after_pegs + 5, b.first_attempt - 1
    head = b.area(row, left)
    # Without Python they are not counted where there is no list.
    text = "Codes left" if b.has_list or not b.is_plain else ""
    yield "left_head", Cells(head, values=[[text]], look=HEAD | TO_THE_RIGHT)
    yield (
        "codes_left",
        Cells(
            b.of_attempts(left),
            lambda row, _: _left(b, row),
            look=LINE_COLOUR | TO_THE_RIGHT | {"num_format": "#,##0"},
            when=lambda: (
                winning(b),
                Condition(f"{first_cell(b.codes_left)}=1", ACCENT),
                Condition(_is_latest(b), {"bold": True}),
            ),
            is_read=True,
        ),
    )
    if not b.has_list:  # the lines of the rows go on to the edge of the card
        margin = b.area(row, left + 1, b.attempts + 1)
        yield "margin_lines", Cells(margin, values=[], look=LINE_COLOUR)
        return
    right = b.after_answers - 1
    costs = b.of_attempts(right)
    told = b.kept(b.area(row, right, b.attempts + 1))
    yield "said_costs", Cells(told, values=[], look=KEPT, is_read=True)
    yield (
        "cost_head",
        Cells(
            b.area(row, right),
            lambda *_: _cost(b, b.said_costs.row(0)),
            look=ON_CARD | SMALL | HAIRLINE | _COST,
        ),
    )
    yield (
        "costs",
        Cells(
            costs,
            lambda row, _: _cost(b, b.said_costs.row(row + 1)),
            look=LINE_COLOUR | _COST,
            when=lambda: (winning(b),),
            is_read=True,
        ),
    )


def _hidden(b: Plan) -> Iterator[tuple[str, Cells]]:
    """
    Yield the hidden columns of the answers that count.

    Marks that were typed are there once they are complete, and no guess that is
    still being typed.
    """
    yield (
        "answered_marks",
        Cells(
            b.hidden_of_attempts(2, 2),
            lambda row, index: _answered_mark(b, row, index),
            look={},
            is_read=True,
        ),
    )
    yield (
        "answered_codes",
        Cells(b.hidden_of_attempts(12), lambda row, _: _answered_code(b, row), look={}),
    )
    # Whether an attempt is answered, and that rightly; what is wrong with it.
    yield (
        "is_turn",
        Cells(
            b.hidden_of_attempts(8),
            lambda row, _: _is_turn(b, row),
            look={},
            is_read=True,
        ),
    )
    yield (
        "faults",
        Cells(b.hidden_of_attempts(9), lambda row, _: _fault(b, row), look={}),
    )
    # The marks that count for no guess; the first attempt that has such, or 0.
    unused = b.area(b.below + 1, b.first_helper, b.attempts)
    yield "unused_marks", Cells(unused, lambda row, _: _unused_marks(b, row), look={})
    yield (
        "first_unused_marks",
        Cells(b.hidden(0, 11), array=lambda: _first_unused_marks(b), look={}),
    )
    # The strategy that made each attempt, blank for the player.
    players = b.kept(b.of_attempts(b.first_peg - 2))
    yield "played_by", Cells(players, values=[], look=KEPT, is_read=True)
    yield (
        "is_hint",
        Cells(b.hidden_of_attempts(4), lambda row, _: _is_hint(b, row), look={}),
    )


# Looks


def is_marked(b: Plan) -> str:
    """Return whether an arrow points at an attempt."""
    return f'LEFT({first_cell(b.numbers)})="{ARROW}"'


def winning(b: Plan) -> Condition:
    """Return the look of the attempt that found the code."""
    return Condition(f'LEFT({first_cell(b.numbers)})="{STAR}"', ACCENT)


def _surplus(b: Plan) -> Condition:
    """Return the look of a symbol too many."""
    mark = first_cell(b.marks)
    return Condition(f'AND({mark}<>"",NOT(ISNUMBER({mark})))', STRUCK)


def _theirs(b: Plan) -> Sequence[Condition]:
    """Return the looks of cells for marks where another person hides the code."""
    theirs = _is_theirs(b)
    word, playable = first_cell(b.words), first_cell(b.playable)
    is_wrong = f'AND({first_cell(b.faults)}<>"",OR({playable},{word}=""))'
    return (
        Condition(is_wrong, WRONG),
        Condition(f"AND({theirs},{is_marked(b)})", {"bg_color": palette.GLOW}),
        Condition(theirs, {"bg_color": palette.WHITE}),
    )


def _is_latest(b: Plan) -> str:
    """Return whether an attempt is answered, and not the one below it."""
    black, white = b.answered_marks.column(0), b.answered_marks.column(1)
    now, below = (
        f"{first_cell(black, row)}&{first_cell(white, row)}" for row in range(2)
    )
    return f'AND({now}<>"",{below}="")'


# Formulas of cells; rows count from 0


def _is_theirs(b: Plan) -> str:
    """Return whether the board waits for the marks of somebody else."""
    return f'{b.code_status.fixed}="{CODE_ELSEWHERE}"'


def _number(b: Plan, row: int) -> str:
    """Return the number of an attempt, with an arrow or a star before it."""
    gap = NO_BREAK_SPACE * 2  # files lose blanks where a line may be broken
    return (
        f'IF({b.next_attempt.fixed}={row + 1},"{ARROW}",'
        f'IF({b.won.fixed}={row + 1},"{STAR}",""))&"{gap}{row + 1}"'
    )


def _mark(b: Plan, row: int, index: int) -> str:
    """
    Return the black or white pegs of an attempt, as the codemaker answers.

    Right of the tiles of what is too long, its next symbol stands there.
    """
    word, pegs = b.at("words", row), b.rules.pegs
    more = f'MID({word},{pegs + 1},1)&IF(LEN({word})>{pegs + 1},"…","")'
    more = '""' if index else more
    if index and b.rules.black_only:
        return ""
    guess, code = b.guesses.row(row).fixed, b.secret.fixed
    if index:
        answer = b.ours(f"WHITE({code},{guess})", white(b, row, b.secret))
    else:
        answer = b.ours(f"BLACK({code},{guess})", black(b, row, b.secret))
    # One who cheats answers by all guesses so far.
    cheats = f"CHEAT({b.codes.until(row).fixed},{b.game.fixed})"
    cheated = b.ours(f"INDEX({cheats},{row + 1},{index + 1})")
    return (
        f"IF(NOT({b.at('playable', row)}),{more},"
        f'IF({is_yours(b)},"",'
        f'IF({b.maker.fixed}="{CHEATS}",{cheated},'
        f'IF({b.secret.column(0).fixed}="","",{answer}))))'
    )


def black(b: Plan, row: int, code: Area) -> str:
    """Return how many pegs of an attempt are those of a code."""
    return f"SUMPRODUCT(--({b.guesses.row(row).address}={code.fixed}))"


def white(b: Plan, row: int, code: Area) -> str:
    """Return how many more pegs are right, but in the wrong place."""
    guess = b.guesses.row(row).address
    # A peg counts if the code has as many of its colour as stand up to it.
    # Not every program lets COUNTIF count several texts at once.
    matches = "+".join(
        f"({code.column(peg).fixed}={guess})" for peg in range(code.width)
    )
    repeats = b.repeats.row(row).address
    return f"SUMPRODUCT(--({matches}>={repeats}))-{black(b, row, code)}"


def _answered_mark(b: Plan, row: int, index: int) -> str:
    """Return a mark that counts: the computer's, or somebody else's."""
    if index and b.rules.black_only:
        return ""
    typed = [b.at("typed_marks", row, column) for column in range(b.marks_typed)]
    complete = ",".join(f'{cell}<>""' for cell in typed)
    # An error that was typed is no mark, as a word is none.
    given = as_typed_number(typed[index])
    if index:  # after a win an unsure number of white pegs is 0
        is_win = f"{b.at('answered_marks', row)}={b.rules.pegs}"
        given = f'IF(AND({is_win},{given}="{UNKNOWN_SYMBOL}"),0,{given})'
    given = f'IF(AND({complete}),{given},"")'
    given = f'IF({b.first_unused_marks.fixed}>0,"",{given})'
    counts = f"IF({is_yours(b)},{given},{b.at('marks', row, index)})"
    return f'IFERROR(IF({b.at("playable", row)},{counts},""),"#")'


def _unused_marks(b: Plan, row: int) -> str:
    """Return the marks typed beside no guess, or while no other person marks."""
    typed = '&" "&'.join(
        b.at("typed_marks", row, column) for column in range(b.marks_typed)
    )
    counts = f'AND({is_yours(b)},{b.at("words", row)}<>"")'
    return f'IF({counts},"",IFERROR(TRIM({typed}),"#"))'


def _first_unused_marks(b: Plan) -> str:
    """Return an array formula: the first attempt with unused marks, or 0."""
    return f'IFERROR(MATCH(TRUE,{b.unused_marks.fixed}<>"",0),0)'


def _answered_code(b: Plan, row: int) -> str:
    """Return an attempt that is answered, or nothing."""
    black, white = marks_at(b, row)
    return f'IF({black}&""&{white}="","",{b.at("words", row)})'


def marks_at(b: Plan, row: int) -> tuple[str, str]:
    """Return the cells of the marks that count."""
    return b.at("answered_marks", row), b.at("answered_marks", row, 1)


def blacks(b: Plan) -> str:
    """Return the black pegs of all attempts."""
    return b.answered_marks.column(0).fixed


def columns_of(b: Plan, marks: Area) -> list[str]:
    """Return the columns of marks that the game has."""
    return [marks.column(index).fixed for index in range(b.marks_typed)]


def in_words(b: Plan, marks: Area, attempt: str) -> str:
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


def turns_until(b: Plan, row: int | None = None) -> str:
    """
    Return the arguments guesses and feedback of the worksheet functions.

    They change with the answers only, so no function is computed while a guess is
    typed.
    """
    row = b.attempts - 1 if row is None else row
    return f"{b.answered_codes.until(row).fixed},{b.answered_marks.until(row).fixed}"


def _is_turn(b: Plan, row: int) -> str:
    """Return whether an attempt has an answer that can be."""
    pegs, marks = b.rules.pegs, marks_at(b, row)[: b.marks_typed]
    tests = [
        f'OR(ISNUMBER({mark}),{mark}="{UNKNOWN_SYMBOL}"),INT(N({mark}))=N({mark}),N({mark})>=0'
        for mark in marks
    ]
    tests.append("+".join(f"N({mark})" for mark in marks) + f"<={pegs}")
    if not b.rules.black_only:
        black, white = marks
        tests.append(f"OR({black}<>{pegs - 1},{white}<>1)")
    return f"IFERROR(AND({','.join(tests)}),FALSE)"


def _is_hint(b: Plan, row: int) -> str:
    """
    Return whether a strategy has made an attempt.

    It stands there with its guess, or was typed over; what it has made of another
    number is not noted of this one.
    """
    played = f"RIGHT({b.played_by.row(row).fixed},{b.rules.pegs + 1})"
    made = f'{played}=" "&{b.words.row(row).fixed}'
    return f"AND({b.is_noted.fixed},{made})"


def _fault(b: Plan, row: int) -> str:
    """Return what is wrong with an attempt, in a sentence, or nothing."""
    rules, attempt = b.rules, str(row + 1)
    word, playable = b.at("words", row), b.at("playable", row)
    wanted = GUESS_WANTED.format(attempt=attempt, guess=guess_in_words(rules))
    begun = f'ISNUMBER(FIND("{PARTIAL_GUESS_MARK}",{b.at("typed_guesses", row)}))'
    is_begun = f"AND(LEN({word})<{rules.pegs},{begun})"
    wrong = f'IF(AND({is_yours(b)},{playable}),{_wrong_marks(b, row)},"")'
    is_locked = f'ISNUMBER(FIND("{PASTED_TILE}",{b.at("typed_guesses", row)}))'
    is_free = f'AND({word}="",NOT({is_locked}))'
    locked = f'IF({is_locked},"{LOCKED_CELL}","")'
    marks = f'SUBSTITUTE({b.at("unused_marks", row)},",",".")'
    unused = as_formula(MARKS_WITHOUT_GUESS, attempt=attempt, marks=marks)
    is_unused = f'AND({is_yours(b)},{b.at("unused_marks", row)}<>"")'
    cases = (
        (is_free, f'IF({is_unused},{unused},"")'),
        (playable, wrong),
        (is_begun, '""'),
    )
    return first_that_holds(cases, f'"{wanted}"&{locked}')


def _wrong_marks(b: Plan, row: int) -> str:
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
        f'IF(OR({black}&{white}="",{b.at("is_turn", row)}),"",'
        f"IF(AND({black}={pegs - 1},{white}=1),{cannot},{expected}))"
    )


def drawn(peg: str, mark: str) -> str:
    """Return a formula: as many pegs as a mark counts, or one with a question mark."""
    unsure = peg.replace(peg[0], peg[0] + UNKNOWN_SYMBOL)
    return f'IF({mark}="{UNKNOWN_SYMBOL}","{unsure}",REPT("{peg}",N({mark})))'


def _little_pegs(b: Plan, row: int) -> str:
    """Return an answer as it is drawn."""
    black, white = marks_at(b, row)
    pegs = f"TRIM({drawn('● ', black)}&{drawn('○ ', white)})"
    shown = f'IF({pegs}="","{NO_PEG}",{pegs})'
    return f'IF({b.at("is_turn", row)},{shown},"")'


def _left(b: Plan, row: int) -> str:
    """Return how many codes fit all attempts until one."""
    if b.has_list:
        left = _fitting(b, row)
    else:
        left = f"CANDIDATES_LEFT({turns_until(b, row)},{b.game.fixed})"
        left = b.ours(f"INDEX({left},{row + 1})")
    return f'IF({b.at("is_turn", row)},{left},"")'


def _fitting(b: Plan, row: int) -> str:
    """Return how many codes of the list would answer an attempt as it is answered."""
    answers, number = b.list_answers.column(row).fixed, b.at("answer_numbers", row)
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


def _cost(b: Plan, told: Area) -> str:
    """Return what a guess cost, or its head, once the game is over."""
    return f'IF({is_over(b)},{if_current(b, told)},"")'
