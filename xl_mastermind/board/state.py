"""Boards: the cells of a new one, and the state of a game as its ranges contain it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from xl_mastermind.cells.values import (
    DATE_SERIALS,
    UNREADABLE_ENTRY,
    Cell,
    RangeValues,
    RangeValuesByName,
    cell_text,
    entry_text,
    feedback_width,
    first_cell,
    guess_cell,
    is_number,
    read_first_guess,
)
from xl_mastermind.game.board_limits import FEW_CODES, MAX_LISTED_CODES, attempt_count
from xl_mastermind.game.codemaker import draw_game_number
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.game import (
    CHEATS,
    CODEMAKERS,
    COMPUTER,
    SOMEBODY_ELSE,
    Attempt,
    Game,
)
from xl_mastermind.game.game_column import asks_for_hint, split_game_column, start_game
from xl_mastermind.game.game_key import OWN_CODE_WORD, GameKey, parse_guess
from xl_mastermind.game.rules import UNKNOWN_SYMBOL, Code, Feedback, Rules
from xl_mastermind.game.symbols import PARTIAL_GUESS_MARK, english_letters
from xl_mastermind.presentation import messages
from xl_mastermind.solve.analysis import partition
from xl_mastermind.solve.board_hint import board_hint
from xl_mastermind.solve.explanation import explain_turns
from xl_mastermind.solve.rating import rate_game
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    Strategy,
    parse_strategy,
    strategy_label,
)
from xl_mastermind.solve.suggestion import suggest_guess

STORED_GAMES: Final = ("scored_games", "revealed_games")
"""The ranges that list games: those in Scores, and those whose code was revealed."""

OPTIONAL_INPUTS: Final = ("facts_wanted",)
"""The ranges that only boards of smaller games have."""

BOARD_INPUTS: Final = (
    *("game", "guess_source", *STORED_GAMES),
    "guess_input",  # The typed texts: buttons write the other games back.
    # Formulas compute these from input cells.
    *("current_codemaker", "column_number", "number", "solver"),
    *("words", "feedback_pegs", "attempt_rows", "is_revealed", "first_error"),
    *OPTIONAL_INPUTS,
)
"""
The ranges from which `BoardState` reads a game.

Formulas have already read words and feedback. They ignore formulas that a user typed,
and feedback without a guess.
"""

ANALYSED_BOARD_INPUTS: Final = (*BOARD_INPUTS, "message")
"""The ranges of the board that the button Analyse reads."""

_ENTRY_RANGES: Final = ("guess_input", "words", "feedback_pegs", "guess_source")
"""The ranges with a row for each entry in the column of games."""


def board_codemakers(rules: Rules) -> list[str]:
    """Return the codemakers of a board, on which only a list of codes can cheat."""
    has_code_list = rules.code_count <= MAX_LISTED_CODES
    return [each for each in CODEMAKERS if has_code_list or each != CHEATS]


def read_codemaker(cell: Cell, rules: Rules) -> str:
    """Return the codemaker that a cell names, the computer for any other text."""
    text = english_letters(cell_text(cell)).strip().lower()
    names = (each for each in board_codemakers(rules) if each.lower() == text)
    return next(names, COMPUTER)


def new_game(rules: Rules, secret: Code | None = None) -> Game:
    """Return a game without guesses, by default without a number."""
    number = rules.number_from_code(secret) if secret else None
    return Game.start(rules, attempt_count(rules), number=number)


def draw_number(rules: Rules) -> int:
    """Draw a game number for a board, none that a cell converts to a date."""
    number = DATE_SERIALS.start
    while number in DATE_SERIALS:
        number = draw_game_number(rules)
    return number


def input_values(
    game: Game, strategy: str = DEFAULT_STRATEGY, first_guess: Cell = None
) -> RangeValuesByName:
    """Return the values of a board's input cells and caches, by range."""
    number = game.number
    return {
        "game": [[str(game.rules)]],
        # A text, because a cell would show such a number as a date.
        "game_number": [[str(number) if number in DATE_SERIALS else number]],
        "guess_input": [
            [guess_cell(attempt.guess, game.rules) if attempt.guess else None]
            for attempt in game.attempts
        ],
        "guess_source": [
            [_source_text(attempt, game.rules, number)] for attempt in game.attempts
        ],
        "strategy": [[strategy_label(strategy)]],
        "first_guess": [[first_guess]],
    }


