"""The sheet Match: results of some players, counted and compared in plain formulas."""

import string
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from xl_mastermind.match.result_lines import (
    BAR_COUNT,
    BLANK_CHARACTERS,
    DATE_DELIMITERS,
    DUPLICATE_RESULT,
    EXAMPLE,
    EXPECTED_RESULT,
    GAME_TITLES,
    INVISIBLE_CHARACTERS,
    MAX_SYMBOLS,
    NAME_MISSING,
    NOT_FOUND_SYMBOL,
    PEG_CHARACTERS,
    fold_case,
)
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.cell_group import (
    ACCENT,
    INPUT,
    INPUT_BORDER,
    LABEL,
    LEFT_ALIGNMENT,
    RIGHT_ALIGNMENT,
    SECTION_TITLE,
    SMALL_TEXT,
    UNDERLINE,
    CellFormat,
    CellGroup,
    ConditionalFormat,
    Groups,
    column_group,
    text_group,
)
from xl_mastermind.sheets.sheet_layout import SheetLayout, title_group
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.sheet_names import MATCH_SHEET

MAX_LINES: Final = 200
MAX_NAMES: Final = 30
MAX_NUMBERS: Final = 100
MAX_MEMBERS: Final = 15
"""Rows for lines, names, games with numbers, and members of a team."""

_MAX_NAME_LENGTH: Final = 60
_MAX_TITLE_LENGTH: Final = 80

_HINT: Final = (
    f"Paste result lines such as {EXAMPLE}, and type a name beside each. Lines from a"
    " chat may begin with a name: Ann: …"
)
_FULL: Final = f"Not counted: the sheet has room for {MAX_NAMES} names."
_END: Final = f"The sheet has room for {MAX_LINES} lines."

_FIRST_ROW: Final = 4
_RANKING_ROW: Final = 12
"""The rows of the first line, and of the first rank below the chart."""

_SMALL: Final[CellFormat] = {"font_size": 10}
_HEADING: Final[CellFormat] = SMALL_TEXT | UNDERLINE
_MUTED: Final[CellFormat] = {"font_color": palette.MUTED_INK}
_BOLD: Final[CellFormat] = {"bold": True}
_INPUT: Final[CellFormat] = (
    INPUT_BORDER | INPUT | LEFT_ALIGNMENT | _SMALL | {"num_format": "@"}
)


class _Column(NamedTuple):
    """A column of a table; input cells have no formula, hidden columns no heading."""

    name: str
    formula: str = ""
    heading: str | None = None
    width: int = 0
    cell_format: CellFormat = _SMALL
    is_searched: bool = False
    """Whether formulas search the cells above or below their row."""

    @property
    def heading_format(self) -> CellFormat:
        """The format of the heading, aligned as the cells."""
        alignment = {"align", "indent"} & self.cell_format.keys()
        return _HEADING | {key: self.cell_format[key] for key in alignment}


# Parts of formulas


def _without(text: str, characters: str, replacement: str = "") -> str:
    """Return a text without some characters, or with others in their place."""
    for character in characters:
        quoted = f"CHAR({ord(character)})" if character < " " else f'"{character}"'
        text = f'SUBSTITUTE({text},{quoted},"{replacement}")'
    return text


def _normalized(text: str) -> str:
    """Return a text without invisible characters, and with usual blanks."""
    return _without(_without(text, INVISIBLE_CHARACTERS), BLANK_CHARACTERS, " ")


def _without_pegs(text: str) -> str:
    return _without(text, f"{PEG_CHARACTERS} \n")


def _case_folded(text: str) -> str:
    """Return a text without case; UPPER depends on the application's language."""
    return _without(f"UPPER({text})", "İı", "I")


def _without_wildcards(text: str) -> str:
    """Return a text for MATCH, for which three characters are wildcards."""
    for character, replacement in zip("*?~", "¤¿¬", strict=True):
        text = _without(text, character, replacement)
    return text


def _name_key(name: str) -> str:
    """Return the key by which names are compared."""
    return f'"n"&{_without_wildcards(_case_folded(name))}'


