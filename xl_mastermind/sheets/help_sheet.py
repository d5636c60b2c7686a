"""The sheet Help: how to play, the sheets, the strategies, Python."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from xl_mastermind.game.rules import NAMED_GAMES, Rules
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    LEFT_ALIGNMENT,
    SECTION_TITLE,
    SHEET_TILE,
    SMALL_TEXT,
    TITLE,
    UNDERLINE,
    CellFormat,
    CellGroup,
    Content,
    Link,
    column_group,
    peg_formats,
    text_group,
)
from xl_mastermind.sheets.sheet import Sheet
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label
from xl_mastermind.spreadsheet.buttons import BUTTONS
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.functions import evaluation
from xl_mastermind.spreadsheet.messages import README, rules_in_words
from xl_mastermind.spreadsheet.sheet_names import (
    ANALYSIS_SHEET,
    COMPARE_SHEET,
    FUNCTIONS_SHEET,
    HELP_SHEET,
    MATCH_SHEET,
    PRINT_SHEET,
    PUZZLES_SHEET,
    SCORES_SHEET,
)

_HOW_TO_PLAY: Final = """
Mastermind hides a code of four digits from 1 to 6; a digit may appear twice. Type a \
guess such as 1122 beside the arrow and press Enter. The answer appears beside it: \
black pegs (●) count digits in the right place, white pegs (○) digits in the wrong \
place. You have ten attempts.
If Excel shows “Protected View” (for a file from the internet or a mail), press Enable \
Editing first: until then you cannot type.
The number beside “Game” identifies the hidden code. For a new game, select from the \
number to the last attempt, press Delete, type a number from 1 to 999,999,999, such as \
the next one beside it, and press Enter. The game of a day has its date as number, \
such as 20261231. The same number is the same code for everybody: send it to a friend, \
and you both play the same game. (The formulas of the hidden sheets reveal the code to \
players who read them.)
The list on the left crosses out the codes that are ruled out. You can turn this off \
and work it out yourself. In games with more than 10,000 codes, Python lists the first \
1,000 possible codes.
“Show next guess” suggests a guess. With Python, it is the guess of the strategy that \
you choose. Without Python, in Mastermind, Little, Brain Breaker, and Bulls and Cows, \
it is a guess that needs the fewest guesses on average if you follow it from the \
start; in other games it is the first possible code of the list.
To play against a code that another player hides, choose the codemaker “Somebody \
else”. Then type a guess, Tab, its black pegs, Tab, its white pegs, Enter; type ? for \
a number that you do not know.
To play in a group, give every player the same game numbers, and paste the result \
lines of the boards into the sheet Match. It shows who leads.
Two players at one computer: one types, in place of the number, own and a code, such \
as own 3625 (in games with letters *plum), and presses Enter. The code disappears, and \
the other one plays. (A click on that cell shows it.)
Each game has its own sheet, so you can play several games at once.
The sheets are protected against mistakes, without a password. To change them, use \
Review (in LibreOffice: Tools), Protect Sheet. The cells below the settings of a board \
are free for your notes.
"""

_WITH_PYTHON: Final = """
Explain writes a sentence about each guess below the board: what its answer ruled out, \
and what the guess of the strategy would have done. The sheet Analysis ranks the \
guesses of a board in progress and shows how a guess divides the possible codes. The \
sheet Compare shows how strategies find one code and all codes. The sheet Scores lists \
all finished games.
The codemaker “Cheats” has no fixed code: each answer leaves as many codes as \
possible, but never contradicts the others.
Buttons act on their own sheet. If you pasted something over the guesses, New Game and \
Clear restore the format of these cells.
"""

_WITHOUT_PYTHON: Final = f"""
This workbook uses formulas only, no macros. Some cells are blank without Python: the \
sentences about your guesses, their costs, and the codes left of Super and Letters.
With Python you also get strategies, hints, statistics, a codemaker who cheats, and \
functions such as BLACK() and WHITE() for your own sheets. To install it, see \
{README}.
In LibreOffice, once Python is installed, the menu MasterMind has all buttons for this \
workbook too.
"""

_PYTHON: Final = """
The board needs no Python for answers, codes left, the list, game numbers and the next \
guess. Without Python these are blank: explanations, costs, the guesses of the \
strategies, a codemaker who cheats, and the codes left of Super and Letters. Buttons \
and functions need Python too. Install it once: get Python 3.11 or newer from \
python.org, then type in a command prompt or terminal, in the folder of xl-mastermind:
python -m pip install .
python -m xl_mastermind setup
Then close and reopen Excel or LibreOffice. Excel must allow the macros of this \
workbook; LibreOffice needs none. If something does not work, type “python -m \
xl_mastermind doctor”: it shows how to fix it.
Buttons work in LibreOffice and in Excel on Windows and macOS; functions work in \
LibreOffice and in Excel on Windows.
Everything is computed on this computer; nothing is sent anywhere.
"""

_OTHER_SHEETS: Final = {
    PUZZLES_SHEET: "Some guesses with their answers: find the one code that fits them",
    ANALYSIS_SHEET: "Which guesses are good, and how they divide the possible codes",
    COMPARE_SHEET: "Which strategy is best, for one code and for all codes",
    SCORES_SHEET: "All finished games",
    MATCH_SHEET: "Results of a class, a family or two teams: paste result lines",
    PRINT_SHEET: "A blank board and a class list, to print",
    FUNCTIONS_SHEET: "Functions for any cell, with examples that you can change",
}

_PICTURE: Final[list[Sequence[Content]]] = [
    [3, 6, 2, 5, "", "a hidden code"],
    [1, 6, 3, 2, "● ○ ○", "a guess: 6 is right, 3 and 2 belong elsewhere"],
]
"""An answer, as a board shows it."""

_HEADINGS_WITHOUT_LINK: Final = ("How to play", "The other sheets")

_WIDTHS: Final = (24, 34, 34, 34, 34, 114, 130, 175, 100, 425)
"""The first column of a table spans four tiles and the text beside them."""

_CHARACTER_WIDTH: Final = 6.2
"""The average width of a paragraph's characters, in pixels."""

