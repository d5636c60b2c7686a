"""The sheet Match: results of some players, counted and compared in plain formulas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from xl_mastermind.cells.cell_range import CellRange, bounding_range
from xl_mastermind.game.symbols import symbol_variants
from xl_mastermind.plugins.match import MATCH_SHEET, line_formulas, result_lines
from xl_mastermind.plugins.match.line_formulas import MAX_LINES, MAX_NAMES, maximum
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.formulas import as_formula, first_that_holds, substitute
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.sheets.sheet import Sheet, add_bars
from xl_mastermind.sheets.sheet_layout import SheetLayout, title_group

if TYPE_CHECKING:
    from xl_mastermind.cells.values import Cell

MAX_GAMES: Final = 10
MAX_MEMBERS: Final = 15
"""The columns of the table of games, and the rows of a team."""

_HINT: Final = (
    f"Paste result lines such as {result_lines.EXAMPLE}, and type a name beside each."
)
_TITLE: Final = "Mastermind: a match"
_TYPE_NAME: Final = "\N{LEFTWARDS ARROW} Type the name here."
_END: Final = f"The sheet has room for {MAX_LINES} lines."

_FIRST_ROW: Final = 4
"""The row of the first line and of the first rank; the rows above are frozen."""

_TEAMS_ROW: Final = _FIRST_ROW + MAX_NAMES + 1
_CHART_SIZE: Final = 520, 106

_TABLES_ROW: Final = _FIRST_ROW + MAX_LINES + 2
"""The first row of the hidden tables below the hidden columns of the lines."""

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
    """A visible column of a table; input cells have no formula."""

    name: str
    formula: str
    heading: str
    width: int
    cell_format: formats.CellFormat


# Hidden tables


def _score(solved: str, guesses: str) -> Formula:
    """Return a score in which a code outweighs the guesses of all lines."""
    return f"{solved}*100000-{guesses}"


def _if_lines(value: str, otherwise: str = "0") -> Formula:
    """
    Return a formula of the columns of lines, which also reads the input cells.

    Calc opens a file without the values of shared formulas. Until formulas read these
    cells, a change of an input cell ends there.
    """
    return f"IF([input_count]=0,{otherwise},{value})"


_PLAYER_SCORE: Final = f"({_score('[@found]', '[@guess_sum]')})*100"
_LINES_OF_RANKED: Final = "([counted_player]=[@ranked_player])"
_LAST_LOSS: Final = maximum(f"{_LINES_OF_RANKED}*([guesses]=0)*[game_order]")

_NAME_COLUMNS: Final = {
    "player_names": _if_lines(
        'IF([#]>MAX([player]),"",INDEX([name],MATCH([#],[player],0)))', '""'
    ),
    "games": _if_lines("COUNTIF([counted_player],[#])"),
    "found": _if_lines('COUNTIFS([counted_player],[#],[guesses],">0")'),
    "guess_sum": _if_lines("SUMIF([counted_player],[#],[guesses])"),
    "score": f'IF([@player_names]="","",{_PLAYER_SCORE}-[#])',
    # LibreOffice would store the number --(...>0) as a boolean.
    "in_team_1": "IF(COUNTIF([team_1_indexes],[#])>0,1,0)",
    "in_team_2": "IF(COUNTIF([team_2_indexes],[#])>0,1,0)",
    "ranked_player": "IF([#]>COUNT([score]),0,MATCH(LARGE([score],[#]),[score],0))",
}
"""The columns with a row for each name, in the order of the first lines."""


# Visible columns


def _figure(name: str, player: str) -> Formula:
    """Return a figure of the player with an index, blank for 0."""
    value = f"INDEX([{name}],{player})"
    if name == "average":
        value = _average(f"INDEX([found],{player})", f"INDEX([guess_sum],{player})")
    return f'IF({player}=0,"",{value})'


def _ranked(value: str) -> Formula:
    """Return a figure of the ranked player, blank without one."""
    return f'IF([@ranked_player]=0,"",{value})'


def _average(found: str, guesses: str) -> Formula:
    return f'IF({found}=0,"",{guesses}/{found})'


_WHOLE_NUMBER: Final[formats.CellFormat] = formats.RIGHT_ALIGNMENT | {"num_format": "0"}
_GRID: Final[formats.CellFormat] = _SMALL | {
    "align": "center",
    "num_format": f'0;;"{result_lines.NOT_FOUND_SYMBOL}"',  # The format hides -1.
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
_NEXT_SCORE: Final = f"100*INT(INDEX([score],{_RANKED_PLAYER})/100)+100"
_FOUND_TEST: Final = f"{_LINES_OF_RANKED}*([guesses]>0)"
_BEST: Final = f"100-{maximum(f'{_FOUND_TEST}*(100-[guesses])')}"
_RANKING_FIGURES: Final = {
    "best": _ranked(f'IF(INDEX([found],{_RANKED_PLAYER})=0,"",{_BEST})'),
    "streak": _ranked(f"SUMPRODUCT({_FOUND_TEST}*([game_order]>{_LAST_LOSS}))"),
}
_PLACE: Final = _ranked(f'1+COUNTIF([score],">"&{_NEXT_SCORE})')
_RANKING_COLUMNS: Final = (
    _Column("ranking_place", _PLACE, "", 24, _WHOLE_NUMBER),
    _Column(
        "ranking_name", _figure("player_names", _RANKED_PLAYER), "Name", 112, _PLAYER
    ),
    *(
        _figure_column(
            "ranking",
            name,
            _RANKING_FIGURES.get(name, _figure(name, _RANKED_PLAYER)),
            width,
        )
        for name, width in _FIGURE_WIDTHS.items()
    ),
)
_WIDTHS: Final = (
    *(34, *(column.width for column in _INPUT_COLUMNS), 250, 14),
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

    def hidden_cells(
        self, row: int, column: int, height: int, width: int = 1
    ) -> CellRange:
        """Return a range in the hidden columns below those of the lines."""
        top, left = _TABLES_ROW + row, self.first_hidden_column + column
        return self.cell_range(top, left, height, width)

    def hidden_table(
        self, row: int, column: int, height: int, formulas: Mapping[str, str]
    ) -> CellGroups:
        """Return hidden columns by their formulas, below those of the lines."""
        return {
            name: CellGroup(self.hidden_cells(row, index, height), formula, _SMALL)
            for index, (name, formula) in enumerate(formulas.items(), column)
        }

    def table(
        self, row: int, left: int, height: int, columns: Sequence[_Column]
    ) -> CellGroups:
        """Return the columns of a table with their headings."""
        groups: CellGroups = {}
        for index, column in enumerate(columns, left):
            name, cells = column.name, self.cell_range(row, index, height)
            margins = replace(cells, top=cells.top - 1, bottom=cells.bottom + 1)
            if not column.formula:
                groups[f"{name}_margins"] = CellGroup(margins)
            groups[name] = CellGroup(
                cells,
                column.formula,
                column.cell_format,
                anchor_range=None if column.formula else margins,
            )
            aligned: formats.CellFormat = {
                key: value
                for key, value in column.cell_format.items()
                if key in ("align", "indent")
            }
            groups[f"{name}_heading"] = CellGroup.from_text(
                cells.row(-1), column.heading, _HEADING | aligned
            )
        return groups


def match_layout() -> MatchLayout:
    """Return the layout of the sheet."""
    return MatchLayout().add((_title, _lines, _ranking, _grid, _teams, _hidden))


_RESULT_COUNT: Final = 'COUNTIF([counted_player],">0")'
_NAME_COUNT: Final = "COUNT([score])"
_SUMMARY: Final = (
    f'IF([input_count]*{_RESULT_COUNT}=0,"",'
    f'{_RESULT_COUNT}&IF({_RESULT_COUNT}=1," result"," results")&" of "'
    f'&{_NAME_COUNT}&IF({_NAME_COUNT}=1," name."," names."))'
)
_REMARK_COUNT: Final = 'SUMPRODUCT(--([remarks]<>""))'
_FIRST_REMARK: Final = f"{MAX_LINES}-" + maximum(
    f'([remarks]<>"")*({MAX_LINES}-[line_numbers])'
)
_NOT_COUNTED: Final = (
    f'IF([input_count]*{_REMARK_COUNT}=0,"",'
    f'IF({_REMARK_COUNT}=1,"1 line does not count: ",'
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
        "chart_label": CellGroup.from_text(
            cells(0, _RANKING_COLUMN), "Number of guesses", formats.SMALL_TEXT
        ),
        "verdict": CellGroup(cells(1, _RANKING_COLUMN), _verdict(), formats.ACCENT),
    }


_COUNTED_LINE: Final = maximum(
    f"{line_formulas.SAME_GAME}*([counted_player]>0)*[line_numbers]"
)
_DUPLICATE: Final = as_formula(
    result_lines.DUPLICATE_RESULT, place=f'"line "&{_COUNTED_LINE}'
)
_REMARK: Final = first_that_holds(
    (
        (f'TRIM({substitute("[@text]", line_formulas.PEGS)})=""', '""'),
        (
            f"NOT({line_formulas.IS_READ})",
            f'"Expected a line such as {result_lines.EXAMPLE}."',
        ),
        (line_formulas.HAS_HINTS, f'"{result_lines.NOT_RANKED}"'),
        ('[@name]=""', f'"{_TYPE_NAME}"'),
        ('[@key]=""', '"Its board has fewer attempts."'),
        (f"[@player]>{MAX_NAMES}", f'"The sheet has room for {MAX_NAMES} names."'),
        ("[@counted_player]=0", _DUPLICATE),
    ),
    '""',
)


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
            cells(top, 3, MAX_LINES), _REMARK, remark_format, is_shared=True
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


_COUNTED_GAMES: Final = "([counted_player]>0)*([number]>0)*[game_order]"
_GAME_COUNT: Final = (
    f"(SUMPRODUCT(--(FREQUENCY({_COUNTED_GAMES},{_COUNTED_GAMES})>0))"
    f"-(SUMPRODUCT(--({_COUNTED_GAMES}=0))>0))"
)
_MORE_GAMES: Final = (
    f"IF(([input_count]>0)*{_GAME_COUNT}>{MAX_GAMES},"
    f'"The last {MAX_GAMES} of "&{_GAME_COUNT}&" games","")'
)
_NEXT_GAME: Final = maximum(f"([game_order]<[above last_games])*{_COUNTED_GAMES}")
_SHOWN_COUNT: Final = 'COUNTIF([last_games],">0")'
_GRID_COLUMNS: Final = {
    "last_games": _if_lines(f"IF([#]=1,{maximum(_COUNTED_GAMES)},{_NEXT_GAME})"),
    "shown_games": (
        f"IF([#]>{_SHOWN_COUNT},-1,INDEX([last_games],{_SHOWN_COUNT}+1-[#]))"
    ),
}
"""The last games with numbers, from the last one back, and in ascending order."""

_TITLE_OF_GAME: Final = (
    "MID(INDEX([text],{0}),LEN(INDEX([game],{0}))-LEN(INDEX([game_title],{0}))+1,"
    'LEN(INDEX([game_title],{0}))-1)&" #"&INDEX([number],{0})'
).format("[@game_lines]")
_GAME_TITLE_COLUMNS: Final = {
    "game_lines": "IF([@shown_games]<0,0,MATCH([@shown_games],[game_order],0))",
    "game_titles": f'IF([@game_lines]=0,"",{_TITLE_OF_GAME})',
}


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
            title, f"INDEX([game_titles],{column + 1})", title_format
        )
        formulas.append(
            f"IF([@ranked_player]=0,-1,SUMPRODUCT({_LINES_OF_RANKED}"
            f"*([game_order]={game})*([guesses]+1))-1)"
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
        groups |= layout.hidden_table(
            MAX_NAMES + 1, 4 + 2 * team, MAX_MEMBERS, _member_columns(team)
        )
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


def _member_columns(team: int) -> dict[str, str]:
    """
    Return the hidden columns of a team: keys of its members, and their indexes.

    The index is 0 for a blank cell, -1 for an unknown name.
    """
    key = f"[@team_{team}_keys]"
    member = line_formulas.typed_text(f"[@team_{team}_members]")
    player = maximum(f'EXACT({key},[key]&"")*[player]')
    index = f"IF(AND({player}>0,{player}<={MAX_NAMES}),{player},-1)"
    index = f'IF(OR([input_count]=0,{key}=""),0,{index})'
    return {
        f"team_{team}_keys": line_formulas.name_key(member),
        f"team_{team}_indexes": index,
    }


_TEAM_SUMS: Final = {
    **{name: f"SUMIF([in_teams.#],1,[{name}])" for name in ("games", "found")},
    "guess_sum": "SUMIF([in_teams.#],1,[guess_sum])",
    "score": _score("[@team_sums.found]", "[@team_sums.guess_sum]"),
}
"""The hidden figures, with a row for each team."""


def _team_sum(name: str, team: str | int) -> Formula:
    return f"INDEX([team_sums.{name}],{team})"


def _total(team: int, name: str) -> Formula:
    """Return a figure of a team, blank without a result."""
    if name == "average":
        return _average(_team_sum("found", team), _team_sum("guess_sum", team))
    return f'IF({_team_sum("games", team)}=0,"",{_team_sum(name, team)})'


_FIRST_SCORE: Final = "[first team_sums.score]"
_SECOND_SCORE: Final = "[last team_sums.score]"


def _verdict() -> Formula:
    """Return a sentence with the leading team and its figures, or blank."""
    teams = "[leading_team]", "3-[leading_team]"
    more, fewer = (_team_sum("found", team) for team in teams)
    lower, higher = (
        f"ROUND({_team_sum('guess_sum', team)}/{_team_sum('found', team)},2)"
        for team in teams
    )
    better = (
        f'IF({more}<>{fewer},{more}&" found to "&{fewer},'
        f'{lower}&" guesses to "&{higher})'
    )
    return (
        'IF(MIN([team_sums.games])=0,"",'
        f'IF({_FIRST_SCORE}={_SECOND_SCORE},"Both teams are level.",'
        f'"Team "&[leading_team]&" is ahead, "&{better}&".")'
        '&IF(SUMPRODUCT([in_team_1]*[in_team_2])>0," A name is in both teams.",""))'
    )


# The chart, and all hidden columns

_BAR_TESTS: Final = (
    *(f"={guesses}" for guesses in range(1, result_lines.BAR_COUNT)),
    *(f">={result_lines.BAR_COUNT}", "=0"),
)


def _hidden(layout: MatchLayout) -> CellGroups:
    groups: CellGroups = {}
    for name, formula in line_formulas.LINE_COLUMNS.items():
        cells = layout.hidden_range(MAX_LINES, 1, _FIRST_ROW)
        groups[name] = CellGroup(cells, formula, is_shared=True)
        margins = replace(cells, top=cells.top - 1)
        groups[f"{name}_margins"] = CellGroup(margins)
    groups["input_count"] = CellGroup(
        layout.hidden_cells(13, 8, 1), "COUNTA([results_margins],[names_margins])"
    )
    groups |= layout.hidden_table(0, 0, MAX_NAMES, _NAME_COLUMNS)
    groups |= layout.hidden_table(0, 8, MAX_GAMES, _GRID_COLUMNS)
    groups |= layout.hidden_table(20, 8, MAX_GAMES, _GAME_TITLE_COLUMNS)
    groups["in_teams"] = CellGroup(
        bounding_range([groups[f"in_team_{team}"].cell_range for team in (1, 2)])
    )
    groups["team_sums"] = CellGroup(
        layout.hidden_cells(15, 8, 2, len(_TEAM_SUMS)),
        column_formulas=[*_TEAM_SUMS.values()],
        cell_format=_SMALL,
        column_names=[*_TEAM_SUMS],
    )
    groups["leading_team"] = CellGroup(
        layout.hidden_cells(14, 8, 1), f"IF({_FIRST_SCORE}>{_SECOND_SCORE},1,2)"
    )
    names = layout.hidden_cells(0, 10, len(result_lines.BAR_NAMES))
    groups["bar_names"] = CellGroup.from_column(names, result_lines.BAR_NAMES, _SMALL)
    bars = [
        _if_lines(f'COUNTIFS([counted_player],">0",[guesses],"{test}")')
        for test in _BAR_TESTS
    ]
    groups["bars"] = CellGroup(
        names.shift_columns(1), row_formulas=bars, cell_format=_SMALL
    )
    return groups | _reading_tables(layout)


_ASCII_SIGNS: Final = '0123456789()[]{}<>:;,/\\|*~#=@"'
_NO_NAME_SIGNS: Final = (
    *_ASCII_SIGNS,
    *(form for sign in _ASCII_SIGNS for form in symbol_variants(sign)),
    *"【】、،“”„«»•",
    *(" -", "- ", " –", "– ", " —", "— "),
)
"""Parts of dates, times and lists: a text with one of them is no name."""

_TITLES: Final = [
    (f" {title.lower()}", result_lines.size_order(rules))
    for title, rules in result_lines.NAMED_TITLES.items()
]
"""The titles with a blank before them, and the order of their games."""

_ENDINGS: Final = [
    (line_formulas.LOST, 1),
    *((f"{line_formulas.LOST}{attempts}", 1) for attempts in range(1, 13)),
    *((str(guesses), 1 + guesses) for guesses in range(1, 13)),
]
"""The ends of lines, and 1 more than their guesses: 1 for a code not found."""


def _reading_tables(layout: MatchLayout) -> CellGroups:
    """Return the tables by which formulas read lines."""
    groups: CellGroups = {}
    tables: dict[str, Sequence[Sequence[Cell]]] = {
        "title_table": _TITLES,
        "ending_table": _ENDINGS,
        "no_name_signs": [(sign,) for sign in _NO_NAME_SIGNS],
    }
    column = 0
    for name, rows in tables.items():
        width = len(rows[0])
        cells = layout.hidden_cells(MAX_NAMES + 1, column, len(rows), width)
        groups[name] = CellGroup(cells, values=rows, cell_format=_SMALL)
        column += width
    return groups


def write_match(sheet: Sheet, layout: MatchLayout) -> None:
    """Write the cells and the chart."""
    ranges = layout.ranges
    sheet.add_layout(layout)
    sheet.set_widths(_WIDTHS)
    sheet.set_heights([108, 26, 28, 84, *[22] * (MAX_LINES + 1)])
    sheet.freeze_panes(_FIRST_ROW, 0)
    chart = sheet.new_chart("column", _CHART_SIZE)
    add_bars(chart, ranges["bar_names"], ranges["bars"], palette.ACCENT, gap=30)
    text = "Number of codes solved with 1, 2, ... guesses, and not solved."
    sheet.insert_chart(
        0, _RANKING_COLUMN, chart, {"description": text, "x_offset": 124}
    )
    sheet.set_tab_color(palette.GLOW)
    sheet.fit_to_pages(1, 1)
    sheet.print_area(0, _RANKING_COLUMN, _TEAMS_ROW - 1, len(_WIDTHS) - 1)
    sheet.set_selection(ranges["results"].cell(0).address)
