"""
All buttons of all sheets, as functions from values of ranges to values of ranges.

An application reads the ranges in a button's `inputs`, calls `run_button`, writes the
returned values, and calculates. If these include `cached_state_key`, it then copies
`state_key` there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from xl_mastermind.solve.codemaker import draw_game_number, todays_game_number
from xl_mastermind.solve.strategies import strategy_label
from xl_mastermind.spreadsheet.analysis import (
    ANALYSIS_INPUTS,
    COMPARE_INPUTS,
    analyse,
    compare_strategies,
)
from xl_mastermind.spreadsheet.board import (
    BOARD_INPUTS,
    CACHE_NAMES,
    CHEATS,
    CODE_REVEALED,
    COMPUTER,
    REVEAL_NO,
    SOMEBODY_ELSE,
    Attempts,
    BoardState,
    CannotGuessError,
    first_candidate,
    guess_source_cells,
)
from xl_mastermind.spreadsheet.cells import (
    Cell,
    RangeValues,
    cell_text,
    first_cell,
    guess_cell,
)
from xl_mastermind.spreadsheet.games import game_name
from xl_mastermind.spreadsheet.messages import (
    NO_NUMBER,
    NO_PAGE_YET,
    OTHER_PLAYERS_CODE,
    WEB_PAGE_PREFIX,
    guesses_in_words,
)
from xl_mastermind.spreadsheet.page import write_page
from xl_mastermind.spreadsheet.scores import (
    NOBODY,
    YOU,
    FinishedGame,
    current_moment,
    new_score_rows,
)
from xl_mastermind.spreadsheet.sheet_names import ANALYSIS_SHEET, COMPARE_SHEET

Values: TypeAlias = Mapping[str, RangeValues]
"""Values of named ranges, by name."""

Changes: TypeAlias = dict[str, RangeValues]
"""Values to write into named ranges, by name."""


@dataclass(frozen=True)
class Button:
    """A button, and the properties that the applications need."""

    caption: str
    help: str  # for the Help sheet
    run: Callable[[Values], Changes]
    # The ranges to read from its sheet; besides, `scores` is the table of scores with
    # its headings, `player` the user's name, and `workbook` the path of the workbook
    # or blank
    inputs: tuple[str, ...] = BOARD_INPUTS
    marker: str = "game"  # a defined name that only sheets with this button have
    sheet: str = ""  # blank for every board
    board_input: str = ""  # the input that contains the sheet of a board to read too
    picture: str = ""  # the `imageMso` of its button in Excel's ribbon
    # Excel restores the format of the input cells before such a button writes
    writes_guesses: bool = False

    @property
    def name(self) -> str:
        """Its name in Python."""
        return self.caption.lower().replace(" ", "_")

    @property
    def macro(self) -> str:
        """The name of its macro in Excel."""
        return "".join(word.capitalize() for word in self.caption.split())


# Buttons of a board


@dataclass(frozen=True)
class Outcome:
    """A board after a button."""

    attempts: Attempts
    guess_source: list[str]
    number: Cell
    is_revealed: bool
    cells: Mapping[str, RangeValues]  # new values of input ranges
    message: str = ""  # in place of the message of the board's formulas
    is_new: bool = False  # whether another game begins


def _unchanged(board: BoardState, message: str = "") -> Outcome:
    return Outcome(
        board.attempts, board.guess_source, board.number, board.is_revealed, {}, message
    )


def _explain(board: BoardState) -> Outcome:
    return _unchanged(board, board.attempts.contradiction)


def _play_guesses(board: BoardState, max_guesses: int | None = None) -> Outcome:
    """Play guesses of the solver up to a number, or to the end of the game."""
    attempts, cells = board.attempts, [*board.guess_input]
    sources, message = [*board.guess_source], ""
    try:
        for _ in range(max_guesses or len(sources)):
            guess = board.next_guess(attempts)
            row = attempts.rows.index(None)
            attempts = board.play_guess(attempts, row, guess)
            cells[row] = [guess_cell(guess, board.rules)]
            sources[row] = strategy_label(board.solver.name)
            if attempts.is_finished:
                break
    except CannotGuessError as error:
        message = str(error)
    changes = {"guess_input": cells}
    return Outcome(attempts, sources, board.number, board.is_revealed, changes, message)


def _without_attempts(board: BoardState) -> Outcome:
    rows = len(board.attempts.rows)
    return Outcome(
        Attempts(board.rules, (None,) * rows),
        [""] * rows,
        board.number,
        board.is_revealed,
        {
            "guess_input": [[None]] * rows,
            "feedback_input": [[None] * len(marks) for marks in board.feedback_input],
            "number_below": [[None]],
        },
    )


def _clear(board: BoardState) -> Outcome:
    # The computer's code stays, known or not; other codemakers hide another.
    outcome = _without_attempts(board)
    return outcome if board.codemaker == COMPUTER else _as_new_game(outcome)


def _as_new_game(outcome: Outcome, message: str = "") -> Outcome:
    return replace(outcome, is_revealed=False, is_new=True, message=message)


def _new_game(board: BoardState) -> Outcome:
    outcome = _as_new_game(_without_attempts(board), _NEW_GAME[board.codemaker])
    if board.codemaker == SOMEBODY_ELSE:
        return outcome
    return replace(outcome, number=draw_game_number(board.rules))


_NEW_GAME: Final = {
    COMPUTER: "A new code is hidden. Your guess.",
    SOMEBODY_ELSE: "Another player hides a code. Type a guess, or press Hint.",
    CHEATS: "No code is fixed: each answer keeps most codes possible. Your guess.",
}
"""The message of New Game, by the codemaker."""


def _game_of_the_day(board: BoardState) -> Outcome:
    if board.codemaker != COMPUTER:
        return _unchanged(
            board, f"The game of the day needs the codemaker “{COMPUTER}”."
        )
    number = todays_game_number()
    message = f"Game {number}: today's game, the same for everybody. Your guess."
    outcome = _as_new_game(_without_attempts(board), message)
    return replace(outcome, number=number)


def _reveal_code(board: BoardState) -> Outcome:
    if board.codemaker == SOMEBODY_ELSE:
        return _unchanged(board, OTHER_PLAYERS_CODE)
    if board.codemaker == COMPUTER and not board.secret:
        return _unchanged(board, NO_NUMBER)
    message = ""
    if board.codemaker == CHEATS:
        message = f"No code was fixed. It could be {first_candidate(board.attempts)}."
    return replace(_unchanged(board, message), is_revealed=True)


_CLEARED: Final[dict[str, Cell]] = dict.fromkeys(
    ("guess_input", "feedback_input", "number_below", "guess_source", "cached_message")
)
_NEW: Final = {**_CLEARED, **dict.fromkeys(CACHE_NAMES), "reveal": REVEAL_NO}

FALLBACK_BUTTONS: Final[dict[str, dict[str, Cell]]] = {
    "new_game": _NEW,
    "game_of_the_day": _NEW,
    "clear": _CLEARED,
    "reveal_code": {"cached_reveal": CODE_REVEALED, "cached_message": None},
}
"""
The buttons that applications can run without Python: a value for each cell of ranges.

