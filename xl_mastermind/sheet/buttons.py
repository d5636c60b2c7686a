"""
All buttons of all sheets, and what they do: values of areas in, areas to write out.

A host reads the areas that a button names in `inputs`, calls `press`, and writes what
it gives back.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from xl_mastermind.sheet.analyst import (
    ANALYSIS_INPUTS,
    COMPARE_INPUTS,
    analyse,
    compare_strategies,
)
from xl_mastermind.sheet.board import (
    CHEATS,
    COMPUTER,
    INPUTS,
    NOTED,
    SHOWN,
    SOMEBODY_ELSE,
    Game,
)
from xl_mastermind.sheet.cells import Block, Cell, first_cell, shown_text
from xl_mastermind.sheet.page import write_page
from xl_mastermind.sheet.scores import YOU, FinishedGame, added
from xl_mastermind.sheet.sheets import ANALYSIS_SHEET, COMPARE_SHEET
from xl_mastermind.sheet.words import (
    NO_NUMBER,
    NOT_YOURS,
    ON_THE_PAGE,
    PAGE_LATER,
)
from xl_mastermind.solve.codemaker import new_number, number_of_today

Values: TypeAlias = Mapping[str, Block]


@dataclass(frozen=True)
class Button:
    """A button."""

    caption: str  # what it says on the sheet
    help: str  # what it does, for the Help sheet
    # Takes the values of its inputs and returns the areas to write
    act: Callable[[Values], dict[str, Block]]
    # The areas of its sheet whose values it takes; besides, `scores` are the rows of
    # the table of scores, `player` is the person's name, and `workbook` is the path of
    # the workbook, blank if it has none
    inputs: tuple[str, ...] = (*INPUTS, "scores")
    # A named area that every sheet with this button has, and no other
    home: str = "game"
    sheet: str = ""  # the sheet where it stands; blank for every board
    # The one of its areas that names a board, whose values it takes too
    follows: str = ""
    # Its picture in Excel's ribbon, by the name that Excel has for it; blank for none
    picture: str = ""
    # Whether it writes guesses, so that Excel first makes their cells input cells again
    writes_guesses: bool = False

    @property
    def name(self) -> str:
        """Its name in Python."""
        return _name(self.caption)

    @property
    def macro(self) -> str:
        """The macro that it runs in Excel."""
        return "".join(word.capitalize() for word in self.caption.split())


def _name(caption: str) -> str:
    return caption.lower().replace(" ", "_")


# What the buttons of a board do


def _explain(game: Game) -> Game:
    return replace(game, sentence=game.contradiction)


def _hint(game: Game) -> Game:
    if game.obstacle:
        return replace(game, sentence=game.obstacle)
    return game.with_hint()


def _solve(game: Game) -> Game:
    if game.obstacle:
        return replace(game, sentence=game.obstacle)
    while not game.obstacle:
        game = game.with_hint()
    return replace(game, sentence="" if game.is_finished else game.obstacle)


def _clear(game: Game) -> Game:
    # A code of ours stays the one it was, known or not; others hide another.
    cleared = game.cleared()
    return cleared if game.codemaker == COMPUTER else _started(cleared)


def _started(game: Game) -> Game:
    return replace(game, revealed=False, recorded=False)


def _new_game(game: Game) -> Game:
    started = _started(game.cleared())
    hides = "Let somebody hide a code. Your guess, or press Hint."
    cheats = "No code is fixed: whatever you guess, most codes stay. Your guess."
    if game.codemaker == SOMEBODY_ELSE:
        return replace(started, sentence=hides)
    sentence = (
        cheats if game.codemaker == CHEATS else "A new code is hidden. Your guess."
    )
    return replace(started, number=new_number(game.rules), sentence=sentence)


def _game_of_the_day(game: Game) -> Game:
    if game.codemaker != COMPUTER:
        return replace(game, sentence=f"Choose the codemaker “{COMPUTER}” for it.")
    started, number = _started(game.cleared()), number_of_today()
    sentence = f"Game {number} is today's, for everybody. Your guess."
    return replace(started, number=number, sentence=sentence)


def _reveal_code(game: Game) -> Game:
    if game.codemaker == SOMEBODY_ELSE:
        return replace(game, sentence=NOT_YOURS)
    if game.codemaker == COMPUTER and not game.secret:
        return replace(game, sentence=NO_NUMBER)
    sentence = ""
    if game.codemaker == CHEATS:
        sentence = f"No code was fixed. It could be {game.first_left}."
    return replace(game, revealed=True, sentence=sentence)


_MOVES: Final[dict[str, Callable[[Game], Game]]] = {
    "explain": _explain,
    "hint": _hint,
    "solve": _solve,
    "new_game": _new_game,
    "clear": _clear,
    "reveal_code": _reveal_code,
    "game_of_the_day": _game_of_the_day,
}
"""What a button makes of a game."""

_EMPTY: Final = ("typed_guesses", "typed_marks", "played_by", "said_message")

_FRESH: Final[dict[str, Cell]] = {**dict.fromkeys((*_EMPTY, *NOTED)), "reveal": "No"}

WITHOUT_PYTHON: Final[dict[str, dict[str, Cell]]] = {
    "new_game": _FRESH,
    "game_of_the_day": _FRESH,
    "clear": dict.fromkeys(_EMPTY),
    "reveal_code": {"revealed": SHOWN, "reveal": "Yes", "said_message": None},
}
"""
What every cell of some areas is after a button that a host can do without Python.