def _typed_name(cell: str) -> str:
    """Return the name in an input cell, blank for an error."""
    text = _normalized(f'{cell}&""')
    return f'IF(ISERROR({cell}),"",TRIM({text}))'


def _has_only(text: str, characters: str) -> str:
    """Return whether a text has these characters only."""
    array = ",".join(f'"{character}"' for character in characters)
    others = f'LEN({text})-LEN(SUBSTITUTE({text},{{{array}}},""))'
    return f"SUMPRODUCT({others})=LEN({text})"


def _last_word(text: str, max_length: int) -> str:
    spread = f'SUBSTITUTE(RIGHT({text},{max_length})," ",REPT(" ",{max_length}))'
    return f"TRIM(RIGHT({spread},{max_length}))"


def _last_position(text: str, part: str) -> str:
    """Return the last position of a part in a text, or 0."""
    mark = INVISIBLE_CHARACTERS[0]
    count = f'(LEN({text})-LEN(SUBSTITUTE({text},"{part}","")))'
    marked = f'SUBSTITUTE({text},"{part}","{mark}",{count}/{len(part)})'
    return f'IF({count}=0,0,FIND("{mark}",{marked}))'


def _above(column: str) -> str:
    """Return the cells of a column above the row, after the locked one."""
    return f"[first {column}_margins]:[above {column}]"


def _below(column: str) -> str:
    """Return the cells of a column below the row, before the locked one."""
    return f"[below {column}]:[last {column}_margins]"


# Hidden columns of a line: its parts, from the end on

_TEXT: Final = (
    f'IF(ISTEXT([@results]),{_normalized("[@results]")},IF(ISBLANK([@results]),"","#"))'
)
# A cell may contain a result line and the pegs below it.
_OTHER_LINES: Final = _without_pegs("MID([@text],[@line_break]+1,999)")
_ONE_LINE: Final = 'TRIM(SUBSTITUTE([@text],CHAR(10)," "))'
_LINE: Final = f'IF({_OTHER_LINES}="",TRIM(LEFT([@text],[@line_break]-1)),{_ONE_LINE})'

_START_LENGTH: Final = "LEN([@line])-LEN([@guesses])"
_HAS_IN: Final = f'{_case_folded(f"MID([@line],{_START_LENGTH}-3,4)")}=" IN "'
_IS_COUNT: Final = (
    "LEN([@guesses])>0,LEN([@guesses])<3,"
    f"{_has_only('[@guesses]', string.digits)},VALUE([@guesses])>0"
)
_START: Final = (
    f'IFERROR(IF(AND({_IS_COUNT},{_HAS_IN}),LEFT([@line],{_START_LENGTH}-4),""),"")'
)

_NUMBER: Final = "MID([@word],2,9)"
_IS_NUMBER: Final = (
    "AND(LEN([@word])>1,LEN([@word])<11," + _has_only(_NUMBER, string.digits) + ")"
)
_GAME_NUMBER: Final = (
    f'IF(LEFT([@word],1)<>"#",0,IF({_IS_NUMBER},'
    f"IF(VALUE({_NUMBER})>0,VALUE({_NUMBER}),-1),-1))"
)
_GAME: Final = f"MID([@named],IF([@colon]=0,1,[@colon]+2),{_MAX_TITLE_LENGTH})"

