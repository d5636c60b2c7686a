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
ANALYSIS_SHEET: Final = "Analysis"
COMPARE_SHEET: Final = "Compare"
SCORES_SHEET: Final = "Scores"
SWAP_SHEET: Final = "Swap puzzle"
HELP_SHEET: Final = "Help"
CONFIG_SHEET: Final = "xlwings.conf"
STATE_SHEET: Final = "State"
"""Very hidden: each board's secret, and mirror of what its last button computed."""

ERROR_SHEET: Final = "Error"
"""Very hidden: xlwings writes errors there instead of showing boxes."""

STATE_COLUMNS: Final = 64
"""Columns that each board has on the sheet State; the widest board has fewer."""

LONGEST_SHEET_NAME: Final = 31
"""Characters that Excel accepts."""

LONGEST_LIST: Final = 255
"""Characters that Excel accepts in a list to choose from."""

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

    def beside(self, columns: int) -> "Area":
        """Return the area so many columns to the right."""
        left, right = self.left + columns, self.right + columns
        return Area(self.sheet, self.top, left, self.bottom, right)

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
    def cost(self) -> Area | None:
        """What each guess cost, once the game is over; not in games too large."""
        if not self.code_list:
            return None
        return self._at(self.first_attempt, self.after_pegs + 6, self.attempts)

    @property
    def next_guess(self) -> Area:
        """The next guess that the strategy suggests."""
        return self._at(self.last_row, self.first_peg, width=self.rules.pegs)

    @property
    def story(self) -> Area:
        """A sentence for each attempt, below the board."""
        return self._at(self.last_row + 3, self.numbers.left, self.attempts)

    @property
    def story_bars(self) -> Area:
        """A bar for the codes left after each attempt, beside the sentences."""
        return self._at(self.story.top, self.panel_left, self.attempts)

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
    def answered_guesses(self) -> Area:
        """The attempts that count; a guess that is being typed is not among them."""
        return self._at(
            self.first_attempt, self.helper + 8, self.attempts, self.rules.pegs
        )

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

    @property
    def ratings(self) -> Area | None:
        """Cost, best guess, luck and note of each guess, once the game is over."""
        if not self.code_list:
            return None
        return self._at(self.first_attempt, self.helper + 4, self.attempts, 4)

    @property
    def last_helper(self) -> int:
        """The last of the hidden columns."""
        return self.answered_guesses.right

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
    def started(self) -> Area:
        """When New Game was pressed."""
        return self.mirror(self._at(0, self.arrows.left))

    @property
    def recorded(self) -> Area:
        """Says `yes` once the game is among the scores."""
        return self.mirror(self._at(0, self.numbers.left))

    @property
    def played_by(self) -> Area:
        """The strategy that made each attempt, blank where a person did."""
        return self.mirror(self.arrows)

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
            "story": self.story,
        }
        if self.ruled_out:
            mirrored["ruled_out"] = self.ruled_out
        if self.candidates:
            mirrored["candidates"] = self.candidates
        if self.ratings:
            mirrored["ratings"] = self.ratings
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
            "story": self.story,
            "strategy": self.strategy,
            "first_guess": self.first_guess,
            "show_marks": self.show_marks,
            "show_next_guess": self.show_next,
            "codemaker": self.codemaker,
            "turns_key": self.key,
            "game": self.game,
            "secret": self.secret,
            "revealed": self.revealed,
            "started": self.started,
            "recorded": self.recorded,
            "played_by": self.played_by,
            **self.mirrors,
        }
        if self.code_list and self.ruled_out:
            named |= {"code_list": self.code_list, "ruled_out_marks": self.ruled_out}
        if self.candidates:
            named["candidate_list"] = self.candidates
        if self.cost and self.ratings:
            named |= {"costs": self.cost, "ratings": self.ratings}
        return named


SCORES: Final = Area(SCORES_SHEET, 3, 1, 4, 8)
"""The table of scores in an empty workbook: its heads and one row, to grow below."""

SCORES_MESSAGE: Final = Area(SCORES_SHEET, 1, 1, 1, 1)
"""Says where the exported file lies."""

ANALYSED_ROWS: Final = 14
"""Rows of the ranking, and bars of the chart beside it."""

MOST_ATTEMPTS: Final = 12


