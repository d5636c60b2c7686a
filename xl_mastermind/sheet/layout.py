"""Where everything stands in the workbook: sheets, named areas and colours."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from xl_mastermind.game.codes import MOST_CODES
from xl_mastermind.game.rules import Rules

GAMES: Final = {
    "Mastermind": "4x6",
    "Brain Breaker": "4x5",
    "Bulls and Cows": "4x10 distinct",
    "AB with repeats": "4x10",
    "Super": "5x8",
    "Letters": "4x26",
    "Black Pegs": "4x6 black",
}
"""The games of the workbook that everybody gets, by the names of their sheets."""

BOARD_SHEET: Final = next(iter(GAMES))
SWAP_SHEET: Final = "Swap puzzle"
HELP_SHEET: Final = "Help"
CONFIG_SHEET: Final = "xlwings.conf"
STATE_SHEET: Final = "State"
"""Very hidden: each board's secret, and mirror of what its last button computed."""

STATE_COLUMNS: Final = 64
"""Columns that each board has on the sheet State; the widest board has fewer."""

LONGEST_SHEET_NAME: Final = 31
"""Characters that Excel accepts."""

MOST_PEGS: Final = 8
MOST_COLOURS: Final = 26
"""A game with more pegs or colours has no board."""

MOST_LISTED: Final = 10_000
"""A game with more codes has no list of them all on its board."""

FIRST_LISTED: Final = 1000
"""So many candidates are listed where not all codes are."""

# Colour belongs to the pegs; the rest is warm paper, dark text and one accent.
INK: Final = "#1E2733"
MUTED: Final = "#6B6459"
FAINT: Final = "#B3ABA0"
PAPER: Final = "#F4F1EA"
HAIR: Final = "#E6E0D4"
LINE: Final = "#DCD5C8"
WHITE: Final = "#FFFFFF"
ACCENT: Final = "#0B4F5E"
SOFT: Final = "#9CC4CA"
GLOW: Final = "#C9E0E3"
TINT: Final = "#E4EFF0"
LOST: Final = "#5A534A"
HIDDEN_PEG: Final = "#8D95A0"


@dataclass(frozen=True)
class PegColour:
    """The look of one colour: its tile, the symbol on it, and its name."""

    fill: str
    ink: str
    name: str


PEG_COLOURS: Final = (
    PegColour("#0072B2", WHITE, "blue"),
    PegColour("#E69F00", "#000000", "orange"),
    PegColour("#009E73", "#000000", "green"),
    PegColour("#F0E442", "#000000", "yellow"),
    PegColour("#D55E00", "#000000", "red"),
    PegColour("#CC79A7", "#000000", "pink"),
    PegColour("#56B4E9", "#000000", "sky"),
    PegColour("#000000", WHITE, "black"),
)
"""
The Okabe-Ito palette, told apart by colour-blind players, in the order of the digits
from 1; other symbols have a white tile.
Source: M. Okabe and K. Ito, "Color Universal Design", 2008.
"""


def peg_colour(symbol: str) -> PegColour | None:
    """
    Return the colour of the tile with this symbol, `None` for a white one.

    The digits 1 to 8 have a colour, the same in every game.

    Examples
    --------
    >>> peg_colour("1").name, peg_colour("0"), peg_colour("A")
    ('blue', None, None)
    """
    known = len(symbol) == 1 and symbol in "12345678"
    return PEG_COLOURS[int(symbol) - 1] if known else None


