"""The state of a game: its key, won or lost, what comes next, conflicts."""

from collections.abc import Iterator

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.sheets.board.answers import black, blacks, columns_of, white
from xl_mastermind.sheets.board.formulas import counted_rows, first_attempt, joined
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.board.settings import is_yours
from xl_mastermind.sheets.drawn_cells import Cells
from xl_mastermind.spreadsheet.board import CODE_REVEALED


def standing(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the hidden cells with the state of a game."""
    pegs = b.rules.pegs
    # All attempts written together: the key of what buttons write.
    yield (
        "turns_key",
        Cells(b.hidden(0, 0), lambda *_: _turns_key(b), look={}, is_read=True),
    )
    # The attempt that found the code, or 0; whether there is none left.
    yield "won", Cells(b.hidden(0, 1), lambda *_: _won(b), look={})
    yield "lost", Cells(b.hidden(0, 2), lambda *_: _lost(b), look={})
    # The first fault.
    yield (
        "first_fault",
        Cells(b.hidden(0, 3), array=lambda: _first_fault(b), look={}, is_read=True),
    )
    # The last attempt that is answered, or 0.
    yield "last_turn", Cells(b.hidden(0, 5), lambda *_: _last(b, "is_turn"), look={})
    # The attempt to play now, or 0; the address of its next peg or mark.
    yield "next_attempt", Cells(b.hidden(0, 6), array=lambda: _next(b), look={})
    yield (
        "next_cell",
        Cells(b.hidden(0, 7), array=lambda: _next_cell(b), look={}, is_read=True),
    )
    # The last attempt that is complete, or 0; its pegs; how each attempt would be
    # answered if they were the code; the first that is not, or 0.
    yield "last_guess", Cells(b.hidden(0, 13), lambda *_: _last(b, "playable"), look={})
    yield (
        "last_pegs",
        Cells(
            b.hidden(b.last_row, 13, pegs), lambda _, peg: _last_peg(b, peg), look={}
        ),
    )
    yield (
        "last_marks",
        Cells(
            b.hidden_of_attempts(13 + pegs, 2),
            lambda row, index: _last_mark(b, row, index),
            look={},
        ),
    )
    yield (
        "first_conflict",
        Cells(b.hidden(1, 13), lambda *_: _first_conflict(b), look={}),
    )


def _turns_key(b: Plan) -> str:
    """Return the game and all attempts with their typed marks, written together."""
    keys = [b.maker.address, b.number.address]
    for row in range(b.attempts):
        marks = joined(b.at("typed_marks", row, x) for x in range(b.marks_typed))
        turn = f'{b.at("words", row)}&":"&{marks}'
        # A comma is where some countries have the point of 2.5.
        keys.append(f'IFERROR(SUBSTITUTE({turn},",","."),"?")')
    return '&"/"&'.join(keys)


def _wins(b: Plan) -> str:
    """Return for each attempt whether it is all black."""
    return f"{b.is_turn.fixed}*({blacks(b)}={b.rules.pegs})"


def _won(b: Plan) -> str:
    """Return the attempt that is all black and contradicts no other, or 0."""
    first = first_attempt(b, _wins(b))
    # Where the codes are not counted, the last guess is compared with the answers.
    differs = f"AND({b.first_conflict.fixed}>0,{b.last_guess.fixed}={first})"
    none = f"SUMPRODUCT({_wins(b)})=0"
    return f"IF(OR({none},{b.contradicted.fixed}>0,{differs}),0,{first})"


def _lost(b: Plan) -> str:
    """Return whether every attempt was answered, and none was all black."""
    is_full = f"SUMPRODUCT(--{b.is_turn.fixed})={b.attempts}"
    no_win = f"SUMPRODUCT({_wins(b)})=0"
    return f"AND({is_full},{no_win},{b.contradicted.fixed}=0)"


def _first_fault(b: Plan) -> str:
    """Return an array formula: the first fault, or nothing."""
    faults = b.faults.fixed
    return f'IFERROR(INDEX({faults},MATCH(TRUE,{faults}<>"",0)),"")'


def _last(b: Plan, name: str) -> str:
    """Return the number of the last attempt for which an area is true, or 0."""
    area = b.areas[name]
    return f"SUMPRODUCT(MAX({area.fixed}*({counted_rows(area)})))"


def is_last(b: Plan) -> str:
    """Return whether no other attempt follows the next one."""
    return f'SUMPRODUCT(--({blacks(b)}=""))=1'


def _next(b: Plan) -> str:
    """Return the number of the first attempt without an answer, or 0."""
    first = f'IFERROR(MATCH(TRUE,{blacks(b)}="",0),0)'
    unused = b.first_unused_marks.fixed
    first = f"IF(AND({is_yours(b)},{unused}>0),{unused},{first})"
    over = f'OR({b.won.fixed},{b.code_status.fixed}="{CODE_REVEALED}")'
    return f"IF({over},0,{first})"


def _next_cell(b: Plan) -> str:
    """Return where the next guess or mark is to be typed, or nothing."""
    attempt = b.next_attempt.fixed
    marks = b.framed(b.typed_marks)
    guess = f"COLUMN({b.framed(b.typed_guesses, margin=2).cell(0).fixed})"
    mark = f"COLUMN({marks.cell(0).fixed})"
    if not b.rules.black_only:
        mark += f'+(INDEX({marks.column(0).fixed},{attempt}+1)<>"")'
    # Whoever hides a code has marks to type for a guess that is complete.
    waits = f"AND({is_yours(b)},INDEX({b.playable.fixed},{attempt}))"
    row = f"ROW({marks.cell(0).fixed})+{attempt}"
    return f'IF({attempt}=0,"",ADDRESS({row},IF({waits},{mark},{guess})))'


# Why the last guess cannot be the code


def _last_peg(b: Plan, peg: int) -> str:
    """Return a peg of the last attempt that is complete, or nothing."""
    last, tiles = b.last_guess.fixed, b.guesses.column(peg).fixed
    return f'IF({last}=0,"",INDEX({tiles},{last}))'


def _last_mark(b: Plan, row: int, index: int) -> str:
    """Return an answer to an attempt if the last complete one were the code."""
    if index and b.rules.black_only:
        return ""
    answer = white if index else black
    return f'IF({b.at("is_turn", row)},{answer(b, row, b.last_pegs)},"")'


def _first_conflict(b: Plan) -> str:
    """Return the first attempt whose answer the last guess contradicts, or 0."""
    columns = (columns_of(b, area) for area in (b.last_marks, b.answered_marks))
    pairs = zip(*columns, strict=True)
    others = "+".join(
        f'({given}<>"{UNKNOWN_SYMBOL}")*({mark}<>{given})' for mark, given in pairs
    )
    is_earlier = f"(({counted_rows(b.is_turn)})<{b.last_guess.fixed})"
    is_conflict = f"{b.is_turn.fixed}*{is_earlier}*({others}>0)"
    return f"MOD({first_attempt(b, is_conflict)},{b.attempts + 1})"