def _source_text(attempt: Attempt, rules: Rules, key: Cell) -> str | None:
    """Return a strategy with its guess and the key of the game, None for the player."""
    if not (attempt.source and attempt.guess):
        return None
    return attempt.source + _source_end(attempt.guess, rules, key)


def _source_end(guess: Code, rules: Rules, key: Cell) -> str:
    """Return the end of a source, with which another guess or game invalidates it."""
    return f" {rules.format_code(guess)} #{cell_text(key)}"


def guess_source(cell: Cell, guess: Code, rules: Rules, key: Cell) -> str:
    """Return the strategy that made a guess, "" if the cell names another guess."""
    text, end = cell_text(cell), _source_end(guess, rules, key)
    return text[: -len(end)] if text.casefold().endswith(end.casefold()) else ""


def _column(game: Game, values: Mapping[int, Cell]) -> RangeValues:
    """Return values of attempts as a column, blank in the other rows."""
    return [[values.get(n)] for n in range(1, game.attempt_count + 1)]


class CannotGuessError(ValueError):
    """There is no next guess; the message is a sentence with the reason."""


@dataclass(frozen=True)
class BoardState:
    """A board as read from a workbook: a game, settings and cached values."""

    game: Game
    number: Cell
    """The game's key: its number, `own 3625`, or blank."""
    entries: RangeValues
    """The column of guess cells with the typed values."""
    sources: RangeValues
    """The column of the sources of guesses."""
    rows: tuple[int, ...]
    """The row of each attempt in the column; the first row is 0."""
    column_number: Cell
    """The key of the first game of the column."""
    earlier_games: Mapping[str, Game]
    """The ended games above the current one, by `score_key`."""
    scored_keys: tuple[str, ...]
    """The games of the column that are in Scores."""
    first_error: str
    """A sentence about the marks, or ""."""
    strategy: str
    """The typed text, valid or not."""
    first_guess: Cell
    revealed_keys: tuple[str, ...]
    """The games whose code was revealed."""
    shows_facts: bool
    """Whether the player chose to see facts about the candidates."""
    player: str
    """The name of the user, or ""."""
    is_cleared: bool = False
    """Whether a button has cleared the input cells."""

    @classmethod
    def from_values(cls, values: RangeValuesByName) -> "BoardState":
        """Return the board whose ranges `BOARD_INPUTS` contain these values."""
        for name in BOARD_INPUTS:
            if name not in values and name not in OPTIONAL_INPUTS:
                raise ValueError(
                    f"expected a board of this version, got one without {name}"
                )
        first = {name: values[name][0][0] for name in BOARD_INPUTS if name in values}
        rules = Rules.parse(str(first["game"]))
        _check_sizes(values, rules)
        revealed_keys = read_game_keys(first["revealed_games"])
        cells = (row for (row,) in values["attempt_rows"])
        rows = (*(int(row) - 1 for row in cells if is_number(row) and row),)
        game = _read_game(values, rules, rows)
        strategy, first_guess = values["solver"][0]
        return cls(
            game,
            number=first["number"],
            entries=values["guess_input"],
            sources=values["guess_source"],
            rows=rows,
            column_number=first["column_number"],
            earlier_games=_earlier_games(values, game),
            scored_keys=read_game_keys(first["scored_games"]),
            first_error=cell_text(first["first_error"]),
            strategy=" ".join(cell_text(strategy).split()) or DEFAULT_STRATEGY,
            first_guess=first_guess,
            revealed_keys=revealed_keys,
            shows_facts=bool(first.get("facts_wanted")),
            player=cell_text(first_cell(values, "player")),
        )

    @property
    def has_costs(self) -> bool:
        """Whether the board has a column of costs."""
        return self.game.rules.code_count <= MAX_LISTED_CODES

    @property
    def has_best_guesses(self) -> bool:
        """Whether the board has a column of the best guesses, beside its facts."""
        is_grid = self.has_costs and self.game.rules.code_count > FEW_CODES
        return is_grid and self.game.rules.symbols.isdigit()

    @property
    def key(self) -> str:
        """The number or typed code of the current game."""
        return cell_text(self.number)

    @cached_property
    def solver(self) -> Strategy:
        """The strategy for guesses; raise `CannotGuessError` if it is unknown."""
        try:
            return parse_strategy(self.strategy)
        except ValueError as error:
            names = ", ".join(map(strategy_label, STRATEGIES))
            raise CannotGuessError(f"Please choose a strategy: {names}.") from error

    @property
    def is_over(self) -> bool:
        """Whether the game is solved, lost, or its code revealed."""
        is_revealed = self.key in self.revealed_keys
        is_shown = is_revealed and self.game.codemaker != SOMEBODY_ELSE
        return self.game.is_finished or is_shown

    def next_guess(self) -> Code:
        """Return the solver's next guess, or raise `CannotGuessError`."""
        game = self.game
        if game.is_finished:
            raise CannotGuessError(
                messages.GAME_OVER_GUESS if self.goes_on else messages.GAME_OVER
            )
        if game.codemaker == COMPUTER and not game.secret:
            raise CannotGuessError(messages.NO_NUMBER)
        solver = self.solver
        try:
            first = read_first_guess(self.first_guess, game.rules)
        except ValueError as error:
            message = messages.FIRST_GUESS.format(
                example=messages.example_guess(game.rules)
            )
            raise CannotGuessError(message) from error
        if self.first_error:
            raise CannotGuessError(self.first_error)
        if len(self._attempt_rows) <= len(game.attempts):
            raise CannotGuessError(messages.PRESS_NEW_GAME)
        if attempt := game.unanswered_attempt:
            raise CannotGuessError(messages.MARKS_WANTED.format(attempt=attempt))
        name = game.next_strategy(solver.name)
        rules, turns, seed = game.rules, game.turns, str([*game.turns])
        try:
            return suggest_guess(rules, turns, name, first=first, seed=seed).guess
        except ValueError as error:
            message = game.contradiction or messages.as_sentence(error)
            raise CannotGuessError(message) from error

    def with_number(self, number: int) -> "BoardState":
        """Return the board with another number, which stands for another code."""
        game = self.game
        size, codemaker = game.attempt_count, game.codemaker
        game = Game.start(game.rules, size, codemaker, number=number)
        return replace(self, game=game, number=number)

    def play_guess(self, guess: Code) -> "BoardState":
        """Return the board with a guess of the solver, and the feedback if known."""
        label = strategy_label(self.solver.name)
        return replace(self, game=self.game.with_guess(guess, label))

    def without_attempts(self) -> "BoardState":
        """Return the board with blank input cells."""
        blanks: RangeValues = [[None] for _ in self.entries]
        game = self.game.with_attempts(())
        return replace(
            self,
            game=game,
            entries=blanks,
            sources=blanks,
            rows=(),
            earlier_games={},
            is_cleared=True,
        )

    @property
    def goes_on(self) -> bool:
        """Whether a guess after the end of the game begins the next game."""
        game, attempts = self.game, self.game.attempt_count
        has_room = len(self._attempt_rows) - len(self.rows) >= attempts
        return has_room and (game.codemaker != COMPUTER or game.number is not None)

    @property
    def stored_games(self) -> RangeValuesByName:
        """The values of `STORED_GAMES`; in Scores only games that the column has."""
        keys = [*self.earlier_games, self.score_key]
        scored = [key for key in keys if key in self.scored_keys]
        lists = zip(STORED_GAMES, (scored, self.revealed_keys), strict=True)
        return {
            name: [["".join(f"#{key} " for key in dict.fromkeys(games)) or None]]
            for name, games in lists
        }

    @property
    def score_key(self) -> str:
        """The text that identifies the current game in `scored_games`."""
        return _score_key(self.game, self.key, self._attempt_rows)

    @property
    def _attempt_rows(self) -> list[int]:
        """The rows of all attempts: new ones follow the last entry."""
        texts = [cell_text(cell) for (cell,) in self.entries]
        while texts and (not texts[-1] or PARTIAL_GUESS_MARK in texts[-1]):
            texts.pop()
        return [*self.rows, *range(len(texts), len(self.entries))]

    def guess_cells(self) -> RangeValues:
        """Return the column of guess cells with the attempts of the game."""
        cells, rules = [*self.entries], self.game.rules
        for row, attempt in zip(self._attempt_rows, self.game.attempts, strict=False):
            if row not in self.rows and attempt.guess:
                cells[row] = [guess_cell(attempt.guess, rules)]
        return cells

    def source_cells(self) -> RangeValues:
        """Return the column of the sources of guesses."""
        cells, rules = [*self.sources], self.game.rules
        for row, attempt in zip(self._attempt_rows, self.game.attempts, strict=False):
            cells[row] = [_source_text(attempt, rules, self.number)]
        return cells

    @cached_property
    def explanations(self) -> RangeValues:
        """A sentence for each turn, by row."""
        game = self.game
        try:
            sentences = explain_turns(
                game.rules, game.turns, self.strategy, game.sources
            )
        except ValueError:  # The game has too many codes, or the strategy is unknown.
            sentences = []
        return _column(game, dict(zip(game.turns_by_attempt, sentences, strict=False)))

    def best_guesses(self) -> RangeValues:
        """Return the best guess at each turn, by row; blank until the end."""
        game, sentences = self.game, {}
        for index, (attempt, rating) in enumerate(rate_game(game).items()):
            best, turns = rating.best_guess, game.turns[:index]
            left = partition(game.rules, best, turns).expected_size
            guess = game.rules.format_code(best)
            sentences[attempt] = messages.BEST_GUESS.format(guess=guess, left=left)
        return _column(game, sentences)

    def cost_column(self) -> RangeValues:
        """Return a heading and the cost of each turn, by row; blank until the end."""
        ratings = rate_game(self.game)
        is_estimated = any(not rating.is_proved for rating in ratings.values())
        heading = f"{'≈ ' if is_estimated else ''}Cost" if ratings else None
        costs = {
            attempt: messages.WASTED_GUESS if rating.is_wasted else rating.cost
            for attempt, rating in ratings.items()
        }
        return [[heading], *_column(self.game, costs)]

    def first_candidate(self) -> str:
        """Return the first code that fits all turns, with blanks between its pegs."""
        rules = self.game.rules
        book = codebook(rules)
        code = book.code(int(book.candidates(self.game.turns)[0]))
        return " ".join(rules.format_code(code))


