"""
A guess: its input cell, its tiles, and the code that it stands for.

No formula looks up the text of an input cell, since MATCH and COUNTIF take ? and * for
wildcards: formulas read it symbol by symbol first.
"""

from typing import Final

from xl_mastermind.cells.values import has_number_cells
from xl_mastermind.game.game_column import NEXT_GAME_WORDS
from xl_mastermind.game.game_key import OWN_CODE_WORD
from xl_mastermind.game.rules import Rules
from xl_mastermind.game.symbols import symbol_variants
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.feedback import NEXT_TEST
from xl_mastermind.sheets.board.game_column import START_TEST, WRONG_ENTRY_TEST
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import HIDES_CODE
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

_MAX_SUBSTITUTIONS: Final = 36
"""Texts that one formula replaces."""

_INPUT_FORMATS: Final = (
    formats.ConditionalFormat(WRONG_ENTRY_TEST, formats.INVALID_INPUT),
    formats.ConditionalFormat(
        START_TEST, {"bg_color": palette.SOFT_ACCENT, "font_color": palette.ACCENT}
    ),
    formats.ConditionalFormat(NEXT_TEST, {"bg_color": palette.GLOW}),
    # Rows below the attempts of the current game have no number.
    formats.ConditionalFormat(
        f'AND([@words]="",RIGHT([@numbers])="{board_formulas.NO_BREAK_SPACE}")',
        {"bg_color": palette.PAPER},
    ),
    formats.ConditionalFormat(
        "[@current_attempts]=0", {"font_color": palette.MUTED_INK}
    ),
)


def guesses(layout: BoardLayout) -> CellGroups:
    """Return the cells of guesses, and in hidden columns their words and codes."""
    groups = _input(layout) | _tiles(layout) | _words(layout)
    groups |= _current_attempts(layout)
    if layout.has_code_list:
        groups |= _entry_pegs(layout)
    groups["symbols"] = CellGroup(
        layout.hidden_range(), values=[[layout.rules.symbols]], cell_format={}
    )
    return groups


def _input(layout: BoardLayout) -> CellGroups:
    rules = layout.rules
    number_format = formats.GENERAL_NUMBER if has_number_cells(rules) else formats.TEXT
    input_group = CellGroup(
        layout.guess_input,
        values=layout.input_values["guess_input"],
        cell_format=formats.TILE
        | formats.INPUT
        | number_format
        | {"font_size": layout.peg_font_size, "shrink": True},
        conditional_formats=[
            formats.ConditionalFormat(
                board_formulas.typed_code_test(rules), HIDES_CODE
            ),
            *_INPUT_FORMATS,
        ],
    )
    return layout.input_groups("guess", input_group, 2)


def _tiles(layout: BoardLayout) -> CellGroups:
    """Return the tiles, which show `tile_words` symbol by symbol."""
    rules, pegs = layout.rules, layout.rules.pegs
    tiles = layout.entry_columns(layout.first_peg_column, pegs)
    # With a relative address a tile copied onto a guess would refer to itself.
    word = "[@$tile_words]"
    symbols = [board_formulas.word_symbol(rules, word, peg) for peg in range(pegs)]
    return {
        "peg_columns": CellGroup(layout.blank_cells(tiles)),
        "guesses": CellGroup(
            tiles,
            column_formulas=[
                board_formulas.tile_formula("peg_columns", symbol) for symbol in symbols
            ],
            cell_format=formats.TILE
            | formats.CARD
            | {"font_size": layout.peg_font_size},
            conditional_formats=[
                formats.ConditionalFormat(_impossible_test(rules), formats.STRIKEOUT),
                *formats.peg_formats(rules.symbols),
                formats.ConditionalFormat('[@]<>""', {"bg_color": palette.WHITE}),
            ],
        ),
    }


def _words(layout: BoardLayout) -> CellGroups:
    """Return the hidden columns that read the text of each entry."""
    groups: CellGroups = {}
    rules = layout.rules
    word = board_formulas.guess_word("[@guess_input]", ())
    locked_test = f'ISNUMBER(FIND("{board_formulas.PASTED_TILE}",[@guess_input]))'
    word = f'IF(IFERROR({locked_test},FALSE),"?",{word})'
    groups["typed_texts"] = layout.hidden_entries(word)
    # One formula for all symbols would have too many levels.
    word = "[@typed_texts]"
    letters = f"{rules.symbols}{NEXT_GAME_WORDS[0]}{OWN_CODE_WORD}".upper()
    variants = [
        (form, x) for x in dict.fromkeys(letters) for form in symbol_variants(x)
    ]
    last = (len(variants) - 1) // _MAX_SUBSTITUTIONS
    for step in range(last + 1):
        part = variants[_MAX_SUBSTITUTIONS * step :][:_MAX_SUBSTITUTIONS]
        name = "typed_words" if step == last else f"typed_words_{step}"
        groups[name] = layout.hidden_entries(board_formulas.substitute(word, part))
        word = f"[@{name}]"
    if layout.has_code_list:
        word = f'IF([@hint_words]="",{word},[@hint_words])'
    groups["words"] = layout.hidden_entries(word)
    groups["is_code"] = layout.hidden_entries(
        board_formulas.code_test(rules, "[@words]")
    )
    # An entry that begins a game gives up the game before: its tiles show that code.
    cases = (
        (board_formulas.typed_code_test(rules), '""'),
        (START_TEST, "[@given_up_codes]"),
    )
    groups["tile_words"] = layout.hidden_entries(
        board_formulas.first_that_holds(cases, "[@words]")
    )
    return groups


def _current_attempts(layout: BoardLayout) -> CellGroups:
    """Return the attempts of the current game: the row and the word of each."""
    row = board_formulas.attempt_row("[game_index]")
    word = 'IF([@attempt_rows]=0,"",INDEX([words],[@attempt_rows]))'
    is_playable = board_formulas.code_test(layout.rules, "[@attempt_words]")
    return {
        "attempt_rows": layout.hidden_attempts(row),
        "attempt_words": layout.hidden_attempts(word),
        "is_playable": layout.hidden_attempts(is_playable),
    }


def _entry_pegs(layout: BoardLayout) -> CellGroups:
    """Return the pegs of each entry, and their numbers among pegs of their colour."""
    rules, pegs = layout.rules, layout.rules.pegs
    entries = layout.hidden_entry_columns
    symbols = [
        board_formulas.word_symbol(rules, "[@words]", peg) for peg in range(pegs)
    ]
    groups = {"entry_pegs": CellGroup(entries(pegs), column_formulas=symbols)}
    if not (rules.distinct or rules.black_only):
        colours = "[@entry_pegs.1]:[@entry_pegs.@]"
        repeats = f"SUMPRODUCT(--({colours}=[@entry_pegs.@]))"
        groups["repeats"] = CellGroup(entries(pegs), repeats)
    return groups


def _impossible_test(rules: Rules) -> Formula:
    test = f'ISERROR(FIND([@],"{rules.symbols.upper()}"))'
    if rules.distinct:
        repeats = 'LEN([@words])-LEN(SUBSTITUTE([@words],[@],""))'
        test = f"OR({test},{repeats}>1)"
    return f'AND([@]<>"",{test})'