def column_name(column: int) -> str:
    """
    Return the letters of a column counted from nought.

    Examples
    --------
    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    while column >= 0:
        name = chr(ord("A") + column % 26) + name
        column = column // 26 - 1
    return name


@dataclass(frozen=True)
class Area:
    """
    A block of cells, rows and columns counted from nought, the last included.

    Examples
    --------
    >>> area = Area("Mastermind", 2, 8, 11, 11)
    >>> area.address, area.fixed, area.full
    ('I3:L12', '$I$3:$L$12', "'Mastermind'!$I$3:$L$12")
    """

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def _written(self, mark: str) -> str:
        corners = ((self.top, self.left), (self.bottom, self.right))
        first, last = (
            f"{mark}{column_name(column)}{mark}{row + 1}" for row, column in corners
        )
        return first if first == last else f"{first}:{last}"

    @property
    def address(self) -> str:
        """The address as people write it."""
        return self._written("")

    @property
    def fixed(self) -> str:
        """The address with dollar signs."""
        return self._written("$")

    @property
    def full(self) -> str:
        """The address with dollar signs and its sheet."""
        return f"'{self.sheet}'!{self.fixed}"

    @property
    def height(self) -> int:
        """Number of rows."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.right - self.left + 1

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield the cells row by row."""
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                yield row, column

    def row(self, index: int) -> "Area":
        """Return one row of the area, counted from nought."""
        top = self.top + index
        return Area(self.sheet, top, self.left, top, self.right)

    def column(self, index: int) -> "Area":
        """Return one column of the area, counted from nought."""
        left = self.left + index
        return Area(self.sheet, self.top, left, self.bottom, left)


@dataclass(frozen=True)
class BoardLayout:
    """
    The places of one game's board.

    The addresses of 4x6 are those of the article that this workbook replaces;
    with more pegs the list of codes and the guesses are that many columns wider,
    and all else moves to the right.

    Examples
    --------
    >>> layout = BoardLayout(Rules(4, 6))
    >>> layout.guesses.address, layout.marks.address, layout.ruled_out.address
    ('I3:L12', 'M3:N12', 'E2:E1297')
    >>> layout.secret.full
    "'State'!$I$1:$L$1"
    >>> BoardLayout(Rules(4, 5), "Brain Breaker", 1).secret.full
    "'State'!$BU$1:$BX$1"

    Attributes
    ----------
    rules : Rules
        The game.
    sheet : str
        The board's sheet.
    place : int
        Which board of the workbook it is, counted from nought.
    """

    rules: Rules
    sheet: str = BOARD_SHEET
    place: int = 0

    @property
    def attempts(self) -> int:
        """Number of attempts: ten with four pegs, twelve with more."""
        return 10 if self.rules.pegs <= 4 else 12

    @property
    def row_pixels(self) -> int:
        """Height of an attempt; every board has the same height altogether."""
        return 340 // self.attempts

    def _at(self, top: int, left: int, height: int = 1, width: int = 1) -> Area:
        return Area(self.sheet, top, left, top + height - 1, left + width - 1)

    def mirror(self, area: Area) -> Area:
        """Return the cells on the sheet State that mirror an area of the board."""
        shift = self.place * STATE_COLUMNS
        left, right = area.left + shift, area.right + shift
        return Area(STATE_SHEET, area.top, left, area.bottom, right)

    # Columns from left to right; those named by letters are 4x6's.

    @property
    def first_peg(self) -> int:
        """Column I, the first peg of the guesses."""
        return self.rules.pegs + 4

    @property
    def after_pegs(self) -> int:
        """Column M, the first right of the pegs."""
        return self.first_peg + self.rules.pegs

    @property
    def panel_left(self) -> int:
        """Column U, the first of the panel with title, message and settings."""
        return self.after_pegs + 8

    @property
    def panel_columns(self) -> int:
        """How many columns the panel has: one a colour where that looks well."""
        return self.rules.colours if 5 <= self.rules.colours <= 10 else 6

    @property
    def panel_pixels(self) -> int:
        """Width of the panel; with more pegs it has less room beside the board."""
        return 432 if self.rules.pegs <= 4 else 360 if self.is_wide else 400

    @property
    def is_wide(self) -> bool:
        """Whether a window has room for the board only if all is a little smaller."""
        return self.rules.pegs > 6

    @property
    def panel_right(self) -> int:
        """Column Z, the last of the panel."""
        return self.panel_left + self.panel_columns - 1

    @property
    def helper(self) -> int:
        """Column AB, the first of the hidden columns."""
        return self.panel_right + 2

    # Rows from top to bottom.

    @property
    def first_attempt(self) -> int:
        """Row 3."""
        return 2

    @property
    def legend_row(self) -> int:
        """The row below the last attempt."""
        return self.first_attempt + self.attempts

    @property
    def last_row(self) -> int:
        """The row of the next guess, the last of the board."""
        return self.legend_row + 1

    @property
    def settings_row(self) -> int:
        """The row of the first setting, below the buttons."""
        return 7 if self.attempts == 10 else 9

    # What people see and type

    @property
    def code_list(self) -> Area | None:
        """All codes of the game, if they are not too many."""
        count = self.rules.code_count
        return self._at(1, 0, count, self.rules.pegs) if count <= MOST_LISTED else None

    @property
    def ruled_out(self) -> Area | None:
        """The marks beside the list of codes."""
        codes = self.code_list
        return codes and self._at(1, self.rules.pegs, codes.height)

    @property
    def candidates(self) -> Area | None:
        """The first candidates, where there are too many codes to list them all."""
        if not MOST_LISTED < self.rules.code_count <= MOST_CODES:
            return None
        return self._at(1, 0, FIRST_LISTED, self.rules.pegs)

    @property
    def more_candidates(self) -> Area | None:
        """Says how many candidates there are beyond those listed."""
        listed = self.candidates
        return listed and self._at(listed.bottom + 1, 0)

    @property
    def code(self) -> Area:
        """The hidden code, shown when it may be."""
        return self._at(0, self.first_peg, width=self.rules.pegs)

    @property
    def status(self) -> Area:
        """Whether the code is hidden, found, shown or yours."""
        return self._at(0, self.after_pegs)

    @property
    def arrows(self) -> Area:
        """Points at the next attempt."""
        return self._at(self.first_attempt, self.first_peg - 2, self.attempts)

    @property
    def numbers(self) -> Area:
        """The attempts' numbers."""
        return self._at(self.first_attempt, self.first_peg - 1, self.attempts)

    @property
    def guesses(self) -> Area:
        """The attempts."""
        return self._at(
            self.first_attempt, self.first_peg, self.attempts, self.rules.pegs
        )

    @property
    def marks(self) -> Area:
        """Black and white as the computer answers."""
        return self._at(self.first_attempt, self.after_pegs, self.attempts, 2)

    @property
    def pegs(self) -> Area:
        """Black and white as little pegs."""
        return self._at(self.first_attempt, self.after_pegs + 2, self.attempts)

    @property
    def typed_marks(self) -> Area:
        """Black and white as a person types them."""
        return self._at(self.first_attempt, self.after_pegs + 3, self.attempts, 2)

    @property
    def left(self) -> Area:
        """Number of codes left after each attempt."""
        return self._at(self.first_attempt, self.after_pegs + 5, self.attempts)

    @property
    def next_guess(self) -> Area:
        """The next guess that the strategy suggests."""
        return self._at(self.last_row, self.first_peg, width=self.rules.pegs)

    @property
    def message(self) -> Area:
        """The board's one line."""
        height = 2 if self.attempts == 10 else 3  # of lower rows
        return self._at(2, self.panel_left, height, self.panel_columns)

    def _setting(self, index: int) -> Area:
        half = self.panel_columns // 2
        return self._at(self.settings_row + index, self.panel_left + half)

    @property
    def strategy(self) -> Area:
        """Setting: the strategy."""
        return self._setting(0)

    @property
    def first_guess(self) -> Area:
        """Setting: the first guess, blank for the strategy's own."""
        return self._setting(1)

    @property
    def show_marks(self) -> Area:
        """Setting: whether codes that are ruled out are marked."""
        return self._setting(2)

    @property
    def show_next(self) -> Area:
        """Setting: whether the next guess is shown."""
        return self._setting(3)

    @property
    def codemaker(self) -> Area:
        """Setting: who hides the code."""
        return self._setting(4)

    # Hidden columns

    @property
    def turn_keys(self) -> Area:
        """Each attempt and its typed marks, written together."""
        return self._at(self.first_attempt, self.helper, self.attempts)

    @property
    def key(self) -> Area:
        """All attempts written together: what the mirror belongs to."""
        return self._at(0, self.helper)

    @property
    def playable(self) -> Area:
        """Whether each attempt is a code of the game."""
        return self._at(self.first_attempt, self.helper + 1, self.attempts)

    @property
    def answered_marks(self) -> Area:
        """Black and white that count: typed if complete, else the computer's."""
        return self._at(self.first_attempt, self.helper + 2, self.attempts, 2)

    @property
    def solved(self) -> Area:
        """Whether an attempt was all black."""
        return self._at(0, self.helper + 1)

    @property
    def lost(self) -> Area:
        """Whether every attempt was answered, and none was all black."""
        return self._at(0, self.helper + 2)

    @property
    def functions_fail(self) -> Area:
        """Whether worksheet functions cannot answer here."""
        return self._at(0, self.helper + 3)

    # The sheet State: the secret, the flag, and mirrors at the same addresses

    @property
    def game(self) -> Area:
        """The game as it is written."""
        return self.mirror(self._at(0, 0))

    @property
    def anchor(self) -> Area:
        """A formula that names the board's sheet, however people rename it."""
        return self.mirror(self._at(0, 1))

    @property
    def secret(self) -> Area:
        """The hidden code itself."""
        return self.mirror(self.code)

    @property
    def revealed(self) -> Area:
        """Says `shown` once Reveal Code was pressed."""
        return self.mirror(self.status)

    @property
    def mirrors(self) -> dict[str, Area]:
        """What a button computes, by its name; `key` says which turns it is for."""
        mirrored = {
            "marks": self.marks,
            "left": self.left,
            "next_guess": self.next_guess,
            "message": self._at(2, self.panel_left),
            "key": self.key,
            "settings": self.strategy,
        }
        if self.ruled_out:
            mirrored["ruled_out"] = self.ruled_out
        if self.candidates:
            mirrored["candidates"] = self.candidates
        areas = {f"mirror_{name}": self.mirror(a) for name, a in mirrored.items()}
        # The secret mirrors the code, so what is shown of it stands below.
        below = self._at(1, self.first_peg, width=self.rules.pegs)
        return areas | {"mirror_code": self.mirror(below)}

    @cached_property
    def areas(self) -> dict[str, Area]:
        """All named areas by their names, which are names of the board's sheet."""
        named = {
            "hidden_code": self.code,
            "code_status": self.status,
            "guesses": self.guesses,
            "marks": self.marks,
            "typed_marks": self.typed_marks,
            "answered_marks": self.answered_marks,
            "codes_left": self.left,
            "next_guess": self.next_guess,
            "message": self._at(2, self.panel_left),
            "strategy": self.strategy,
            "first_guess": self.first_guess,
            "show_marks": self.show_marks,
            "show_next_guess": self.show_next,
            "codemaker": self.codemaker,
            "turns_key": self.key,
            "game": self.game,
            "secret": self.secret,
            "revealed": self.revealed,
            **self.mirrors,
        }
        if self.code_list and self.ruled_out:
            named |= {"code_list": self.code_list, "ruled_out_marks": self.ruled_out}
        if self.candidates:
            named["candidate_list"] = self.candidates
        return named


