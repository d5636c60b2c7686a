"""The state of a game: its key, won or lost, what comes next, conflicts."""

from collections.abc import Iterator

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.sheets.board.feedback import black, blacks, columns_of, white
from xl_mastermind.sheets.board.formulas import counted_rows, first_attempt_row, joined
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import is_yours
from xl_mastermind.sheets.cell_group import CellGroup
from xl_mastermind.spreadsheet.board import CODE_REVEALED


def standing(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the hidden cells with the state of a game."""
    pegs = b.rules.pegs
    # All attempts written together: the key of what buttons write.
    yield (
        "state_key",
        CellGroup(
            b.hidden(0, 0),
            lambda *_: _turns_key(b),
            cell_format={},
            has_defined_name=True,
        ),
    )
    # The attempt that found the code, or 0; whether there is none left.
    yield "won", CellGroup(b.hidden(0, 1), lambda *_: _won(b), cell_format={})
    yield "lost", CellGroup(b.hidden(0, 2), lambda *_: _lost(b), cell_format={})
    # The first fault.
    yield (
        "first_error",
        CellGroup(
            b.hidden(0, 3),
            array_formula=lambda: _first_fault(b),
            cell_format={},
            has_defined_name=True,
        ),
    )
    # The last attempt that is answered, or 0.
    yield (
        "last_turn",
        CellGroup(b.hidden(0, 5), lambda *_: _last(b, "is_turn"), cell_format={}),
    )
    # The attempt to play now, or 0; the address of its next peg or mark.
    yield (
        "next_attempt",
        CellGroup(b.hidden(0, 6), array_formula=lambda: _next(b), cell_format={}),
    )
    yield (
        "next_cell",
        CellGroup(
            b.hidden(0, 7),
            array_formula=lambda: _next_cell(b),
            cell_format={},
            has_defined_name=True,
        ),
    )
    # The last attempt that is complete, or 0; its pegs; how each attempt would be
    # answered if they were the code; the first that is not, or 0.
    yield (
        "last_guess",
        CellGroup(b.hidden(0, 13), lambda *_: _last(b, "is_playable"), cell_format={}),
    )
    yield (
        "last_pegs",
        CellGroup(
            b.hidden(b.last_row, 13, pegs),
            lambda _, peg: _last_peg(b, peg),
            cell_format={},
        ),
    )
    yield (
        "last_marks",
        CellGroup(
            b.hidden_attempt_columns(13 + pegs, 2),
            lambda row, index: _last_mark(b, row, index),
            cell_format={},
        ),
    )
    yield (
        "first_conflict",
        CellGroup(b.hidden(1, 13), lambda *_: _first_conflict(b), cell_format={}),
    )


def _turns_key(b: BoardLayout) -> str:
    """Return the game and all attempts with their typed marks, written together."""
    keys = [b.current_codemaker.address, b.number.address]
    for row in range(b.attempts):
        marks = joined(
            b.reference("feedback_input", row, x) for x in range(b.input_mark_count)
        )
        turn = f'{b.reference("words", row)}&":"&{marks}'
        # A comma is where some countries have the point of 2.5.
        keys.append(f'IFERROR(SUBSTITUTE({turn},",","."),"?")')
    return '&"/"&'.join(keys)


def _wins(b: BoardLayout) -> str:
    """Return for each attempt whether it is all black."""
    return f"{b.is_turn.absolute_address}*({blacks(b)}={b.rules.pegs})"


def _won(b: BoardLayout) -> str:
    """Return the attempt that is all black and contradicts no other, or 0."""
    first = first_attempt_row(b, _wins(b))
    # Where the codes are not counted, the last guess is compared with the answers.
    differs = f"AND({b.first_conflict.absolute_address}>0,{b.last_guess.absolute_address}={first})"
    none = f"SUMPRODUCT({_wins(b)})=0"
    return f"IF(OR({none},{b.contradicted.absolute_address}>0,{differs}),0,{first})"


def _lost(b: BoardLayout) -> str:
    """Return whether every attempt was answered, and none was all black."""
    is_full = f"SUMPRODUCT(--{b.is_turn.absolute_address})={b.attempts}"
    no_win = f"SUMPRODUCT({_wins(b)})=0"
    return f"AND({is_full},{no_win},{b.contradicted.absolute_address}=0)"


def _first_fault(b: BoardLayout) -> str:
    """Return an array formula: the first fault, or nothing."""
    faults = b.faults.absolute_address
    return f'IFERROR(INDEX({faults},MATCH(TRUE,{faults}<>"",0)),"")'


def _last(b: BoardLayout, name: str) -> str:
    """Return the number of the last attempt for which an area is true, or 0."""
    cell_range = b.ranges[name]
    return (
        f"SUMPRODUCT(MAX({cell_range.absolute_address}*({counted_rows(cell_range)})))"
    )


def is_last(b: BoardLayout) -> str:
    """Return whether no other attempt follows the next one."""
    return f'SUMPRODUCT(--({blacks(b)}=""))=1'


def _next(b: BoardLayout) -> str:
    """Return the number of the first attempt without an answer, or 0."""
    first = f'IFERROR(MATCH(TRUE,{blacks(b)}="",0),0)'
    unused = b.first_unused_marks.absolute_address
    first = f"IF(AND({is_yours(b)},{unused}>0),{unused},{first})"
    over = f'OR({b.won.absolute_address},{b.code_status.absolute_address}="{CODE_REVEALED}")'
    return f"IF({over},0,{first})"


def _next_cell(b: BoardLayout) -> str:
    """Return where the next guess or mark is to be typed, or nothing."""
    attempt = b.next_attempt.absolute_address
    marks = b.framed(b.feedback_input)
    guess = f"COLUMN({b.framed(b.guess_input, margin=2).cell(0).absolute_address})"
    mark = f"COLUMN({marks.cell(0).absolute_address})"
    if not b.rules.black_only:
        mark += f'+(INDEX({marks.column(0).absolute_address},{attempt}+1)<>"")'
    # Whoever hides a code has marks to type for a guess that is complete.
    waits = f"AND({is_yours(b)},INDEX({b.is_playable.absolute_address},{attempt}))"
    row = f"ROW({marks.cell(0).absolute_address})+{attempt}"
    return f'IF({attempt}=0,"",ADDRESS({row},IF({waits},{mark},{guess})))'


# Why the last guess cannot be the code


def _last_peg(b: BoardLayout, peg: int) -> str:
    """Return a peg of the last attempt that is complete, or nothing."""
    last, tiles = b.last_guess.absolute_address, b.guesses.column(peg).absolute_address
    return f'IF({last}=0,"",INDEX({tiles},{last}))'


def _last_mark(b: BoardLayout, row: int, index: int) -> str:
    """Return an answer to an attempt if the last complete one were the code."""
    if index and b.rules.black_only:
        return ""
    answer = white if index else black
    return f'IF({b.reference("is_turn", row)},{answer(b, row, b.last_pegs)},"")'


def _first_conflict(b: BoardLayout) -> str:
    """Return the first attempt whose answer the last guess contradicts, or 0."""
    columns = (columns_of(b, cell_range) for cell_range in (b.last_marks, b.feedback))
    pairs = zip(*columns, strict=True)
    others = "+".join(
        f'({given}<>"{UNKNOWN_SYMBOL}")*({mark}<>{given})' for mark, given in pairs
    )
    is_earlier = f"(({counted_rows(b.is_turn)})<{b.last_guess.absolute_address})"
    is_conflict = f"{b.is_turn.absolute_address}*{is_earlier}*({others}>0)"
    return f"MOD({first_attempt_row(b, is_conflict)},{b.attempts + 1})"
