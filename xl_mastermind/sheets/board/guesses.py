"""
A guess: its input cell, its tiles, and the code that it stands for.

No formula looks up the text of an input cell, since MATCH and COUNTIF take ? and * for
wildcards: formulas read it symbol by symbol first.
"""

from typing import Final

from xl_mastermind.cells.values import has_number_cells
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import palette
from xl_mastermind.sheets.board.feedback import NEXT_TEST
from xl_mastermind.sheets.board.formulas import code_test, guess_word, tile_formula
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    CARD,
    GENERAL_NUMBER,
    INPUT,
    INVALID_INPUT,
    STRIKEOUT,
    TEXT,
    TILE,
    CellGroup,
    ConditionalFormat,
    Formula,
    Groups,
    peg_formats,
)

_INPUT_FORMATS: Final = (
    ConditionalFormat('AND([@errors]<>"",NOT([@is_code]),[@words]<>"")', INVALID_INPUT),
    ConditionalFormat(NEXT_TEST, {"bg_color": palette.GLOW}),
    ConditionalFormat(
        'AND([next_attempt]=0,[@guesses.1]="")', {"bg_color": palette.PAPER}
    ),
)


def guesses(layout: BoardLayout) -> Groups:
    """Return the cells of guesses, and in hidden columns their words and codes."""
    groups: Groups = {}
    rules, pegs = layout.rules, layout.rules.pegs
    column, columns = layout.first_peg_column, layout.hidden_attempt_columns
    entries = layout.hidden_entry_columns
    number_format = GENERAL_NUMBER if has_number_cells(rules) else TEXT
    size = {"font_size": layout.peg_font_size}
    input_group = CellGroup(
        layout.guess_input,
        values=layout.input_values["guess_input"],
        cell_format=TILE | INPUT | number_format | size | {"shrink": True},
        conditional_formats=_INPUT_FORMATS,
    )
    groups |= layout.input_groups("guess", input_group, 2)
    tiles = layout.entry_columns(column, pegs)
    groups["peg_columns"] = CellGroup(layout.blank_cells(tiles))
    groups["guesses"] = CellGroup(
        tiles,
        # Absolute, since a tile that is copied onto a guess must not refer to itself.
        column_formulas=[
            tile_formula("peg_columns", _symbol(rules, "[@$words]", peg))
            for peg in range(pegs)
        ],
        cell_format=TILE | CARD | size,
        conditional_formats=[
            ConditionalFormat(_impossible_test(rules), STRIKEOUT),
            *peg_formats(rules.symbols),
            ConditionalFormat('[@]<>""', {"bg_color": palette.WHITE}),
        ],
        has_defined_name=True,
    )
    # The text of each entry; whether that is a code of the game; the code, or nothing.
    word = guess_word("[@guess_input]", rules.symbols.upper())
    groups["words"] = CellGroup(entries(), word, has_defined_name=True)
    groups["is_code"] = CellGroup(entries(), code_test(rules, "[@words]"))
    if not layout.is_plain:
        groups["codes"] = CellGroup(entries(), 'IF([@is_code],[@words],"")')
    # The attempts of the current game: the row of each entry, its word and its pegs.
    groups["attempt_rows"] = CellGroup(columns(), "[#]", has_defined_name=True)
    word = 'IF([@attempt_rows]=0,"",INDEX([words],[@attempt_rows]))'
    groups["attempt_words"] = CellGroup(columns(), word)
    groups["is_playable"] = CellGroup(columns(), code_test(rules, "[@attempt_words]"))
    groups["attempt_pegs"] = CellGroup(
        columns(pegs),
        column_formulas=[_symbol(rules, "[@attempt_words]", n) for n in range(pegs)],
    )
    if rules.distinct or not rules.black_only:
        # How many pegs up to each one are of its colour.
        repeats = (
            "SUMPRODUCT(--([@attempt_pegs.1]:[@attempt_pegs.@]=[@attempt_pegs.@]))"
        )
        groups["repeats"] = CellGroup(columns(pegs), repeats)
    groups["symbols"] = CellGroup(
        layout.hidden_range(),
        values=[[rules.symbols]],
        cell_format={},
        has_defined_name=True,
    )
    return groups


def _impossible_test(rules: Rules) -> Formula:
    """Return whether a tile has a symbol that cannot be there."""
    test = f'ISERROR(FIND([@],"{rules.symbols.upper()}"))'
    if rules.distinct:
        repeats = 'LEN([@words])-LEN(SUBSTITUTE([@words],[@],""))'
        test = f"OR({test},{repeats}>1)"
    return Formula(f'AND([@]<>"",{test})')


def _symbol(rules: Rules, word: str, peg: int) -> str:
    """Return the symbol of a peg, right or wrong; a digit as a number."""
    symbol = value = f"MID({word},{peg + 1},1)"
    if not rules.symbols.isalpha():
        value = f'IFERROR(FIND({symbol},"0123456789")-1,{symbol})'
    return f'IF(LEN({word})>{peg},{value},"")'
