"""The settings: number of the game, strategy, what is shown, who hides the code."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.game.numbers import FIRST_DAY, LARGEST_NUMBER
from xl_mastermind.sheets.board.formulas import (
    as_formula,
    as_typed_number,
    capitals,
    is_code,
    says,
    without_spaces,
)
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.board.typed import TYPED_STEPS, typed_number_steps
from xl_mastermind.sheets.drawn_cells import (
    KEPT,
    ON_CARD,
    RIGHT,
    SECRET,
    SMALL,
    TILE,
    TYPED,
    UNDERLINED,
    UNSEEN,
    Cells,
    Condition,
    Style,
    choices,
)
from xl_mastermind.sheets.sheet_plan import setting
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    strategy_label,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.board import (
    CHEATS,
    CODE_REVEALED,
    CODEMAKERS,
    COMPUTER,
    REVEAL_NO,
    SOMEBODY_ELSE,
)
from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.messages import (
    FIRST_GUESS,
    NEXT_GAME,
    OWN_CODE_ASTERISK,
    OWN_CODE_WORD,
    example_guess,
    own_code_prefix,
)

_YES_NO: Final = ("Yes", "No")
_TEXT: Final[Style] = {"num_format": "@"}
_NUMBER: Final[Style] = TILE | TYPED | _TEXT | {"font_size": 13, "shrink": True}
_CENTRED: Final[Style] = {"bold": True, "align": "center", "shrink": True}
_BELOW: Final[Style] = ON_CARD | TYPED | _TEXT | _CENTRED
_SMALL_ON_CARD: Final[Style] = ON_CARD | SMALL
_HIDES_CODE: Final[Style] = {"num_format": f';;;"{OWN_CODE_WORD}"'}


def settings(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the number of the game, the settings, and their values as they count."""
    yield from _game(b)
    row = b.settings_row
    line = b.area(row - 1, b.panel_left, width=b.panel_columns // 2)
    yield "settings_line", Cells(line, values=[], look=UNDERLINED)
    first = row + 1
    if b.is_plain:
        yield from _hidden_solver(b)
        yield from _reveal(b, row)
    else:
        yield from _solver(b, row)
    for at, (name, label, value, offered) in enumerate(_offered(b), first):
        yield f"{name}_label", _label(b, at, label)
        yield name, setting(_box(b, at), value, choices(offered), _TEXT)
    yield from _as_they_count(b)


def _game(b: Plan) -> Iterator[tuple[str, Cells]]:
    """
    Yield the number of the game, above the attempts in their column.

    So number and attempts can be selected and deleted, and a number typed: Enter
    leads to the first attempt.
    """
    number = b.area(b.first_attempt - 1, b.first_peg - 1)
    label = _SMALL_ON_CARD | RIGHT
    yield "game_label", Cells(number.cell(0, -1), values=[["Game"]], look=label)
    yield (
        "game_number",
        Cells(
            number,
            values=b.board.to_values()["game_number"],
            look=_NUMBER,
            frame=replace(number, left=number.left - 1, right=number.right + 1),
            when=lambda: (Condition(b.is_own.fixed, _HIDES_CODE),),
            is_read=True,
        ),
    )
    # Enter leads here from the last attempt, in LibreOffice, which passes over locked
    # cells. Small windows show it. A number that is typed here starts no game.
    below = b.area(b.legend_row, number.left)
    yield (
        "number_below",
        Cells(
            below,
            values=[],
            look=_BELOW,
            frame=replace(below, left=below.left - 1, right=below.right + 1),
            when=lambda: (Condition(_is_below_used(b), {"bg_color": palette.GLOW}),),
            is_read=True,
        ),
    )
    # The cell right of the number stays blank: its anchor range ends there.
    place = b.area(number.top, b.after_pegs - 1)
    if b.rules.pegs == 1:  # no room between them
        place = b.area(b.legend_row, b.after_answers - 1)
    look = _SMALL_ON_CARD | RIGHT | {"indent": 1}
    yield (
        "next_number",
        Cells(place, lambda *_: _next_number(b), look=look, is_read=True),
    )


def _is_below_used(b: Plan) -> str:
    """Return whether the cell below the attempts has a value, or Enter leads there."""
    last = b.words.row(b.attempts - 1).fixed
    return f'OR({last}<>"",{b.below_number.fixed}<>"")'


def _label(b: Plan, row: int, label: Cell) -> Cells:
    """Return the cells before a setting."""
    area = b.area(row, b.panel_left, width=b.panel_columns // 2)
    return Cells(area, values=[[label]], look=UNDERLINED)


def _box(b: Plan, row: int) -> Area:
    """Return the cells of a setting, after its label."""
    before = b.panel_columns // 2
    return b.area(row, b.panel_left + before, width=b.panel_columns - before)


def _reveal(b: Plan, row: int) -> Iterator[tuple[str, Cells]]:
    """
    Yield the setting that shows the code, and its two choices in hidden cells.

    It takes the key of this game: with another number the code is hidden again.
    """
    yield "reveal_label", _label(b, row, "Reveal code")
    offered = b.hidden(0, 8, 2)
    yield (
        "reveal_choices",
        Cells(
            offered,
            lambda _, column: _reveal_key(b) if column else f'"{REVEAL_NO}"',
            look={},
            is_read=True,
        ),
    )
    check = {
        "validate": "list",
        "source": f"={offered.fixed}",
        "error_message": f"Please choose {REVEAL_NO} or the game's number.",
    }
    yield "reveal", setting(_box(b, row), REVEAL_NO, check, _TEXT)


def _reveal_key(b: Plan) -> str:
    """
    Return the number of the game, or a number that stands for an own code.

    Each code has another number, since 7919 and `codes` have no common divisor. It is
    not the number of a game: the list of choices shows it before the code is found.
    """
    rules, own = b.rules, b.own_code.fixed
    codes = min(rules.colours**rules.pegs, LARGEST_NUMBER)
    weights = [7919 * rules.colours**peg % codes for peg in range(rules.pegs)]
    pegs = "+".join(
        f'{weight}*FIND(MID({own},{peg},1),"{rules.symbols.upper()}")'
        for peg, weight in enumerate(weights, 1)
    )
    return f'IF({own}="",{b.number.fixed},"{OWN_CODE_WORD} #"&MOD({pegs},{codes}))'


def _offered(b: Plan) -> Iterator[tuple[str, str, str, Sequence[str]]]:
    """Yield name, label, first value and choices of each setting with a list."""
    listed = "Cross out codes" if b.has_list else "Show codes left"
    if b.has_list or not b.is_plain:
        yield "show_marks", listed, _YES_NO[b.has_few_codes], _YES_NO
    yield "show_next_guess", "Show next guess", "No", _YES_NO
    # To cheat takes Python.
    makers = [maker for maker in CODEMAKERS if not b.is_plain or maker != CHEATS]
    yield "codemaker", "Codemaker", COMPUTER, makers


def _solver(b: Plan, row: int) -> Iterator[tuple[str, Cells]]:
    """Yield the strategy and its first guess, side by side."""
    yield "strategy_label", _label(b, row, "Strategy, first guess")
    left, after = b.panel_left + b.panel_columns // 2, b.panel_right + 1
    frame = replace(b.area(row, left - 1), right=after)
    middle = after - (after - left) // 2
    strategy, first = b.area(row, left), b.area(row, middle)
    yield (
        "strategy",
        setting(
            replace(strategy, right=middle - 1),
            b.board.strategy,
            choices([*map(strategy_label, _strategies(b))], show_error=False),
            _TEXT,
            frame,
        ),
    )
    typed = first.address
    yield (
        "first_guess",
        setting(
            replace(first, right=b.panel_right),
            b.board.first_guess,
            {
                "validate": "custom",
                "value": f'=LEN(SUBSTITUTE({typed}," ",""))={b.rules.pegs}',
                "input_title": "First guess",
                "input_message": "Leave it blank for the strategy's own.",
                "error_message": FIRST_GUESS.format(example=example_guess(b.rules)),
            },
            _TEXT,
            frame,
        ),
    )
    # What stands there, wherever those two cells were moved.
    yield (
        "solver",
        Cells(
            b.hidden(1, 1, 2),
            lambda _, column: _as_typed(b, ("strategy", "first_guess")[column]),
            look={},
            is_read=True,
        ),
    )


def _as_typed(b: Plan, name: str) -> str:
    """Return what is typed into a cell; nothing if it is blank."""
    cell = b.at(name)
    return f'IF({cell}="","",{cell})'


def _strategies(b: Plan) -> Sequence[str]:
    """
    Return the strategies that the list offers; any other name can be typed.

    They differ for a player: by habit, without counting, never long, and short on
    average, of those that answer at once in this game.
    """
    return (
        "beginner",
        "first-consistent",
        "knuth",
        "optimal" if b.tree else "most-parts",
    )


def _hidden_solver(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield strategy and first guess for the buttons of a menu."""
    strategy, first = b.hidden(1, 1), b.hidden(1, 2)
    yield "solver", Cells(replace(strategy, right=first.right), is_read=True)
    yield (
        "strategy",
        Cells(strategy, values=[[b.board.strategy]], look=TYPED, is_read=True),
    )
    yield (
        "first_guess",
        Cells(first, values=[[b.board.first_guess]], look=TYPED, is_read=True),
    )


def _as_they_count(b: Plan) -> Iterator[tuple[str, Cells]]:
    """
    Yield the settings as they count, whatever stands in their cells.

    A number typed as text counts too: the input cell is a text, so that no program
    takes a date for a number.
    """
    steps = b.kept(b.area(b.first_attempt + 3, b.panel_left, width=TYPED_STEPS))
    yield (
        "number_steps",
        Cells(
            steps,
            lambda _, step: _number_steps(b)[step],
            look=SECRET,
            is_read=True,
        ),
    )
    yield (
        "typed_number",
        Cells(
            b.hidden(1, 8),
            lambda *_: b.number_steps.column(TYPED_STEPS - 1).address,
            look={},
            is_read=True,
        ),
    )
    yield (
        "below_number",
        Cells(
            b.hidden(0, 12), lambda *_: as_typed_number(b.at("number_below")), look={}
        ),
    )
    # Whether a code stands in place of the number, right or wrong; which.
    yield "is_own", Cells(b.hidden(1, 11), lambda *_: _is_own(b), look={})
    yield "own_code", Cells(b.hidden(1, 10), lambda *_: _own_code(b), look={})
    yield (
        "number",
        Cells(b.hidden(1, 9), lambda *_: _number(b), look={}, is_read=True),
    )
    yield "maker", Cells(b.hidden(1, 3), lambda *_: _maker(b), look={}, is_read=True)
    yield (
        "marks_wanted",
        Cells(b.hidden(1, 4), lambda *_: _marks_wanted(b), look={}),
    )
    yield (
        "next_wanted",
        Cells(b.hidden(1, 5), lambda *_: says(b.at("show_next_guess"), "Yes"), look={}),
    )
    yield (
        "is_noted",
        Cells(b.hidden(1, 0), lambda *_: _is_noted(b), look={}, is_read=True),
    )
    yield (
        "is_revealed",
        Cells(b.hidden(1, 6), lambda *_: _is_revealed(b), look={}, is_read=True),
    )
    # What is noted of a game, and the number of the game for which it counts.
    column = b.first_peg - 1
    noted = {
        "revealed": b.area(0, b.after_pegs),
        "recorded": b.area(0, column),
    }
    for name, area in noted.items():
        yield name, Cells(b.kept(area), values=[], look=KEPT, is_read=True)
    number = b.kept(b.area(1, column))
    yield (
        "noted_for",
        Cells(number, values=[[b.board.number]], look=KEPT, is_read=True),
    )
    game = b.kept(b.area(0, 0))
    yield "game", Cells(game, values=[[str(b.rules)]], look=UNSEEN, is_read=True)


def _number_steps(b: Plan) -> list[str]:
    """Return the steps from what is typed to the number of the game."""
    cells = [b.number_steps.column(step).address for step in range(TYPED_STEPS)]
    return typed_number_steps(b.at("game_number"), cells)


def _is_own(b: Plan) -> str:
    """Return whether a code, right or wrong, is typed in place of the number."""
    typed = without_spaces(b.at("game_number"))
    begins = [f'LEFT({typed},1)="{OWN_CODE_ASTERISK}"']
    begins += [
        f'{capitals(f"LEFT({typed},{len(OWN_CODE_WORD)})")}="{OWN_CODE_WORD.upper()}"'
    ]
    return f"IFERROR(OR({','.join(begins)}),FALSE)"


def _own_code(b: Plan) -> str:
    """Return the code that is typed in place of the number, or nothing."""
    typed, begin = without_spaces(b.at("game_number")), own_code_prefix(b.rules).strip()
    word = capitals(f"MID({typed},{len(begin) + 1},99)")
    begins = f'{capitals(f"LEFT({typed},{len(begin)})")}="{begin.upper()}"'
    is_right = f"AND({begins},{is_code(b.rules, word)})"
    return f'IFERROR(IF({is_right},{word},""),"")'


def _number(b: Plan) -> str:
    """Return the number of the game, own and a code, or nothing if it is neither."""
    number, own = b.typed_number.fixed, b.own_code.fixed
    is_one = f"{number}>=1,{number}<={LARGEST_NUMBER},INT({number})={number}"
    one = f'IFERROR(IF(AND(ISNUMBER({number}),{is_one}),{number},""),"")'
    return f'IF({own}="",{one},"{OWN_CODE_WORD} "&{own})'


def _next_number(b: Plan) -> str:
    """Return a number for the next game: never that of a day, which has its date."""
    number = b.number.fixed
    month, day = f"MOD(INT({number}/100),100)", f"MOD({number},100)"
    of_day = f"{number}>={FIRST_DAY - 1},{number}<10^8,{month}>0,{month}<13,{day}<32"
    after_day = f"IF(AND({of_day}),MOD({number},10000),{number})+1"
    after = f"IF({number}={LARGEST_NUMBER},1,{after_day})"
    is_numbered = f'AND(ISNUMBER({number}),{b.maker.fixed}="{COMPUTER}")'
    return f'IF({is_numbered},{as_formula(NEXT_GAME, number=after)},"")'


def _marks_wanted(b: Plan) -> str:
    """Return whether codes are to be crossed out, or shown."""
    return says(b.at("show_marks"), "Yes") if "show_marks" in b.cells else "FALSE"


def _maker(b: Plan) -> str:
    """Return the codemaker: the computer, unless the cell names another one."""
    maker = f'"{COMPUTER}"'
    for other in (CHEATS, SOMEBODY_ELSE):
        maker = f'IF({says(b.at("codemaker"), other)},"{other}",{maker})'
    return maker


def is_yours(b: Plan) -> str:
    """Return whether somebody else hides the code."""
    return f'{b.maker.fixed}="{SOMEBODY_ELSE}"'


def is_revealed(b: Plan) -> str:
    """Return whether the code was asked for, where somebody else does not hide it."""
    return f"AND({b.is_revealed.fixed},NOT({is_yours(b)}))"


def _is_noted(b: Plan) -> str:
    """Return whether the notes are of the game with this number."""
    same = f'{b.noted_for.fixed}&""={b.number.fixed}&""'
    return f"IFERROR({same},FALSE)"


def _is_revealed(b: Plan) -> str:
    """Return whether the code of this game was asked for."""
    noted = f'AND({b.revealed.fixed}="{CODE_REVEALED}",{b.is_noted.fixed})'
    if not b.is_plain:
        return noted
    key, chosen = b.reveal_choices.column(1).fixed, as_typed_number(b.at("reveal"))
    return f'OR({noted},IFERROR(AND({key}<>"",{chosen}&""={key}&""),FALSE))'


def first_guess_is_wrong(b: Plan) -> str:
    """Return whether what is typed for the solver's first guess is no code."""
    typed = b.solver.column(1).fixed
    word = capitals(f'SUBSTITUTE({typed}," ","")')
    return f'IFERROR(AND({word}<>"",NOT({is_code(b.rules, word)})),TRUE)'


def strategy_name(b: Plan) -> str:
    """Return the name of the strategy as it is written everywhere."""
    typed = f'TRIM(SUBSTITUTE({b.solver.column(0).fixed},"-"," "))'
    name = f"UPPER(LEFT({typed}))&MID({typed},2,99)"
    return f'IF({typed}="","{strategy_label(DEFAULT_STRATEGY)}",{name})'
