"""Rows of the panel with a setting: a label and a box."""

from dataclasses import replace

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import CellGroup


def setting_label(layout: BoardLayout, row: int, label: str) -> CellGroup:
    """Return the label of a setting."""
    width = layout.panel_column_count // 2
    cell_range = layout.cell_range(row, layout.panel_column, width=width)
    return CellGroup.from_text(cell_range, label, formats.UNDERLINE)


def setting_box(layout: BoardLayout, row: int) -> CellRange:
    """Return the cells of the value of a setting."""
    left = layout.panel_column + layout.panel_column_count // 2
    return replace(layout.cell_range(row, left), right=layout.panel_right)
