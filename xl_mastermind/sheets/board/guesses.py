"""
A guess: the cell it is typed into, its tiles, and how it counts.

No formula looks up what was typed, since MATCH and COUNTIF take ? and * for wildcards:
what was typed is read symbol by symbol first.
"""

from collections.abc import Iterator, Sequence

from xl_mastermind.sheets.board.answers import is_marked
from xl_mastermind.sheets.board.formulas import (
    as_tile,
    first_cell,
    is_code,
)
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.board.typed import guess_word
from xl_mastermind.sheets.drawn_cells import (
    AS_TYPED,
    ON_CARD,
    STRUCK,
    TILE,
    TYPED,
    WRONG,
    Cells,
    Condition,
    peg_colours,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cells import is_number_cell


def guesses(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the cells of guesses, and the word in each."""
    column, pegs = b.first_peg, b.rules.pegs
    form = AS_TYPED if is_number_cell(b.rules) else {"num_format": "@"}
    size = {"font_size": b.peg_size}
    typed = TILE | TYPED | form | size | {"shrink": True}
    yield (
        "typed_guesses",
        Cells(
            b.of_attempts(column - 1),
            values=[[guess] for guess in b.board.typed_guesses],
            look=typed,
            frame=b.framed(b.of_attempts(column - 1), margin=2),
            when=lambda: _inputs(b),
            is_read=True,
        ),
    )
    # Cells as they are to be typed into, whatever was pasted over them.
    yield (
        "untouched",
        Cells(
            b.hidden_of_attempts(15 + pegs),
            values=[],
            look=typed,
            when=lambda: _inputs(b),
            is_read=True,
        ),
    )
    yield (
        "guesses",
        Cells(
            b.of_attempts(column, pegs),
            lambda row, peg: _tile(b, row, peg),
            look=TILE | ON_CARD | size,
            when=lambda: _tile_looks(b),
            is_read=True,
        ),
    )
    # What each attempt says; whether that is a code of the game; the code, or nothing.
    yield (
        "words",
        Cells(
            b.hidden_of_attempts(10),
            lambda row, _: _word(b, row),
            look={},
            is_read=True,
        ),
    )
    yield (
        "playable",
        Cells(
            b.hidden_of_attempts(1),
            lambda row, _: is_code(b.rules, b.at("words", row)),
            look={},
            is_read=True,
        ),
    )
    yield (
        "codes",
        Cells(b.hidden_of_attempts(11), lambda row, _: _code(b, row), look={}),
    )
    # How many pegs up to each one are of its colour.
    yield (
        "repeats",
        Cells(
            b.hidden_of_attempts(13, pegs),
            lambda row, peg: _repeats(b, row, peg),
            look={},
        ),
    )
    # All symbols, one after the other.
    symbols = b.hidden(1, 7)
    yield "symbols", Cells(symbols, values=[[b.rules.symbols]], look={}, is_read=True)


def _inputs(b: Plan) -> Sequence[Condition]:
    unused = f'AND({b.next_attempt.fixed}=0,{first_cell(b.guesses)}="")'
    word, playable = first_cell(b.words), first_cell(b.playable)
    is_wrong = f'AND({first_cell(b.faults)}<>"",NOT({playable}),{word}<>"")'
    return (
        Condition(is_wrong, WRONG),
        Condition(is_marked(b), {"bg_color": palette.GLOW}),
        Condition(unused, {"bg_color": palette.PAPER}),
    )


def _tile_looks(b: Plan) -> Sequence[Condition]:
    tile = b.guesses.cell(0).address
    white = {"bg_color": palette.WHITE}
    return (
        Condition(_cannot_be_there(b), STRUCK),
        *peg_colours(b.rules.symbols),
        Condition(f'{tile}<>""', white),
    )


def _cannot_be_there(b: Plan) -> str:
    """Return whether the first of the tiles has a symbol that cannot be."""
    tile = b.guesses.cell(0).address
    wrong = f'ISERROR(FIND({tile},"{b.rules.symbols.upper()}"))'
    if b.rules.distinct:
        wrong = f"OR({wrong},{b.repeats.cell(0).address}>1)"
    return f'AND({tile}<>"",{wrong})'


def _word(b: Plan, row: int) -> str:
    """Return what an attempt says; a question mark for what cannot be a guess."""
    return guess_word(b.at("typed_guesses", row), b.rules.symbols.upper())


def _tile(b: Plan, row: int, peg: int) -> str:
    """Return a symbol of an attempt, right or wrong; a digit as a number."""
    word = b.words.row(row).fixed  # else a copy of a tile on a guess makes a circle
    symbol = f"MID({word},{peg + 1},1)"
    shown = symbol
    if not b.rules.symbols.isalpha():
        shown = f'IFERROR(FIND({symbol},"0123456789")-1,{symbol})'
    symbol = f'IF(LEN({word})>{peg},{shown},"")'
    return as_tile(b.guesses.cell(row, peg), symbol)


def _code(b: Plan, row: int) -> str:
    """Return an attempt that is a code of the game, or nothing."""
    return f'IF({b.at("playable", row)},{b.at("words", row)},"")'


def _repeats(b: Plan, row: int, peg: int) -> str:
    """Return how many pegs up to this one are of its colour."""
    guess = b.guesses.row(row)
    first, now = guess.column(0).address, guess.column(peg).address
    return f"SUMPRODUCT(--({first}:{now}={now}))"
