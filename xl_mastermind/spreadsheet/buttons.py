"""
All buttons of all sheets, and what they do: values of areas in, areas to write out.

A host reads the areas that a button names in `inputs`, calls `run_button`, writes what it
gives back, and has the program calculate. If `cached_state_key` is among that, it then copies
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
Blocks: TypeAlias = dict[str, RangeValues]


@dataclass(frozen=True)
class Button:
    """A button."""

    caption: str  # what it says on the sheet
    help: str  # what it does, for the Help sheet
    # Takes the values of its inputs and returns the areas to write
    run: Callable[[Values], Blocks]
    # The areas of its sheet whose values it takes; besides, `scores` is the table of
    # scores from its heads on, `player` is the person's name, and `workbook` is the
    # path of the workbook, blank if it has none
    inputs: tuple[str, ...] = BOARD_INPUTS
    # A named area that every sheet with this button has, and no other
    marker: str = "game"
    sheet: str = ""  # the sheet where it stands; blank for every board
    # The one of its areas that names a board, whose values it takes too
    board_input: str = ""
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


@dataclass(frozen=True)
class Outcome:
    """The changes that a button makes on a board."""

    attempts: Attempts  # afterwards
    guess_source: list[str]  # the strategies that made them, as on the board
    number: Cell  # of the game
    is_revealed: bool
    cells: Mapping[str, RangeValues]  # areas that are typed into
    message: str = ""  # in place of the sentence of the board's own formulas
    is_new: bool = False  # whether another game begins


def _unchanged(board: BoardState, message: str = "") -> Outcome:
    return Outcome(
        board.attempts, board.guess_source, board.number, board.is_revealed, {}, message
    )


def _explain(board: BoardState) -> Outcome:
    return _unchanged(board, board.attempts.contradiction)


def _hint(board: BoardState) -> Outcome:
    return _played_on(board, 1)


def _solve(board: BoardState) -> Outcome:
    return _played_on(board, len(board.guess_source))


def _played_on(board: BoardState, most: int) -> Outcome:
    """Let the solver make up to a number of guesses."""
    attempts, typed = board.attempts, [*board.guess_input]
    players, message = [*board.guess_source], ""
    try:
        for _ in range(most):
            guess = board.next_guess(attempts)
            row = attempts.rows.index(None)
            attempts = board.play_guess(attempts, row, guess)
            word = board.rules.format_code(guess)
            typed[row] = [guess_cell(word, board.rules)]
            players[row] = strategy_label(board.solver.name)
            if attempts.is_finished:
                break
    except CannotGuessError as error:
        message = str(error)
    cells = {"guess_input": typed}
    return Outcome(attempts, players, board.number, board.is_revealed, cells, message)


def _cleared(board: BoardState) -> Outcome:
    """Clear the attempts."""
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
    cleared = _cleared(board)
    return cleared if board.codemaker == COMPUTER else _started(cleared)


def _started(outcome: Outcome, message: str = "") -> Outcome:
    return replace(outcome, is_revealed=False, is_new=True, message=message)


def _new_game(board: BoardState) -> Outcome:
    started = _started(_cleared(board), _NEW_GAME[board.codemaker])
    if board.codemaker == SOMEBODY_ELSE:
        return started
    return replace(started, number=draw_game_number(board.rules))


_NEW_GAME: Final = {
    COMPUTER: "A new code is hidden. Your guess.",
    SOMEBODY_ELSE: "Let somebody hide a code. Your guess, or press Hint.",
    CHEATS: "No code is fixed: whatever you guess, most codes stay. Your guess.",
}
"""The message of New Game, by the codemaker."""


def _game_of_the_day(board: BoardState) -> Outcome:
    if board.codemaker != COMPUTER:
        return _unchanged(board, f"Choose the codemaker “{COMPUTER}” for it.")
    number = todays_game_number()
    message = f"Game {number} is today's, for everybody. Your guess."
    return replace(_started(_cleared(board), message), number=number)


def _reveal_code(board: BoardState) -> Outcome:
    if board.codemaker == SOMEBODY_ELSE:
        return _unchanged(board, OTHER_PLAYERS_CODE)
    if board.codemaker == COMPUTER and not board.secret:
        return _unchanged(board, NO_NUMBER)
    message = ""
    if board.codemaker == CHEATS:
        message = f"No code was fixed. It could be {first_candidate(board.attempts)}."
    return replace(_unchanged(board, message), is_revealed=True)


_EMPTY: Final = (
    *("guess_input", "feedback_input", "number_below"),
    *("guess_source", "cached_message"),
)

_FRESH: Final[dict[str, Cell]] = {
    **dict.fromkeys((*_EMPTY, *CACHE_NAMES)),
    "reveal": REVEAL_NO,
}

FALLBACK_BUTTONS: Final[dict[str, dict[str, Cell]]] = {
    "new_game": _FRESH,
    "game_of_the_day": _FRESH,
    "clear": dict.fromkeys(_EMPTY),
    "reveal_code": {"cached_reveal": CODE_REVEALED, "cached_message": None},
}
"""
What every cell of some areas is after a button that a host can do without Python.

