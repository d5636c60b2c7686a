"""
Scenes: a board, a button, and the board afterwards, the same in every application.

The board is Little, 3x4, and its code is 324.
"""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from board_oracle import BoardApplication

from xl_mastermind.spreadsheet.board import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.spreadsheet.buttons import FALLBACK_BUTTONS
from xl_mastermind.spreadsheet.cells import Cell, RangeValues

GAME: Final = "3x4"
SHEET: Final = "Little"
NUMBER: Final = 30
"""A number of 324."""

OTHER: Final = 2611
"""The number of another game."""

Score: TypeAlias = tuple[str, int]
"""Who broke a code, by how many guesses."""


class SceneApplication(BoardApplication):
    """An application with a board and its buttons."""

    has_buttons = True  # with Python

    def batch(self) -> AbstractContextManager[None]:
        """Return a context in which cells are written without calculation."""
        return nullcontext()

    @abstractmethod
    def run_button(self, name: str) -> None:
        """Press a button."""

    @property
    @abstractmethod
    def scores(self) -> RangeValues:
        """The rows of the table of scores, blank ones left out."""


@dataclass(frozen=True)
class Scene:
    """
    A button on a board.

    Attributes
    ----------
    guesses, marks : str
        The rows of attempts. A dot is a blank row, a star follows a guess of Knuth.
    typed_over : str
        A guess of Knuth in the first attempt that another guess has replaced.
    cached_game_number : cell
        The game number of the cached values, if it is another one.
    guesses_after : str
        The guesses afterwards; "same" if the button does not change them.
    is_in_scores_after : bool
        Whether the game counts as scored afterwards, though without a new score.
    says : str
        The message, if it is not that of the formulas.
    """

    name: str
    button: str
    guesses: str = ""
    marks: str = ""
    typed_over: str = ""
    codemaker: str = COMPUTER
    number: Cell = NUMBER
    cached_game_number: int | None = None
    is_revealed: bool = False
    is_in_scores: bool = False
    settings: dict[str, Cell] = field(default_factory=dict)
    guesses_after: str = "same"
    is_revealed_after: bool = False
    is_in_scores_after: bool = False
    has_new_number: bool = False  # the number afterwards
    message: str = ""
    scores: Sequence[Score] = ()

    @property
    def needs_python(self) -> bool:
        """Whether the button needs Python."""
        shows_none = self.button == "reveal_code" and self.codemaker != COMPUTER
        return self.button not in FALLBACK_BUTTONS or shows_none


def column(written: str, rows: int) -> RangeValues:
    """Return the column of guesses."""
    cells: list[Cell] = [
        None if word == "." else int(word) if word.isdigit() else word
        for word in written.replace("*", "").split()
    ]
    return [[cell] for cell in (*cells, *[None] * (rows - len(cells)))]


def players(written: str, rows: int) -> RangeValues:
    """Return the column of guess sources."""
    words = [f"Knuth {w[:-1]}" if w[-1] == "*" else None for w in written.split()]
    return [[word] for word in (*words, *[None] * (rows - len(words)))]


def marks(written: str, rows: int) -> RangeValues:
    """Return the columns of typed marks."""
    pairs: RangeValues = [
        [None, None] if word == "." else [int(c) if c.isdigit() else c for c in word]
        for word in written.split()
    ]
    return pairs + [[None, None]] * (rows - len(pairs))


def set_up(host: SceneApplication, scene: Scene) -> None:
    """Write the cells of the scene that differ."""
    rows = host.at.attempts
    settings: dict[str, Cell] = {
        "strategy": "Knuth",
        "first_guess": None,
        "cached_message": None,
        "codemaker": scene.codemaker,
        "game_number": scene.number,
        "cached_game_number": scene.cached_game_number or scene.number,
        "cached_reveal": "shown" if scene.is_revealed else None,
        "is_in_scores": "yes" if scene.is_in_scores else None,
    }
    if "reveal" in host.at.ranges:
        # The key of another number reveals nothing; Clear without Python keeps it.
        key = scene.cached_game_number or scene.number
        has_key = scene.is_revealed and (host.has_buttons or key == scene.number)
        settings["reveal"] = key if has_key else "No"
    blocks = {name: [[value]] for name, value in (settings | scene.settings).items()}
    blocks |= {
        "guess_input": column(scene.guesses, rows),
        "feedback_input": marks(scene.marks, rows),
        "guess_source": players(scene.guesses, rows),
    }
    if scene.typed_over:
        blocks["guess_source"][0] = [f"Knuth {scene.typed_over}"]
    read = host.look()
    for name, block in blocks.items():
        if read(host.at.ranges[name]) != blanks(block):
            host.type(name, block)