_AFTER_WORD: Final = "MID([@game],12,99)"
_AFTER_SIZE: Final = "MID([@game],12+LEN([@size]),99)"
_TIMES: Final = 'FIND("X",[@size])'
_SIDES: Final = 'SUBSTITUTE([@size],"X","",1)'
_OTHER_OPTIONS: Final = (
    'SUBSTITUTE(SUBSTITUTE("|"&[@options],"| DISTINCT","|"),"| BLACK","|")'
)
_HAS_SYMBOLS: Final = (
    f"AND(LEN([@symbols])>0,LEN([@symbols])<={MAX_SYMBOLS},"
    f"{_has_only('[@symbols]', string.digits + string.ascii_uppercase)})"
)
_IS_SIZED: Final = (
    f'AND(LEFT([@game],11)="MASTERMIND ",{_TIMES}>1,{_TIMES}<4,LEN([@size])>{_TIMES},'
    f'LEN([@size])<{_TIMES}+3,{_has_only(_SIDES, string.digits)},{_OTHER_OPTIONS}="|",'
    f"IF(LEN([@options])=LEN({_AFTER_SIZE}),TRUE,{_HAS_SYMBOLS}))"
)
# LOWER depends on the application's language, where an I may lose its dot.
_SMALL_OPTIONS: Final = (
    'SUBSTITUTE(SUBSTITUTE([@options],"DISTINCT","distinct"),"BLACK","black")'
)
_SIZED_TITLE: Final = (
    f'"Mastermind "&LOWER([@size])&{_SMALL_OPTIONS}&IF([@symbols]="","",'
    '" symbols="&RIGHT([@named],LEN([@symbols])))'
)
_TITLE_INDEX: Final = f"MATCH({_without_wildcards('[@game]')},[folded_titles],0)"
_TITLE: Final = (
    f"IFERROR(INDEX([titles],{_TITLE_INDEX}),"
    f'IFERROR(IF({_IS_SIZED},{_SIZED_TITLE},""),""))'
)

# The name of a result: beside it, or before the line

(_BRACKET, _BRACKET_END), (_DIGITS, _DATE_END) = DATE_DELIMITERS
_PREFIX_START: Final = "LEFT([@prefix],1)"
_HAS_DATE: Final = f'ISNUMBER(FIND({_PREFIX_START},"{_BRACKET}{_DIGITS}"))'
_END_OF_DATE: Final = (
    f'FIND(IF({_PREFIX_START}="{_BRACKET}","{_BRACKET_END}","{_DATE_END}"),[@prefix])'
    f'+IF({_PREFIX_START}="{_BRACKET}",{len(_BRACKET_END)},{len(_DATE_END)})'
)
_SENDER: Final = (
    f"IF({_HAS_DATE},IFERROR(MID([@prefix],{_END_OF_DATE},999),[@prefix]),[@prefix])"
)
_FIRST_SENDER: Final = 'TRIM(LEFT([@sender],FIND(": ",[@sender]&": ")-1))'
_TYPED_NAME: Final = _typed_name("[@names]")
_NAME: Final = (
    'IF(OR([@game_title]="",[@number]<0),"",'
    f'LEFT(IF({_TYPED_NAME}="",{_FIRST_SENDER},{_TYPED_NAME}),{_MAX_NAME_LENGTH}))'
)

# Whether a line counts, for which name and number

_NUMBERED_TITLE: Final = '[@game_title]&" #"&[@number]'
_KNOWN_NAME: Final = f"INDEX({_above('name_index')},MATCH([@key],{_above('key')},0))"
_NEW_NAME: Final = f"MAX({_above('name_index')})+1"
_FIRST_LINE: Final = f"MATCH([@result_key],{_above('result_key')},0)"
_IS_KNOWN_GAME: Final = f"ISNUMBER(MATCH([@numbered_game],{_above('numbered_game')},0))"
_OTHER_PLAYERS: Final = (
    f"INDEX({_below('players')},MATCH([@numbered_game],{_below('numbered_game')},0))"
)