def title(rules: Rules) -> str:
    """
    Return the title of a game's board.

    Examples
    --------
    >>> title(Rules(4, 5)), title(Rules(5, 8)), title(Rules(6, 9))
    ('Brain Breaker', 'Super Mastermind', 'Mastermind 6x9')
    """
    size = f"{rules.pegs}x{rules.colours}"
    name = _sheet_name(rules)
    return {"Super": "Super Mastermind", str(rules): f"Mastermind {size}"}.get(
        name, name
    )


def _sheet_name(rules: Rules) -> str:
    named = {game: name for name, game in GAMES.items()}
    return named.get(str(rules), str(rules))


def board_layouts(games: Iterable[Rules]) -> list[BoardLayout]:
    """
    Return the layout of each board of a workbook, one for each game.

    Examples
    --------
    >>> [board.sheet for board in board_layouts([Rules(4, 5), Rules(6, 9)])]
    ['Brain Breaker', '6x9']
    """
    layouts: list[BoardLayout] = []
    for place, rules in enumerate(games):
        taken = {board.sheet.lower() for board in layouts}
        name = _sheet_name(rules)[:LONGEST_SHEET_NAME]
        number = 1
        while name.lower() in taken:
            number += 1
            mark = f" {number}"
            name = name[: LONGEST_SHEET_NAME - len(mark)] + mark
        layouts.append(BoardLayout(rules, name, place))
    return layouts
