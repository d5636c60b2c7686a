"""
All buttons of all sheets, as functions from values of ranges to values of ranges.

An application reads the ranges in a button's `inputs`, calls `run_button`, writes the
returned values, and calculates. If these include `cached_state_key`, it then copies
`state_key` there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from xl_mastermind.board import state
from xl_mastermind.board.analysis import (
    ANALYSIS_INPUTS,
    COMPARE_INPUTS,
    analyse,
    compare_strategies,
)
from xl_mastermind.board.scores import NOBODY, YOU, FinishedGame, new_score_rows
from xl_mastermind.cells.values import (
    Cell,
    RangeValues,
    RangeValuesByName,
    cell_text,
    feedback_width,
)
from xl_mastermind.game.codemaker import todays_game_number
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE, Game
from xl_mastermind.game.game_column import NEXT_GAME_WORDS
from xl_mastermind.presentation.games import game_name
from xl_mastermind.presentation.messages import NO_NUMBER, OTHER_PLAYERS_CODE, pluralize
from xl_mastermind.presentation.sheet_names import ANALYSIS_SHEET, COMPARE_SHEET
from xl_mastermind.solve.rating import rate_game

BUTTON_STEPS: Final = (
    "calculate",
    "read_ranges",
    "run_button",
    "write_ranges",
    "calculate",
    "copy_state_key",
    "calculate",
    "select_next_input",
)
"""
The steps of a button in an application.

It reads the button's `inputs`, and writes the changes of `run_button`. It then copies
`state_key` to `cached_state_key`, because only formulas know the state after the
changes: they show cached texts while both are equal. LibreOffice executes this list;
the macros for Excel have the same steps.
"""


@dataclass(frozen=True)
class Button:
    """A button, and the properties that the applications need."""

    caption: str
    help: str  # The sentence of the sheet Help.
    run: Callable[[RangeValuesByName], RangeValuesByName]
    picture: str  # The `imageMso` of its button in Excel's ribbon.
    # Named ranges to read. Every button also gets `scores` and `player`.
    inputs: tuple[str, ...] = state.BOARD_INPUTS
    marker: str = "game"  # A defined name that only sheets with this button have.
    sheet: str = ""  # Blank: every board has the button.
    board_input: str = ""  # A range that names another sheet, whose board is read too.
    # After such a button applications restore the format of the input cells.
    writes_guesses: bool = False
    instead: str = ""  # How users without Python type the same.

    @property
    def name(self) -> str:
        """Its name in Python."""
        return self.caption.lower().replace(" ", "_")

    @property
    def macro(self) -> str:
        """The name of its macro in Excel."""
        return "".join(word.capitalize() for word in self.caption.split())


# Buttons of a board


BoardAction: TypeAlias = Callable[[state.BoardState], tuple[state.BoardState, str]]
"""
A function that returns the board after a button, and a message.

