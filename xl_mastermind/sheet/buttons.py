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
    Board,
)
from xl_mastermind.sheet.cells import Block, Cell, shown_text
from xl_mastermind.sheet.layout import ANALYSIS_SHEET, COMPARE_SHEET
from xl_mastermind.sheet.page import write_page
from xl_mastermind.sheet.scores import YOU, FinishedGame, added
from xl_mastermind.sheet.words import (
    NO_NUMBER,
    NOT_YOURS,
    ON_THE_PAGE,
    PAGE_LATER,
)
from xl_mastermind.solve.codemaker import new_number

Values: TypeAlias = Mapping[str, Block]


@dataclass(frozen=True)
class Button:
    """
    A button.

    Attributes
    ----------
    name : str
        Its name in Python.
    caption : str
        What it says on the sheet.
    macro : str
        The macro it runs in Excel.
    help : str
        What it does, for the Help sheet.
    act : function
        Takes the values of its inputs and returns the areas to write.
    inputs : tuple of str
        The areas of its sheet whose values it takes; besides, `scores` are the
        rows of the table of scores, `player` is the person's name, and `workbook` is
        the path of the workbook, blank if it has none.
    home : str
        A named area that every sheet with this button has, and no other.
    sheet : str
        The sheet where it stands; blank for every board.
    follows : str
        The one of its areas that names a board, whose values it takes too.
    """

    name: str
    caption: str
    macro: str
    help: str
    act: Callable[[Values], dict[str, Block]]
    inputs: tuple[str, ...] = (*INPUTS, "scores")
    home: str = "game"
    sheet: str = ""
    follows: str = ""


# What the buttons of a board do


def _explain(board: Board) -> Board:
    return board


def _hint(board: Board) -> Board:
    if board.obstacle:
        return replace(board, sentence=board.obstacle)
    return board.with_hint()


def _solve(board: Board) -> Board:
    if board.obstacle:
        return replace(board, sentence=board.obstacle)
    while not board.obstacle:
        board = board.with_hint()
    is_finished = board.solved_in or board.lost
    return replace(board, sentence="" if is_finished else board.obstacle)


def _clear(board: Board) -> Board:
    # A code of ours stays the one it was, known or not; others hide another.
    cleared = board.cleared()
    return cleared if board.codemaker == COMPUTER else _started(cleared)


def _started(board: Board) -> Board:
    return replace(board, revealed=False, recorded=False)


def _new_game(board: Board) -> Board:
    started = _started(board.cleared())
    hides = "Let somebody hide a code. Your guess, or press Hint."
    cheats = "No code is fixed: whatever you guess, most codes stay. Your guess."
    if board.codemaker == SOMEBODY_ELSE:
        return replace(started, sentence=hides)
    said = cheats if board.codemaker == CHEATS else "A new code is hidden. Your guess."
    return replace(started, number=new_number(board.rules), sentence=said)


def _reveal_code(board: Board) -> Board:
    if board.codemaker == SOMEBODY_ELSE:
        return replace(board, sentence=NOT_YOURS)
    if board.codemaker == CHEATS:
        message = f"No code was fixed. It could be {board.code_in_words}."
        return replace(board, revealed=True, sentence=message)
    if not board.has_secret:
        return replace(board, sentence=NO_NUMBER)
    return replace(board, revealed=True)


_MOVES: Final[dict[str, Callable[[Board], Board]]] = {
    "explain": _explain,
    "hint": _hint,
    "solve": _solve,
    "new_game": _new_game,
    "clear": _clear,
    "reveal_code": _reveal_code,
}
"""What a button makes of a board."""

_EMPTY: Final = ("typed_guesses", "typed_marks", "played_by", "said_message")

WITHOUT_PYTHON: Final[dict[str, dict[str, Cell]]] = {
    "new_game": dict.fromkeys((*_EMPTY, *NOTED)) | {"reveal": "No"},
    "clear": dict.fromkeys(_EMPTY),
    "reveal_code": {"revealed": SHOWN, "reveal": "Yes", "said_message": None},
}
"""
What every cell of some areas is after a button that a host can do without Python.

The board's own formulas show the rest, once no sentence of another button hides it.
"""


def press_on(board: Board, name: str) -> tuple[Board, list[FinishedGame]]:
    """
    Return the board after a button was pressed, and the games that are over now.

    A game is given once: when a button is the first to see that it is over.

    Raises
    ------
    KeyError
        If boards have no such button.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Rules
    >>> board = Board.new(Rules(4, 6), secret=(3, 6, 2, 5))
    >>> board, games = press_on(board, "solve")
    >>> board.message.splitlines()
    ['Knuth found it in 5.', 'Press New Game to play again.']
    >>> games[0].game, games[0].breaker, games[0].guesses
    ('Mastermind', 'Knuth', 5)
    >>> press_on(board, "clear")[1]
    []
    """
    board, before = _recorded(board)
    board, after = _recorded(_MOVES[name](board))
    return board, before + after