_LINE_COLUMNS: Final = (
    _Column("text", _TEXT),
    _Column("line_break", "FIND(CHAR(10),[@text]&CHAR(10))"),
    _Column("line", _LINE),
    _Column("is_pegs", f'IF({_without_pegs("[@line]")}="",1,0)'),
    _Column("guesses", _last_word("[@line]", 9)),
    _Column("start", _START),
    _Column("is_lost", f'IF({_case_folded("RIGHT([@start],11)")}=": NOT FOUND",1,0)'),
    _Column("rest", "IF([@is_lost]=1,LEFT([@start],LEN([@start])-11),[@start])"),
    _Column("word", _last_word("[@rest]", 20)),
    _Column("number", _GAME_NUMBER),
    _Column(
        "named",
        'IFERROR(IF([@number]=0,[@rest],LEFT([@rest],LEN([@rest])-LEN([@word])-1)),"")',
    ),
    _Column("colon", _last_position("[@named]", ": ")),
    _Column("game", _case_folded(_GAME)),
    _Column("size", f'LEFT({_AFTER_WORD},FIND(" ",{_AFTER_WORD}&" ")-1)'),
    _Column(
        "options",
        f'LEFT({_AFTER_SIZE},FIND(" SYMBOLS=",{_AFTER_SIZE}&" SYMBOLS=")-1)',
    ),
    _Column("symbols", f"MID({_AFTER_SIZE},LEN([@options])+10,99)"),
    _Column("game_title", _TITLE),
    _Column("prefix", 'IF([@colon]=0,"",LEFT([@named],[@colon]-1))'),
    _Column("sender", _SENDER),
    _Column("name", _NAME),
    _Column("key", f'IF([@name]="","",{_name_key("[@name]")})', is_searched=True),
    _Column(
        "name_index",
        f'IF([@key]="",0,IFERROR({_KNOWN_NAME},{_NEW_NAME}))',
        is_searched=True,
    ),
    _Column(
        "result_key",
        f'IF(OR([@key]="",[@number]=0),"",[@key]&"|"&{_NUMBERED_TITLE})',
        is_searched=True,
    ),
    # The first cell above is the heading's.
    _Column("first_line", f'IF([@result_key]="",0,IFERROR({_FIRST_LINE}-1,0))'),
    _Column(
        "is_counted",
        f"IF(AND([@name_index]>0,[@name_index]<={MAX_NAMES},[@first_line]=0),1,0)",
    ),
    _Column("solved_in", "IF(AND([@is_counted]=1,[@is_lost]=0),VALUE([@guesses]),0)"),
    _Column(
        "numbered_game",
        f'IF(AND([@is_counted]=1,[@number]>0),{_NUMBERED_TITLE},"")',
        is_searched=True,
    ),
    _Column(
        "game_index",
        f'IF([@numbered_game]="",0,IF({_IS_KNOWN_GAME},0,MAX({_above("game_index")})+1))',
        is_searched=True,
    ),
    # The first line of a game collects the players of the lines below it.
    _Column(
        "players",
        'IF([@numbered_game]="","",INDEX([player],[@name_index])&" "&'
        f'IF([@solved_in]>0,[@solved_in],"{NOT_FOUND_SYMBOL}")'
        f'&IFERROR(", "&{_OTHER_PLAYERS},""))',
        is_searched=True,
    ),
)
"""Each column reads those before it."""

_DUPLICATE_RESULT: Final = DUPLICATE_RESULT.format(line='"&[@first_line]&"')
_REMARK: Final = (
    f'IF([@is_pegs]=1,"",IF(OR([@game_title]="",[@number]<0),"{EXPECTED_RESULT}",'
    f'IF([@name]="","{NAME_MISSING}",IF([@name_index]>{MAX_NAMES},"{_FULL}",'
    f'IF([@first_line]>0,"{_DUPLICATE_RESULT}","")))))'
)


# Hidden columns of a name


def _score(solved: str, guesses: str) -> str:
    """Return a score: greater for more codes solved, then for fewer guesses."""
    return f"{solved}*100000-{guesses}"


def _is_member(team: int) -> str:
    is_member = f"ISNUMBER(MATCH([@player_key],[team_{team}_keys],0))"
    return f'IF([@player_key]="",0,IF({is_member},1,0))'


_IS_PLAYER: Final = "([name_index]=[#])"
_IS_SOLVED: Final = f"{_IS_PLAYER}*([solved_in]>0)"
_IS_LOST: Final = f"{_IS_PLAYER}*([is_counted]=1)*([solved_in]=0)"