The application writes the game number, and into the setting “Reveal code” its key.
"""


def _run_on_board(move: Callable[[BoardState], Outcome], values: Values) -> Changes:
    board = BoardState.from_values(values)
    outcome = move(board)
    return _changes(values, board, outcome, board.explanations(outcome.attempts))


def _changes(
    values: Values, board: BoardState, outcome: Outcome, explanations: Sequence[str]
) -> Changes:
    """Return the changed values of a board, its new scores, and its cached texts."""
    games, is_in_scores = _finished_games(board, outcome)
    new_values: Changes = {
        **outcome.cells,
        "guess_source": guess_source_cells(outcome.attempts, outcome.guess_source),
        "is_in_scores": [["yes" if is_in_scores else None]],
        "cached_game_number": [[outcome.number]],
    }
    if "reveal" in values:
        ((hidden, revealed),) = values["reveal_choices"]
        new_values["reveal"] = [[revealed if outcome.is_revealed else hidden]]
    changes = {
        name: rows
        for name, rows in new_values.items()
        if _blanks_as_text(rows) != _blanks_as_text(values[name])
    }
    if outcome.number != board.number:
        changes["game_number"] = [[outcome.number]]
    # A cached value of another game is replaced too.
    if outcome.is_revealed != board.is_revealed or not board.cache_is_current:
        changes["cached_reveal"] = [[CODE_REVEALED if outcome.is_revealed else None]]
    if games and "scores" in values:
        player = cell_text(first_cell(values, "player")) or YOU
        changes["scores"] = new_score_rows(values["scores"], games, player)
    changes["cached_message"] = [[outcome.message or None]]
    changes["cached_explanation"] = [[text] for text in explanations]
    if board.has_costs:
        costs = board.cost_column(outcome.attempts)
        changes["cached_costs"] = [[cost] for cost in costs]
    if board.has_best_guesses:
        best_guesses = board.best_guesses(outcome.attempts)
        changes["cached_best_guesses"] = [[text] for text in best_guesses]
    # Last: the application copies `state_key` there after it has calculated, since
    # these texts belong to the attempts of that moment.
    changes["cached_state_key"] = [[None]]
    return changes


def _blanks_as_text(rows: RangeValues) -> RangeValues:
    return [["" if cell is None else cell for cell in row] for row in rows]


# Scores


def _finished_games(
    board: BoardState, outcome: Outcome
) -> tuple[list[FinishedGame], bool]:
    """
    Return the games to add to the scores, and whether the last game is among them.

    The first button after the end of a game adds it.
    """
    games, is_in_scores = [], board.is_in_scores
    for each in (_unchanged(board), outcome):
        is_in_scores = is_in_scores and not each.is_new
        is_over = board.is_over(each.attempts, is_revealed=each.is_revealed)
        if is_over and not is_in_scores:
            games.append(_finished_game(board, each))
            is_in_scores = True
    return [*filter(None, games)], is_in_scores


def _finished_game(board: BoardState, outcome: Outcome) -> FinishedGame | None:
    """Return the record of a game for the scores, `None` for one without turns."""
    attempts = outcome.attempts
    end = attempts.solved_attempt or len(attempts.rows)
    attempt_numbers = [n for n in attempts.turns_by_attempt if n <= end]
    if not attempt_numbers:
        return None
    is_broken = attempts.solved_attempt and not outcome.is_revealed
    sources = [outcome.guess_source[n - 1] for n in attempt_numbers]
    return FinishedGame(
        current_moment(),
        game_name(board.rules),
        _codebreaker(sources, shows_facts=board.shows_facts) if is_broken else NOBODY,
        len(sources),
        _total_cost(attempts) if board.has_costs else None,
    )


def _total_cost(attempts: Attempts) -> float | None:
    """Return the guesses lost against optimal play, `None` unless all are proved."""
    ratings = attempts.ratings
    if not ratings or not all(rating.is_proved for rating in ratings):
        return None
    return round(sum(rating.cost for rating in ratings), 2)


def _codebreaker(sources: Sequence[str], *, shows_facts: bool) -> str:
    """Return the source of the last guess with the help it had, as the scores say."""
    if solver := sources[-1]:
        count = sources.count("")
        return f"{solver}, after {guesses_in_words(count)}" if count else solver
    help_sources = [*sorted({*filter(None, sources)}), *["facts"] * shows_facts]
    return " and ".join([YOU, *help_sources])


def _web_page(values: Values) -> Changes:
    """Write the web page of a finished game, and explain the game on the board."""
    board = BoardState.from_values(values)
    outcome = _explain(board)
    explanations = board.explanations(outcome.attempts)
    message = board.first_error or outcome.message
    if not message and not board.attempts.is_finished:
        message = NO_PAGE_YET
    if not message:
        player = cell_text(first_cell(values, "player"))
        workbook = Path(str(first_cell(values, "workbook") or ""))
        try:
            file = write_page(board, explanations, player, workbook)
            # The name comes first: a long path does not fit into the message.
            message = f"{file.name}, in {file.parent}"
        except OSError as error:
            message = f"nothing was written, {error}."
    outcome = replace(outcome, message=WEB_PAGE_PREFIX + message)
    return _changes(values, board, outcome, explanations)


def _board_button(
    caption: str,
    move: Callable[[BoardState], Outcome],
    text: str,
    picture: str = "",
) -> Button:
    return Button(
        caption,
        text,
        partial(_run_on_board, move),
        picture=picture,
        writes_guesses=move not in (_reveal_code, _explain),
    )


PANEL_BUTTONS: Final = (
    _board_button(
        "New Game", _new_game, "Clears the board and hides a new code.", "Refresh"
    ),
    _board_button(
        "Hint", partial(_play_guesses, max_guesses=1), "Plays the next guess for you."
    ),
    _board_button("Solve", _play_guesses, "Plays the rest of the game.", "MacroPlay"),
    _board_button("Clear", _clear, "Clears the attempts and keeps the code.", "Delete"),
    _board_button("Reveal Code", _reveal_code, "Shows the code.", "Lock"),
    _board_button(
        "Explain",
        _explain,
        "Explains every guess: its effect, cost and contradictions.",
    ),
)
"""The buttons in the panel of a board, in their order."""

GAME_OF_THE_DAY: Final = _board_button(
    "Game of the Day",
    _game_of_the_day,
    "Hides the code of today's date, the same for everybody; in the menus only.",
)

COPY_RESULT: Final = Button(
    "Copy Result",
    "Copies the result of a finished game for friends, without the code.",
    lambda _: {},  # the application copies the lines
    ("result",),
    "result",
    picture="Copy",
)

WEB_PAGE: Final = Button(
    "Web Page",
    "Writes a web page of a finished game, with its code, beside the workbook.",
    _web_page,
    picture="HyperlinkInsert",
)

ANALYSE: Final = Button(
    "Analyse",
    "Ranks the guesses for a board, and splits the remaining codes by one of them.",
    analyse,
    ANALYSIS_INPUTS,
    "analysis_message",
    ANALYSIS_SHEET,
    board_input="analysed_board",
    picture="FunctionWizard",
)

COMPARE: Final = Button(
    "Compare",
    "Shows how each strategy finds a code, and its results over all codes.",
    compare_strategies,
    COMPARE_INPUTS,
    "compare_message",
    COMPARE_SHEET,
)

RESULT_BUTTONS: Final = (COPY_RESULT, WEB_PAGE)
"""The buttons beside the result of a board."""

BOARD_BUTTONS: Final = (*PANEL_BUTTONS, *RESULT_BUTTONS)
"""All buttons of every board."""

BUTTONS: Final = {
    button.name: button
    for button in (*BOARD_BUTTONS, GAME_OF_THE_DAY, ANALYSE, COMPARE)
}
"""All buttons by name, and the command that is only in menu and ribbon."""


def run_button(name: str, values: Values) -> Changes:
    """Return the values that a button writes."""
    return BUTTONS[name].run(values)
