"""
A board: what stands on it, what its formulas show, and what its buttons do.

Nothing here knows which program the board lives in: `buttons` makes a board of the
values that a host has read, and gives back the values of the board after it.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.cells import (
    BEGUN,
    Block,
    Cell,
    History,
    Lines,
    codes_as_cells,
    is_number,
    padded,
    pegs_as_cells,
    read_feedback,
    read_first_guess,
    says,
    shown_text,
    typed_cell,
    typed_word,
)
from xl_mastermind.sheet.layout import BoardLayout, game_name
from xl_mastermind.sheet.scores import (
    NOBODY,
    YOU,
    FinishedGame,
    moment_now,
)
from xl_mastermind.sheet.standing import (
    found,
    game_in_words,
    lost,
    result_head,
    wrong_marks,
)
from xl_mastermind.sheet.words import (
    CANNOT_BE,
    CODE_IS,
    CODE_WAS,
    COULD_BE,
    FIRST_GUESS,
    GUESS_WANTED,
    MARKS_WANTED,
    NO_NUMBER,
    PLAY_AND_MARK,
    PLAY_AND_MARK_BLACK,
    STILL_FREE,
    UNUSED_MARKS,
    WASTED,
    again_in_words,
    example,
    guess_in_words,
    how_to_type,
    little_pegs,
    sentence,
)
from xl_mastermind.solve.analysis import tell_turns
from xl_mastermind.solve.codemaker import cheating_answers
from xl_mastermind.solve.exact.problem import ExactSearchError
from xl_mastermind.solve.rating import Rating, rate_guesses
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    parse_strategy,
    strategy_label,
)
from xl_mastermind.solve.suggest import cached_suggestion, survivors

COMPUTER: Final = "Computer"
SOMEBODY_ELSE: Final = "Somebody else"
CHEATS: Final = "Cheats"
CODEMAKERS: Final = (COMPUTER, SOMEBODY_ELSE, CHEATS)
"""Who hides the code; one who cheats hides none, and answers as late as can be."""

FIRST_LEFT: Final = "first-consistent"
"""The strategy of the last attempt: a code that cannot be would be wasted there."""

NOTED: Final = ("revealed", "recorded", "noted_for")
"""What is noted of a game, and the number of the game for which it counts."""

SHOWN: Final = "shown"
THEIRS: Final = "theirs"
"""What stands beside the code: it may be seen; somebody else hides it."""

INPUTS: Final = (
    "game",
    "game_number",
    "noted_for",
    "revealed",
    "typed_guesses",
    "typed_marks",
    "strategy",
    "first_guess",
    "show_marks",
    "show_next_guess",
    "codemaker",
    "recorded",
    "played_by",
    "reveal",
    "words",
)
"""The areas whose values make a board; only the edition without macros has `reveal`."""


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
    number : cell
        The number of the game, which stands for the hidden code.
    typed_guesses : list of cells
        The attempts, a cell each.
    typed_marks : block
        The black and white pegs typed beside them.
    strategy, first_guess : cells
        Settings of the solver.
    codemaker : str
        One of `CODEMAKERS`.
    revealed : bool
        Whether Reveal Code was pressed in the game of this number.
    show_marks, show_next_guess : bool
        What the sheet shows.
    sentence : str
        What a button has to say; without it, `message` stands on the board.
    recorded : bool
        Whether this game is among the scores, or may no longer come there.
    played_by : list of cells
        The strategy that made each attempt, blank where a person did.
    known_words : list of str
        What the attempts say as the program of the sheet has it, where that is known:
        LibreOffice hands TRUE over as 1.
    is_plain : bool
        Whether the sheet has a cell for what Reveal Code does, and no buttons.

    Examples
    --------
    >>> board = Board.new(Rules(4, 6), secret=(3, 6, 2, 5))
    >>> board = board.with_guess(0, [1, 1, 2, 2])
    >>> board.marks[0], board.codes_left[0], board.message
    ([1, 0], 256, '1 black, 0 white: 256 codes left.')
    """

    rules: Rules
    number: Cell
    typed_guesses: list[Cell]
    typed_marks: Block
    strategy: Cell = ""
    first_guess: Cell = None
    codemaker: str = COMPUTER
    revealed: bool = False
    show_marks: bool = True
    show_next_guess: bool = False
    sentence: str = ""
    recorded: bool = False
    played_by: list[Cell] = field(default_factory=list)
    known_words: list[str] = field(default_factory=list)
    is_plain: bool = False

    def __post_init__(self) -> None:
        """Give every attempt a player, without one a person, and its word if known."""
        for name, blank in (("played_by", None), ("known_words", "")):
            known = getattr(self, name)
            missing = len(self.typed_guesses) - len(known)
            object.__setattr__(self, name, [*known, *[blank] * missing])

    @classmethod
    def new(
        cls,
        rules: Rules,
        secret: Code | None = None,
        strategy: str = DEFAULT_STRATEGY,
        first_guess: Cell = None,
    ) -> "Board":
        """
        Return a board on which nothing was played.

        Raises
        ------
        ValueError
            If the secret is no code of the game, or one without a number.
        """
        attempts = BoardLayout(rules).attempts
        return cls(
            rules,
            number=rules.number_of(secret) if secret else None,
            typed_guesses=[None] * attempts,
            typed_marks=_blank(attempts, rules),
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
        first = {name: values[name][0][0] for name in INPUTS if name in values}
        makers = (name for name in CODEMAKERS if says(first["codemaker"], name))
        rules = Rules.parse(str(first["game"]))
        is_noted = shown_text(first["game_number"]) == shown_text(first["noted_for"])
        return cls(
            rules,
            number=first["game_number"],
            typed_guesses=[guess for (guess,) in values["typed_guesses"]],
            typed_marks=values["typed_marks"],
            strategy=first["strategy"],
            first_guess=first["first_guess"],
            codemaker=next(makers, COMPUTER),
            revealed=says(first.get("reveal"), "yes")
            or (is_noted and says(first["revealed"], SHOWN)),
            show_marks=says(first["show_marks"], "yes"),
            show_next_guess=says(first["show_next_guess"], "yes"),
            recorded=is_noted and says(first["recorded"], "yes"),
            played_by=[name for (name,) in values["played_by"]],
            known_words=[shown_text(word) for (word,) in values.get("words", [])],
            is_plain="reveal" in values,
        )

    def to_values(self) -> dict[str, Block]:
        """Return the values of the areas of `INPUTS`, but for the words."""
        reveal: Block = [["Yes" if self.revealed else "No"]]
        return ({"reveal": reveal} if self.is_plain else {}) | {
            "game": [[str(self.rules)]],
            "game_number": [[self.number]],
            "noted_for": [[self.number]],
            "revealed": [[SHOWN if self.revealed else None]],
            "typed_guesses": [[guess] for guess in self.typed_guesses],
            "typed_marks": self.typed_marks,
            "strategy": [[self.strategy]],
            "first_guess": [[self.first_guess]],
            "show_marks": [["Yes" if self.show_marks else "No"]],
            "show_next_guess": [["Yes" if self.show_next_guess else "No"]],
            "codemaker": [[self.codemaker]],
            "recorded": [["yes" if self.recorded else None]],
            "played_by": [[name] for name in self.played_by],
        }

    def with_guess(self, attempt: int, guess: Sequence[Cell]) -> "Board":
        """Return the board with a guess in a row, counted from 0."""
        typed, words = [*self.typed_guesses], [*self.known_words]
        typed[attempt], words[attempt] = typed_cell(guess, self.rules), ""
        return replace(self, typed_guesses=typed, known_words=words)

    @cached_property
    def _areas(self) -> dict[str, Area]:
        """The areas that a board of this game has."""
        return BoardLayout(self.rules).areas

    # What was typed, read once

    @cached_property
    def words(self) -> list[str]:
        """What each attempt says, right or wrong."""
        return [
            known or typed_word(typed, self.rules)
            for typed, known in zip(self.typed_guesses, self.known_words, strict=True)
        ]

    @cached_property
    def guesses(self) -> Block:
        """The attempts as tiles show them, right or wrong."""
        return [
            [self._tile(word[peg : peg + 1]) for peg in range(self.rules.pegs)]
            for word in self.words
        ]

    def _tile(self, symbol: str) -> Cell:
        """Return a symbol as a tile shows it: a digit as a number."""
        is_digit = symbol.isascii() and symbol.isdigit()
        return int(symbol) if is_digit and not self.rules.symbols.isalpha() else symbol

    @cached_property
    def attempts(self) -> list[Code | None]:
        """The codes that were played; nothing for what is blank, begun or wrong."""
        return [self._code(word) for word in self.words]

    def _code(self, word: str) -> Code | None:
        try:
            return self.rules.parse_code(word)
        except ValueError:
            return None

    @cached_property
    def playable(self) -> list[bool]:
        """Whether each attempt is a code of the game, complete and right."""
        return [code is not None for code in self.attempts]

    @cached_property
    def whole_number(self) -> int:
        """The number of the game, 0 if what stands there cannot be one."""
        number = self.number
        if not is_number(number) or number != int(number):
            return 0
        return int(number) if 1 <= number <= LARGEST_NUMBER else 0

    @cached_property
    def secret_code(self) -> Code | None:
        """The hidden code, if the computer hides one."""
        if self.codemaker != COMPUTER or not self.whole_number:
            return None
        return self.rules.code_numbered(self.whole_number)

    @property
    def secret(self) -> list[Cell]:
        """The hidden code, or blanks."""
        code = self.secret_code
        return [*pegs_as_cells(code, self.rules)] if code else self._no_code

    @property
    def has_secret(self) -> bool:
        """Whether a code of this game is hidden."""
        return self.secret_code is not None

    @cached_property
    def history(self) -> History:
        """The attempts that are answered."""
        return History(
            [
                self._turn(code, marks)
                for code, marks in zip(self.attempts, self.answered_marks, strict=True)
            ],
            Lines(self.guesses),
        )

    def _turn(self, code: Code | None, marks: list[Cell]) -> Turn | ValueError | None:
        try:
            given = read_feedback(marks, self.rules)
        except ValueError as error:
            return error
        return Turn(code, given) if code and given else None

    # What the sheet's formulas show; they and these say the same.

    @cached_property
    def marks(self) -> Block:
        """Black and white as the computer answers, blank where it does not."""
        played = [*filter(None, self.attempts)]
        answers: list[Feedback] = []
        if self.codemaker == CHEATS:
            with suppress(ValueError):  # there may be too many codes to keep open
                answers = cheating_answers(self.rules, played)
        elif self.secret_code:
            answers = [self.rules.answer(self.secret_code, code) for code in played]
        given = iter(answers)
        return [
            [black, "" if self.rules.black_only else white]
            for black, white in (
                next(given, ("", "")) if code else ("", "") for code in self.attempts
            )
        ]

    @cached_property
    def answered_marks(self) -> Block:
        """Black and white that count: the computer's, or what somebody else types."""
        if self.codemaker != SOMEBODY_ELSE:
            return self.marks
        rows: Block = []
        for playable, typed in zip(self.playable, self.typed_marks, strict=True):
            given = [*map(_as_number, typed)]
            if playable and all(map(shown_text, given)):
                rows.append([*given, *[""] * (2 - len(given))])
            else:
                rows.append(["", ""])
        return rows

    @property
    def is_answered(self) -> list[bool]:
        """Whether each attempt is answered, rightly or wrongly."""
        return [bool(shown_text(black)) for black, _ in self.answered_marks]

    @property
    def codes(self) -> list[str]:
        """The attempts that are a code, all others blank."""
        pairs = zip(self.words, self.playable, strict=True)
        return [word if playable else "" for word, playable in pairs]

    @property
    def answered_codes(self) -> list[str]:
        """The attempts that are answered, all others blank."""
        pairs = zip(self.words, self.is_answered, strict=True)
        return [word if answered else "" for word, answered in pairs]

    @property
    def is_turn(self) -> list[bool]:
        """Whether each attempt is answered, and so that it can be."""
        return [isinstance(row, Turn) for row in self.history.rows]

    @cached_property
    def codes_left(self) -> list[Cell]:
        """Codes left after each attempt; blank where it is not answered."""
        try:
            counts: list[Cell] = [*survivors(self.rules, self.history.answered)]
        except ValueError:  # there are too many codes to count
            return [""] * len(self.words)
        return self.history.each(counts, blank="", wrong="")

    @cached_property
    def ruled_out_marks(self) -> list[Cell]:
        """The marks beside the list of codes, if the game has a list."""
        if "code_list" not in self._areas:
            return []
        fits = codebook(self.rules).fitting(self.history.answered)
        return ["" if fit else "x" for fit in fits.tolist()]

    @cached_property
    def candidate_list(self) -> Block:
        """The first codes left, if the game has a list of them; blanks below."""
        area = self._areas.get("candidate_list")
        if not area:
            return []
        try:
            listed = self._first_candidates(area.height)
        except ValueError:
            listed = []
        return padded(listed, area.height, area.width)

    def _first_candidates(self, count: int) -> Block:
        book = codebook(self.rules)
        left = book.codes[book.candidates(self.history.turns)[:count]]
        return [[*code] for code in codes_as_cells(left.tolist(), self.rules)]

    @cached_property
    def code(self) -> list[Cell]:
        """
        The code to show when it may be: the secret, or what could still be.

        A codemaker who cheats shows the first code left.
        """
        if self.codemaker != CHEATS:
            return self.secret
        try:
            return (self._first_candidates(1) or [self._no_code])[0]
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
            return [*pegs_as_cells(self._suggest(), self.rules)]
        except ValueError:
            return self._no_code

    @property
    def strategy_label(self) -> str:
        """The name of the strategy as it is written everywhere."""
        return strategy_label(" ".join(self._strategy_name.split()))

    @property
    def _strategy_name(self) -> str:
        return shown_text(self.strategy).strip() or DEFAULT_STRATEGY

    @property
    def is_last(self) -> bool:
        """Whether no other attempt follows the next one."""
        return self.is_answered.count(False) == 1

    def _suggest(self) -> Code:
        name = parse_strategy(self._strategy_name).name
        if self.is_last:  # only a code that is left can win
            name = FIRST_LEFT
        first = read_first_guess(self.first_guess, self.rules)
        turns = tuple(self.history.turns)
        return cached_suggestion(self.rules, turns, name, first).guess

    @cached_property
    def solved_in(self) -> int | None:
        """The attempt that was all black, if there is one."""
        for attempt, (hits, _) in enumerate(self.answered_marks, 1):
            if shown_text(hits) == str(self.rules.pegs):
                return attempt
        return None

    @property
    def lost(self) -> bool:
        """Whether every attempt was answered, and none was all black."""
        return all(self.is_answered) and self.solved_in is None

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to find out."""
        return bool(self.solved_in) or self.lost or self.status == SHOWN

    @property
    def next_attempt(self) -> int | None:
        """The row to play next, counted from 0, if the game goes on."""
        if self.is_over:
            return None
        return self.is_answered.index(False)

    @property
    def next_cell(self) -> Area | None:
        """Where the next peg or mark is to be typed, if the game goes on."""
        if self.next_attempt is None:
            return None
        row, areas = self.next_attempt, self._areas
        if self.playable[row] and self.codemaker == SOMEBODY_ELSE:
            is_black_typed = bool(shown_text(self.typed_marks[row][0]))
            index = is_black_typed and not self.rules.black_only
            return areas["typed_marks"].cell(row, int(index))
        return areas["typed_guesses"].cell(row)

    @property
    def status(self) -> str:
        """What the cell beside the hidden code says."""
        if self.codemaker == SOMEBODY_ELSE:
            return THEIRS
        if self.solved_in:
            return "found"
        return SHOWN if self.revealed or self.lost else "hidden"

    @cached_property
    def faults(self) -> list[str]:
        """What is wrong with each attempt, in a sentence, or nothing."""
        return [self._fault(row) for row in range(len(self.words))]

    def _fault(self, row: int) -> str:
        attempt = row + 1
        if self.words[row] and not self.playable[row]:
            is_short = len(self.words[row]) < self.rules.pegs
            if is_short and BEGUN in shown_text(self.typed_guesses[row]):
                return ""
            guess = guess_in_words(self.rules)
            return GUESS_WANTED.format(attempt=attempt, guess=guess)
        has_marks = any(map(shown_text, self.typed_marks[row]))
        if self.codemaker != SOMEBODY_ELSE and has_marks:
            return UNUSED_MARKS.format(attempt=attempt)
        if isinstance(self.history.rows[row], ValueError):
            return wrong_marks(attempt, self.answered_marks[row], self.rules)
        return ""

    @property
    def first_fault(self) -> str:
        """What is wrong first, in a sentence, or nothing."""
        return next(filter(None, self.faults), "")

    @property
    def code_in_words(self) -> str:
        """The code to show as sentences write it."""
        return " ".join(map(shown_text, self.code))

    @cached_property
    def message(self) -> str:
        """What the board says: a line, and another once the game is over."""
        if self.codemaker == COMPUTER and not self.whole_number:
            return NO_NUMBER
        if self.first_fault or self._wrong_first_guess:
            return self.first_fault or self._wrong_first_guess
        if 0 in self.codes_left:
            return game_in_words(self.history, self.rules)
        if ending := self.ending:
            return f"{ending}{again_in_words(is_plain=self.is_plain)}"
        return self.marks_wanted or self._standing

    @property
    def ending(self) -> str:
        """How the game ended, in a line and the beginning of another, or nothing."""
        code = self.code_in_words
        if self.solved_in:
            rows = range(self.solved_in)
            turns = [row for row in rows if self.is_turn[row]]
            players = (shown_text(self.played_by[row]) for row in turns)
            return f"{found(len(turns), [*filter(None, players)], self.rules)}\n"
        if self.lost:
            ends = {CHEATS: COULD_BE, COMPUTER: CODE_WAS}
            end = ends.get(self.codemaker, "")
            told = f"{end.format(code=code)} " if end else ""
            return f"{lost(len(self.words))}\n{told}"
        if self.status == SHOWN and self.has_secret:
            return f"{CODE_IS.format(code=code)}\n"
        return ""

    @property
    def marks_wanted(self) -> str:
        """Which attempt waits for the marks of somebody else, in a sentence."""
        row = self.next_attempt
        if self.codemaker != SOMEBODY_ELSE or row is None or not self.playable[row]:
            return ""
        return MARKS_WANTED.format(attempt=row + 1)

    @property
    def _standing(self) -> str:
        """How the game stands after the last answer, in a sentence or two."""
        standing = game_in_words(self.history, self.rules)
        free = self.next_attempt
        if free is not None and True in self.is_turn[free:]:
            standing += STILL_FREE.format(attempt=free + 1)
        return standing

    @property
    def last_guess(self) -> int | None:
        """The last attempt that is complete, counted from 0."""
        rows = [row for row, playable in enumerate(self.playable) if playable]
        return rows[-1] if rows else None

    @cached_property
    def _if_last(self) -> list[Feedback | None]:
        """What would answer each attempt if the last complete one were the code."""
        last = self.last_guess
        code = None if last is None else self.attempts[last]
        return [
            self.rules.answer(code, turn.guess)
            if code and isinstance(turn, Turn)
            else None
            for turn in self.history.rows
        ]

    @property
    def last_marks(self) -> Block:
        """The same as cells have it."""
        width = 1 if self.rules.black_only else 2
        return [
            [*answer[:width]] if answer else [""] * width for answer in self._if_last
        ]

    @property
    def unlike(self) -> int | None:
        """The first attempt answered otherwise than if the last one were the code."""
        rows = zip(self.history.rows[: self.last_guess], self._if_last, strict=False)
        for row, (turn, answer) in enumerate(rows):
            if isinstance(turn, Turn) and turn.feedback != answer:
                return row
        return None

    @property
    def _cannot_be(self) -> str:
        """Which earlier answer the last guess contradicts, in a sentence."""
        last, earlier = self.last_guess, self.unlike
        answer = None if earlier is None else self._if_last[earlier]
        if last is None or earlier is None or answer is None:
            return ""
        marks = feedback_in_words(answer, self.rules)
        return CANNOT_BE.format(attempt=last + 1, earlier=earlier + 1, marks=marks)

    @property
    def help_line(self) -> str:
        """What a person is to do or to know now, where that is not plain to see."""
        if self.next_attempt is None:
            return ""
        if cannot_be := self._cannot_be:
            return cannot_be
        if any(self.words):
            return ""
        if self.codemaker != SOMEBODY_ELSE:
            return how_to_type(self.rules)
        return PLAY_AND_MARK_BLACK if self.rules.black_only else PLAY_AND_MARK

    @cached_property
    def story(self) -> list[Cell]:
        """A sentence for each attempt; blank where it is not answered."""
        try:
            turns = self.history.answered
            sentences = tell_turns(self.rules, turns, self._strategy_name)
        except ValueError:  # too many codes, or no such strategy
            return [""] * len(self.words)
        return self.history.each([*sentences], blank="", wrong="")

    @property
    def result(self) -> list[str]:
        """What a player shows friends: the game, then the pegs of each attempt."""
        rows = self.history.rows
        if not (self.solved_in or self.lost):
            return [""] * (1 + len(rows))
        end = self.solved_in or len(rows)
        guesses = sum(self.is_turn[:end]) if self.solved_in else end
        number = self.whole_number if self.codemaker == COMPUTER else 0
        is_found = self.solved_in is not None
        lines = [
            little_pegs(*turn.feedback, self.rules.pegs, "")
            if isinstance(turn, Turn)
            else ""
            for turn in rows[:end]
        ]
        head = result_head(self.rules, number, guesses, is_found=is_found)
        return [head, *lines, *[""] * (len(rows) - end)]

    @cached_property
    def ratings(self) -> list[Rating | None]:
        """What each attempt cost, once the game is over."""
        nothing: list[Rating | None] = [None for _ in self.words]
        if "costs" not in self._areas or not (self.solved_in or self.lost):
            return nothing
        try:
            rated: list[Rating | None] = [
                *rate_guesses(self.rules, self.history.answered)
            ]
        except ValueError:  # the answers contradict one another
            return nothing
        return self.history.each(rated, blank=None, wrong=None)

    @property
    def costs(self) -> list[Cell]:
        """A head, and below it what each attempt cost, once the game is over."""
        rated = [*filter(None, self.ratings)]
        estimated = any(not rating.exact for rating in rated)
        head = f"{'≈ ' if estimated else ''}Cost" if rated else ""
        costs = (self._shown_cost(rating) for rating in self.ratings)
        return [head, *costs]

    def _shown_cost(self, rating: Rating | None) -> Cell:
        if rating is None:
            return ""
        return WASTED if rating.wasted else rating.cost

    # What a button has said

    @property
    def key(self) -> str:
        """The game and all attempts, written together: what is said belongs to them."""
        number = shown_text(self.number)
        turns = [
            f"{word}:{'.'.join(map(shown_text, typed))}"
            for word, typed in zip(self.words, self.typed_marks, strict=True)
        ]
        return "/".join([self.codemaker, number, *turns]).replace(",", ".")

    def said(self) -> dict[str, Block]:
        """Return what a button says, by areas of the sheet State."""
        said: dict[str, Block] = {
            "said_key": [[self.key]],
            "said_message": [[self.sentence or self.message]],
            "said_story": [[sentence] for sentence in self.story],
        }
        if "costs" in self._areas:
            said["said_costs"] = [[cost] for cost in self.costs]
        return said

    # What the buttons need to know

    @cached_property
    def obstacle(self) -> str:
        """What keeps the solver from guessing, in a sentence, or nothing."""
        if self.solved_in or self.lost:
            return "This game is over: press New Game."
        if self.codemaker == COMPUTER and not self.has_secret:
            return NO_NUMBER
        try:
            parse_strategy(self._strategy_name)
        except ValueError:
            names = ", ".join(map(strategy_label, STRATEGIES))
            return f"Please choose a strategy: {names}."
        fault = self._wrong_first_guess or self._unfinished
        if fault or any(map(shown_text, self.next_guess)):
            return fault
        return self._no_guess

    @property
    def _wrong_first_guess(self) -> str:
        """What may be typed for the first guess, if what stands there may not."""
        try:
            read_first_guess(self.first_guess, self.rules)
        except ValueError:
            return FIRST_GUESS.format(example=example(self.rules))
        return ""

    @property
    def _no_guess(self) -> str:
        """Why there is no next guess, in a sentence."""
        try:
            self._suggest()
        except ExactSearchError as error:
            return sentence(error)
        except ValueError:
            pass
        return self.message

    @property
    def _unfinished(self) -> str:
        """Which attempt a person is still busy with, in a sentence, or nothing."""
        rows = zip(self.attempts, self.is_answered, strict=True)
        for number, (code, is_answered) in enumerate(rows, 1):
            if code and not is_answered:
                return MARKS_WANTED.format(attempt=number)
        return self.first_fault

    def with_hint(self) -> "Board":
        """Return the board with the next guess played, where nothing is in the way."""
        free = self.playable.index(False)  # the last attempt is not answered yet
        players = [*self.played_by]
        players[free] = strategy_label(parse_strategy(self._strategy_name).name)
        return replace(self.with_guess(free, self.next_guess), played_by=players)

    def cleared(self) -> "Board":
        """Return the board without attempts."""
        attempts = len(self.words)
        return replace(
            self,
            typed_guesses=[None] * attempts,
            typed_marks=_blank(attempts, self.rules),
            played_by=[],
            known_words=[],
        )

    def finished_game(self) -> FinishedGame | None:
        """Return what the scores keep of this game; nothing if nothing was played."""
        attempts = range(self.solved_in or len(self.words))
        answered = [attempt for attempt in attempts if self.is_answered[attempt]]
        if not answered:
            return None
        return FinishedGame(
            moment_now(),
            game_name(self.rules),
            self._broken_by(answered)
            if self.solved_in and not self.revealed
            else NOBODY,
            len(answered),
            self._cost,
        )

    @property
    def _cost(self) -> float | None:
        """Guesses given away against the optimum, if all of them are proved."""
        rated = [*filter(None, self.ratings)]
        answered = len(self.history.answered)
        if not rated or len(rated) < answered or not all(r.exact for r in rated):
            return None
        return round(sum(rating.cost for rating in rated), 2)

    def _broken_by(self, attempts: Sequence[int]) -> str:
        players = {shown_text(self.played_by[attempt]) or YOU for attempt in attempts}
        return " and ".join(sorted(players, key=lambda name: (name != YOU, name)))


def _blank(attempts: int, rules: Rules) -> Block:
    return [[None] * BoardLayout(rules).marks_typed for _ in range(attempts)]


def _as_number(cell: Cell) -> Cell:
    """Return digits that were typed as text as the number they are."""
    digits = cell.strip() if isinstance(cell, str) else ""
    is_count = digits.isascii() and digits.isdigit() and len(digits) < 3
    return int(digits) if is_count else cell