_FIRST_SPAN: Final = 5
_BOLD: Final[CellFormat] = {"bold": True}
_HEADING: Final[CellFormat] = SMALL_TEXT | UNDERLINE
_LINK: Final[CellFormat] = LEFT_ALIGNMENT | {"underline": 1}


class Column(NamedTuple):
    """A column of a table."""

    heading: str = ""
    number_format: str = "General"
    cell_format: CellFormat = {}  # noqa: RUF012 - never changed
    span: int = 1  # columns of the sheet


def write_help(sheet: Sheet, boards: Sequence[BoardLayout]) -> None:
    """Write all sections, and then the links to them."""
    _HelpWriter(sheet).draw(boards)


class _HelpWriter:
    """The writer of the sheet, from top to bottom."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.row = 2
        self.headings: dict[str, int] = {}

    def draw(self, boards: Sequence[BoardLayout]) -> None:
        """Write all sections, and then the links to them."""
        self.sheet.set_widths(_WIDTHS)
        self.sheet.set_row_pixels(0, 56)
        self._write(text_group(_cell(0), "Help", TITLE))
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 0)
        self._sections(boards)
        links = [each for each in self.headings if each not in _HEADINGS_WITHOUT_LINK]
        for index, heading in enumerate(links):
            cell = _cell(1, index + _FIRST_SPAN if index else 1)
            target = f"B{self.headings[heading] + 1}"
            link = Link(heading.partition(",")[0], HELP_SHEET, target)
            self._write(column_group(cell, [link], _LINK))

    def _write(self, *groups: CellGroup) -> None:
        self.sheet.add_groups(groups)

    def _sections(self, boards: Sequence[BoardLayout]) -> None:
        self._how_to_play()
        self._sheets(boards)
        if boards[0].edition is Edition.PLAIN:
            self._section("Python", _WITHOUT_PYTHON)
            return
        self._section("The other sheets", _WITH_PYTHON)
        self._heading("Buttons")
        columns = (
            Column("Button", cell_format=_BOLD, span=_FIRST_SPAN),
            Column("What it does", span=4),
        )
        self._table(columns, [(each.caption, each.help) for each in BUTTONS.values()])
        self._strategies()
        self._section("Connect Python", _PYTHON)

    def _heading(self, text: str) -> None:
        self.sheet.set_row_pixels(self.row + 1, 34)
        self._write(text_group(_cell(self.row + 1), text, SECTION_TITLE))
        self.headings[text] = self.row + 1
        self.row += 2

    def _paragraph(self, text: str) -> None:
        lines = -(-len(text) * _CHARACTER_WIDTH // sum(_WIDTHS[1:]))
        self.sheet.set_row_pixels(self.row, 6 + 16 * lines)
        cell = _cell(self.row)
        group = text_group(cell, text, {"text_wrap": True, "valign": "top"})
        merged_range = replace(cell, right=len(_WIDTHS) - 1)
        self._write(replace(group, merged_range=merged_range))
        self.row += 1

    def _section(self, heading: str, text: str) -> None:
        self._heading(heading)
        for paragraph in text.strip().splitlines():
            self._paragraph(paragraph)

    def _table(
        self, columns: Sequence[Column], rows: Sequence[Sequence[Content]]
    ) -> None:
        """Write a table, with headings if its columns have any."""
        has_headings = any(column.heading for column in columns)
        self.row += has_headings
        top, width = _cell(self.row), sum(column.span for column in columns)
        ground = replace(
            top, right=top.left + width - 1, bottom=top.top + len(rows) - 1
        )
        if has_headings:
            self._write(text_group(ground.row(-1), "", _HEADING))
        self._write(text_group(ground, "", {}))
        left = 0
        for index, column in enumerate(columns):
            cells = ground.column(left)
            if has_headings:
                heading_format = _HEADING | LEFT_ALIGNMENT
                self._write(text_group(cells.row(-1), column.heading, heading_format))
            number_format = LEFT_ALIGNMENT | {"num_format": column.number_format}
            cell_format = number_format | column.cell_format
            self._write(column_group(cells, (row[index] for row in rows), cell_format))
            left += column.span
        self.row += len(rows)

    def _how_to_play(self) -> None:
        """Write the rules of the game, with a picture of an answer."""
        first, _, others = _HOW_TO_PLAY.strip().partition("\n")
        self._section("How to play", first)
        for row in range(len(_PICTURE)):
            self.sheet.set_row_pixels(self.row + row, 32)
        pegs = CellRange(HELP_SHEET, self.row, 1, self.row + 1, 4)
        self._write(CellGroup(pegs, conditional_formats=peg_formats()))
        columns = (
            *[Column(cell_format=SHEET_TILE)] * 4,
            Column(cell_format={"font_size": 15, "indent": 1}),
            Column(cell_format=SMALL_TEXT),
        )
        self._table(columns, _PICTURE)
        self.sheet.set_row_pixels(self.row, 8)
        self.row += 1
        for paragraph in others.splitlines():
            self._paragraph(paragraph)

    def _sheets(self, boards: Sequence[BoardLayout]) -> None:
        """Write a table of the games and the other sheets, with links to them."""
        self._heading("Sheets")
        rows: list[tuple[Content, ...]] = [
            (
                Link(board.sheet, board.sheet),
                str(board.rules),
                ", ".join(n for n in NAMED_GAMES if Rules.parse(n) == board.rules),
                board.rules.code_count,
                rules_in_words(board.rules),
            )
            for board in boards
        ]
        rows += [
            (Link(sheet, sheet), "", "", "", text)
            for sheet, text in _OTHER_SHEETS.items()
            if sheet in self.sheet.workbook.sheetnames
        ]
        columns = (
            Column("Sheet", cell_format=_LINK | _BOLD, span=_FIRST_SPAN),
            *(Column("In functions"), Column("or by name")),
            *(Column("Codes", "#,##0"), Column("Rules")),
        )
        self._table(columns, rows)

    def _strategies(self) -> None:
        """Write a table of the strategies and their results."""
        self._heading("Strategies, over all 1,296 codes")
        rules, rows = Rules.parse("mastermind"), []
        for name, strategy in STRATEGIES.items():
            figures: tuple[Content, ...] = ("any", "", "")
            if not strategy.is_random:
                result = evaluation(rules, name, None)
                first = rules.format_code(result.first or ())
                figures = (first, result.average, result.max)
            rows.append((strategy_label(name), *figures, strategy.rule))
        columns = (
            Column("Strategy", cell_format=_BOLD, span=_FIRST_SPAN),
            *(Column("First guess"), Column("Average", "0.0000")),
            *(Column("At most"), Column("Rule")),
        )
        self._table(columns, rows)


def _cell(row: int, column: int = 1) -> CellRange:
    return CellRange(HELP_SHEET, row, column, row, column)