@dataclass(frozen=True)
class AnalysisLayout:
    """
    The places of the sheet Analysis, which is as wide as the widest board needs.

    Examples
    --------
    >>> AnalysisLayout(4).ranking.address, AnalysisLayout(4).split_guess.address
    ('C7:L20', 'O5:R5')

    Attributes
    ----------
    pegs : int
        Pegs of the workbook's widest board.
    """

    pegs: int

    def _at(self, top: int, left: int, height: int = 1, width: int = 1) -> Area:
        return Area(ANALYSIS_SHEET, top, left, top + height - 1, left + width - 1)

    @property
    def message(self) -> Area:
        """What was analysed, in a sentence."""
        return self._at(1, 1)

    @property
    def board(self) -> Area:
        """Setting: the board's sheet."""
        return self._at(2, 2)

    @property
    def strategy(self) -> Area:
        """Setting: the strategy by which guesses are ranked."""
        return self._at(2, 2 + self.pegs + 2)

    @property
    def ranking(self) -> Area:
        """The best guesses: a column a peg, then six figures."""
        return self._at(6, 2, ANALYSED_ROWS, self.pegs + 6)

    @property
    def matrix(self) -> Area:
        """The parts: rows black, columns white, with heads above and to the left."""
        return self._at(5, self.pegs + 9, self.pegs + 2, self.pegs + 2)

    @property
    def split_guess(self) -> Area:
        """The guess that splits the candidates, which a person may type."""
        return self._at(4, self.matrix.left + 1, width=self.pegs)

    @property
    def chart(self) -> Area:
        """Where the chart stands."""
        return self._at(4, self.matrix.right + 2)

    # Hidden columns

    @property
    def _helper(self) -> int:
        return self.chart.left + 8

    @property
    def turns(self) -> Area:
        """The guesses that were answered, each in one cell."""
        return self._at(0, self._helper, MOST_ATTEMPTS)

    @property
    def marks(self) -> Area:
        """Their black and white."""
        return self._at(0, self._helper + 1, MOST_ATTEMPTS, 2)

    @property
    def game(self) -> Area:
        """The game as it is written."""
        return self._at(MOST_ATTEMPTS, self._helper)

    @property
    def best_guess(self) -> Area:
        """The guess that was put there as the best, in one cell."""
        return self._at(MOST_ATTEMPTS + 1, self._helper)

    @property
    def split_by(self) -> Area:
        """The guess that the mirrored parts belong to, in one cell."""
        return self._at(MOST_ATTEMPTS + 2, self._helper)

    @property
    def typed(self) -> Area:
        """A formula: the guess that stands there now, in one cell."""
        return self._at(MOST_ATTEMPTS + 3, self._helper)

    @property
    def parts(self) -> Area:
        """Mirror: black, white and number of codes of every answer."""
        height = (self.pegs + 1) * (self.pegs + 2) // 2 - 1
        return self._at(0, self._helper + 3, height, 3)

    @property
    def sizes(self) -> Area:
        """A formula: the number of codes of every answer."""
        return self.parts.column(2).beside(1)

    @property
    def areas(self) -> dict[str, Area]:
        """The named areas, which the button reads and writes."""
        return {
            "analysis_message": self.message,
            "analysed_board": self.board,
            "analysis_strategy": self.strategy,
            "ranked_guesses": self.ranking,
            "split_guess": self.split_guess,
            "analysed_turns": self.turns,
            "analysed_marks": self.marks,
            "analysed_game": self.game,
            "best_guess": self.best_guess,
            "split_by": self.split_by,
            "mirror_parts": self.parts,
        }


COMPARED: Final = 6
"""Strategies side by side."""

COMPARED_TURNS: Final = 10
"""Rows of a game there; a longer one ends below them, unseen."""

LENGTHS: Final = 12
"""Rows of the numbers of games by their length."""

MOST_FIRST_GUESSES: Final = 7
"""Rows of the table of first guesses: 5 for four pegs, 7 for five."""