def _recorded(board: Board) -> tuple[Board, list[FinishedGame]]:
    if board.recorded or not board.is_over:
        return board, []
    game = board.finished_game()
    return replace(board, recorded=True), [game] if game else []


def _act_on_board(name: str, values: Values) -> dict[str, Block]:
    """Return what a button of a board writes."""
    return _played_on(name, values)[1]


def _played_on(name: str, values: Values) -> tuple[Board, dict[str, Block]]:
    """Return a board after a button, and what is new there: areas, and what it says."""
    before = Board.from_values(values)
    after, games = press_on(before, name)
    old, new = before.to_values(), after.to_values()
    changed = {area: block for area, block in new.items() if block != old[area]}
    if games and "scores" in values:
        player = _first(values, "player")
        changed["scores"] = added(values["scores"], games, shown_text(player) or YOU)
    if shown_text(values["noted_for"][0][0]) != shown_text(after.number):
        changed |= {area: new[area] for area in NOTED}
    return after, changed | after.said()


def _first(values: Values, area: str) -> Cell:
    return values[area][0][0] if area in values else None


def _web_page(values: Values) -> dict[str, Block]:
    """Write the page of a game that is over, and do on the board what Explain does."""
    board, written = _played_on("explain", values)
    if not (board.solved_in or board.lost):
        message = PAGE_LATER
    elif not board.message.startswith(board.ending):
        message = board.message  # what is wrong
    else:
        try:
            player = shown_text(_first(values, "player"))
            workbook = Path(str(_first(values, "workbook") or ""))
            file = write_page(board, player, workbook)
            # The name comes first: a long path does not fit into the message.
            message = f"{file.name}, in {file.parent}"
        except OSError as error:
            message = f"nothing was written, {error}."
    return written | {"said_message": [[ON_THE_PAGE + message]]}


BOARD_BUTTONS: Final = tuple(
    Button(name, caption, caption.replace(" ", ""), text, partial(_act_on_board, name))
    for name, caption, text in (
        ("new_game", "New Game", "Clears the board, hides a code."),
        ("hint", "Hint", "Plays the next guess for you."),
        ("solve", "Solve", "Plays on to the end."),
        ("clear", "Clear", "Clears the attempts, keeps the code."),
        ("reveal_code", "Reveal Code", "Shows the code."),
        (
            "explain",
            "Explain",
            "Tells what each guess did: story, cost, contradictions.",
        ),
    )
)
"""The buttons of a board, in the order in which they stand on it."""

COPY: Final = Button(
    "copy_result",
    "Copy Result",
    "CopyResult",
    "Copies what friends may see of a game that is over.",
    lambda _: {},  # it writes nothing: the host copies the lines as they stand
    ("result",),
    "result",
)

WEB_PAGE: Final = Button(
    "web_page",
    "Web Page",
    "WebPage",
    "Writes a web page of a game that is over, with its code, beside the workbook.",
    _web_page,
)

ANALYSE: Final = Button(
    "analyse",
    "Analyse",
    "Analyse",
    "Ranks the guesses of a board, and splits what is left by one of them.",
    analyse,
    ANALYSIS_INPUTS,
    "analysis_message",
    ANALYSIS_SHEET,
    follows="analysed_board",
)

COMPARE: Final = Button(
    "compare",
    "Compare",
    "Compare",
    "Lets each strategy find the code, and plays every code with it.",
    compare_strategies,
    COMPARE_INPUTS,
    "compare_message",
    COMPARE_SHEET,
)

ON_BOARDS: Final = (*BOARD_BUTTONS, COPY, WEB_PAGE)
"""All buttons of every board: those of its panel, then those below its story."""

BUTTONS: Final = {button.name: button for button in (*ON_BOARDS, ANALYSE, COMPARE)}
"""All buttons by their names."""


def press(name: str, values: Values) -> dict[str, Block]:
    """
    Return what a button writes.

    Parameters
    ----------
    name : str
        The button's name.
    values : mapping of str to blocks
        The values of its inputs.

    Returns
    -------
    dict of str to blocks
        The areas to write; rows to be added to the table of scores as `scores`.

    Raises
    ------
    ValueError
        If the cell of a board's game does not hold a game.
    KeyError
        If there is no such button.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Rules
    >>> board = Board.new(Rules(4, 6), secret=(3, 6, 2, 5))
    >>> written = press("hint", board.to_values())
    >>> written["typed_guesses"][0], written["said_message"]
    ([1122], [['1 black, 0 white: 256 codes left.']])
    """
    return BUTTONS[name].act(values)