def _check_sizes(values: RangeValuesByName, rules: Rules) -> None:
    """Raise an error if a range has another size than on a board of this game."""
    attempts, entries = attempt_count(rules), len(values["words"])
    heights = dict.fromkeys(_ENTRY_RANGES, entries) | {"attempt_rows": attempts}
    widths = dict.fromkeys(("feedback_pegs", "solver"), 2)
    for name in (name for name in BOARD_INPUTS if name in values):
        rows, height, width = values[name], heights.get(name, 1), widths.get(name, 1)
        if len(rows) != height or {*map(len, rows)} != {width}:
            size = (
                f"{messages.pluralize(height, 'row')} of"
                f" {messages.pluralize(width, 'cell')}"
            )
            raise ValueError(
                f"expected {size} in the range {name} of a board of {rules}, got others"
            )


def _read_game(values: RangeValuesByName, rules: Rules, rows: Sequence[int]) -> Game:
    """Return the current game of a board, as formulas have read its input cells."""
    attempts, key = list[Attempt](), values["number"][0][0]
    names = ("words", "feedback_pegs", "guess_source")
    for row in rows:
        (word,), marks, (source_cell,) = (values[name][row] for name in names)
        guess = rules.check_code(cell_text(word))
        feedback = _read_feedback(marks, rules)
        source = guess_source(source_cell, guess, rules, key)
        if asks_for_hint(entry_text(values["guess_input"][row][0])):
            turns = [attempt.turn for attempt in attempts if attempt.turn]
            hint = board_hint(rules, turns)
            source = hint.source if hint else source
        attempts.append(Attempt(guess, feedback, source))
    codemaker = str(values["current_codemaker"][0][0])
    game = start_game(rules, attempt_count(rules), _read_key(key, rules), codemaker)
    return game.with_attempts(attempts)


