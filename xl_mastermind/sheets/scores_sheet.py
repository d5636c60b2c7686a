"""The sheet Scores: the table of finished games, and how the player stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.cell_group import (
    ACCENT,
    CARD,
    HEADING,
    LEFT_ALIGNMENT,
    RIGHT_ALIGNMENT,
    SMALL_TEXT,
    ArrayFormula,
    CellFormat,
    CellGroup,
    ConditionalFormat,
)
from xl_mastermind.sheets.sheet_layout import (
    SheetLayout,
    label_group,
    message_group,
    setting_group,
    title_group,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.scores import COLUMNS, SCORE_HEADINGS, YOU
from xl_mastermind.spreadsheet.sheet_names import SCORES_SHEET

_HINT: Final = (
    "A finished game is added here by the next button of its board. The figures from"
    " Broken on are of games that you broke without a hint."
)
_NAME_HINT: Final = "Type it once: games to come have it in place of You."
_NOTHING: Final = "No game is over yet."

_STANDING: Final = {
    "Games": "#,##0",
    "Broken": "#,##0",
    "Best": "#,##0",
    "Average": "0.00",
    "Streak": "#,##0",
}
"""The figures of the player in a game: heads, number formats."""

_MAX_GAMES: Final = 8
"""Games that have a line above the table: its best, average and streak."""

_MAX_ROWS: Final = 10_000
"""Rows of the table that are counted."""

_TABLE_HEAD: Final[CellFormat] = {
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

    def counted(self, head: str) -> str:
        """Return the cells of a column of the table, its head first: that one stays."""
        return (
            self.table.column(SCORE_HEADINGS.index(head))
            .rows_through(_MAX_ROWS)
            .absolute_address
        )

    def standings(self, head: str) -> CellRange:
        """Return a column of the standings."""
        return self.groups[f"standing_{head}"].cell_range


def scores_layout(games: Sequence[str]) -> ScoresLayout:
    """Return the plan of the sheet in a workbook with these games."""
    plan = ScoresLayout(games[:_MAX_GAMES])
    return plan.add((_player, _standings, _chart_heads, _table))


def _player(p: ScoresLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title, a hint below it, and the name of the player."""
    yield title_group(p, "Scores")
    yield "hint", message_group(p, [[_HINT]])
    name, cell_format = p.cell_range(2, 2), {"num_format": "@"}
    yield "player_label", label_group(name, "Name")
    yield "player", setting_group(name, "", cell_format=cell_format)
    hint = name.cell(0, 1)
    yield (
        "name_hint",
        CellGroup(hint, values=[[_NAME_HINT]], cell_format=SMALL_TEXT | {"indent": 1}),
    )


