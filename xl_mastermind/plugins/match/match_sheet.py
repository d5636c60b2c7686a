"""The sheet Match: results of some players, counted and compared in plain formulas."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, NamedTuple

from xl_mastermind.cells.cell_range import bounding_range
from xl_mastermind.plugins.match import line_formulas, result_lines
from xl_mastermind.plugins.match.line_formulas import (
    MAX_LINES,
    MAX_NAMES,
    maximum,
    minimum,
)
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.sheet_names import MATCH_SHEET
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.sheets.sheet import Sheet, add_bars
from xl_mastermind.sheets.sheet_layout import SheetLayout, title_group

MAX_GAMES: Final = 10
MAX_MEMBERS: Final = 15
"""The columns of the table of games, and the rows of a team."""

_HINT: Final = (
    f"Paste result lines such as {result_lines.EXAMPLE}, and type a"
    " name beside each. Lines from a"
    " chat may begin with a name: Ann: …"
)
_TITLE: Final = "Mastermind: a match"
_END: Final = f"The sheet has room for {MAX_LINES} lines."

_FIRST_ROW: Final = 4
"""The row of the first line and of the first rank; the rows above are frozen."""

_CHART_ROW: Final = _FIRST_ROW + MAX_NAMES + 1
_TEAMS_ROW: Final = _CHART_ROW + 9

_SMALL: Final[formats.CellFormat] = {"font_size": 10}
_HEADING: Final[formats.CellFormat] = (
    formats.SMALL_TEXT | formats.UNDERLINE | {"valign": "bottom"}
)
_MUTED: Final[formats.CellFormat] = {"font_color": palette.MUTED_INK}
_BOLD: Final[formats.CellFormat] = {"bold": True}
_INPUT: Final[formats.CellFormat] = (
    formats.INPUT_BORDER
    | formats.INPUT
    | formats.LEFT_ALIGNMENT
    | _SMALL
    | formats.TEXT
)


class _Column(NamedTuple):
    """A column of a table; input cells have no formula, hidden columns no heading."""

    name: str
    formula: str = ""
    heading: str | None = None
    width: int = 0
    cell_format: formats.CellFormat = _SMALL


# Hidden columns

_SEARCHED_COLUMNS: Final = {"results", "names", "score"}
"""Columns in which formulas read the cell above or below their row."""


def _score(solved: str, guesses: str) -> Formula:
    """Return a score in which a code outweighs the guesses of all lines."""
    return Formula(f"{solved}*100000-{guesses}")


_PLAYER_TEST: Final = "([counted_name]=[@player_line])"
_SOLVED_TEST: Final = f"{_PLAYER_TEST}*([guesses]>0)"
_NOT_FOUND_TEST: Final = f"{_PLAYER_TEST}*([guesses]=0)"
_NO_PLAYER_TEST: Final = f"[@player_line]>{MAX_LINES}"

_NAME_COLUMNS: Final = (
    _Column(
        "player_line",
        minimum("[name_line]", "([name_line]>[above player_line])", MAX_LINES + 1),
    ),
    _Column("player", f'IF({_NO_PLAYER_TEST},"",INDEX([name],[@player_line]))'),
    _Column("player_key", f'IF({_NO_PLAYER_TEST},"",INDEX([key],[@player_line]))'),
    _Column("games", "COUNTIF([counted_name],[@player_line])"),
    _Column("found", f"SUMPRODUCT({_SOLVED_TEST})"),
    _Column("guess_sum", "SUMIF([counted_name],[@player_line],[guesses])"),
    _Column("best", f"IF([@found]=0,0,{minimum('[guesses]', _SOLVED_TEST, 100)})"),
    _Column("last_loss", maximum(f"{_NOT_FOUND_TEST}*[game_order]")),
    _Column("streak", f"SUMPRODUCT({_SOLVED_TEST}*([game_order]>[@last_loss]))"),
    _Column("score", f"IF({_NO_PLAYER_TEST},-1,{_score('[@found]', '[@guess_sum]')})"),
    _Column("rank", '1+COUNTIF([score],">"&[@score])'),
    _Column("order", "[@rank]+COUNTIF([first score_margins]:[@score],[@score])-1"),
    *(
        _Column(
            f"in_team_{team}",
            'IF([@player_key]="",0,'
            f"IF(ISNUMBER(MATCH([@player_key],[team_{team}_keys],0)),1,0))",
        )
        for team in (1, 2)
    ),
    _Column("ranked_player", 'IF([#]>COUNTIF([score],">=0"),0,MATCH([#],[order],0))'),
    _Column(
        "ranked_line", "IF([@ranked_player]=0,-1,INDEX([player_line],[@ranked_player]))"
    ),
)
"""The columns with a row for each name, in the order of the first lines."""


# Visible columns


def _figure(name: str, player: str) -> Formula:
    """Return a figure of the player with an index, blank for 0."""
    value = f"INDEX([{name}],{player})"
    if name == "average":
        value = _average(f"INDEX([found],{player})", f"INDEX([guess_sum],{player})")
    if name == "best":
        value = f'IF({value}=0,"",{value})'
    return Formula(f'IF({player}=0,"",{value})')


def _average(found: str, guesses: str) -> Formula:
    return Formula(f'IF({found}=0,"",{guesses}/{found})')


_WHOLE_NUMBER: Final[formats.CellFormat] = formats.RIGHT_ALIGNMENT | {"num_format": "0"}
_GRID: Final[formats.CellFormat] = _SMALL | {
    "align": "center",
    "num_format": f'0;;"{result_lines.NOT_FOUND_SYMBOL}"',  # nothing for -1
}
_PLAYER: Final[formats.CellFormat] = formats.LEFT_ALIGNMENT | {
    "indent": 1,
    "num_format": "@",
}
_FIGURE_WIDTHS: Final = dict(
    zip(result_lines.RANKING_FIGURES, (46, 46, 58, 42, 48), strict=True)
)
_NUMBER_FORMATS: Final[dict[str, formats.CellFormat]] = {
    **dict.fromkeys(_FIGURE_WIDTHS, _WHOLE_NUMBER),
    "average": formats.RIGHT_ALIGNMENT | {"num_format": "0.00"},
}


def _figure_column(table: str, name: str, formula: str, width: int = 0) -> _Column:
    number_format = _NUMBER_FORMATS[name]
    return _Column(f"{table}_{name}", formula, name.capitalize(), width, number_format)


_INPUT_COLUMNS: Final = (
    _Column("results", "", "Result", 206, _INPUT),
    _Column("names", "", "Name", 96, _INPUT),
)
_RANKED_PLAYER: Final = "[@ranked_player]"
_RANKING_COLUMNS: Final = (
    _Column("ranking_place", _figure("rank", _RANKED_PLAYER), "", 24, _WHOLE_NUMBER),
    _Column("ranking_name", _figure("player", _RANKED_PLAYER), "Name", 112, _PLAYER),
    *(
        _figure_column("ranking", name, _figure(name, _RANKED_PLAYER), width)
        for name, width in _FIGURE_WIDTHS.items()
    ),
)
_WIDTHS: Final = (
    *(34, *(column.width for column in _INPUT_COLUMNS), 300, 14),
    *(column.width for column in _RANKING_COLUMNS),
    *[40] * MAX_GAMES,
)
_RANKING_COLUMN: Final = 5
_GAME_COLUMN: Final = _RANKING_COLUMN + len(_RANKING_COLUMNS)


@dataclass(frozen=True)
class MatchLayout(SheetLayout):
    """The input cells and results, and hidden columns with intermediate values."""

    sheet: str = MATCH_SHEET
    first_hidden_column: int = len(_WIDTHS)

    def hidden_table(
        self, columns: Sequence[_Column], height: int, row: int = _FIRST_ROW
    ) -> CellGroups:
        """Return the columns of a table in hidden columns."""
        left = self.hidden_range(height, len(columns), row).left
        return self.table(row, left, height, columns)

    def table(
        self, row: int, left: int, height: int, columns: Sequence[_Column]
    ) -> CellGroups:
        """Return the columns of a table, and the headings of visible columns."""
        groups: CellGroups = {}
        for index, column in enumerate(columns, left):
            name, cells = column.name, self.cell_range(row, index, height)
            margins = replace(cells, top=cells.top - 1, bottom=cells.bottom + 1)
            groups[name] = CellGroup(
                cells,
                column.formula,
                column.cell_format,
                anchor_range=None if column.formula else margins,
            )
            if column.heading is not None:
                alignment = {"align", "indent"} & column.cell_format.keys()
                aligned = {key: column.cell_format[key] for key in alignment}
                groups[f"{name}_heading"] = CellGroup.from_text(
                    cells.row(-1), column.heading, _HEADING | aligned
                )
            if name in _SEARCHED_COLUMNS:
                groups[f"{name}_margins"] = CellGroup(margins)
        return groups


def match_layout() -> MatchLayout:
    """Return the layout of the sheet."""
    return MatchLayout().add((_title, _lines, _ranking, _grid, _teams, _hidden))


_RESULT_COUNT: Final = 'COUNTIF([counted_name],">0")'
_NAME_COUNT: Final = 'COUNTIF([score],">=0")'
_SUMMARY: Final = (
    f'IF({_RESULT_COUNT}=0,"",'
    f'{_RESULT_COUNT}&IF({_RESULT_COUNT}=1," result"," results")&" of "'
    f'&{_NAME_COUNT}&IF({_NAME_COUNT}=1," name."," names."))'
)
_REMARK_TEST: Final = f'([remarks]<>"")*([remarks]<>"{line_formulas.NO_RESULT}")'
_REMARK_COUNT: Final = f"SUMPRODUCT({_REMARK_TEST})"
_FIRST_REMARK: Final = minimum("[line_numbers]", _REMARK_TEST, MAX_LINES)
_NOT_COUNTED: Final = (
    f'IF({_REMARK_COUNT}=0,"",IF({_REMARK_COUNT}=1,"1 line does not count: ",'
    f'{_REMARK_COUNT}&" lines do not count, the first is ")'
    f'&"line "&{_FIRST_REMARK}&".")'
)


def _title(layout: MatchLayout) -> CellGroups:
    cells = layout.cell_range
    return {
        **title_group(layout, "Match"),
        "hint": CellGroup.from_text(cells(1, 1), _HINT, _MUTED),
        "summary": CellGroup(cells(2, 1), _SUMMARY, _MUTED),
        "not_counted": CellGroup(cells(2, 3), _NOT_COUNTED, formats.ACCENT),
        "verdict": CellGroup(cells(0, _RANKING_COLUMN), _verdict(), formats.ACCENT),
    }


def _lines(layout: MatchLayout) -> CellGroups:
    cells, top = layout.cell_range, _FIRST_ROW
    lines, numbers = cells(top, 0, MAX_LINES), range(1, MAX_LINES + 1)
    number_format = formats.LABEL | {"font_color": palette.FAINT_INK}
    remark_format = formats.SMALL_TEXT | {"font_size": 9, "indent": 1}
    return {
        "headings": CellGroup.background(cells(top - 1, 0, width=4), _HEADING),
        "line_numbers": CellGroup.from_column(lines, numbers, number_format),
        **layout.table(top, 1, MAX_LINES, _INPUT_COLUMNS),
        "remarks": CellGroup(
            cells(top, 3, MAX_LINES), line_formulas.REMARK, remark_format
        ),
        "end": CellGroup.from_text(
            cells(top + MAX_LINES, 1, width=2), _END, formats.SMALL_TEXT
        ),
    }


def _ranking(layout: MatchLayout) -> CellGroups:
    """Return the ranking, whose first place is highlighted."""
    corner = _FIRST_ROW, _RANKING_COLUMN, MAX_NAMES
    ranking = layout.cell_range(*corner, len(_RANKING_COLUMNS))
    is_first = formats.ConditionalFormat("[@ranking_place]=1", formats.ACCENT)
    return {
        "ranking_title": CellGroup.from_text(
            layout.cell_range(_FIRST_ROW - 2, _RANKING_COLUMN),
            _TITLE,
            formats.SECTION_TITLE,
        ),
        **layout.table(*corner, _RANKING_COLUMNS),
        "ranking": CellGroup(ranking, conditional_formats=[is_first]),
    }


_GAME_COUNT: Final = (
    "(SUMPRODUCT(--(FREQUENCY([counted_game],[counted_game])>0))"
    "-(COUNTIF([counted_game],0)>0))"
)
_MORE_GAMES: Final = (
    f"IF({_GAME_COUNT}>{MAX_GAMES},"
    f'"The last {MAX_GAMES} of "&{_GAME_COUNT}&" games","")'
)
_NEXT_GAME: Final = maximum("([counted_game]<[above last_games])*[counted_game]")
_SHOWN_COUNT: Final = 'COUNTIF([last_games],">0")'
_GRID_COLUMNS: Final = (
    _Column("last_games", f"IF([#]=1,MAX([counted_game]),{_NEXT_GAME})"),
    _Column(
        "shown_games",
        f"IF([#]>{_SHOWN_COUNT},-1,INDEX([last_games],{_SHOWN_COUNT}+1-[#]))",
    ),
)
"""The last games with numbers, from the last one back, and in ascending order."""


def _grid(layout: MatchLayout) -> CellGroups:
    groups: CellGroups = {}
    above = layout.cell_range(_FIRST_ROW - 2, _GAME_COLUMN)
    groups["more_games"] = CellGroup(above, _MORE_GAMES, formats.SMALL_TEXT)
    title_format = _HEADING | {"rotation": 90, "align": "center", "text_wrap": True}
    title_format |= {"font_size": 9}
    formulas = []
    for column in range(MAX_GAMES):
        game = f"INDEX([shown_games],{column + 1})"
        title = above.cell(1, column)
        groups[f"grid_title_{column + 1}"] = CellGroup(
            title,
            f'IFERROR(INDEX([game],MATCH({game},[counted_game],0)),"")',
            title_format,
        )
        formulas.append(
            "IF([@ranked_line]<0,-1,SUMPRODUCT(([counted_name]=[@ranked_line])"
            f"*([counted_game]={game})*([guesses]+1))-1)"
        )
    grid = layout.cell_range(_FIRST_ROW, _GAME_COLUMN, MAX_NAMES, MAX_GAMES)
    groups["grid"] = CellGroup(grid, column_formulas=formulas, cell_format=_GRID)
    return groups


# Teams


def _teams(layout: MatchLayout) -> CellGroups:
    groups: CellGroups = {}
    top, left = _TEAMS_ROW + 1, _RANKING_COLUMN + 1
    heading = layout.cell_range(top - 1, _RANKING_COLUMN)
    groups["teams"] = CellGroup.from_text(
        heading, "Two teams: type their names", formats.SECTION_TITLE
    )
    for team in (1, 2):
        row = top + 1 + (team - 1) * (MAX_MEMBERS + 3)
        groups |= layout.table(row, left, MAX_MEMBERS, _team_columns(team))
        groups |= layout.hidden_table(_member_columns(team), MAX_MEMBERS, row)
        total = layout.cell_range(row + MAX_MEMBERS, left)
        total_format = _BOLD | formats.LEFT_ALIGNMENT
        groups[f"team_{team}_total"] = CellGroup.from_text(
            total, "Together", total_format
        )
        for column, name in enumerate(result_lines.TEAM_FIGURES, 1):
            groups[f"team_{team}_total_{name}"] = CellGroup(
                total.shift_columns(column),
                _total(team, name),
                _NUMBER_FORMATS[name] | _BOLD,
            )
    return groups


def _team_columns(team: int) -> list[_Column]:
    columns = [_Column(f"team_{team}_members", "", f"Team {team}", 0, _INPUT)]
    for name in result_lines.TEAM_FIGURES:
        index = f"[@team_{team}_indexes]"
        unknown = '"none"' if name == "games" else '""'
        formula = f"IF({index}<0,{unknown},{_figure(name, index)})"
        columns.append(_figure_column(f"team_{team}", name, formula))
    return columns


def _member_columns(team: int) -> tuple[_Column, _Column]:
    """
    Return the hidden columns of a team: keys of its members, and their indexes.

    The index is 0 for a blank cell, -1 for an unknown name.
    """
    cell, key = f"[@team_{team}_members]", f"[@team_{team}_keys]"
    name = line_formulas.truncated_name(line_formulas.normalized(cell))
    member = f'IF(ISERROR({cell}),"",{name})'
    index = f'IF({key}="",0,IFERROR(MATCH({key},[player_key],0),-1))'
    return (
        _Column(
            f"team_{team}_keys", f'IF({member}="","",{line_formulas.name_key(member)})'
        ),
        _Column(f"team_{team}_indexes", index),
    )


_TEAM_SUMS: Final = {
    **{name: f"SUMIF([in_teams.#],1,[{name}])" for name in ("games", "found")},
    "guess_sum": "SUMIF([in_teams.#],1,[guess_sum])",
    "score": _score("[@team_sums.found]", "[@team_sums.guess_sum]"),
}
"""The hidden figures, with a row for each team."""


def _team_sum(name: str, team: str | int) -> Formula:
    return Formula(f"INDEX([team_sums.{name}],{team})")


def _total(team: int, name: str) -> Formula:
    """Return a figure of a team, blank without a result."""
    if name == "average":
        return _average(_team_sum("found", team), _team_sum("guess_sum", team))
    return Formula(f'IF({_team_sum("games", team)}=0,"",{_team_sum(name, team)})')


def _verdict() -> Formula:
    """Return a sentence with the leading team and its figures, or blank."""
    first, second = "[first team_sums.score]", "[last team_sums.score]"
    leader = f"IF({first}>{second},1,2)"
    teams = leader, f"3-{leader}"
    more, fewer = (_team_sum("found", team) for team in teams)
    lower, higher = (
        f"ROUND({_team_sum('guess_sum', team)}/{_team_sum('found', team)},2)"
        for team in teams
    )
    better = (
        f'IF({more}<>{fewer},{more}&" found to "&{fewer},'
        f'{lower}&" guesses to "&{higher})'
    )
    return Formula(
        'IF(MIN([team_sums.games])=0,"",'
        f'IF({first}={second},"Both teams are level.",'
        f'"Team "&{leader}&" is ahead, "&{better}&".")'
        '&IF(SUMPRODUCT([in_team_1]*[in_team_2])>0," A name is in both teams.",""))'
    )


# The chart, and all hidden columns

_BAR_TESTS: Final = (
    *(f"={guesses}" for guesses in range(1, result_lines.BAR_COUNT)),
    *(f">={result_lines.BAR_COUNT}", "=0"),
)


_BLOCKS: Final = ((0, 50), (50, 150), (150, MAX_LINES))
"""The lines of an array formula, which computes nothing if all of them are blank."""

_TEXT_COLUMNS: Final = {"key", "problem"}
"""Columns that are blank in blank lines, where the other columns contain 0."""


def _line_columns(layout: MatchLayout) -> CellGroups:
    """
    Return the hidden columns of the lines.

    An edit computes an array as a whole, so a column has an array for each block.
    """
    groups: CellGroups = {}
    columns = {"line_numbers": layout.ranges["line_numbers"]}
    for name, formula in line_formulas.INPUT_COLUMNS.items():
        cells = layout.hidden_range(MAX_LINES + 2, 1, _FIRST_ROW - 1)
        groups[f"{name}_margins"] = CellGroup(cells, column_array_formula=formula)
        columns[name] = replace(cells, top=_FIRST_ROW, bottom=cells.bottom - 1)
    for name, formula in line_formulas.LINE_COLUMNS.items():
        columns[name] = layout.hidden_range(MAX_LINES, 1, _FIRST_ROW)
        groups[name] = CellGroup(columns[name], formula if "@" in formula else "")
    counts = [f'SUMPRODUCT(--([typed_line_{n}]<>""))' for n in range(len(_BLOCKS))]
    groups["line_counts"] = CellGroup(
        layout.hidden_range(len(counts)), row_formulas=counts
    )
    column_reference = re.compile(rf"\[({'|'.join(columns)})\]")
    for name, (block, (start, stop)) in product(columns, enumerate(_BLOCKS)):
        cells = replace(
            columns[name], top=_FIRST_ROW + start, bottom=_FIRST_ROW + stop - 1
        )
        formula, array = line_formulas.LINE_COLUMNS.get(name, "@"), ""
        if "@" not in formula:
            rows = f"ROW([line_numbers_{block}])"  # its own rows would be circular
            blank = f'REPT("",{rows})' if name in _TEXT_COLUMNS else f"0*{rows}"
            array = column_reference.sub(rf"[\1_{block}]", formula)
            array = f"IF(INDEX([line_counts],{block + 1})=0,{blank},{array})"
        groups[f"{name}_{block}"] = CellGroup(cells, column_array_formula=array)
    return groups


def _hidden(layout: MatchLayout) -> CellGroups:
    groups = _line_columns(layout)
    groups |= layout.hidden_table(_NAME_COLUMNS, MAX_NAMES)
    groups |= layout.hidden_table(_GRID_COLUMNS, MAX_GAMES)
    members = [groups[f"in_team_{team}"].cell_range for team in (1, 2)]
    groups["in_teams"] = CellGroup(bounding_range(members))
    groups["team_sums"] = CellGroup(
        layout.hidden_range(2, len(_TEAM_SUMS)),
        column_formulas=[*_TEAM_SUMS.values()],
        cell_format=_SMALL,
        column_names=[*_TEAM_SUMS],
    )
    names = layout.hidden_range(len(result_lines.BAR_NAMES))
    groups["bar_names"] = CellGroup.from_column(names, result_lines.BAR_NAMES, _SMALL)
    formulas = [f"SUMPRODUCT(([counted_name]>0)*([guesses]{t}))" for t in _BAR_TESTS]
    bars = layout.hidden_range(len(result_lines.BAR_NAMES))
    groups["bars"] = CellGroup(bars, row_formulas=formulas, cell_format=_SMALL)
    return groups


def write_match(sheet: Sheet, layout: MatchLayout) -> None:
    """Write the cells and the chart."""
    ranges = layout.ranges
    sheet.add_layout(layout)
    sheet.set_widths(_WIDTHS)
    sheet.set_heights([56, 26, 28, 84, *[22] * (MAX_LINES + 1)])
    sheet.freeze_panes(_FIRST_ROW, 0)
    chart = sheet.new_chart("column", (390, 176), "Number of guesses")
    add_bars(chart, ranges["bar_names"], ranges["bars"], palette.ACCENT, gap=30)
    text = "Number of codes solved with 1, 2, ... guesses, and not solved."
    sheet.insert_chart(_CHART_ROW, _RANKING_COLUMN, chart, {"description": text})
    sheet.set_tab_color(palette.GLOW)
    sheet.fit_to_pages(1, 1)
    title = ranges["ranking_title"]
    sheet.print_area(title.top, title.left, _TEAMS_ROW - 1, len(_WIDTHS) - 1)
    sheet.set_selection(ranges["results"].cell(0).address)
