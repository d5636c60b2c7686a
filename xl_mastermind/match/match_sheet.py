"""The sheet Match: results of some players, counted and compared in plain formulas."""

import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

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
    LEFT_ALIGNMENT,
    RIGHT_ALIGNMENT,
    SECTION_TITLE,
    SMALL_TEXT,
    UNDERLINE,
    CellFormat,
    CellGroup,
    ConditionalFormat,
)
from xl_mastermind.sheets.sheet_layout import SheetLayout, message_group, title_group
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.sheet_names import MATCH_SHEET

MAX_LINES: Final = 200
MAX_NAMES: Final = 30
MAX_NUMBERS: Final = 100
MAX_MEMBERS: Final = 15
"""Numbers of lines, names, games' numbers and members of a team that find room."""

_HINT: Final = (
    f"Paste result lines such as {EXAMPLE}, and type a name beside each, unless a chat"
    " has put it before: Ann: …"
)
_FULL: Final = f"Not counted: only {MAX_NAMES} names find room."
_END: Final = f"Only {MAX_LINES} lines find room."

_WIDTHS: Final = (34, 206, 96, 240, 14, 24, 112, 46, 46, 58, 42, 48, 14, 232, 416)
"""Of the seen columns."""

_TOP: Final = 4
"""The row of the first line."""

_RANKED: Final = 12
"""The row of the first name of the ranking, below the chart."""

_RANKING: Final = 5
"""The first column of the ranking: place, name, and figures."""

_FIGURES: Final = {
    "games": "0",
    "found": "0",
    "average": "0.00",
    "best": "0",
    "streak": "0",
}
"""The figures of a name, with their number formats."""

_MAX_NAME_LENGTH: Final = 60
_MAX_TITLE_LENGTH: Final = 80
"""Characters of a name, and of a title."""

_NOTHING: Final = '""'

_TEXT: Final[CellFormat] = {"num_format": "@"}
_HEAD: Final[CellFormat] = SMALL_TEXT | UNDERLINE
_INPUT: Final[CellFormat] = (
    INPUT_BORDER | INPUT | LEFT_ALIGNMENT | _TEXT | {"font_size": 10}
)
_UNSEEN: Final[CellFormat] = {"font_size": 10}

_LINE_STEPS: Final = (
    *("text", "break", "line", "is_bare", "guesses", "head", "is_lost", "rest"),
    *("word", "number", "named", "split", "game", "size", "kind", "symbols"),
    *("of_game", "before", "after", "name", "key", "place", "played", "first"),
    *("counts", "found", "numbered", "number_place", "players"),
)
"""The hidden columns of a line, each reading those before it."""

_NAME_STEPS: Final = (
    *("line_of", "name_of", "key_of", "games_of", "found_of", "guesses_of", "best_of"),
    *("last_lost", "streak_of", "score", "rank", "order", "in_team_1", "in_team_2"),
    "ranked",
)
"""The hidden columns of a name, in the order of their first lines."""


@dataclass(frozen=True)
class MatchLayout(SheetLayout):
    """
    All cells of the sheet: typed ones, results, and steps in hidden columns.

    Formulas read typed cells by their places in an area whose first and last cells
    are locked, so that no formula follows a cell that is cut and pasted.
    """

    sheet: str = MATCH_SHEET

    def hidden(self, row: int, column: int, height: int = 1) -> CellRange:
        """Return cells of a hidden column."""
        return self.cell_range(row, len(_WIDTHS) + column, height)

    def typed(self, name: str, row: int) -> str:
        """Return a typed cell, counted from 0, by its place."""
        cell_range = self.groups[name].cell_range
        anchored = replace(
            cell_range, top=cell_range.top - 1, bottom=cell_range.bottom + 1
        )
        return f"INDEX({anchored.absolute_address},{row + 2})"

    def column(self, name: str) -> str:
        """Return all cells of a hidden column."""
        return self.groups[name].cell_range.absolute_address

    def above(self, name: str, row: int) -> str:
        """Return the cells of a hidden column above one, the locked one first."""
        cell_range = self.groups[name].cell_range
        return (
            f"{cell_range.row(-1).absolute_address}:{cell_range.row(row - 1).address}"
        )

    def below(self, name: str, row: int) -> str:
        """Return the cells of a hidden column below one, the locked one last."""
        cell_range = self.groups[name].cell_range
        return f"{cell_range.row(row + 1).address}:{cell_range.row(MAX_LINES).absolute_address}"