def _standings(p: ScoresLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield a line for each game."""
    top, left, games = 5, 1, len(p.games)
    first = left + len(SCORE_HEADINGS) - len(_STANDING)
    heads = p.cell_range(top - 1, left, width=len(SCORE_HEADINGS))
    yield "standing_heads", CellGroup(heads, values=[], cell_format=SMALL_TEXT)
    yield "game_head", _head(p, heads.column(0), "Game", LEFT_ALIGNMENT)
    names, cell_format = p.cell_range(top, left, games), LEFT_ALIGNMENT | {"bold": True}
    yield (
        "game_names",
        CellGroup(names, lambda row, _: _name(p, row), cell_format=cell_format),
    )
    for column, head in enumerate(_STANDING, first):
        yield (
            f"standing_{head}_head",
            _head(p, p.cell_range(top - 1, column), head, RIGHT_ALIGNMENT),
        )
        yield f"standing_{head}", _standing(p, head, p.cell_range(top, column, games))
    lines = p.cell_range(top, left, games, len(SCORE_HEADINGS))
    first_name = p.game_names.cell(0)
    heads_look = CARD | {"font_color": palette.MUTED_INK}
    for cell_range, cell, cell_format in (
        (heads, first_name.absolute_address, heads_look),
        (lines, f"${first_name.address}", CARD),
    ):
        is_played = ConditionalFormat(f'{cell}<>""', cell_format)
        yield (
            f"card_{cell_range.top}",
            CellGroup(cell_range, conditional_formats=partial(list, [is_played])),
        )


def _head(
    p: ScoresLayout, cell_range: CellRange, head: str, side: CellFormat
) -> CellGroup:
    """Return a head that stands there once any game was played."""
    return CellGroup(
        cell_range, lambda *_: _if_played(p, head), cell_format=SMALL_TEXT | side
    )


def _standing(p: ScoresLayout, head: str, cell_range: CellRange) -> CellGroup:
    """Return a figure of every game."""
    cell_format = RIGHT_ALIGNMENT | {"num_format": _STANDING[head]}
    return CellGroup(
        cell_range, lambda row, _: _figure(p, head, row), cell_format=cell_format
    )


def _chart_heads(p: ScoresLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield what stands above the chart, which itself shows nothing before a game."""
    left = len(SCORE_HEADINGS) + 2
    for row, column, text, cell_format in (
        (2, left, "Guesses of each game", HEADING),
        (4, left, "■ average", ACCENT),
        (4, left + 2, "■", RIGHT_ALIGNMENT | {"font_color": palette.SOFT_ACCENT}),
        (4, left + 3, "best", {}),
    ):
        above = p.cell_range(row, column)
        yield (
            f"chart_{text}",
            CellGroup(above, partial(_if_played, p, text), cell_format=cell_format),
        )


def _table(p: ScoresLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield the places of the table in an empty workbook: heads, and a row to grow.

    Nothing stands below or beside the table: a filter would hide it, and deleting a
    row would delete it.
    """
    table = p.cell_range(15, 1, 2, len(SCORE_HEADINGS))
    yield "table", CellGroup(table)
    nothing = table.cell(-1)
    yield "nothing", CellGroup(nothing, lambda *_: _nothing(p), cell_format=ACCENT)


# Formulas of cells


def _if_played(p: ScoresLayout, text: str, *_: int) -> str:
    """Return a text if any game was played."""
    return f'IF({p.game_names.cell(0).absolute_address}="","","{text}")'


def _name(p: ScoresLayout, row: int) -> str:
    """Return the first game that was played and does not stand above, or nothing."""
    first, before = p.game_names.cell(0), p.game_names.cell(row - 1)
    above = f"{first.absolute_address}:{before.address}"
    formula = '""'
    for game in reversed(p.games):
        stands = f'COUNTIF({above},"{game}")' if row else "0"
        played = f'COUNTIF({p.counted("Game")},"{game}")'
        formula = f'IF(AND({played}>0,{stands}=0),"{game}",{formula})'
    return formula


def _figure(p: ScoresLayout, head: str, row: int) -> str:
    """Return a figure of a game, counted from 0, or nothing."""
    numbers, guesses, by = map(p.counted, ("No.", "Guesses", "Broken by"))
    mine = f'(({by}={p.reference("player")})+({by}="{YOU}")>0)'
    games = f"({p.counted('Game')}={p.game_names.row(row).address})"
    broken = f"SUMPRODUCT({games}*{mine})"
    other = f"MAX(IF({games}*NOT({mine})*ISNUMBER({numbers}),{numbers}))"
    played = f"SUMPRODUCT(--{games})"
    formula = {
        "Games": played,
        "Broken": broken,
        "Best": f"MIN(IF({games}*{mine}*ISNUMBER({guesses}),{guesses}))",
        "Average": f"SUMPRODUCT({games}*{mine},{guesses})/{broken}",
        "Streak": f"SUM({games}*{mine}*ISNUMBER({numbers})*({numbers}>{other}))",
    }[head]
    counted = played if head in ("Games", "Broken") else broken
    name = p.game_names.row(row).address
    return ArrayFormula(f'IF({name}="","",IF({counted}=0,"",{formula}))')


def _nothing(p: ScoresLayout) -> str:
    """Return the text for an empty table."""
    return f'IF(COUNT({p.counted("No.")})=0,"{_NOTHING}","")'


class ScoresSheet(Canvas):
    """Draws the sheet."""

    def draw(self, p: ScoresLayout) -> None:
        """Draw everything."""
        self.write_groups(p.groups.values())
        for margin in (0, p.table.right + 1):
            self.sheet.set_column_pixels(margin, margin, 24)
        self.rows([56, 30, 30, 10, *[22] * (1 + _MAX_GAMES), 10, 24])
        self._table(p)
        self._chart(p)
        self.sheet.set_tab_color(palette.LINE_COLOUR)
        self.print_one_page_wide()
        self.select(p.table.top + 1, p.table.left)

    def _table(self, p: ScoresLayout) -> None:
        """Write the table, empty; whole columns have its look for the rows to come."""
        columns = []
        for place, column in enumerate(COLUMNS, p.table.left):
            side, form = column.side, column.number_format
            is_left = side == "left"
            cell_format = self.styles(
                num_format=form, align=side, indent=int(is_left), shrink=is_left
            )
            self.sheet.set_column_pixels(place, place, column.pixels, cell_format)
            # Clear of the filter's button, and of the one before.
            bold = self.styles(_TABLE_HEAD, align=side, indent=1 if is_left else 2)
            columns.append({"header": column.head, "header_format": bold})
        table = {"name": SCORES_SHEET, "style": "Table Style Light 1"}
        self.sheet.add_table(*p.table.corners, table | {"columns": columns})

    def _chart(self, p: ScoresLayout) -> None:
        """Draw the player's average of each game, and the best, as bars."""
        chart = self.new_chart("bar", (480, 260))
        for head, colour in ("Average", palette.ACCENT), ("Best", palette.SOFT_ACCENT):
            figures, form = p.standings(head), _STANDING[head]
            self.bars(chart, p.game_names, figures, colour, form, name=head, gap=60)
        text = "Average and best number of guesses of each game."
        self.chart(p.cell_range(5, p.table.right + 2), chart, text)