The message replaces that of the board's formulas; "" for none.
"""


def _explain(board: state.BoardState) -> tuple[state.BoardState, str]:
    return board, board.game.contradiction


def _play_guesses(
    board: state.BoardState, max_guesses: int | None = None
) -> tuple[state.BoardState, str]:
    """Play guesses of the solver up to a number, or to the end of the game."""
    for _ in range(max_guesses or board.game.attempt_count):
        try:
            board = board.play_guess(board.next_guess())
        except state.CannotGuessError as error:
            return board, str(error)
        if board.game.is_finished:
            break
    return board, ""


def _clear(board: state.BoardState) -> tuple[state.BoardState, str]:
    cleared = board.without_attempts()
    # Clear keeps the computer's code. With other codemakers it starts a new game.
    return cleared if board.game.codemaker == COMPUTER else _as_new_game(cleared), ""


def _as_new_game(board: state.BoardState) -> state.BoardState:
    return replace(board, revealed_keys=(), scored_keys=())


def _new_game(board: state.BoardState) -> tuple[state.BoardState, str]:
    new_board = _as_new_game(board.without_attempts())
    if board.game.codemaker != SOMEBODY_ELSE:
        new_board = new_board.with_number(state.draw_number(board.game.rules))
    return new_board, _NEW_GAME[board.game.codemaker]


_NEW_GAME: Final = {
    COMPUTER: "A new code is hidden. Your guess.",
    SOMEBODY_ELSE: "Another player hides a code. Type a guess, or press Hint.",
    CHEATS: "No code is fixed: each answer keeps most codes possible. Your guess.",
}
"""The message of New Game, by the codemaker."""


def _game_of_the_day(board: state.BoardState) -> tuple[state.BoardState, str]:
    if board.game.codemaker != COMPUTER:
        return board, f"The game of the day needs the codemaker “{COMPUTER}”."
    number = todays_game_number()
    message = f"Game {number}: today's game, the same for everybody. Your guess."
    return _as_new_game(board.without_attempts()).with_number(number), message


def _reveal_code(board: state.BoardState) -> tuple[state.BoardState, str]:
    if board.game.codemaker == SOMEBODY_ELSE:
        return board, OTHER_PLAYERS_CODE
    if board.game.codemaker == COMPUTER and not board.game.secret:
        return board, NO_NUMBER
    if board.game.is_finished:  # The code is visible already.
        return board, ""
    message = ""
    if board.game.codemaker == CHEATS:
        message = f"No code was fixed. It could be {board.first_candidate()}."
    return replace(board, revealed_keys=(*board.revealed_keys, board.key)), message


def _run_on_board(action: BoardAction, values: RangeValuesByName) -> RangeValuesByName:
    board, old_games = _add_to_scores(state.BoardState.from_values(values))
    new_board, message = action(board)
    new_board, new_games = _add_to_scores(new_board)
    new_values: RangeValuesByName = {
        "guess_source": new_board.source_cells(),
        **new_board.stored_games,
        "guess_input": new_board.guess_cells(),
    }
    changes = {
        name: rows
        for name, rows in new_values.items()
        if _blanks_as_text(rows) != _blanks_as_text(values[name])
    }
    if new_board.is_cleared:
        blanks: list[Cell] = [None] * feedback_width(new_board.game.rules)
        changes["feedback_input"] = [blanks] * len(new_board.entries)
        changes["number_below"] = [[None]]
    first_number = board.column_number if new_board.is_cleared else board.number
    if new_board.key != cell_text(first_number):
        changes["game_number"] = [[new_board.number]]
    if (games := old_games + new_games) and "scores" in values:
        changes["scores"] = new_score_rows(values["scores"], games, board.player or YOU)
    changes["cached_message"] = [[message or None]]
    changes["cached_explanation"] = new_board.explanations
    if board.has_costs:
        changes["cached_costs"] = new_board.cost_column()
    if board.has_best_guesses:
        changes["cached_best_guesses"] = new_board.best_guesses()
    # The application replaces it; see `BUTTON_STEPS`.
    changes["cached_state_key"] = [[None]]
    return changes


def _blanks_as_text(rows: RangeValues) -> RangeValues:
    return [["" if cell is None else cell for cell in row] for row in rows]


# Scores


def _add_to_scores(
    board: state.BoardState,
) -> tuple[state.BoardState, list[FinishedGame]]:
    """
    Return the board with its ended games marked as scored, and these games.

    The first button after the end of a game adds it, unless it has no turns.
    """
    finished, keys = list[FinishedGame](), [*board.scored_keys]
    current = {board.score_key: board.game} if board.is_over else {}
    for key, game in {**board.earlier_games, **current}.items():
        if key not in keys and not game.contradiction:
            keys.append(key)
            finished += [_finished_game(game, board)] if game.turns else []
    return replace(board, scored_keys=(*keys,)), finished


def _finished_game(game: Game, board: state.BoardState) -> FinishedGame:
    sources = [row.source for row in game.counted_attempts.values()]
    is_broken = game.solved_attempt and state.key_text(game) not in board.revealed_keys
    codebreaker = _codebreaker(sources, board) if is_broken else NOBODY
    cost = _total_cost(game) if board.has_costs else None
    return FinishedGame(game_name(game.rules), codebreaker, len(sources), cost)


def _total_cost(game: Game) -> float | None:
    """Return the guesses lost against optimal play, `None` unless all are proved."""
    ratings = rate_game(game).values()
    if not ratings or not all(rating.is_proved for rating in ratings):
        return None
    return round(sum(rating.cost for rating in ratings), 2)


def _codebreaker(sources: Sequence[str], board: state.BoardState) -> str:
    """Return the source of the last guess, and the sources that helped it."""
    if solver := sources[-1]:
        count = sources.count("")
        return f"{solver}, after {pluralize(count, 'guess')}" if count else solver
    strategies = sorted({*filter(None, sources)})
    return " and ".join([YOU, *strategies, *["facts"] * board.shows_facts])


def _board_button(
    caption: str, action: BoardAction, text: str, picture: str, instead: str = ""
) -> Button:
    return Button(
        caption,
        text,
        partial(_run_on_board, action),
        picture,
        writes_guesses=action not in (_reveal_code, _explain),
        instead=instead,
    )


_NEXT_GAME: Final = "type {} (with letters {}) below the last guess".format(
    *NEXT_GAME_WORDS
)


PANEL_BUTTONS: Final = (
    _board_button(
        "New Game",
        _new_game,
        "Clears the board and hides a new code.",
        "Refresh",
        _NEXT_GAME,
    ),
    _board_button(
        "Hint",
        partial(_play_guesses, max_guesses=1),
        "Plays the next guess for you.",
        "GoalSeek",
        "type ? below the last guess, on boards that list the codes",
    ),
    _board_button("Solve", _play_guesses, "Plays the rest of the game.", "MacroPlay"),
    _board_button(
        "Clear",
        _clear,
        "Clears the attempts and keeps the code.",
        "Delete",
        "select the guesses and press Delete",
    ),
    _board_button("Reveal Code", _reveal_code, "Shows the code.", "Lock", _NEXT_GAME),
    _board_button(
        "Explain",
        _explain,
        "Explains every guess: its effect, cost and contradictions.",
        "ReviewNewComment",
    ),
)
"""The buttons in the panel of a board, in their order."""

GAME_OF_THE_DAY: Final = _board_button(
    "Game of the Day",
    _game_of_the_day,
    "Hides the code of today's date, the same for everybody; in the menus only.",
    "FunctionsDateTimeInsertGallery",
    "type the date below the last guess, such as #20261231",
)

COPY_RESULT: Final = Button(
    "Copy Result",
    "Copies the result of a finished game for friends, without the code.",
    lambda _: {},  # The application copies the lines.
    "Copy",
    ("result",),
    "result",
)

ANALYSE: Final = Button(
    "Analyse",
    "Ranks the guesses for a board, and splits the remaining codes by one of them.",
    analyse,
    "FunctionWizard",
    ANALYSIS_INPUTS,
    "analysis_message",
    ANALYSIS_SHEET,
    board_input="analysed_board",
)

COMPARE: Final = Button(
    "Compare",
    "Shows how each strategy finds a code, and its results over all codes.",
    compare_strategies,
    "ChartTypeColumnInsertGallery",
    COMPARE_INPUTS,
    "compare_message",
    COMPARE_SHEET,
)

BOARD_BUTTONS: Final = (*PANEL_BUTTONS, COPY_RESULT)
"""All buttons of every board."""

BUTTONS: Final = {
    button.name: button
    for button in (*BOARD_BUTTONS, GAME_OF_THE_DAY, ANALYSE, COMPARE)
}
"""All buttons by name, and the command that is only in menu and ribbon."""


def run_button(name: str, values: RangeValuesByName) -> RangeValuesByName:
    """Return the values that a button writes."""
    return BUTTONS[name].run(values)