_NAME_COLUMNS: Final = (
    _Column("player_line", "IFERROR(MATCH([#],[name_index],0),0)"),
    _Column("player", 'IF([@player_line]=0,"",INDEX([name],[@player_line]))'),
    _Column("player_key", 'IF([@player_line]=0,"",INDEX([key],[@player_line]))'),
    _Column("games", f"SUMPRODUCT({_IS_PLAYER}*([is_counted]=1))"),
    _Column("found", f"SUMPRODUCT({_IS_SOLVED})"),
    _Column("guess_sum", "SUMIF([name_index],[#],[solved_in])"),
    _Column(
        "best",
        f"IF([@found]=0,0,100-SUMPRODUCT(MAX({_IS_SOLVED}*(100-[solved_in]))))",
    ),
    _Column("last_loss", f"SUMPRODUCT(MAX({_IS_LOST}*ROW([name_index])))"),
    _Column("streak", f"SUMPRODUCT({_IS_SOLVED}*(ROW([name_index])>[@last_loss]))"),
    _Column(
        "score",
        f"IF([@player_line]=0,-1,{_score('[@found]', '[@guess_sum]')})",
        is_searched=True,
    ),
    _Column("rank", '1+COUNTIF([score],">"&[@score])'),
    _Column("order", "[@rank]+COUNTIF([first score_margins]:[@score],[@score])-1"),
    _Column("in_team_1", _is_member(1)),
    _Column("in_team_2", _is_member(2)),
    _Column("ranked_player", 'IF([#]>COUNTIF([score],">=0"),0,MATCH([#],[order],0))'),
)
"""One row per name, in the order of their first lines."""


# Visible columns


def _figure(name: str, player: str) -> str:
    """Return a figure of the player with an index, blank for 0."""
    value = f"INDEX([{name}],{player})"
    if name == "average":
        found, guesses = f"INDEX([found],{player})", f"INDEX([guess_sum],{player})"
        value = f'IF({found}=0,"",{guesses}/{found})'
    if name == "best":
        value = f'IF({value}=0,"",{value})'
    return f'IF({player}=0,"",{value})'


def _listed_game(column: str) -> str:
    """Return a value of a game with a number, in the order of their lines."""
    return f'IFERROR(INDEX([{column}],MATCH([#],[game_index],0)),"")'


_PLACE: Final[CellFormat] = RIGHT_ALIGNMENT | {"num_format": "0"}
_PLAYER: Final[CellFormat] = LEFT_ALIGNMENT | {"indent": 1, "num_format": "@"}
_GAME_TEXT: Final[CellFormat] = LEFT_ALIGNMENT | _SMALL
_NUMBER_FORMATS: Final[dict[str, CellFormat]] = {
    "games": RIGHT_ALIGNMENT | {"num_format": "0"},
    "found": RIGHT_ALIGNMENT | {"num_format": "0"},
    "average": RIGHT_ALIGNMENT | {"num_format": "0.00"},
    "best": RIGHT_ALIGNMENT | {"num_format": "0"},
    "streak": RIGHT_ALIGNMENT | {"num_format": "0"},
}

_INPUT_COLUMNS: Final = (
    _Column("results", "", "Result", 206, _INPUT),
    _Column("names", "", "Name", 96, _INPUT),
)
_RANKED: Final = "[@ranked_player]"
_RANKING_COLUMNS: Final = (
    _Column("ranking_place", _figure("rank", _RANKED), "", 24, _PLACE),
    _Column("ranking_name", _figure("player", _RANKED), "Name", 112, _PLAYER),
    *(
        _Column(
            *(f"ranking_{name}", _figure(name, _RANKED), name.capitalize()),
            *(width, _NUMBER_FORMATS[name]),
        )
        for name, width in zip(_NUMBER_FORMATS, (46, 46, 58, 42, 48), strict=True)
    ),
)
_GAME_COLUMNS: Final = (
    _Column("listed_games", _listed_game("numbered_game"), "Game", 232, _GAME_TEXT),
    _Column("listed_players", _listed_game("players"), "Guesses", 416, _GAME_TEXT),
)
_WIDTHS: Final = (
    *(34, *(column.width for column in _INPUT_COLUMNS), 240, 14),
    *(*(column.width for column in _RANKING_COLUMNS), 14),
    *(column.width for column in _GAME_COLUMNS),
)
_RANKING_COLUMN: Final = 5
_GAME_COLUMN: Final = _RANKING_COLUMN + len(_RANKING_COLUMNS) + 1