def play(
    host: SceneApplication, scene: Scene
) -> tuple[dict[str, object], dict[str, object]]:
    """Run the button; return what the board shows afterwards, and what is right."""
    with host.batch():
        set_up(host, scene)
    before, rows = len(host.scores), host.at.attempts
    host.run_button(scene.button)
    at, read = host.at, host.look()
    guesses = [str(g).removesuffix(".0") for (g,) in host.typed(at.guess_input, read)]
    then = scene.guesses if scene.guesses_after == "same" else scene.guesses_after
    kept = scene.marks if scene.guesses_after == "same" or scene.guesses in then else ""
    names = (
        "game_number",
        "number",
        "cached_game_number",
        "is_in_scores",
        "is_revealed",
    )
    (number,), (counts,), (noted,), (recorded,), (is_revealed,) = (
        read(at.ranges[name])[0] for name in names
    )
    shown: dict[str, object] = {
        "guesses": " ".join(guess or "." for guess in guesses).rstrip(" ."),
        "marks": read(at.ranges["feedback_input"]),
        "players": read(at.ranges["guess_source"]),
        "another": number not in (scene.number, ""),
        "revealed": bool(is_revealed),
    }
    right: dict[str, object] = {
        "guesses": then.replace("*", ""),
        "marks": blanks(marks(kept, rows)),
        "players": blanks(players(then, rows)),
        "another": scene.has_new_number,
        "revealed": scene.is_revealed_after,
    }
    if "reveal" in at.ranges:
        ((hidden, key),) = read(at.ranges["reveal_choices"])
        shown["setting"] = read(at.ranges["reveal"])
        right["setting"] = [[key if scene.is_revealed_after else hidden]]
    if scene.button in ("new_game", "clear"):
        shown["below"], right["below"] = read(at.ranges["number_below"]), [[""]]
    if host.has_buttons:  # only Python keeps games
        shown["noted"], right["noted"] = noted == counts, True
        shown["recorded"] = noted == counts and recorded == "yes"
        has_scored = bool(scene.scores) and not scene.has_new_number
        right["recorded"] = scene.is_in_scores_after or has_scored
        # The date and the costs are of other tests; one edition keeps no scores.
        shown["scores"] = [(row[3], row[4]) for row in host.scores[before:]]
        right["scores"] = [] if at.is_plain else [*scene.scores]
    message = scene.message if host.has_buttons else ""
    if message.endswith("…"):
        sentence = str(read(at.ranges["message"])[0][0])
        begin = message.removesuffix("…")
        shown["begin"], right["begin"] = sentence[: len(begin)], begin
        message = sentence
    shown["differences"], right["differences"] = host.expected.differences(message), []
    return shown, right


def blanks(block: RangeValues) -> RangeValues:
    return [["" if cell is None else cell for cell in row] for row in block]


_GAME_OVER: Final = "This game is over: press New Game."