def match_layout() -> MatchLayout:
    """Return the plan of the sheet."""
    return MatchLayout().add((_head, _lines, _line_steps, _names, _results, _teams))


def _head(p: MatchLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title and the line below it."""
    yield title_group(p, "Match")
    yield (
        "hint",
        replace(
            message_group(p, [[_HINT]]), cell_format={"font_color": palette.MUTED_INK}
        ),
    )
    cell_format = {"font_color": palette.MUTED_INK}
    yield (
        "summary",
        CellGroup(p.cell_range(2, 1), lambda *_: _summary(p), cell_format=cell_format),
    )
    yield (
        "not_counted",
        CellGroup(p.cell_range(2, 3), lambda *_: _not_counted(p), cell_format=ACCENT),
    )
    yield (
        "verdict",
        CellGroup(
            p.cell_range(0, _RANKING), lambda *_: _verdict(p), cell_format=ACCENT
        ),
    )


def _lines(p: MatchLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the lines to type or paste, and the remark on each."""
    heads = [["", "Result", "Name", ""]]
    yield (
        "line_heads",
        CellGroup(p.cell_range(_TOP - 1, 0, 1, 4), values=heads, cell_format=_HEAD),
    )
    numbers = p.cell_range(_TOP, 0, MAX_LINES)
    cell_format = (
        SMALL_TEXT | RIGHT_ALIGNMENT | {"font_color": palette.FAINT_INK, "indent": 1}
    )
    values = [[line] for line in range(1, MAX_LINES + 1)]
    yield "line_numbers", CellGroup(numbers, values=values, cell_format=cell_format)
    yield (
        "results",
        CellGroup(p.cell_range(_TOP, 1, MAX_LINES), values=[], cell_format=_INPUT),
    )
    yield (
        "names",
        CellGroup(p.cell_range(_TOP, 2, MAX_LINES), values=[], cell_format=_INPUT),
    )
    cell_format = SMALL_TEXT | {"font_size": 9, "indent": 1}
    yield (
        "said",
        CellGroup(
            p.cell_range(_TOP, 3, MAX_LINES),
            lambda row, _: _said(p, row),
            cell_format=cell_format,
        ),
    )
    yield (
        "end",
        CellGroup(
            p.cell_range(_TOP + MAX_LINES, 1), values=[[_END]], cell_format=SMALL_TEXT
        ),
    )
    yield (
        "end_of_names",
        CellGroup(p.cell_range(_TOP + MAX_LINES, 2), values=[], cell_format=SMALL_TEXT),
    )


def _line_steps(p: MatchLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the hidden columns in which lines are read and counted."""
    formulas = cache(partial(_line_formulas, p))
    for column, step in enumerate(_LINE_STEPS):
        cell_range = p.hidden(_TOP, column, MAX_LINES)
        yield (
            step,
            CellGroup(
                cell_range, partial(_picked, formulas, step), cell_format=_UNSEEN
            ),
        )
    titles = p.hidden(_TOP, len(_LINE_STEPS), len(GAME_TITLES))
    yield (
        "titles",
        CellGroup(titles, values=[[t] for t in GAME_TITLES], cell_format=_UNSEEN),
    )
    values = [[fold_case(t)] for t in GAME_TITLES]
    yield (
        "folded_titles",
        CellGroup(titles.shift_columns(1), values=values, cell_format=_UNSEEN),
    )


def _names(p: MatchLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the hidden columns in which names are counted."""
    formulas = cache(partial(_name_formulas, p))
    for column, step in enumerate(_NAME_STEPS, len(_LINE_STEPS) + 2):
        cell_range = p.hidden(_TOP, column, MAX_NAMES)
        yield (
            step,
            CellGroup(
                cell_range, partial(_picked, formulas, step), cell_format=_UNSEEN
            ),
        )


def _picked(
    formulas: Callable[[int], dict[str, str]], step: str, row: int, _: int
) -> str:
    return formulas(row)[step]


def _results(p: MatchLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the ranking, who needed how many, and what the chart reads."""
    heads = [["", "Name", *(name.capitalize() for name in _FIGURES)]]
    top, left, width = _RANKED, _RANKING, 2 + len(_FIGURES)
    yield from _heads("ranking", p.cell_range(top - 1, left, 1, width), heads[0])
    for column, (name, form) in enumerate((("place", "0"), ("who", "@"))):
        cell_range = p.cell_range(top, left + column, MAX_NAMES)
        yield f"ranking_{name}", _ranked(p, cell_range, name, form)
    for column, (name, form) in enumerate(_FIGURES.items(), left + 2):
        cell_range = p.cell_range(top, column, MAX_NAMES)
        yield f"ranking_{name}", _ranked(p, cell_range, name, form)
    left += width + 1
    yield from _heads("number", p.cell_range(_TOP - 1, left, 1, 2), ["Game", "Guesses"])
    for column, name in enumerate(("numbered", "players"), left):
        cell_range = p.cell_range(_TOP, column, MAX_NUMBERS)
        cell_format = LEFT_ALIGNMENT | {"font_size": 10}
        yield (
            f"shown_{name}",
            CellGroup(cell_range, _number(p, name), cell_format=cell_format),
        )
    more = p.cell_range(_TOP + MAX_NUMBERS, left)
    yield (
        "more_numbers",
        CellGroup(more, lambda *_: _more_numbers(p), cell_format=SMALL_TEXT),
    )
    column = len(_LINE_STEPS) + len(_NAME_STEPS) + 2
    names = [*map(str, range(1, BAR_COUNT)), f"{BAR_COUNT}+", "not found"]
    bars = p.hidden(_TOP, column, len(names))
    yield (
        "bar_names",
        CellGroup(bars, values=[[name] for name in names], cell_format=_UNSEEN),
    )
    yield (
        "bars",
        CellGroup(
            bars.shift_columns(1), lambda row, _: _bar(p, row), cell_format=_UNSEEN
        ),
    )


def _heads(
    name: str, cell_range: CellRange, texts: list[str]
) -> Iterator[tuple[str, CellGroup]]:
    """Yield the heads of a table; those of figures stand right."""
    for column, text in enumerate(texts):
        side = LEFT_ALIGNMENT | {"indent": int(text == "Name")}
        cell_format = _HEAD | (RIGHT_ALIGNMENT if text.lower() in _FIGURES else side)
        head = cell_range.column(column)
        yield (
            f"{name}_head_{column}",
            CellGroup(head, values=[[text]], cell_format=cell_format),
        )


def _ranked(p: MatchLayout, cell_range: CellRange, name: str, form: str) -> CellGroup:
    """Return a column of the ranking, whose first is marked."""
    side = LEFT_ALIGNMENT | {"indent": 1} if name == "who" else RIGHT_ALIGNMENT
    cell_format = side | {"num_format": form}
    first = f"${p.cell_range(_RANKED, _RANKING).address}=1"

    def formula(row: int, _: int) -> str:
        return _of_name(p, name, p.reference("ranked", row))

    return CellGroup(
        cell_range,
        formula,
        cell_format=cell_format,
        conditional_formats=lambda: [ConditionalFormat(first, ACCENT)],
    )


def _teams(p: MatchLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield two lists of names to type, and the figures of each team."""
    top = _RANKED + MAX_NAMES + 2
    heading = p.cell_range(top - 1, _RANKING)
    yield (
        "teams",
        CellGroup(
            heading, values=[["Two teams: type their names"]], cell_format=SECTION_TITLE
        ),
    )
    for team in (1, 2):
        for name, cells in _team(p, team, top + (team - 1) * (MAX_MEMBERS + 3)):
            yield f"team_{team}_{name}", cells


def _team(p: MatchLayout, team: int, top: int) -> Iterator[tuple[str, CellGroup]]:
    """Yield a team: its figures, its members, theirs."""
    left, shown = _RANKING + 1, [*_FIGURES][:3]
    heads = [f"Team {team}", *map(str.capitalize, shown)]
    yield from _heads("head", p.cell_range(top, left, 1, len(heads)), heads)
    members = p.cell_range(top + 1, left, MAX_MEMBERS)
    yield "members", CellGroup(members, values=[], cell_format=_INPUT)
    total = p.cell_range(top + 1 + MAX_MEMBERS, left)
    bold = {"bold": True}
    yield (
        "total",
        CellGroup(total, values=[["Together"]], cell_format=bold | LEFT_ALIGNMENT),
    )
    column = _member_columns(team)
    keys = p.hidden(top + 1, column, MAX_MEMBERS)
    typed = f"team_{team}_members"
    yield (
        "keys",
        CellGroup(keys, lambda row, _: _member_key(p, typed, row), cell_format=_UNSEEN),
    )
    places = p.hidden(top + 1, column + 1, MAX_MEMBERS)
    yield (
        "places",
        CellGroup(
            places, lambda row, _: _member_place(p, team, row), cell_format=_UNSEEN
        ),
    )
    for place, name in enumerate(shown, left + 1):
        cell_format = RIGHT_ALIGNMENT | {"num_format": _FIGURES[name]}
        yield (
            name,
            CellGroup(
                p.cell_range(top + 1, place, MAX_MEMBERS),
                _member(p, team, name),
                cell_format=cell_format,
            ),
        )
        yield (
            f"total_{name}",
            CellGroup(
                total.shift_columns(place - left),
                _total(p, team, name),
                cell_format=cell_format | bold,
            ),
        )


def _member_columns(team: int) -> int:
    """Return the first hidden column of a team, after the columns of the chart."""
    return len(_LINE_STEPS) + len(_NAME_STEPS) + 4 + 2 * (team - 1)


# Parts of formulas


def _without(text: str, characters: str, instead: str = "") -> str:
    """Return a text without some characters."""
    for character in characters:
        written = f"CHAR({ord(character)})" if character < " " else f'"{character}"'
        text = f'SUBSTITUTE({text},{written},"{instead}")'
    return text


def _cleaned(text: str) -> str:
    return _without(_without(text, INVISIBLE_CHARACTERS), BLANK_CHARACTERS, " ")


def _bare(text: str) -> str:
    """Return a text without pegs and blanks."""
    return _without(text, f"{PEG_CHARACTERS} \n")


def _folded(text: str) -> str:
    """Return a text without case; UPPER goes by the language of the program."""
    return _without(f"UPPER({text})", "İı", "I")


def _no_wildcards(text: str) -> str:
    """Return a text for MATCH, which takes three characters for patterns."""
    for character, other in zip("*?~", "¤¿¬", strict=True):
        text = f'SUBSTITUTE({text},"{character}","{other}")'
    return text


def _key(name: str) -> str:
    """Return the key by which names are compared."""
    return f'"n"&{_no_wildcards(_folded(name))}'


def _are_digits(text: str) -> str:
    return _are_all(text, string.digits)


def _are_all(text: str, characters: str) -> str:
    """Return whether a text has these characters only."""
    listed = ",".join(f'"{character}"' for character in characters)
    without = f'LEN(SUBSTITUTE({text},{{{listed}}},""))'
    return f"SUMPRODUCT(LEN({text})-{without})=LEN({text})"


def _last_word(text: str, most: int) -> str:
    spread = f'SUBSTITUTE(RIGHT({text},{most})," ",REPT(" ",{most}))'
    return f"TRIM(RIGHT({spread},{most}))"


# Formulas of lines; rows count from 0


def _line_formulas(p: MatchLayout, row: int) -> dict[str, str]:
    """Return the formulas of a line, by the names of their columns."""
    c = {step: p.reference(step, row) for step in _LINE_STEPS}
    result = p.typed("results", row)
    return {
        "text": f'IF(ISTEXT({result}),{_cleaned(result)},IF(ISBLANK({result}),"","#"))',
        **_reading(p, c),
        **_naming(c, p.typed("names", row)),
        **_counting(p, c, row),
    }


def _reading(p: MatchLayout, c: dict[str, str]) -> dict[str, str]:
    """Return the formulas that split a line, from its end on."""
    text, line, head, rest = c["text"], c["line"], c["head"], c["rest"]
    word, named, game = c["word"], c["named"], c["game"]
    feed, guesses = "CHAR(10)", c["guesses"]
    # A cell may hold a result line and the pegs below it.
    others = _bare(f"MID({text},{c['break']}+1,999)")
    one_line = f'SUBSTITUTE({text},{feed}," ")'
    before = f"LEN({line})-LEN({guesses})"
    is_in = f'{_folded(f"MID({line},{before}-3,4)")}=" IN "'
    is_count = f"LEN({guesses})>0,LEN({guesses})<3,{_are_digits(guesses)}"
    number = f"MID({word},2,9)"
    is_number = f"AND(LEN({word})>1,LEN({word})<11,{_are_digits(number)})"
    size, kind, symbols = c["size"], c["kind"], c["symbols"]
    after_word, times = f"MID({game},12,99)", f'FIND("X",{size})'
    after_size = f"MID({game},12+LEN({size}),99)"
    sides = f'SUBSTITUTE({size},"X","",1)'
    words = f'SUBSTITUTE(SUBSTITUTE("|"&{kind},"| DISTINCT","|"),"| BLACK","|")'
    are_symbols = (
        f"IF(LEN({kind})=LEN({after_size}),TRUE,AND(LEN({symbols})>0,"
        f"LEN({symbols})<={MAX_SYMBOLS},"
        f"{_are_all(symbols, string.digits + string.ascii_uppercase)}))"
    )
    is_sized = (
        f'AND(LEFT({game},11)="MASTERMIND ",{times}>1,{times}<4,LEN({size})>{times},'
        f'LEN({size})<{times}+3,{_are_digits(sides)},{words}="|",{are_symbols})'
    )
    # LOWER goes by the language of the program, in which an I may lose its dot.
    lower_kind = f'SUBSTITUTE(SUBSTITUTE({kind},"DISTINCT","distinct"),"BLACK","black")'
    sized = (
        f'"Mastermind "&LOWER({size})&{lower_kind}'
        f'&IF({symbols}="",""," symbols="&RIGHT({named},LEN({symbols})))'
    )
    known = f"MATCH({_no_wildcards(game)},{p.column('folded_titles')},0)"
    return {
        "break": f"FIND({feed},{text}&{feed})",
        "line": (f'IF({others}="",TRIM(LEFT({text},{c["break"]}-1)),TRIM({one_line}))'),
        "is_bare": f'IF({_bare(line)}="",1,0)',
        "guesses": _last_word(line, 9),
        "head": (
            f"IFERROR(IF(AND({is_count},VALUE({guesses})>0,{is_in}),"
            f'LEFT({line},{before}-4),""),"")'
        ),
        "is_lost": f'IF({_folded(f"RIGHT({head},11)")}=": NOT FOUND",1,0)',
        "rest": f"IF({c['is_lost']}=1,LEFT({head},LEN({head})-11),{head})",
        "word": _last_word(rest, 20),
        "number": (
            f'IF(LEFT({word},1)<>"#",0,'
            f"IF({is_number},IF(VALUE({number})>0,VALUE({number}),-1),-1))"
        ),
        "named": (
            f"IFERROR(IF({c['number']}=0,{rest},LEFT({rest},LEN({rest})-LEN({word})-1)),"
            '"")'
        ),
        "split": _last_place(named, ": "),
        "game": _folded(
            f"MID({named},IF({c['split']}=0,1,{c['split']}+2),{_MAX_TITLE_LENGTH})"
        ),
        "size": f'LEFT({after_word},FIND(" ",{after_word}&" ")-1)',
        "kind": f'LEFT({after_size},FIND(" SYMBOLS=",{after_size}&" SYMBOLS=")-1)',
        "symbols": f"MID({after_size},LEN({kind})+10,99)",
        "of_game": (
            f"IFERROR(INDEX({p.column('titles')},{known}),"
            f'IFERROR(IF({is_sized},{sized},""),""))'
        ),
    }


def _last_place(text: str, part: str) -> str:
    """Return where a part stands for the last time in a text, or 0."""
    mark, count = (
        INVISIBLE_CHARACTERS[0],
        f'(LEN({text})-LEN(SUBSTITUTE({text},"{part}","")))',
    )
    marked = f'SUBSTITUTE({text},"{part}","{mark}",{count}/{len(part)})'
    return f'IF({count}=0,0,FIND("{mark}",{marked}))'


def _naming(c: dict[str, str], beside: str) -> dict[str, str]:
    """Return the formulas for the name of a result: beside it, or before the line."""
    before, after = c["before"], c["after"]
    (bracket, after_bracket), (digits, after_date) = DATE_DELIMITERS
    ends = f'IF(LEFT({before},1)="{bracket}","{after_bracket}","{after_date}")'
    length = f'IF(LEFT({before},1)="{bracket}",{len(after_bracket)},{len(after_date)})'
    is_dated = f'ISNUMBER(FIND(LEFT({before},1),"{bracket}{digits}"))'
    dated = f"IFERROR(MID({before},FIND({ends},{before})+{length},999),{before})"
    sender = f'TRIM(LEFT({after},FIND(": ",{after}&": ")-1))'
    typed = f'IF(ISERROR({beside}),"",TRIM({_cleaned(f"{beside}&{_NOTHING}")}))'
    return {
        "before": f'IF({c["split"]}=0,"",LEFT({c["named"]},{c["split"]}-1))',
        "after": f"IF({is_dated},{dated},{before})",
        "name": (
            f'IF(OR({c["of_game"]}="",{c["number"]}<0),"",'
            f'LEFT(IF({typed}="",{sender},{typed}),{_MAX_NAME_LENGTH}))'
        ),
        "key": f'IF({c["name"]}="","",{_key(c["name"])})',
    }


def _counting(p: MatchLayout, c: dict[str, str], row: int) -> dict[str, str]:
    """Return the formulas that say whether a line counts, for which name and number."""
    key, played, numbered = c["key"], c["played"], c["numbered"]
    named_before = f"MATCH({key},{p.above('key', row)},0)"
    place_before = f"INDEX({p.above('place', row)},{named_before})"
    new_place = f"MAX({p.above('place', row)})+1"
    new_number = f"MAX({p.above('number_place', row)})+1"
    is_old = f"ISNUMBER(MATCH({numbered},{p.above('numbered', row)},0))"
    next_place = f"MATCH({numbered},{p.below('numbered', row)},0)"
    others = f"INDEX({p.below('players', row)},{next_place})"
    name = f"INDEX({p.column('name_of')},{c['place']})"
    number = f'{c["of_game"]}&" #"&{c["number"]}'
    return {
        "place": f'IF({key}="",0,IFERROR({place_before},{new_place}))',
        "played": f'IF(OR({key}="",{c["number"]}=0),"",{key}&"|"&{number})',
        # The first cell above is the head's.
        "first": (
            f'IF({played}="",0,IFERROR(MATCH({played},{p.above("played", row)},0)-1,0))'
        ),
        "counts": (
            f"IF(AND({c['place']}>0,{c['place']}<={MAX_NAMES},{c['first']}=0),1,0)"
        ),
        "found": f"IF(AND({c['counts']}=1,{c['is_lost']}=0),VALUE({c['guesses']}),0)",
        "numbered": f'IF(AND({c["counts"]}=1,{c["number"]}>0),{number},"")',
        "number_place": f'IF({numbered}="",0,IF({is_old},0,{new_number}))',
        # Each first line of a number gathers those below it.
        "players": (
            f'IF({numbered}="","",{name}&" "&IF({c["found"]}>0,{c["found"]},'
            f'"{NOT_FOUND_SYMBOL}")&IFERROR(", "&{others},""))'
        ),
    }


def _said(p: MatchLayout, row: int) -> str:
    """Return why a line does not count, or nothing."""
    c = {step: p.reference(step, row) for step in _LINE_STEPS}
    again = DUPLICATE_RESULT.format(line=f'"&{c["first"]}&"')
    return (
        f'IF({c["is_bare"]}=1,"",IF(OR({c["of_game"]}="",{c["number"]}<0),"{EXPECTED_RESULT}",'
        f'IF({c["name"]}="","{NAME_MISSING}",IF({c["place"]}>{MAX_NAMES},"{_FULL}",'
        f'IF({c["first"]}>0,"{again}","")))))'
    )


# Formulas of names


def _name_formulas(p: MatchLayout, row: int) -> dict[str, str]:
    """Return the formulas of a name, by the names of their columns."""
    c = {step: p.reference(step, row) for step in _NAME_STEPS}
    places, counts, found = (p.column(step) for step in ("place", "counts", "found"))
    number = row + 1
    mine, rows = f"({places}={number})", f"ROW({places})"
    line, scores = c["line_of"], p.column("score")
    fewest = f"SUMPRODUCT(MAX({mine}*({found}>0)*(100-{found})))"
    lost = f"({counts}=1)*({found}=0)"
    equal = f"COUNTIF({p.above('score', row + 1)},{c['score']})"
    is_found = f"IF({c['found_of']}=0,0"
    return {
        "line_of": f"IFERROR(MATCH({number},{places},0),0)",
        "name_of": f'IF({line}=0,"",INDEX({p.column("name")},{line}))',
        "key_of": f'IF({line}=0,"",INDEX({p.column("key")},{line}))',
        "games_of": f"SUMPRODUCT({mine}*({counts}=1))",
        "found_of": f"SUMPRODUCT({mine}*({found}>0))",
        "guesses_of": f"SUMIF({places},{number},{found})",
        "best_of": f"{is_found},100-{fewest})",
        "last_lost": f"SUMPRODUCT(MAX({mine}*{lost}*{rows}))",
        "streak_of": f"SUMPRODUCT({mine}*({found}>0)*({rows}>{c['last_lost']}))",
        "score": f"IF({line}=0,-1,{_score(c['found_of'], c['guesses_of'])})",
        "rank": f'1+COUNTIF({scores},">"&{c["score"]})',
        "order": f"{c['rank']}+{equal}-1",
        **{f"in_team_{team}": _is_member(p, team, c["key_of"]) for team in (1, 2)},
        "ranked": (
            f'IF({number}>COUNTIF({scores},">=0"),0,'
            f"MATCH({number},{p.column('order')},0))"
        ),
    }


def _score(found: str, guesses: str) -> str:
    """Return a score: greater for more codes found, then for fewer guesses."""
    return f"{found}*100000-{guesses}"


def _is_member(p: MatchLayout, team: int, key: str) -> str:
    keys = p.column(f"team_{team}_keys")
    return f'IF({key}="",0,IF(ISNUMBER(MATCH({key},{keys},0)),1,0))'


# Formulas of results


def _of_name(p: MatchLayout, figure: str, place: str) -> str:
    """Return a figure of the name at a place, or nothing."""
    columns = {"place": "rank", "who": "name_of"}
    column = (
        p.column(columns.get(figure, f"{figure}_of")) if figure != "average" else ""
    )
    value = f"INDEX({column},{place})"
    if figure == "average":
        found, guesses = (
            f"INDEX({p.column(step)},{place})" for step in ("found_of", "guesses_of")
        )
        value = f'IF({found}=0,"",{guesses}/{found})'
    if figure == "best":
        value = f'IF({value}=0,"",{value})'
    return f'IF({place}=0,"",{value})'


def _number(p: MatchLayout, name: str) -> Callable[[int, int], str]:
    """Return the formulas of a column of the numbers, in the order of their lines."""

    def formula(row: int, _: int) -> str:
        place = f"MATCH({row + 1},{p.column('number_place')},0)"
        return f'IFERROR(INDEX({p.column(name)},{place}),"")'

    return formula


def _more_numbers(p: MatchLayout) -> str:
    found = f"MAX({p.column('number_place')})"
    text = f'"Only the first {MAX_NUMBERS} of "&{found}&" games are shown."'
    return f'IF({found}>{MAX_NUMBERS},{text},"")'


def _bar(p: MatchLayout, row: int) -> str:
    """Return how many games took as many guesses as a bar says; the last were lost."""
    found = p.column("found")
    if row < BAR_COUNT:
        least = f'">={BAR_COUNT}"' if row == BAR_COUNT - 1 else f"{row + 1}"
        return f"COUNTIF({found},{least})"
    return f"SUMPRODUCT(({p.column('counts')}=1)*({found}=0))"


def _summary(p: MatchLayout) -> str:
    """Return how many results count."""
    results = f"SUM({p.column('counts')})"
    names = f'COUNTIF({p.column("score")},">=0")'
    return (
        f'IF({results}=0,"",{results}&IF({results}=1," result"," results")&" of "'
        f'&{names}&IF({names}=1," name."," names."))'
    )


def _not_counted(p: MatchLayout) -> str:
    """Return how many lines do not count."""
    lines = f'SUMPRODUCT(--({p.said.absolute_address}<>""))'
    return (
        f'IF({lines}=0,"",IF({lines}=1,"1 line does not count:",'
        f'{lines}&" lines do not count:"))'
    )


# Formulas of teams


def _member_key(p: MatchLayout, typed: str, row: int) -> str:
    cell = p.typed(typed, row)
    name = f'IF(ISERROR({cell}),"",TRIM({_cleaned(f"{cell}&{_NOTHING}")}))'
    return f'IF({name}="","",{_key(f"LEFT({name},{_MAX_NAME_LENGTH})")})'


def _member_place(p: MatchLayout, team: int, row: int) -> str:
    """Return the place of a member among the names; 0 for a blank, -1 for none."""
    key = p.reference(f"team_{team}_keys", row)
    return f'IF({key}="",0,IFERROR(MATCH({key},{p.column("key_of")},0),-1))'


def _member(p: MatchLayout, team: int, figure: str) -> Callable[[int, int], str]:
    """Return the formulas of a figure of the members."""

    def formula(row: int, _: int) -> str:
        place = p.reference(f"team_{team}_places", row)
        nothing = '"none"' if figure == "games" else '""'
        return f"IF({place}<0,{nothing},{_of_name(p, figure, place)})"

    return formula


def _sums(p: MatchLayout, team: int) -> tuple[str, str, str]:
    """Return the games, the codes found, and the guesses of a team."""
    members = p.column(f"in_team_{team}")
    games, found, guesses = (
        f"SUMIF({members},1,{p.column(step)})"
        for step in ("games_of", "found_of", "guesses_of")
    )
    return games, found, guesses


def _total(p: MatchLayout, team: int, figure: str) -> Callable[[int, int], str]:
    """Return the formula of a figure of a team."""

    def formula(*_: int) -> str:
        games, found, guesses = _sums(p, team)
        if figure == "average":
            return f'IF({found}=0,"",{guesses}/{found})'
        return f'IF({games}=0,"",{games if figure == "games" else found})'

    return formula


def _verdict(p: MatchLayout) -> str:
    """Return which of two teams is ahead, and by what, or nothing."""
    games, found, guesses = zip(_sums(p, 1), _sums(p, 2), strict=True)
    scores = [_score(*each) for each in zip(found, guesses, strict=True)]
    ahead, behind = (
        [
            f"IF({scores[0]}>{scores[1]},{each[a]},{each[b]})"
            for each in (found, guesses)
        ]
        for a, b in ((0, 1), (1, 0))
    )
    averages = [f"ROUND({g}/{f},2)" for f, g in (ahead, behind)]
    better = (
        f'IF({found[0]}<>{found[1]},{ahead[0]}&" found to "&{behind[0]},'
        f'{averages[0]}&" guesses to "&{averages[1]})'
    )
    first = f'"Team "&IF({scores[0]}>{scores[1]},1,2)&" is ahead, "&{better}&"."'
    both = f"SUMPRODUCT({p.column('in_team_1')}*{p.column('in_team_2')})"
    return (
        f'IF(MIN({games[0]},{games[1]})=0,"",'
        f'IF({scores[0]}={scores[1]},"Both teams are level.",{first})'
        f'&IF({both}>0," A name is in both teams.",""))'
    )


class MatchSheet(Canvas):
    """Draws the sheet."""

    def draw(self, p: MatchLayout) -> None:
        """Draw everything."""
        self.write_groups(p.groups.values())
        self.widths(_WIDTHS)
        hidden = [cells.cell_range for cells in p.groups.values()]
        self.hide_columns(len(_WIDTHS), max(cell_range.right for cell_range in hidden))
        self.rows([56, 26, 24, 24, *[22] * (MAX_LINES + 1)])
        chart = self.new_chart("column", (390, 176), "How many guesses")
        self.bars(chart, p.bar_names, p.bars, palette.ACCENT, gap=30)
        text = "How many codes were found with 1, 2, ... guesses, and not found."
        self.chart(p.cell_range(2, _RANKING), chart, text)
        self.sheet.set_tab_color(palette.GLOW)
        self.print_one_page_wide()
        self.sheet.print_area(0, 0, _TOP + MAX_LINES, len(_WIDTHS) - 1)
        self.select(p.results.top, p.results.left)
