"""
Scenes: a board, a button, and the board afterwards, the same in every application.

The board is Little, 3x4, and its code is 324.
"""

import tomllib
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Final

from board_oracle import BoardApplication
from expected_values import DATA

from xl_mastermind.cells.values import Cell, RangeValues, cell_text
from xl_mastermind.game.game import COMPUTER
from xl_mastermind.workbook_files.edition import Edition

GAME: Final = "3x4"
SHEET: Final = "Little"
NUMBER: Final = 30
"""A number of 324."""


class SceneApplication(BoardApplication):
    """An application with a board and its buttons."""

    def batch(self) -> AbstractContextManager[None]:
        """Return a context in which cells are written without calculation."""
        return nullcontext()

    @abstractmethod
    def run_button(self, name: str) -> None:
        """Run a button."""

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
    stored_number : int
        The game of the stored values, if it is another one.
    guesses_after : str, optional
        The guesses afterwards, if the button changes them.
    is_in_scores_after : bool
        Whether the game counts as scored afterwards, though without a new score.
    has_new_number : bool
        Whether the board has another game number afterwards.
    message : str
        The message if it is not that of the formulas; "…" omits the rest.
    scores : sequence of pairs
        The new scores: the players who broke a code, and the number of guesses.
    """

    name: str
    button: str
    guesses: str = ""
    marks: str = ""
    typed_over: str = ""
    codemaker: str = COMPUTER
    number: Cell = NUMBER
    stored_number: int | None = None
    is_revealed: bool = False
    is_in_scores: bool = False
    settings: dict[str, Cell] = field(default_factory=dict)
    guesses_after: str | None = None
    is_revealed_after: bool = False
    is_in_scores_after: bool = False
    has_new_number: bool = False
    message: str = ""
    scores: Sequence[Sequence[Cell]] = ()


def guess_cells(text: str, rows: int) -> RangeValues:
    cells: list[Cell] = [
        None if word == "." else int(word) if word.isdigit() else word
        for word in text.replace("*", "").split()
    ]
    return [[cell] for cell in (*cells, *[None] * (rows - len(cells)))]


def guess_sources(text: str, rows: int, number: Cell) -> RangeValues:
    words = [
        f"Knuth {word[:-1]} #{number}" if word[-1] == "*" else None
        for word in text.split()
    ]
    return [[word] for word in (*words, *[None] * (rows - len(words)))]


def mark_cells(text: str, rows: int) -> RangeValues:
    pairs: RangeValues = [
        [None, None] if word == "." else [int(c) if c.isdigit() else c for c in word]
        for word in text.split()
    ]
    return pairs + [[None, None]] * (rows - len(pairs))


def set_up(application: SceneApplication, scene: Scene) -> None:
    rows = application.layout.entry_count
    settings: dict[str, Cell] = {
        "strategy": "Knuth",
        "first_guess": None,
        "cached_message": None,
        "codemaker": scene.codemaker,
        "game_number": scene.number,
    }
    stored = f"#{scene.stored_number or scene.number} "
    settings["revealed_games"] = stored if scene.is_revealed else None
    settings["scored_games"] = stored if scene.is_in_scores else None
    values = {name: [[value]] for name, value in (settings | scene.settings).items()}
    values |= {
        "guess_input": guess_cells(scene.guesses, rows),
        "feedback_input": mark_cells(scene.marks, rows),
        "guess_source": guess_sources(
            scene.guesses, rows, scene.stored_number or scene.number
        ),
    }
    if scene.typed_over:
        values["guess_source"][0] = [f"Knuth {scene.typed_over} #{scene.number}"]
    read = application.snapshot()
    for name, cells in values.items():
        if read(application.layout.ranges[name]) != blanks(cells):
            application.type(name, cells)


def run_scene(
    application: SceneApplication, scene: Scene
) -> tuple[dict[str, object], dict[str, object]]:
    """Run the button; return the values afterwards, and the correct values."""
    with application.batch():
        set_up(application, scene)
    earlier_scores = len(application.scores)
    application.run_button(scene.button)
    layout, read = application.layout, application.snapshot()
    rows = layout.entry_count

    def value(name: str) -> Cell:
        return read(layout.ranges[name])[0][0]

    cells = application.typed(layout.guess_input, read)
    guesses = [str(guess).removesuffix(".0") for (guess,) in cells]
    after = scene.guesses if scene.guesses_after is None else scene.guesses_after
    keeps_marks = scene.guesses_after is None or scene.guesses in after
    actual: dict[str, object] = {
        "guesses": " ".join(guess or "." for guess in guesses).rstrip(" ."),
        "marks": read(layout.ranges["feedback_input"]),
        "players": read(layout.ranges["guess_source"]),
        "has_new_number": value("game_number") not in (scene.number, ""),
        "is_revealed": bool(value("is_revealed")),
    }
    correct: dict[str, object] = {
        "guesses": after.replace("*", ""),
        "marks": blanks(mark_cells(scene.marks if keeps_marks else "", rows)),
        "players": blanks(guess_sources(after, rows, cell_text(value("number")))),
        "has_new_number": scene.has_new_number,
        "is_revealed": scene.is_revealed_after,
    }
    if scene.button in ("new_game", "clear"):
        actual["below"], correct["below"] = value("number_below"), ""
    actual["scored_games"] = f"#{cell_text(value('number'))} " in str(
        value("scored_games")
    )
    # With another codemaker Clear starts a new game, so no game is stored any more.
    is_cleared = scene.button == "clear" and scene.codemaker != COMPUTER
    has_scored = bool(scene.scores) and not (scene.has_new_number or is_cleared)
    correct["scored_games"] = scene.is_in_scores_after or has_scored
    # Other tests compare dates and costs; the plain edition has no scores.
    actual["scores"] = [row[3:5] for row in application.scores[earlier_scores:]]
    correct["scores"] = [*scene.scores] if layout.edition is Edition.MACROS else []
    message = scene.message
    if message.endswith("…"):
        sentence = str(value("message"))
        begin = message.removesuffix("…")
        actual["begin"], correct["begin"] = sentence[: len(begin)], begin
        message = sentence
    actual["differences"] = application.expected.differences(message)
    correct["differences"] = []
    return actual, correct


def blanks(rows: RangeValues) -> RangeValues:
    return [["" if cell is None else cell for cell in row] for row in rows]


def _read_scenes() -> Iterator[Scene]:
    tables = tomllib.loads((DATA / "scenes.toml").read_text("utf-8"))
    for button, scenes in tables.items():
        for fields in scenes:
            yield Scene(button=button, **fields)


SCENES: Final = (*_read_scenes(),)
"""The effects of each button."""
