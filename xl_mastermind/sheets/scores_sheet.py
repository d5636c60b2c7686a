"""The sheet Scores: the table of finished games, and the player's record."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from xl_mastermind.board.scores import COLUMNS, SCORE_HEADINGS, YOU
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.sheet_names import SCORES_SHEET
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.cell_group import ArrayFormula, CellGroup, CellGroups, Formula
from xl_mastermind.sheets.sheet import Sheet, add_bars
from xl_mastermind.sheets.sheet_layout import (
    SheetLayout,
    label_group,
    message_group,
    setting_group,
    title_group,
)

_HINT: Final = (
    "The next button on a board adds its finished game here. Broken and the columns"
    " after it count games that you solved without a hint."
)
_NAME_HINT: Final = "Type it once: later games show it in place of You."
_NOTHING: Final = "No finished games yet."

_MAX_GAMES: Final = 8
"""The maximum number of games with a line above the table."""

_MAX_ROWS: Final = 10_000
"""Rows of the table that formulas count."""

_TABLE_HEADING: Final[formats.CellFormat] = {
    "bold": True,
    "bottom": 2,
    "border_color": palette.ACCENT,
}


@dataclass(frozen=True)
class ScoresLayout(SheetLayout):
    """
    All cells of the sheet, with a line for each of the games.

    The table grows downwards, in every program. The lines above it find games by
    their numbers and names, however the table is sorted, filtered or shortened.
    """

    games: Sequence[str]
    sheet: str = SCORES_SHEET
    names_to_define: Container[str] = ("player",)


def scores_layout(games: Sequence[str]) -> ScoresLayout:
    """Return the layout of the sheet in a workbook with these games."""
    layout = ScoresLayout(games[:_MAX_GAMES])
    return layout.add((_player, _records, _chart_headings, _table))


def _player(layout: ScoresLayout) -> CellGroups:
    groups = title_group(layout, "Scores")
    name = layout.cell_range(2, 2)
    groups["hint"] = message_group(layout, [[_HINT]])
    groups["player_label"] = label_group(name, "Name")
    groups["player"] = setting_group(name, "", cell_format=formats.TEXT)
    hint_format = formats.SMALL_TEXT | {"indent": 1}
    groups["name_hint"] = CellGroup.from_text(
        name.shift_columns(1), _NAME_HINT, hint_format
    )
    return groups


# The player's record in each game

_GAME_TEST: Final = "([rows.game]=[@game_names])"
_MINE_TEST: Final = f'(([rows.broken_by]=[player])+([rows.broken_by]="{YOU}")>0)'
_PLAYED: Final = f"SUMPRODUCT(--{_GAME_TEST})"
_BROKEN: Final = f"SUMPRODUCT({_GAME_TEST}*{_MINE_TEST})"
_LAST_OTHER: Final = (
    f"MAX(IF({_GAME_TEST}*NOT({_MINE_TEST})*ISNUMBER([rows.no]),[rows.no]))"
)


class _Figure(NamedTuple):
    """A figure of the player in a game, blank where `game_count` is 0."""

    heading: str
    number_format: str
    game_count: str
    formula: str


_FIGURES: Final = (
    _Figure("Games", "#,##0", _PLAYED, _PLAYED),
    _Figure("Broken", "#,##0", _PLAYED, _BROKEN),
    _Figure(
        *("Best", "#,##0", _BROKEN),
        f"MIN(IF({_GAME_TEST}*{_MINE_TEST}*ISNUMBER([rows.guesses]),[rows.guesses]))",
    ),
    _Figure(
        *("Average", "0.00", _BROKEN),
        f"SUMPRODUCT({_GAME_TEST}*{_MINE_TEST},[rows.guesses])/{_BROKEN}",
    ),
    _Figure(
        *("Streak", "#,##0", _BROKEN),
        f"SUM({_GAME_TEST}*{_MINE_TEST}*ISNUMBER([rows.no])*([rows.no]>{_LAST_OTHER}))",
    ),
)


def _records(layout: ScoresLayout) -> CellGroups:
    groups: CellGroups = {}
    games, width = len(layout.games), len(SCORE_HEADINGS)
    headings = layout.cell_range(4, 1, width=width)
    lines = layout.cell_range(5, 1, games, width)
    groups["headings"] = CellGroup.background(headings, formats.SMALL_TEXT)
    game_format = formats.SMALL_TEXT | formats.LEFT_ALIGNMENT
    groups["game_heading"] = CellGroup(
        headings.column(0), _if_played("Game"), game_format
    )
    groups["game_names"] = CellGroup(
        lines.column(0),
        row_formulas=[_game_name(layout, row) for row in range(games)],
        cell_format=formats.LEFT_ALIGNMENT | {"bold": True},
    )
    for column, figure in enumerate(_FIGURES, width - len(_FIGURES)):
        name, figure_cells = figure.heading.lower(), lines.column(column)
        heading, cell = _if_played(figure.heading), headings.column(column)
        groups[f"{name}_heading"] = CellGroup(
            cell, heading, formats.SMALL_TEXT | formats.RIGHT_ALIGNMENT
        )
        value = f'IF({figure.game_count}=0,"",{figure.formula})'
        formula = ArrayFormula(f'IF([@game_names]="","",{value})')
        number_format = formats.RIGHT_ALIGNMENT | {"num_format": figure.number_format}
        groups[name] = CellGroup(figure_cells, formula, number_format)
    muted_card = formats.CARD | {"font_color": palette.MUTED_INK}
    heading_format = formats.ConditionalFormat('[first game_names]<>""', muted_card)
    groups["heading_card"] = CellGroup(headings, conditional_formats=[heading_format])
    line_format = formats.ConditionalFormat('[@game_names]<>""', formats.CARD)
    groups["card"] = CellGroup(lines, conditional_formats=[line_format])
    return groups


def _if_played(text: str) -> Formula:
    return f'IF([first game_names]="","","{text}")'


def _game_name(layout: ScoresLayout, row: int) -> Formula:
    """Return the first game that was played and is not in a row above, or nothing."""
    formula = '""'
    for game in reversed(layout.games):
        above = f'COUNTIF([first game_names]:[above game_names],"{game}")'
        next_test = f'COUNTIF([rows.game],"{game}")>0,{above if row else "0"}=0'
        formula = f'IF(AND({next_test}),"{game}",{formula})'
    return formula


def _chart_headings(layout: ScoresLayout) -> CellGroups:
    """Return the heading and the legend of the chart, blank before the first game."""
    groups: CellGroups = {}
    cells, left = layout.cell_range, len(SCORE_HEADINGS) + 2
    soft_accent = formats.RIGHT_ALIGNMENT | {"font_color": palette.SOFT_ACCENT}
    for name, cell_range, text, cell_format in (
        ("chart_heading", cells(2, left), "Guesses of each game", formats.HEADING),
        ("average_legend", cells(4, left), "■ average", formats.ACCENT),
        ("best_sign", cells(4, left + 2), "■", soft_accent),
        ("best_legend", cells(4, left + 3), "best", {}),
    ):
        groups[name] = CellGroup(cell_range, _if_played(text), cell_format)
    return groups


def _table(layout: ScoresLayout) -> CellGroups:
    """
    Return the table of an empty workbook: headings, and a row to grow.

    No cell below or beside the table has content: a filter would hide it, and deleting
    a row would delete it.
    """
    groups: CellGroups = {}
    table = layout.cell_range(15, 1, 2, len(SCORE_HEADINGS))
    names = [heading.strip(".").replace(" ", "_").lower() for heading in SCORE_HEADINGS]
    nothing = f'IF(COUNT([rows.no])=0,"{_NOTHING}","")'
    groups["nothing"] = CellGroup(table.cell(-1), nothing, formats.ACCENT)
    groups["table"] = CellGroup(table)
    # The range includes the headings, because users may delete the row below them.
    groups["rows"] = CellGroup(table.rows_through(_MAX_ROWS), column_names=names)
    return groups


def write_scores(sheet: Sheet, layout: ScoresLayout) -> None:
    """Write the cells, the table and the chart."""
    ranges = layout.ranges
    table = ranges["table"]
    sheet.add_layout(layout)
    for margin in (0, table.right + 1):
        sheet.set_column_pixels(margin, margin, 24)
    sheet.set_heights([56, 30, 30, 10, *[22] * (1 + _MAX_GAMES), 10, 24])
    _add_table(sheet, table)
    chart = sheet.new_chart("bar", (480, 260))
    for heading, colour, number_format in (
        ("Average", palette.ACCENT, "0.00"),
        ("Best", palette.SOFT_ACCENT, "#,##0"),
    ):
        names, values = ranges["game_names"], ranges[heading.lower()]
        add_bars(chart, names, values, colour, number_format, name=heading, gap=60)
    text = "Average and best number of guesses of each game."
    sheet.insert_chart(5, table.right + 2, chart, {"description": text})
    sheet.set_tab_color(palette.LINE_COLOUR)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.set_selection(table.cell(1).address)


def _add_table(sheet: Sheet, table_range: CellRange) -> None:
    """Add the table without scores; columns have formats for rows to come."""
    new_format = sheet.workbook.cell_format
    columns = []
    for index, column in enumerate(COLUMNS, table_range.left):
        side, is_left = column.alignment, column.alignment == "left"
        # The headings of numbers are clear of the filter's button. LibreOffice indents
        # numbers unevenly, so their format ends with the width of three digits.
        number_format = column.number_format + "_0_0_0" * (not is_left)
        place = {"align": side, "indent": int(is_left), "shrink": is_left}
        cell_format = new_format(place | {"num_format": number_format})
        sheet.set_column_pixels(index, index, column.pixel_width, cell_format)
        indent = {"align": side, "indent": 1 if is_left else 2}
        heading_format = new_format(_TABLE_HEADING | indent)
        columns.append({"header": column.heading, "header_format": heading_format})
    table = {"name": SCORES_SHEET, "style": "Table Style Light 1"}
    sheet.add_table(*table_range.corners, table | {"columns": columns})