SCENES: Final = (
    # Hint
    Scene("its first guess is the strategy's", "hint", guesses_after="123*"),
    Scene(
        "the first guess that is set comes first",
        "hint",
        settings={"first_guess": " 1 1 2", "strategy": ""},
        guesses_after="112*",
    ),
    Scene(
        "a wrong first guess plays nothing",
        "hint",
        settings={"first_guess": 172},
        message="Please type a first guess such as 112, or leave it blank.",
    ),
    Scene(
        "the first row that is free is filled",
        "hint",
        guesses="112 . 213",
        guesses_after="112 324* 213",
        scores=[("Knuth, after 1 guess", 2)],
    ),
    Scene(
        "a guess that is begun is finished",
        "hint",
        guesses="112 1…",
        guesses_after="112 233*",
    ),
    Scene(
        "marks of somebody else are waited for",
        "hint",
        codemaker=SOMEBODY_ELSE,
        guesses="112",
        message="Please type the marks of attempt 1.",
    ),
    Scene(
        "somebody else needs no number",
        "hint",
        codemaker="somebody else",
        number="x",
        guesses_after="123*",
    ),
    Scene(
        "one who cheats needs none",
        "hint",
        codemaker="CHEATS",
        number="x",
        guesses_after="123*",
    ),
    Scene("without a number there is no code", "hint", number=None),
    Scene("a wrong guess stops it", "hint", guesses="172"),
    Scene(
        "nothing is played when the game is won",
        "hint",
        guesses="112 324",
        scores=[("You", 2)],
        message=_GAME_OVER,
    ),
    Scene(
        "a win with a question mark ends the game",
        "hint",
        codemaker=SOMEBODY_ELSE,
        guesses="112 213",
        marks="1? 3?",
        message=_GAME_OVER,
        scores=[("You", 2)],
    ),
    Scene(
        "nothing is played when the game is lost",
        "hint",
        guesses="111 111 111 111 111 111",
        message=_GAME_OVER,
        scores=[("Nobody", 6)],
    ),
    Scene(
        "a last attempt is a code that can be",
        "hint",
        codemaker=SOMEBODY_ELSE,
        guesses="112 112 112 112 112",
        marks="01 01 01 01 01",
        guesses_after="112 112 112 112 112 223*",
    ),
    # Solve
    Scene(
        "what is found is the strategy's",
        "solve",
        guesses="112",
        guesses_after="112 233* 324*",
        scores=[("Knuth, after 1 guess", 3)],
    ),
    Scene(
        "a wrong guess stops it",
        "solve",
        guesses="112 . 9",
        message="Attempt 3: please type…",
    ),
    Scene(
        "old marks stop it",
        "hint",
        codemaker=SOMEBODY_ELSE,
        guesses="112",
        marks="01 01",
        message="Attempt 2 has marks (0 1) but no guess: …",
    ),
    Scene(
        "a win with a question mark ends the game",
        "solve",
        codemaker=SOMEBODY_ELSE,
        guesses="112* 213",
        marks="1? 3?",
        message=_GAME_OVER,
        scores=[("You and Knuth", 2)],
    ),
    Scene(
        "contradictions are explained",
        "solve",
        codemaker=SOMEBODY_ELSE,
        guesses="112 234 111",
        marks="10 00 00",
        message="No code fits from attempt…",
    ),
    Scene(
        "no strategy",
        "solve",
        settings={"strategy": "Magic"},
        message="Please choose a strategy: …",
    ),
    # New Game
    Scene(
        "another code is hidden",
        "new_game",
        guesses="112*",
        settings={"number_below": "7"},
        is_revealed=True,
        is_in_scores=True,
        guesses_after="",
        has_new_number=True,
        message="A new code is hidden. Your guess.",
    ),
    Scene(
        "a game that is over is kept first",
        "new_game",
        guesses="112 324",
        scores=[("You", 2)],
        guesses_after="",
        has_new_number=True,
        message="A new code is hidden. Your guess.",
    ),
    Scene(
        "somebody else hides one",
        "new_game",
        codemaker=SOMEBODY_ELSE,
        guesses="112 213",
        marks="10 .",
        guesses_after="",
        message="Another player hides a code. Type a guess, or press Hint.",
    ),
    Scene(
        "one who cheats hides none",
        "new_game",
        codemaker=CHEATS,
        guesses="112",
        guesses_after="",
        has_new_number=True,
        message="No code is fixed: each answer keeps most codes possible. Your guess.",
    ),
    # Clear
    Scene(
        "the code stays",
        "clear",
        guesses="112",
        marks="1? .",
        settings={"number_below": "7"},
        guesses_after="",
    ),
    Scene(
        "a code that was seen stays so, and its game kept",
        "clear",
        guesses="112* . 324",
        is_revealed=True,
        is_in_scores=True,
        guesses_after="",
        is_revealed_after=True,
        is_in_scores_after=True,
    ),
    Scene(
        "what was noted of another game is forgotten",
        "clear",
        guesses="112",
        cached_game_number=OTHER,
        is_revealed=True,
        is_in_scores=True,
        guesses_after="",
    ),
    Scene(
        "a cheating codemaker starts a new game",
        "clear",
        codemaker=CHEATS,
        guesses="112",
        is_revealed=True,
        is_in_scores=True,
        guesses_after="",
    ),
    Scene(
        "a win is kept first",
        "clear",
        guesses="112 324",
        scores=[("You", 2)],
        guesses_after="",
    ),
    # Reveal Code
    Scene(
        "the code is shown",
        "reveal_code",
        guesses="112",
        is_revealed_after=True,
        scores=[("Nobody", 1)],
    ),
    Scene(
        "only the one who hid a code can show it",
        "reveal_code",
        codemaker=SOMEBODY_ELSE,
        guesses="112",
        message="Only the player who hid the code can show it.",
    ),
    Scene(
        "a board without guesses",
        "reveal_code",
        is_revealed_after=True,
        is_in_scores_after=True,
    ),
    Scene(
        "what was noted of another game is forgotten here too",
        "reveal_code",
        guesses="112",
        cached_game_number=OTHER,
        is_in_scores=True,
        is_revealed_after=True,
        scores=[("Nobody", 1)],
    ),
    Scene(
        "without a number no code is shown", "reveal_code", number=10**9, guesses="112"
    ),
    # Explain
    Scene("nothing changes", "explain", guesses="112 . 213"),
    Scene("who found it is kept", "explain", guesses="112 324", scores=[("You", 2)]),
    Scene(
        "a code revealed first is not found by a player",
        "explain",
        guesses="112 324",
        is_revealed=True,
        is_revealed_after=True,
        scores=[("Nobody", 2)],
    ),
    Scene(
        "a game is kept once",
        "explain",
        guesses="112 324",
        is_in_scores=True,
        is_in_scores_after=True,
    ),
    Scene(
        "hints are kept with it",
        "explain",
        guesses="112* 213 324",
        scores=[("You and Knuth", 3)],
    ),
    Scene(
        "a hint that is typed over is none",
        "explain",
        guesses="112 324",
        typed_over="123",
        scores=[("You", 2)],
    ),
    Scene(
        "hints of another game are none",
        "explain",
        guesses="112* 324",
        cached_game_number=OTHER,
        guesses_after="112 324",
        scores=[("You", 2)],
    ),
    Scene(
        "a win that contradicts another answer is none",
        "explain",
        codemaker=SOMEBODY_ELSE,
        guesses="112 213",
        marks="10 30",
        message="No code fits from attempt 2 …",
    ),
)
"""What each button does."""