def _read_key(cell: Cell, rules: Rules) -> GameKey:
    """Return the number or the code of a game, as `key_text` writes them."""
    text = cell_text(cell)
    if text.isdigit():
        return int(text)
    return parse_guess(text.rpartition(" ")[2], rules)


def _read_feedback(cells: Sequence[Cell], rules: Rules) -> Feedback | None:
    marks = [*cells[: feedback_width(rules)], 0][:2]
    counts: list[Any] = [
        int(mark) if is_number(mark) and mark == int(mark) else mark for mark in marks
    ]
    try:
        return rules.check_feedback(counts)
    except ValueError:
        return None


def _earlier_games(values: RangeValuesByName, current: Game) -> dict[str, Game]:
    """Return the ended games of the column above the current one, by `score_key`."""
    rules, codemaker = current.rules, current.codemaker
    games: dict[str, Game] = {}
    for column_game in split_game_column(
        rules,
        current.attempt_count,
        _read_key(values["column_number"][0][0], rules),
        [
            UNREADABLE_ENTRY if word == UNKNOWN_SYMBOL else entry_text(typed)
            for (word,), (typed,) in zip(
                values["words"], values["guess_input"], strict=True
            )
        ],
        codemaker=codemaker,
        feedback=[_read_feedback(marks, rules) for marks in values["feedback_pegs"]],
        hint=board_hint,
    )[:-1]:
        game = column_game.game
        attempts = [
            attempt._replace(
                source=guess_source(
                    values["guess_source"][row][0],
                    attempt.guess or (),
                    rules,
                    key_text(game),
                )
                or attempt.source
            )
            for row, attempt in zip(column_game.rows, game.attempts, strict=True)
        ]
        if game.turns:
            key = _score_key(game, key_text(game), column_game.rows)
            games.setdefault(key, game.with_attempts(attempts))
    return games


def _score_key(game: Game, key: str, rows: Sequence[int]) -> str:
    """
    Return the text that identifies a game in `scored_games`.

    The computer's code depends on the number only. Other codemakers hide another code
    in each game, with any number or none: the first row and the guesses tell games
    apart, also after the user has deleted the guesses of a game.
    """
    if game.codemaker == COMPUTER:
        return key
    guesses = ",".join(
        "-".join(map(str, attempt.guess or ())) for attempt in game.attempts
    )
    return f"{key} {rows[0] if rows else ''}:{guesses}".strip()


def key_text(game: Game) -> str:
    """Return the number of a game or its typed code, as boards write them."""
    if game.secret and game.number is None:
        return f"{OWN_CODE_WORD} {game.rules.format_code(game.secret).upper()}"
    return cell_text(game.number)


def read_game_keys(cell: Cell) -> tuple[str, ...]:
    """Return the games that a cell of `STORED_GAMES` lists."""
    return tuple(key.strip() for key in cell_text(cell).split("#") if key.strip())
