"""
A guess: the cell it is typed into, its tiles, and how it counts.

No formula looks up what was typed, since MATCH and COUNTIF take ? and * for wildcards:
what was typed is read symbol by symbol first.
"""

from collections.abc import Iterator, Sequence

from xl_mastermind.sheets.board.feedback import is_marked
from xl_mastermind.sheets.board.formulas import (
    as_tile,
    first_cell,
    is_code,
)
from xl_mastermind.sheets.board.input_formulas import guess_word
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    CARD,
    GENERAL_NUMBER,
    INPUT,
    INVALID_INPUT,
    STRIKEOUT,
    TILE,
    CellGroup,
    ConditionalFormat,
    peg_formats,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cells import is_number_cell


def guesses(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the cells of guesses, and the word in each."""
    column, pegs = b.first_peg_column, b.rules.pegs
    form = GENERAL_NUMBER if is_number_cell(b.rules) else {"num_format": "@"}
    size = {"font_size": b.peg_font_size}
    typed = TILE | INPUT | form | size | {"shrink": True}
    yield (
        "guess_input",
        CellGroup(
            b.attempt_columns(column - 1),
            values=[[guess] for guess in b.board.guess_input],
            cell_format=typed,
            anchor_range=b.framed(b.attempt_columns(column - 1), margin=2),
            conditional_formats=lambda: _inputs(b),
            has_defined_name=True,
        ),
    )
    # Cells as they are to be typed into, whatever was pasted over them.
    yield (
        "guess_template",
        CellGroup(
            b.hidden_attempt_columns(15 + pegs),
            values=[],
            cell_format=typed,
            conditional_formats=lambda: _inputs(b),
            has_defined_name=True,
        ),
    )
    yield (
        "guesses",
        CellGroup(
            b.attempt_columns(column, pegs),
            lambda row, peg: _tile(b, row, peg),
            cell_format=TILE | CARD | size,
            conditional_formats=lambda: _tile_looks(b),
            has_defined_name=True,
        ),
    )
    # What each attempt says; whether that is a code of the game; the code, or nothing.
    yield (
        "words",
        CellGroup(
            b.hidden_attempt_columns(10),
            lambda row, _: _word(b, row),
            cell_format={},
            has_defined_name=True,
        ),
    )
    yield (
        "is_playable",
        CellGroup(
            b.hidden_attempt_columns(1),
            lambda row, _: is_code(b.rules, b.reference("words", row)),
            cell_format={},
            has_defined_name=True,
        ),
    )
    yield (
        "codes",
        CellGroup(
            b.hidden_attempt_columns(11), lambda row, _: _code(b, row), cell_format={}
        ),
    )
    # How many pegs up to each one are of its colour.
    yield (
        "repeats",
        CellGroup(
            b.hidden_attempt_columns(13, pegs),
            lambda row, peg: _repeats(b, row, peg),
            cell_format={},
        ),
    )
    # All symbols, one after the other.
    symbols = b.hidden(1, 7)
    yield (
        "symbols",
        CellGroup(
            symbols, values=[[b.rules.symbols]], cell_format={}, has_defined_name=True
        ),
    )


def _inputs(b: BoardLayout) -> Sequence[ConditionalFormat]:
    unused = f'AND({b.next_attempt.absolute_address}=0,{first_cell(b.guesses)}="")'
    word, is_playable = first_cell(b.words), first_cell(b.is_playable)
    is_wrong = f'AND({first_cell(b.faults)}<>"",NOT({is_playable}),{word}<>"")'
    return (
        ConditionalFormat(is_wrong, INVALID_INPUT),
        ConditionalFormat(is_marked(b), {"bg_color": palette.GLOW}),
        ConditionalFormat(unused, {"bg_color": palette.PAPER}),
    )


def _tile_looks(b: BoardLayout) -> Sequence[ConditionalFormat]:
    tile = b.guesses.cell(0).address
    white = {"bg_color": palette.WHITE}
    return (
        ConditionalFormat(_cannot_be_there(b), STRIKEOUT),
        *peg_formats(b.rules.symbols),
        ConditionalFormat(f'{tile}<>""', white),
    )


def _cannot_be_there(b: BoardLayout) -> str:
    """Return whether the first of the tiles has a symbol that cannot be."""
    tile = b.guesses.cell(0).address
    wrong = f'ISERROR(FIND({tile},"{b.rules.symbols.upper()}"))'
    if b.rules.distinct:
        wrong = f"OR({wrong},{b.repeats.cell(0).address}>1)"
    return f'AND({tile}<>"",{wrong})'


def _word(b: BoardLayout, row: int) -> str:
    """Return what an attempt says; a question mark for what cannot be a guess."""
    return guess_word(b.reference("guess_input", row), b.rules.symbols.upper())


def _tile(b: BoardLayout, row: int, peg: int) -> str:
    """Return a symbol of an attempt, right or wrong; a digit as a number."""
    word = b.words.row(
        row
    ).absolute_address  # else a copy of a tile on a guess makes a circle
    symbol = f"MID({word},{peg + 1},1)"
    shown = symbol
    if not b.rules.symbols.isalpha():
        shown = f'IFERROR(FIND({symbol},"0123456789")-1,{symbol})'
    symbol = f'IF(LEN({word})>{peg},{shown},"")'
    return as_tile(b.guesses.cell(row, peg), symbol)


def _code(b: BoardLayout, row: int) -> str:
    """Return an attempt that is a code of the game, or nothing."""
    return f'IF({b.reference("is_playable", row)},{b.reference("words", row)},"")'


def _repeats(b: BoardLayout, row: int, peg: int) -> str:
    """Return how many pegs up to this one are of its colour."""
    guess = b.guesses.row(row)
    first, now = guess.column(0).address, guess.column(peg).address
    return f"SUMPRODUCT(--({first}:{now}={now}))"