The board's own formulas show the rest, once no sentence of another button hides it.
"""


def press_on(game: Game, name: str) -> tuple[Game, list[FinishedGame]]:
    """Return the game after a button was pressed, and the games that are over now."""
    # A game is given once: when a button is the first to see that it is over.
    game, before = _recorded(game)
    game, after = _recorded(_MOVES[name](game))
    return game, before + after


def _recorded(game: Game) -> tuple[Game, list[FinishedGame]]:
    if game.recorded or not game.is_over:
        return game, []
    finished = game.finished_game()
    return replace(game, recorded=True), [finished] if finished else []


def _act_on_board(name: str, values: Values) -> dict[str, Block]:
    """Return what a button of a board writes: areas that change, and what it says."""
    before = Game.from_values(values)
    after, games = press_on(before, name)
    old, new = before.to_values(), after.to_values()
    changed = {area: block for area, block in new.items() if block != old[area]}
    if not before.is_noted:  # nothing was noted of this number yet
        changed |= {area: new[area] for area in NOTED}
    if "reveal" not in values:
        changed.pop("reveal", None)
    if games and "scores" in values:
        player = first_cell(values, "player")
        changed["scores"] = added(values["scores"], games, shown_text(player) or YOU)
    return changed | after.said_blocks()


def _web_page(values: Values) -> dict[str, Block]:
    """Write the page of a game that is over, and do on the board what Explain does."""
    game = Game.from_values(values)
    if wrong := game.fault or game.contradiction:
        message = wrong
    elif not game.is_finished:
        message = PAGE_LATER
    else:
        try:
            player = shown_text(first_cell(values, "player"))
            workbook = Path(str(first_cell(values, "workbook") or ""))
            codes_left = [count for (count,) in values["codes_left"]]
            file = write_page(game, codes_left, player, workbook)
            # The name comes first: a long path does not fit into the message.
            message = f"{file.name}, in {file.parent}"
        except OSError as error:
            message = f"nothing was written, {error}."
    written = _act_on_board("explain", values)
    return written | {"said_message": [[ON_THE_PAGE + message]]}


def _on_board(
    caption: str, text: str, picture: str = "", *, writes_guesses: bool = False
) -> Button:
    return Button(
        caption,
        text,
        partial(_act_on_board, _name(caption)),
        picture=picture,
        writes_guesses=writes_guesses,
    )


BOARD_BUTTONS: Final = (
    _on_board(
        "New Game", "Clears the board, hides a code.", "Refresh", writes_guesses=True
    ),
    _on_board("Hint", "Plays the next guess for you.", writes_guesses=True),
    _on_board("Solve", "Plays on to the end.", "MacroPlay", writes_guesses=True),
    _on_board(
        "Clear", "Clears the attempts, keeps the code.", "Delete", writes_guesses=True
    ),
    _on_board("Reveal Code", "Shows the code.", "Lock"),
    _on_board("Explain", "Tells what each guess did: story, cost, contradictions."),
)
"""The buttons of a board, in the order in which they stand on it."""

TODAY: Final = _on_board(
    "Game of the Day",
    "Hides the code of today's date, the same for everybody; it has no button.",
    writes_guesses=True,
)

COPY: Final = Button(
    "Copy Result",
    "Copies what friends may see of a game that is over.",
    lambda _: {},  # it writes nothing: the host copies the lines as they stand
    ("result",),
    "result",
    picture="Copy",
)

WEB_PAGE: Final = Button(
    "Web Page",
    "Writes a web page of a game that is over, with its code, beside the workbook.",
    _web_page,
    picture="HyperlinkInsert",
)

ANALYSE: Final = Button(
    "Analyse",
    "Ranks the guesses of a board, and splits what is left by one of them.",
    analyse,
    ANALYSIS_INPUTS,
    "analysis_message",
    ANALYSIS_SHEET,
    follows="analysed_board",
    picture="FunctionWizard",
)

COMPARE: Final = Button(
    "Compare",
    "Lets each strategy find the code, and plays every code with it.",
    compare_strategies,
    COMPARE_INPUTS,
    "compare_message",
    COMPARE_SHEET,
)

OF_RESULT: Final = (COPY, WEB_PAGE)
"""The buttons beside the result of a board."""

ON_BOARDS: Final = (*BOARD_BUTTONS, *OF_RESULT)
"""All buttons of every board: those of its panel, then those below its story."""

BUTTONS: Final = {
    button.name: button for button in (*ON_BOARDS, TODAY, ANALYSE, COMPARE)
}
"""All buttons by their names, and what stands in menu and ribbon alone."""


def press(name: str, values: Values) -> dict[str, Block]:
    """Return what a button writes."""
    return BUTTONS[name].act(values)