The board's own formulas show the rest, once no sentence of another button hides it.
The setting “Reveal code” takes the key of the game.
"""


def _act_on_board(move: Callable[[BoardState], Outcome], values: Values) -> Blocks:
    """Return the areas that a button of a board writes: changes and texts."""
    board = BoardState.from_values(values)
    outcome = move(board)
    return _written(values, board, outcome, board.explanations(outcome.attempts))


def _written(
    values: Values, board: BoardState, outcome: Outcome, explanations: Sequence[str]
) -> Blocks:
    """Return the areas that an outcome changes, and those of its texts."""
    games, is_in_scores = _finished_games(board, outcome)
    blocks: Blocks = {
        **outcome.cells,
        "guess_source": guess_source_cells(outcome.attempts, outcome.guess_source),
        "is_in_scores": [["yes" if is_in_scores else None]],
        "cached_game_number": [[outcome.number]],
    }
    if "reveal" in values:
        ((hidden, shown),) = values["reveal_choices"]
        blocks["reveal"] = [[shown if outcome.is_revealed else hidden]]
    changed = {
        area: block for area, block in blocks.items() if _differs(block, values[area])
    }
    if outcome.number != board.number:
        changed["game_number"] = [[outcome.number]]
    if outcome.is_revealed != board.is_revealed:
        changed["cached_reveal"] = [[CODE_REVEALED if outcome.is_revealed else None]]
    elif not board.cache_is_current:  # what stands there was noted of another number
        changed["cached_reveal"] = [[CODE_REVEALED if board.is_revealed else None]]
    if games and "scores" in values:
        player = first_cell(values, "player")
        changed["scores"] = new_score_rows(
            values["scores"], games, cell_text(player) or YOU
        )
    said: Blocks = {
        "cached_message": [[outcome.message or None]],
        "cached_explanation": [[text] for text in explanations],
    }
    if board.has_costs:
        said["cached_costs"] = [[cost] for cost in board.cost_column(outcome.attempts)]
    # The last to be written. The host copies `state_key` there, once the program has
    # calculated: all of these texts belong to the attempts as they stand then.
    return changed | said | {"cached_state_key": [[None]]}


def _differs(block: RangeValues, before: RangeValues) -> bool:
    """Return whether cells change; a blank one may be an empty text."""
    return _without_blanks(block) != _without_blanks(before)


def _without_blanks(block: RangeValues) -> RangeValues:
    return [["" if cell is None else cell for cell in row] for row in block]


# What is kept of a game


def _finished_games(
    board: BoardState, outcome: Outcome
) -> tuple[list[FinishedGame], bool]:
    """
    Return the games that are over now, and whether the last of them is recorded.

    Each game is returned once: by the first button after its end.
    """
    unchanged = _unchanged(board)
    games, is_in_scores = [], board.is_in_scores
    for each in (unchanged, outcome):
        is_in_scores = is_in_scores and not each.is_new
        if not is_in_scores and board.is_over(
            each.attempts, is_revealed=each.is_revealed
        ):
            games.append(_finished_game(board, each))
            is_in_scores = True
    return [*filter(None, games)], is_in_scores


def _finished_game(board: BoardState, outcome: Outcome) -> FinishedGame | None:
    """Return the record of a game for the scores; none if nothing was played."""
    attempts = outcome.attempts
    end = attempts.solved_attempt or len(attempts.rows)
    played = [n for n in attempts.turns_by_attempt if n <= end]
    if not played:
        return None
    is_broken = attempts.solved_attempt and not outcome.is_revealed
    return FinishedGame(
        current_moment(),
        game_name(board.rules),
        _broken_by([outcome.guess_source[n - 1] for n in played])
        if is_broken
        else NOBODY,
        len(played),
        _cost(attempts) if board.has_costs else None,
    )


def _cost(attempts: Attempts) -> float | None:
    """Return the guesses given away against the optimum, if all of them are proved."""
    rated = attempts.ratings
    if not rated or not all(rating.is_proved for rating in rated):
        return None
    return round(sum(rating.cost for rating in rated), 2)


def _broken_by(players: Sequence[str]) -> str:
    """Return who broke a code: who made the last guess, for a player with help."""
    *_, last = players
    if last:
        own = [*players].count("")
        return f"{last}, after {guesses_in_words(own)}" if own else last
    return " and ".join([YOU, *sorted({*filter(None, players)})])


def _web_page(values: Values) -> Blocks:
    """Write the page of a game that is over, and do on the board what Explain does."""
    board = BoardState.from_values(values)
    outcome = _explain(board)
    explanations = board.explanations(outcome.attempts)
    if wrong := board.first_error or outcome.message:
        message = wrong
    elif not board.attempts.is_finished:
        message = NO_PAGE_YET
    else:
        try:
            player = cell_text(first_cell(values, "player"))
            workbook = Path(str(first_cell(values, "workbook") or ""))
            file = write_page(board, explanations, player, workbook)
            # The name comes first: a long path does not fit into the message.
            message = f"{file.name}, in {file.parent}"
        except OSError as error:
            message = f"nothing was written, {error}."
    return _written(
        values, board, replace(outcome, message=WEB_PAGE_PREFIX + message), explanations
    )


def _on_board(
    caption: str,
    move: Callable[[BoardState], Outcome],
    text: str,
    picture: str = "",
    *,
    writes_guesses: bool = False,
) -> Button:
    return Button(
        caption,
        text,
        partial(_act_on_board, move),
        picture=picture,
        writes_guesses=writes_guesses,
    )


PANEL_BUTTONS: Final = (
    _on_board(
        "New Game",
        _new_game,
        "Clears the board, hides a code.",
        "Refresh",
        writes_guesses=True,
    ),
    _on_board("Hint", _hint, "Plays the next guess for you.", writes_guesses=True),
    _on_board(
        "Solve", _solve, "Plays on to the end.", "MacroPlay", writes_guesses=True
    ),
    _on_board(
        "Clear",
        _clear,
        "Clears the attempts, keeps the code.",
        "Delete",
        writes_guesses=True,
    ),
    _on_board("Reveal Code", _reveal_code, "Shows the code.", "Lock"),
    _on_board(
        "Explain",
        _explain,
        "Tells what each guess did: story, cost, contradictions.",
    ),
)
"""The buttons of a board, in the order in which they stand on it."""

GAME_OF_THE_DAY: Final = _on_board(
    "Game of the Day",
    _game_of_the_day,
    "Hides the code of today's date, the same for everybody; it has no button.",
    writes_guesses=True,
)

COPY_RESULT: Final = Button(
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
    board_input="analysed_board",
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

RESULT_BUTTONS: Final = (COPY_RESULT, WEB_PAGE)
"""The buttons beside the result of a board."""

BOARD_BUTTONS: Final = (*PANEL_BUTTONS, *RESULT_BUTTONS)
"""All buttons of every board: those of its panel, then those below its story."""

BUTTONS: Final = {
    button.name: button
    for button in (*BOARD_BUTTONS, GAME_OF_THE_DAY, ANALYSE, COMPARE)
}
"""All buttons by their names, and what stands in menu and ribbon alone."""


def run_button(name: str, values: Values) -> Blocks:
    """Return the areas that a button writes."""
    return BUTTONS[name].run(values)
