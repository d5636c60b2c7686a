"""The panel right of the guesses: title, size of the game, colours."""

from typing import Final

from xl_mastermind.game.peg_colours import colour_name
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.games import title
from xl_mastermind.presentation.messages import colours_in_words, symbols_in_words
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.formulas import tile_formula
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups

_SHRUNK: Final[formats.CellFormat] = {"font_size": 15, "shrink": True, "indent": 1}

RULED_OUT_TEST: Final = "AND([facts_total]>0,[@colour_max.@]=0)"
"""Whether no candidate has the colour of a cell."""


def panel(layout: BoardLayout) -> CellGroups:
    """Return the title, the size of the game, and the key of the colours."""
    groups: CellGroups = {}
    rules, left = layout.rules, layout.panel_column
    first = layout.feedback_column + layout.message_width
    room = layout.cell_range(0, first, width=layout.panel_right - first + 1)
    groups["title"] = CellGroup(
        room.cell(0),
        values=[[title(rules)]],
        cell_format=formats.CARD | formats.TITLE | _SHRUNK,
        merged_range=room,
    )
    size = f"{rules.pegs} pegs  ·  {rules.colours} {colours_in_words(rules)}"
    if rules.distinct:
        size += "  ·  none twice"
    groups["size"] = CellGroup(
        layout.cell_range(layout.help_row + 1, left),
        f'"{size}"',
        formats.CARD | formats.SMALL_TEXT,
    )
    if rules.colours <= layout.panel_column_count:
        groups |= _colour_key(layout)
    else:
        groups["symbols_text"] = CellGroup.from_text(
            layout.cell_range(layout.key_row, left),
            f"A peg is {symbols_in_words(rules)}.",
            formats.CARD | formats.SMALL_TEXT,
        )
    return groups


def _colour_key(layout: BoardLayout) -> CellGroups:
    groups: CellGroups = {}
    symbols = layout.rules.symbols
    tiles = layout.cell_range(layout.key_row, layout.panel_column, width=len(symbols))
    groups["colour_columns"] = CellGroup(layout.blank_cells(tiles))
    strikeout = {"font_color": palette.FAINT_INK, "font_strikeout": True}
    ground = strikeout | {"bg_color": palette.PAPER}
    ruled_out = [
        formats.ConditionalFormat(RULED_OUT_TEST, ground)
    ] * layout.has_fact_grid
    groups["colours"] = CellGroup(
        tiles,
        column_formulas=[
            tile_formula("colour_columns", x if x.isdigit() else f'"{x}"')
            for x in symbols
        ],
        cell_format=formats.TILE | {"font_size": 13},
        conditional_formats=[*ruled_out, *formats.peg_formats(symbols)],
    )
    names = [*map(colour_name, symbols)]
    if not all(names):
        names = [""] * len(symbols)
    cells = layout.cell_range(
        layout.first_attempt_row, layout.panel_column, width=len(symbols)
    )
    small = formats.CARD | formats.SMALL_TEXT | formats.CENTRE_ALIGNMENT
    small |= {"shrink": True}
    if layout.has_fact_grid:
        # A colour of every candidate has a tick.
        tick = 'IF([@colour_min.@]>0," ✓","")'
        groups["colour_names"] = CellGroup(
            cells,
            cell_format=small,
            column_formulas=[f'TRIM("{name}"&{tick})' for name in names],
            conditional_formats=[formats.ConditionalFormat(RULED_OUT_TEST, strikeout)],
        )
    elif any(names):
        groups["colour_names"] = CellGroup(cells, values=[names], cell_format=small)
    return groups
