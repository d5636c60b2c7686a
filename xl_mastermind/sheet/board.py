"""
The buttons: pure functions from the values on the board to the values to write.

A host reads the areas named in `INPUTS`, calls `press`, and writes the areas
it gives back; nothing here knows which program the board lives in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import SystemRandom
from typing import Final

from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.sheet.functions import (
    ESTIMATED,
    Block,
    Cell,
    CellError,
    Rows,
    black,
    board_message,
    candidates,
    candidates_left,
    cheat,
    check_guess,
    codes,
    pegs_as_cells,
    rated_guesses,
    ruled_out,
    solve_next,
    told_turns,
    what_is_wrong,
    white,
)
from xl_mastermind.sheet.layout import BoardLayout
from xl_mastermind.sheet.scores import (
    NOBODY,
    FinishedGame,
    added,
    minutes_between,
    moment_now,
)
from xl_mastermind.solve.exact.search import ExactSearchError
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    parse_strategy,
)

COMPUTER: Final = "Computer"
SOMEBODY_ELSE: Final = "Somebody else"
CHEATS: Final = "Cheats"
CODEMAKERS: Final = (COMPUTER, SOMEBODY_ELSE, CHEATS)
"""Who hides the code; one who cheats hides none, and answers as late as can be."""

SHOWN: Final = "shown"

INPUTS: Final = (
    "game",
    "secret",
    "revealed",
    "guesses",
    "typed_marks",
    "strategy",
    "first_guess",
    "show_marks",
    "show_next_guess",
    "codemaker",
    "started",
    "recorded",
    "played_by",
)
"""The areas whose values `press` takes."""

SINCE_SCORES: Final = INPUTS[-3:]
"""Those that a workbook from before there were scores does not have."""

YOU: Final = "You"


def strategy_label(name: str) -> str:
    """
    Return a strategy's name as the board writes it.

    Examples
    --------
    >>> strategy_label("most-parts")
    'Most parts'
    """
    return name.replace("-", " ").capitalize()


def new_code(rules: Rules) -> Code:
    """Return a code drawn uniformly from all codes of the game."""
    draw = SystemRandom()
    colours = range(1, rules.colours + 1)
    if rules.distinct:
        return tuple(draw.sample(colours, rules.pegs))
    return tuple(draw.choices(colours, k=rules.pegs))


@dataclass(frozen=True)
class Board:
    """
    The values of a board: the settings, the secret, and what was typed.

    What cells hold is kept as it came, right or wrong, so that a button never
    changes what a person typed unless that is its purpose.

    Attributes
    ----------
    rules : Rules
        The game.
    secret : list of cells
        The hidden code, or blanks.
    guesses, typed_marks : blocks
        The attempts, and the black and white pegs typed beside them.
    strategy, first_guess : cells
        Settings of the solver.
    codemaker : str
        One of `CODEMAKERS`.
    revealed : bool
        Whether Reveal Code was pressed.
    show_marks, show_next_guess : bool
        What the sheet shows.
    sentence : str
        What a button has to say; without it, `message` stands on the board.
    started : cell
        When New Game was pressed, as `moment_now` gives it; blank if unknown.
    recorded : bool
        Whether this game is among the scores, or may no longer come there.
    played_by : list of cells
        The strategy that made each attempt, blank where a person did.

    Examples
    --------
    >>> board = Board.new(Rules(4, 6), secret=(3, 6, 2, 5))
    >>> board = board.with_guess(0, [1, 1, 2, 2])
    >>> board.marks[0], board.left[0], board.message
    ([1, 0], 256, '1 black, 0 white: 256 codes left.')
    """

    rules: Rules
    secret: list[Cell]
    guesses: Block
    typed_marks: Block
    strategy: Cell = ""
    first_guess: Cell = None
    codemaker: str = COMPUTER
    revealed: bool = False
    show_marks: bool = True
    show_next_guess: bool = False
    sentence: str = ""
    started: Cell = None
    recorded: bool = False
    played_by: list[Cell] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Give every attempt a player: without one, a person."""
        missing = len(self.guesses) - len(self.played_by)
        object.__setattr__(self, "played_by", [*self.played_by, *[None] * missing])

    @classmethod
    def new(
        cls,
        rules: Rules,
        secret: Code | None = None,
        strategy: str = DEFAULT_STRATEGY,
        first_guess: Cell = None,
    ) -> "Board":
        """Return a board on which nothing was played."""
        attempts = BoardLayout(rules).attempts
        return cls(
            rules,
            secret=[*pegs_as_cells(secret, rules)] if secret else [""] * rules.pegs,
            guesses=_blank(attempts, rules.pegs),
            typed_marks=_blank(attempts, 2),
            strategy=strategy_label(strategy),
            first_guess=first_guess,
        )

    @classmethod
    def from_values(cls, values: Mapping[str, Block]) -> "Board":
        """
        Return the board whose areas hold `values`, those of `INPUTS`.

        Raises
        ------
        ValueError
            If the game's own cell does not hold a game.
        """
        one = {name: values[name][0][0] for name in INPUTS if name in values}
        maker = (name for name in CODEMAKERS if _says(one["codemaker"], name))
        return cls(
            Rules.parse(str(one["game"])),
            secret=values["secret"][0],
            guesses=values["guesses"],
            typed_marks=values["typed_marks"],
            strategy=one["strategy"],
            first_guess=one["first_guess"],
            codemaker=next(maker, COMPUTER),
            revealed=_says(one["revealed"], SHOWN),
            show_marks=_says(one["show_marks"], "yes"),
            show_next_guess=_says(one["show_next_guess"], "yes"),
            started=one.get("started"),
            recorded=_says(one.get("recorded"), "yes"),
            played_by=[name for (name,) in values.get("played_by", [])],
        )

    def to_values(self) -> dict[str, Block]:
        """Return the values of the areas of `INPUTS`."""
        return {
            "game": [[str(self.rules)]],
            "secret": [self.secret],
            "revealed": [[SHOWN if self.revealed else None]],
            "guesses": self.guesses,
            "typed_marks": self.typed_marks,
            "strategy": [[self.strategy]],
            "first_guess": [[self.first_guess]],
            "show_marks": [["Yes" if self.show_marks else "No"]],
            "show_next_guess": [["Yes" if self.show_next_guess else "No"]],
            "codemaker": [[self.codemaker]],
            "started": [[self.started]],
            "recorded": [["yes" if self.recorded else None]],
            "played_by": [[name] for name in self.played_by],
        }

    def with_guess(self, attempt: int, guess: Sequence[Cell]) -> "Board":
        """Return the board with a guess in a row, counted from nought."""
        guesses = [list(row) for row in self.guesses]
        guesses[attempt] = list(guess)
        return replace(self, guesses=guesses)

    # What the sheet's formulas show; they and these say the same.

    @cached_property
    def playable(self) -> list[bool]:
        """Whether each attempt is a code of the game, complete and right."""
        return [
            all(map(_is_filled, row)) and not what_is_wrong(row, self.rules)
            for row in self.guesses
        ]

    @cached_property
    def marks(self) -> Block:
        """Black and white as the computer answers, blank where it does not."""
        if self.codemaker == CHEATS:
            return self._cheating_marks
        if self.codemaker != COMPUTER or not self.has_secret:
            return [["", ""] for _ in self.guesses]
        scored = [
            (black(self.secret, [row]), white(self.secret, [row])) if playable else None
            for row, playable in zip(self.guesses, self.playable, strict=True)
        ]
        return [
            ["", ""] if pair is None else [pair[0], self._white(pair[1])]
            for pair in scored
        ]

    @property
    def _cheating_marks(self) -> Block:
        blank = [None] * self.rules.pegs
        played = [
            row if playable else blank
            for row, playable in zip(self.guesses, self.playable, strict=True)
        ]
        try:
            answers = cheat(played, str(self.rules))
        except ValueError:  # there are too many codes to keep open
            return [["", ""] for _ in self.guesses]
        white: list[Cell] = [""] if self.rules.black_only else []
        return [[*answer, *white] for answer in answers]

    def _white(self, count: Cell) -> Cell:
        return "" if self.rules.black_only else count

    @property
    def has_secret(self) -> bool:
        """Whether a code of this game is hidden."""
        filled = all(map(_is_filled, self.secret))
        return filled and not what_is_wrong(self.secret, self.rules)

    @cached_property
    def answered_marks(self) -> Block:
        """Black and white that count: typed if complete, else the computer's."""
        needed = 1 if self.rules.black_only else 2
        rows: Block = []
        for playable, typed, computed in zip(
            self.playable, self.typed_marks, self.marks, strict=True
        ):
            given = [_as_number(cell) for cell in typed[:needed]]
            if playable and all(map(_written, given)):
                rows.append([*given, *[""] * (2 - needed)])
            elif playable and not any(map(_written, given)):
                rows.append(computed)
            else:
                rows.append(["", ""])
        return rows

    @property
    def answered_guesses(self) -> Block:
        """The attempts that count, all others blank."""
        return [
            guess if any(map(_written, marks)) else [""] * self.rules.pegs
            for guess, marks in zip(self.guesses, self.answered_marks, strict=True)
        ]

    @property
    def _turns(self) -> tuple[Block, Block, str]:
        return self.guesses, self.answered_marks, str(self.rules)

    @cached_property
    def left(self) -> list[Cell]:
        """Codes left after each attempt; blank where it is not answered."""
        try:
            counts = candidates_left(*self._turns)
        except ValueError:  # there are too many codes to count
            return [""] * len(self.guesses)
        return ["" if isinstance(n, CellError) else n for (n,) in counts]

    @cached_property
    def ruled_out(self) -> list[Cell]:
        """The marks beside the list of codes, if the game has a list."""
        area = BoardLayout(self.rules).code_list
        if not area:
            return []
        try:
            return [mark for (mark,) in ruled_out(*self._turns)]
        except ValueError:
            return [""] * area.height

    @cached_property
    def listed_codes(self) -> Rows:
        """All codes of the game, as the list has them."""
        return codes(str(self.rules))

    @cached_property
    def candidates(self) -> Block:
        """The first codes left, if the game has a list of them; blanks below."""
        area = BoardLayout(self.rules).candidates
        if not area:
            return []
        try:
            listed = self._first_candidates(area.height)
        except ValueError:
            listed = []
        blank: list[Cell] = [""] * self.rules.pegs
        return [*listed, *[blank] * (area.height - len(listed))]

    def _first_candidates(self, count: int) -> Block:
        guesses, marks, game = self._turns
        listed = candidates(guesses, marks, "", game, count)
        return [[*row] for row in listed] if isinstance(listed, list) else []

    @cached_property
    def code(self) -> list[Cell]:
        """
        The code to show when it may be: the secret, or what could still be.

        A codemaker who cheats shows the first code left.
        """
        if self.codemaker != CHEATS:
            return ["" if peg is None else peg for peg in self.secret]
        try:
            return self._first_candidates(1)[0]
        except ValueError:
            return self._no_code

    @property
    def _no_code(self) -> list[Cell]:
        return [""] * self.rules.pegs

    @cached_property
    def next_guess(self) -> list[Cell]:
        """The guess that the strategy suggests; blank if there is none."""
        if self.solved_in or self.lost:
            return self._no_code
        try:
            return self._suggest()
        except ValueError:
            return self._no_code

    def _suggest(self) -> list[Cell]:
        guesses, marks, game = self._turns
        (guess,) = solve_next(guesses, marks, self.strategy, game, self.first_guess)
        return [*guess]

    @cached_property
    def solved_in(self) -> int | None:
        """The attempt that was all black, if there is one."""
        for attempt, (hits, _) in enumerate(self.answered_marks, 1):
            if _written(hits) == str(self.rules.pegs):
                return attempt
        return None

    @property
    def lost(self) -> bool:
        """Whether every attempt was answered, and none was all black."""
        return all(_written(hits) for hits, _ in self.answered_marks) and (
            self.solved_in is None
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to find out."""
        return bool(self.solved_in) or self.lost or self.revealed

    def finished_game(self) -> FinishedGame | None:
        """Return what the scores keep of this game; nothing if nothing was played."""
        attempts = range(self.solved_in or len(self.guesses))
        made = [a for a in attempts if _written(self.answered_marks[a][0])]
        if not made:
            return None
        now = moment_now()
        return FinishedGame(
            now,
            str(self.rules),
            self._broken_by(made) if self.solved_in and not self.revealed else NOBODY,
            len(made),
            minutes_between(self.started, now),
            self._cost,
        )

    @property
    def _cost(self) -> float | None:
        """Guesses given away against the optimum, if all of them are proved."""
        rated = [row for row in self.ratings if any(map(_written, row))]
        costs = [cost for cost, *_ in rated if isinstance(cost, float)]
        estimated = any(str(note).startswith(ESTIMATED) for *_, note in rated)
        if not costs or len(costs) < len(rated) or estimated:
            return None
        return round(sum(costs), 2)

    def _broken_by(self, made: Sequence[int]) -> str:
        players = [_written(self.played_by[attempt]) or YOU for attempt in made]
        return " and ".join(sorted(set(players), key=lambda name: (name != YOU, name)))

    @property
    def next_attempt(self) -> int | None:
        """The row to play next, counted from nought, if the game goes on."""
        answered = [bool(_written(hits)) for hits, _ in self.answered_marks]
        if self.solved_in or all(answered):
            return None
        return answered.index(False)

    @property
    def status(self) -> str:
        """What the cell beside the hidden code says."""
        if self.codemaker == SOMEBODY_ELSE:
            return "yours"
        if self.solved_in:
            return "found"
        return SHOWN if self.revealed or self.lost else "hidden"

    @property
    def code_in_words(self) -> str:
        """The code to show as sentences write it."""
        return " ".join(map(_written, self.code))

    @cached_property
    def message(self) -> str:
        """The board's one line."""
        sentence = board_message(*self._turns)
        if self.lost and self.codemaker == COMPUTER and self.has_secret:
            return f"{sentence} The code was {self.code_in_words}."
        if self.lost and self.codemaker == CHEATS:
            return f"{sentence} It could still be {self.code_in_words}."
        return sentence

    @cached_property
    def story(self) -> list[Cell]:
        """A sentence for each attempt; blank where it is not answered."""
        guesses, marks, game = self._turns
        try:
            told = told_turns(guesses, marks, self.strategy, game)
        except ValueError:  # too many codes, or no such strategy
            return [""] * len(self.guesses)
        return ["" if isinstance(line, CellError) else line for (line,) in told]

    @cached_property
    def ratings(self) -> Block:
        """
        What `rated_guesses` gives for each attempt, once the game is over.

        The best guesses are left out: no board shows them, and a spreadsheet would
        keep a text such as 0123 as a number.
        """
        area = BoardLayout(self.rules).ratings
        if not area:
            return []
        blank: Block = [[""] * area.width for _ in self.guesses]
        if not (self.solved_in or self.lost):
            return blank
        try:
            rated = rated_guesses(*self._turns)
        except ValueError:  # the answers contradict one another
            return blank
        return [[cost, "", luck, note] for cost, _, luck, note in rated]

    @property
    def turn_keys(self) -> list[str]:
        """Each attempt with its typed marks, written together, as the sheet does."""
        keys = [
            ".".join(map(_written, guess)) + ":" + ".".join(map(_written, typed))
            for guess, typed in zip(self.guesses, self.typed_marks, strict=True)
        ]
        return [key.replace(",", ".") for key in keys]

    @property
    def key(self) -> str:
        """All attempts, written together: what the mirror belongs to."""
        return "/".join([self.codemaker, *self.turn_keys])

    @property
    def solver_settings(self) -> str:
        """The settings written together: what the mirrored next guess belongs to."""
        # The first word keeps Excel from taking it for a number or a date.
        return f"Solver {_written(self.strategy)}/{_written(self.first_guess)}"

    def mirror(self) -> dict[str, Block]:
        """Return the values of the mirror."""
        mirrored: dict[str, Block] = {
            "mirror_code": [self.code if self.codemaker == CHEATS else self._no_code],
            "mirror_marks": self.marks,
            "mirror_left": [[count] for count in self.left],
            "mirror_next_guess": [self.next_guess],
            "mirror_message": [[self.sentence or self.message]],
            "mirror_key": [[self.key]],
            "mirror_settings": [[self.solver_settings]],
            "mirror_story": [[sentence] for sentence in self.story],
        }
        if self.ruled_out:
            mirrored["mirror_ruled_out"] = [[mark] for mark in self.ruled_out]
        if self.candidates:
            mirrored["mirror_candidates"] = self.candidates
        if self.ratings:
            mirrored["mirror_ratings"] = self.ratings
        return mirrored

    @property
    def obstacle(self) -> str:
        """What keeps the solver from guessing, in a sentence, or nothing."""
        if self.solved_in or self.lost:
            return "This game is over: press New Game."
        if self.codemaker == COMPUTER and not self.has_secret:
            return "No code is hidden: press New Game."
        try:
            parse_strategy(_written(self.strategy).strip() or DEFAULT_STRATEGY)
        except ValueError:
            return "Please choose a strategy from the list."
        wrong = check_guess(self.first_guess, str(self.rules))
        if wrong:
            return f"First guess: {wrong}"
        return self._unfinished or (
            "" if any(map(_written, self.next_guess)) else self._no_guess
        )

    @property
    def _no_guess(self) -> str:
        """Why there is no next guess, in a sentence."""
        try:
            self._suggest()
        except ExactSearchError as error:
            text = str(error)
            return f"{text[:1].upper()}{text[1:]}."
        except ValueError:
            pass
        return self.message

    @property
    def _unfinished(self) -> str:
        """Which attempt a person is still busy with, in a sentence, or nothing."""
        for attempt, guess in enumerate(self.guesses, 1):
            answered = any(map(_written, self.answered_marks[attempt - 1]))
            if self.playable[attempt - 1] and not answered:
                return f"Please type the marks of attempt {attempt}."
            if any(map(_is_filled, guess)) and not self.playable[attempt - 1]:
                return f"Attempt {attempt}: {what_is_wrong(guess, self.rules)}"
        return ""


def _blank(height: int, width: int) -> Block:
    return [[None] * width for _ in range(height)]


def _written(cell: Cell) -> str:
    """Return what a formula makes of a cell when it is joined to a text."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _is_filled(cell: Cell) -> bool:
    """Return whether a cell holds anything but spaces."""
    return bool(_written(cell).strip())


def _as_number(cell: Cell) -> Cell:
    """Return digits that were typed as text as the number they are."""
    digits = cell.strip() if isinstance(cell, str) else ""
    is_count = digits.isascii() and digits.isdigit() and len(digits) < 3
    return int(digits) if is_count else cell


def _says(cell: Cell, text: str) -> bool:
    return _written(cell).strip().lower() == text.lower()


# The buttons


def _cleared(board: Board) -> Board:
    attempts = len(board.guesses)
    cleared = replace(
        board,
        guesses=_blank(attempts, board.rules.pegs),
        typed_marks=_blank(attempts, 2),
        played_by=[],
    )
    # A code of ours stays the one it was, known or not; others hide another.
    return cleared if board.codemaker == COMPUTER else _begun(cleared)


def _begun(board: Board) -> Board:
    return replace(board, revealed=False, recorded=False, started=moment_now())


def _new_game(board: Board) -> Board:
    cleared = _begun(_cleared(board))
    if board.codemaker != COMPUTER:
        hides = "Let somebody hide a code. Your guess, or press Hint."
        cheats = "No code is fixed: whatever you guess, most codes stay. Your guess."
        return replace(
            cleared,
            secret=[None] * board.rules.pegs,
            sentence=hides if board.codemaker == SOMEBODY_ELSE else cheats,
        )
    return replace(
        cleared,
        secret=[*pegs_as_cells(new_code(board.rules), board.rules)],
        sentence="A new code is hidden. Your guess.",
    )


def _check(board: Board) -> Board:
    return board


def _hint(board: Board) -> Board:
    if board.obstacle:
        return replace(board, sentence=board.obstacle)
    free = board.playable.index(False)  # the last attempt is not answered yet
    strategy = parse_strategy(_written(board.strategy).strip() or DEFAULT_STRATEGY)
    players = [*board.played_by]
    players[free] = strategy_label(strategy.name)
    return replace(board.with_guess(free, board.next_guess), played_by=players)


def _solve(board: Board) -> Board:
    if board.obstacle:
        return replace(board, sentence=board.obstacle)
    while not board.obstacle:
        board = _hint(board)
    finished = board.solved_in or board.lost
    return replace(board, sentence="" if finished else board.obstacle)


def _reveal_code(board: Board) -> Board:
    if board.codemaker == SOMEBODY_ELSE:
        return replace(board, sentence="Only the one who hid the code can show it.")
    if board.codemaker == CHEATS:
        told = f"No code was fixed. It could be {board.code_in_words}."
        return replace(board, revealed=True, sentence=told)
    if not board.has_secret:
        return replace(board, sentence="No code is hidden: press New Game.")
    told = f"The code is {board.code_in_words}."
    return replace(board, revealed=True, sentence=told)


@dataclass(frozen=True)
class Button:
    """
    A button of the board.

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
        Takes a board and returns the board after it.
    """

    name: str
    caption: str
    macro: str
    help: str
    act: Callable[[Board], Board]


BUTTONS: Final = (
    Button("check", "Check", "Check", "Answers what you typed.", _check),
    Button("hint", "Hint", "Hint", "Plays the next guess for you.", _hint),
    Button("solve", "Solve", "Solve", "Plays on to the end.", _solve),
    Button(
        "new_game", "New Game", "NewGame", "Clears the board, hides a code.", _new_game
    ),
    Button("clear", "Clear", "Clear", "Clears the attempts, keeps the code.", _cleared),
    Button("reveal_code", "Reveal Code", "RevealCode", "Shows the code.", _reveal_code),
)
"""The buttons in the order in which they stand on the board."""


def pressed(name: str, board: Board) -> Board:
    """
    Return the board after a button was pressed.

    Raises
    ------
    KeyError
        If there is no such button.

    Examples
    --------
    >>> board = pressed("solve", Board.new(Rules(4, 6), secret=(3, 6, 2, 5)))
    >>> board.message
    'Solved in 5. Well played!'
    """
    return {button.name: button for button in BUTTONS}[name].act(board)


def played(name: str, board: Board) -> tuple[Board, list[FinishedGame]]:
    """
    Return the board after a button was pressed, and the games that are over now.

    A game is told once: when a button is the first to see that it is over.

    Raises
    ------
    KeyError
        If there is no such button.

    Examples
    --------
    >>> board = Board.new(Rules(4, 6), secret=(3, 6, 2, 5))
    >>> board, games = played("solve", board)
    >>> games[0].game, games[0].breaker, games[0].guesses
    ('4x6', 'Knuth', 5)
    >>> played("clear", board)[1]
    []
    """
    board, seen = _recorded(board)
    board, done = _recorded(pressed(name, board))
    return board, seen + done


def _recorded(board: Board) -> tuple[Board, list[FinishedGame]]:
    if board.recorded or not board.is_over:
        return board, []
    game = board.finished_game()
    return replace(board, recorded=True), [game] if game else []


def press(name: str, values: Mapping[str, Block]) -> dict[str, Block]:
    """
    Return what a button writes.

    Parameters
    ----------
    name : str
        The button's name.
    values : mapping of str to blocks
        The values of the areas of `INPUTS`, and as `scores` the rows of the table
        of scores, if the workbook has one; it may be empty.

    Returns
    -------
    dict of str to blocks
        The areas to write: those of the board that the button changes, and
        the mirror; as `scores` the rows to be added to the table, if any.

    Raises
    ------
    ValueError
        If the game's own cell does not hold a game.
    KeyError
        If there is no such button.

    Examples
    --------
    >>> board = Board.new(Rules(4, 6), secret=(3, 6, 2, 5))
    >>> written = press("hint", board.to_values())
    >>> written["guesses"][0], written["mirror_message"]
    ([1, 1, 2, 2], [['1 black, 0 white: 256 codes left.']])
    """
    before = Board.from_values(values)
    after, games = played(name, before)
    old, new = before.to_values(), after.to_values()
    changed = {area: block for area, block in new.items() if block != old[area]}
    scores = {"scores": added(values["scores"], games)} if "scores" in values else {}
    return changed | after.mirror() | (scores if games else {})