@dataclass(frozen=True)
class CompareLayout:
    """
    The places of the sheet Compare, whose blocks are as wide as the widest board.

    Examples
    --------
    >>> at = CompareLayout(4)
    >>> at.code.address, at.strategy(0).address, at.turns(1).address
    ('I3:L3', 'B5', 'I7:N16')

    Attributes
    ----------
    pegs : int
        Pegs of the workbook's widest board.
    """

    pegs: int

    def _at(self, top: int, left: int, height: int = 1, width: int = 1) -> Area:
        return Area(COMPARE_SHEET, top, left, top + height - 1, left + width - 1)

    def left(self, block: int) -> int:
        """Return the first column of a block."""
        return 1 + block * (self.pegs + 3)

    @property
    def message(self) -> Area:
        """What was compared, in a sentence."""
        return self._at(1, 1)

    @property
    def game(self) -> Area:
        """Setting: the game."""
        return self._at(2, 1 + self.pegs)

    @property
    def code(self) -> Area:
        """Setting: the code to find; blank for one drawn at random."""
        return self._at(2, self.left(1), width=self.pegs)

    def strategy(self, block: int) -> Area:
        """Return the setting: a block's strategy, blank for none."""
        return self._at(4, self.left(block))

    def guesses(self, block: int) -> Area:
        """Return where the number of guesses of a block's game stands."""
        return self._at(4, self.left(block) + self.pegs + 1)

    def turns(self, block: int) -> Area:
        """Return a block's game: pegs, marks and codes left."""
        return self._at(6, self.left(block), COMPARED_TURNS, self.pegs + 2)

    def figures(self, block: int) -> Area:
        """Return average, most and total of a block's strategy over all codes."""
        return self._at(17, self.left(block) + self.pegs + 1, 3)

    def chart(self, block: int) -> Area:
        """Return where a block's chart stands."""
        return self._at(21, self.left(block))

    def histogram(self, block: int) -> Area:
        """Return the numbers of codes found with 1, 2, ... guesses."""
        return self._at(31, self.left(block) + self.pegs + 1, LENGTHS)

    @property
    def first_guesses(self) -> Area:
        """The first guesses up to symmetry, each in one cell, left of the blocks'."""
        return self._at(46, 1, MOST_FIRST_GUESSES)

    def by_first_guess(self, block: int) -> Area:
        """Return the averages of a block's strategy by its first guess."""
        left = self.left(block) + self.pegs + 1
        return self._at(46, left, MOST_FIRST_GUESSES)

    @property
    def claims(self) -> Area:
        """The heads of the table of what the documents claim."""
        return self._at(56, 1)

    @property
    def areas(self) -> dict[str, Area]:
        """The named areas, which the button reads and writes."""
        areas = {
            "compare_message": self.message,
            "compared_game": self.game,
            "compared_code": self.code,
            "first_guesses": self.first_guesses,
        }
        for block in range(COMPARED):
            areas |= {
                f"strategy_{block + 1}": self.strategy(block),
                f"guesses_{block + 1}": self.guesses(block),
                f"turns_{block + 1}": self.turns(block),
                f"figures_{block + 1}": self.figures(block),
                f"histogram_{block + 1}": self.histogram(block),
                f"by_first_guess_{block + 1}": self.by_first_guess(block),
            }
        return areas


SHEETS: Final = (ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET)
"""The sheets after the boards that have buttons."""

SHEET_ANCHORS: Final = {
    sheet: Area(STATE_SHEET, 0, column, 0, column)
    for column, sheet in enumerate(SHEETS, 2)
}
"""Formulas that name these sheets, as the anchors of the boards do."""


def widest(boards: Iterable[BoardLayout]) -> int:
    """
    Return the pegs that the sheets with buttons have room for: four at least.

    Examples
    --------
    >>> widest(board_layouts([Rules(4, 6), Rules(5, 8)])), widest([])
    (5, 4)
    """
    return max([4, *(at.rules.pegs for at in boards)])


def sheet_areas(pegs: int) -> dict[str, dict[str, Area]]:
    """
    Return the named areas of these sheets, in a workbook of so many pegs at most.

    Examples
    --------
    >>> sheet_areas(4)["Scores"]["scores_message"].address
    'B2'
    """
    return {
        ANALYSIS_SHEET: AnalysisLayout(pegs).areas,
        COMPARE_SHEET: CompareLayout(pegs).areas,
        SCORES_SHEET: {"scores_message": SCORES_MESSAGE},
    }


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