@dataclass(frozen=True)
class MatchLayout(SheetLayout):
    """All cells of the sheet: input cells, results, and steps in hidden columns."""

    sheet: str = MATCH_SHEET

    def table(
        self, row: int, column: int, height: int, columns: Sequence[_Column]
    ) -> Groups:
        """Return the columns of a table, and the headings of visible ones."""
        groups: Groups = {}
        for index, each in enumerate(columns, column):
            name, cells = each.name, self.cell_range(row, index, height)
            margins = replace(cells, top=cells.top - 1, bottom=cells.bottom + 1)
            group = CellGroup(cells, each.formula, each.cell_format)
            groups[name] = (
                group if each.formula else replace(group, anchor_range=margins)
            )
            if each.heading is not None:
                heading = text_group(cells.row(-1), each.heading, each.heading_format)
                groups[f"{name}_heading"] = heading
            if each.is_searched:
                groups[f"{name}_margins"] = CellGroup(margins)
        return groups


def match_layout() -> MatchLayout:
    """Return the layout of the sheet."""
    return MatchLayout().add((_title, _lines, _ranking, _teams, _games, _hidden))


_RESULT_COUNT: Final = "SUM([is_counted])"
_NAME_COUNT: Final = 'COUNTIF([score],">=0")'
_SUMMARY: Final = (
    f'IF({_RESULT_COUNT}=0,"",'
    f'{_RESULT_COUNT}&IF({_RESULT_COUNT}=1," result"," results")&" of "'
    f'&{_NAME_COUNT}&IF({_NAME_COUNT}=1," name."," names."))'
)
_REMARK_COUNT: Final = 'SUMPRODUCT(--([remarks]<>""))'
_NOT_COUNTED: Final = (
    f'IF({_REMARK_COUNT}=0,"",IF({_REMARK_COUNT}=1,"1 line does not count:",'
    f'{_REMARK_COUNT}&" lines do not count:"))'
)


def _title(layout: MatchLayout) -> Groups:
    """Return the title, and the lines below and beside it."""
    groups = title_group(layout, "Match")
    cells = layout.cell_range
    groups["hint"] = text_group(cells(1, 1), _HINT, _MUTED)
    groups["summary"] = CellGroup(cells(2, 1), _SUMMARY, _MUTED)
    groups["not_counted"] = CellGroup(cells(2, 3), _NOT_COUNTED, ACCENT)
    groups["verdict"] = CellGroup(cells(0, _RANKING_COLUMN), _verdict(), ACCENT)
    return groups


def _lines(layout: MatchLayout) -> Groups:
    """Return the input cells, and the remark on each line."""
    groups: Groups = {}
    cells, top = layout.cell_range, _FIRST_ROW
    numbers = range(1, MAX_LINES + 1)
    number_format = LABEL | {"font_color": palette.FAINT_INK}
    groups["headings"] = text_group(cells(top - 1, 0, width=4), "", _HEADING)
    groups["line_numbers"] = column_group(
        cells(top, 0, MAX_LINES), numbers, number_format
    )
    groups |= layout.table(top, 1, MAX_LINES, _INPUT_COLUMNS)
    remark_format = SMALL_TEXT | {"font_size": 9, "indent": 1}
    groups["remarks"] = CellGroup(cells(top, 3, MAX_LINES), _REMARK, remark_format)
    groups["end"] = text_group(cells(top + MAX_LINES, 1, width=2), _END, SMALL_TEXT)
    return groups


def _ranking(layout: MatchLayout) -> Groups:
    """Return the ranking, whose first place is highlighted."""
    groups: Groups = {}
    place = _RANKING_ROW, _RANKING_COLUMN, MAX_NAMES
    groups |= layout.table(*place, _RANKING_COLUMNS)
    ranking = layout.cell_range(*place, len(_RANKING_COLUMNS))
    is_first = ConditionalFormat("[@ranking_place]=1", ACCENT)
    groups["ranking"] = CellGroup(ranking, conditional_formats=[is_first])
    return groups


_MORE_GAMES: Final = (
    f"IF(MAX([game_index])>{MAX_NUMBERS},"
    f'"Only the first {MAX_NUMBERS} of "&MAX([game_index])&" games are shown.","")'
)


def _games(layout: MatchLayout) -> Groups:
    """Return the games with numbers, and the guesses of their players."""
    groups: Groups = {}
    groups |= layout.table(_FIRST_ROW, _GAME_COLUMN, MAX_NUMBERS, _GAME_COLUMNS)
    below = layout.cell_range(_FIRST_ROW + MAX_NUMBERS, _GAME_COLUMN)
    groups["more_games"] = CellGroup(below, _MORE_GAMES, SMALL_TEXT)
    return groups


# Teams

_TEAM_FIGURES: Final = ("games", "found", "average")


def _teams(layout: MatchLayout) -> Groups:
    """Return two lists of names to type, and the figures of each team."""
    groups: Groups = {}
    top, left = _RANKING_ROW + MAX_NAMES + 2, _RANKING_COLUMN + 1
    heading = layout.cell_range(top - 1, _RANKING_COLUMN)
    groups["teams"] = text_group(heading, "Two teams: type their names", SECTION_TITLE)
    for team in (1, 2):
        row = top + 1 + (team - 1) * (MAX_MEMBERS + 3)
        groups |= layout.table(row, left, MAX_MEMBERS, _team_columns(team))
        hidden = len(_WIDTHS) + len(_LINE_COLUMNS) + len(_NAME_COLUMNS) + 2 + 2 * team
        groups |= layout.table(row, hidden, MAX_MEMBERS, _member_columns(team))
        total = layout.cell_range(row + MAX_MEMBERS, left)
        total_format = _BOLD | LEFT_ALIGNMENT
        groups[f"team_{team}_total"] = text_group(total, "Together", total_format)
        for column, name in enumerate(_TEAM_FIGURES, 1):
            groups[f"team_{team}_total_{name}"] = CellGroup(
                total.shift_columns(column),
                _total(team, name),
                _NUMBER_FORMATS[name] | _BOLD,
            )
    return groups


def _team_columns(team: int) -> list[_Column]:
    """Return the visible columns of a team: its members and their figures."""
    columns = [_Column(f"team_{team}_members", "", f"Team {team}", 0, _INPUT)]
    for name in _TEAM_FIGURES:
        index = f"[@team_{team}_indexes]"
        unknown = '"none"' if name == "games" else '""'
        formula = f"IF({index}<0,{unknown},{_figure(name, index)})"
        heading, number_format = name.capitalize(), _NUMBER_FORMATS[name]
        columns.append(
            _Column(f"team_{team}_{name}", formula, heading, 0, number_format)
        )
    return columns


def _member_columns(team: int) -> tuple[_Column, _Column]:
    """Return the hidden columns of a team: keys of its members, and their indexes."""
    member, key = _typed_name(f"[@team_{team}_members]"), f"[@team_{team}_keys]"
    member_key = _name_key(f"LEFT({member},{_MAX_NAME_LENGTH})")
    return (
        _Column(f"team_{team}_keys", f'IF({member}="","",{member_key})'),
        # 0 for a blank cell, -1 for an unknown name.
        _Column(
            f"team_{team}_indexes",
            f'IF({key}="",0,IFERROR(MATCH({key},[player_key],0),-1))',
        ),
    )


def _sum(team: int, column: str) -> str:
    """Return the sum of a figure over the members of a team."""
    return f"SUMIF([in_team_{team}],1,[{column}])"


def _total(team: int, name: str) -> str:
    """Return a figure of a team."""
    games, found = _sum(team, "games"), _sum(team, "found")
    if name == "average":
        return f'IF({found}=0,"",{_sum(team, "guess_sum")}/{found})'
    return f'IF({games}=0,"",{_sum(team, name)})'


def _verdict() -> str:
    """Return which of two teams is ahead, and by which figure, or nothing."""
    games, found, guesses = (
        [_sum(team, column) for team in (1, 2)]
        for column in ("games", "found", "guess_sum")
    )
    first, second = map(_score, found, guesses)
    ahead, behind = (
        [f"IF({first}>{second},{each[a]},{each[1 - a]})" for each in (found, guesses)]
        for a in (0, 1)
    )
    averages = [f"ROUND({guesses}/{found},2)" for found, guesses in (ahead, behind)]
    better = (
        f'IF({found[0]}<>{found[1]},{ahead[0]}&" found to "&{behind[0]},'
        f'{averages[0]}&" guesses to "&{averages[1]})'
    )
    leader = f'"Team "&IF({first}>{second},1,2)&" is ahead, "&{better}&"."'
    return (
        f'IF(MIN({games[0]},{games[1]})=0,"",'
        f'IF({first}={second},"Both teams are level.",{leader})'
        '&IF(SUMPRODUCT([in_team_1]*[in_team_2])>0," A name is in both teams.",""))'
    )


# Hidden columns

_BARS: Final = {
    **{
        f"{guesses}": f"COUNTIF([solved_in],{guesses})"
        for guesses in range(1, BAR_COUNT)
    },
    f"{BAR_COUNT}+": f'COUNTIF([solved_in],">={BAR_COUNT}")',
    "not found": "SUMPRODUCT(([is_counted]=1)*([solved_in]=0))",
}


def _hidden(layout: MatchLayout) -> Groups:
    """Return the hidden columns: lines, titles, names, and the bars of the chart."""
    groups: Groups = {}
    column = len(_WIDTHS)
    groups |= layout.table(_FIRST_ROW, column, MAX_LINES, _LINE_COLUMNS)
    column += len(_LINE_COLUMNS)
    titles = layout.cell_range(_FIRST_ROW, column, len(GAME_TITLES))
    folded_titles = map(fold_case, GAME_TITLES)
    groups["titles"] = column_group(titles, GAME_TITLES, _SMALL)
    groups["folded_titles"] = column_group(
        titles.shift_columns(1), folded_titles, _SMALL
    )
    column += 2
    groups |= layout.table(_FIRST_ROW, column, MAX_NAMES, _NAME_COLUMNS)
    column += len(_NAME_COLUMNS)
    bar_names = layout.cell_range(_FIRST_ROW, column, len(_BARS))
    bars, formulas = bar_names.shift_columns(1), [*_BARS.values()]
    groups["bar_names"] = column_group(bar_names, _BARS, _SMALL)
    groups["bars"] = CellGroup(bars, row_formulas=formulas, cell_format=_SMALL)
    return groups


class MatchSheet(Canvas):
    """The writer of the sheet."""

    def draw(self, layout: MatchLayout) -> None:
        """Write the cells and the chart."""
        ranges = layout.ranges
        self.write_groups(layout.groups.values())
        self.widths(_WIDTHS)
        last = max(cell_range.right for cell_range in ranges.values())
        self.hide_columns(len(_WIDTHS), last)
        self.rows([56, 26, 24, 24, *[22] * (MAX_LINES + 1)])
        chart = self.new_chart("column", (390, 176), "Number of guesses")
        self.bars(chart, ranges["bar_names"], ranges["bars"], palette.ACCENT, gap=30)
        text = "Number of codes solved with 1, 2, ... guesses, and not solved."
        self.chart(layout.cell_range(2, _RANKING_COLUMN), chart, text)
        self.sheet.set_tab_color(palette.GLOW)
        self.print_one_page_wide()
        self.sheet.print_area(0, 0, _FIRST_ROW + MAX_LINES, len(_WIDTHS) - 1)
        self.select(ranges["results"].top, ranges["results"].left)
