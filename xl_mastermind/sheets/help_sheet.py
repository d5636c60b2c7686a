"""The Help sheet: how to play, the strategies, Python."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from xl_mastermind.game.rules import NAMED_GAMES, Rules
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.canvas import Canvas
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
    peg_formats,
)
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
In Mastermind a code of four digits from 1 to 6 is hidden; a digit may stand twice. \
Type a guess such as 1122 beside the arrow and press Enter. The answer appears beside \
it. Black pegs (●) count digits in the right place, white pegs \
(○) digits in the wrong place. You have ten attempts.
If Excel shows “Protected View”, as for a file from the internet or a mail, press \
Enable Editing: before that no cell takes a guess.
The number beside “Game” stands for the hidden code. For a new game select from the \
number to the last attempt, press Delete, type a number from 1 to 999,999,999, such as \
the next one beside it, and press Enter. A day's game has its date as number, such as \
20261231. The same number is the same code for everybody, so tell \
it to a friend, and both of you play the same game. (Whoever reads the formulas of \
the hidden sheets can work the code out.)
Codes that can no longer be are crossed out in the list on the left. Switch that off \
if you would rather work it out yourself. Where there are more than 10,000 codes, \
Python lists the first 1,000 that can still be.
With “Show next guess” the board suggests a guess. Where Python answers, that is the \
guess of the strategy that you choose. Elsewhere it is one that needs the fewest \
guesses on average, as long as you follow it from the first guess on, in Mastermind, \
Little, Brain Breaker, and Bulls and Cows; else it is the first code of the list \
that is left.
Playing against a code that somebody else has hidden? Choose the codemaker “Somebody \
else”, then type a guess, Tab, the black pegs that you are told, Tab, the white ones, \
Enter; a ? for a number that you are not sure of.
Playing with others? Give everybody the same numbers, and paste the lines that boards \
write at the end of a game into the sheet Match: it says who is ahead.
Two at one computer? In place of the number one of you types own and a code, such as \
own 3625, in games with letters *plum, and presses Enter: it is out of sight, and the \
other one plays. (A click on that cell shows it.)
Each game has a sheet of its own, so that several games can be in progress.
The sheets are protected without a password, so that nothing breaks by mistake: menu \
Review (in LibreOffice: Tools), Protect Sheet. Below the settings of a board you may \
write what you like.
"""

_WITH_PYTHON: Final = """
Explain writes a sentence for each guess below the board: what its answer rules out, \
and what the strategy's own guess would have done. The sheet Analysis ranks the \
guesses of a board in progress and splits what is left by the best guess, or by one \
that you type; the sheet Compare lets strategies look for one code and for all; the \
sheet Scores keeps every game that is over.
The codemaker who “Cheats” has fixed no code: each answer leaves as many codes as can \
be, but never contradicts the others.
Buttons act on the sheet where they stand. If you have pasted something over the cells \
of guesses, New Game or Clear gives them their look again.
"""

_WITHOUT_PYTHON: Final = f"""
This workbook plays by itself, in plain formulas, with no macros. Some cells are \
blank without Python: a sentence about each guess and what it cost, and the codes left \
of Super and Letters.
With Python there are also strategies, hints of each of them, statistics, a codemaker \
who cheats, and functions such as BLACK() and WHITE() for sheets of your own. How to \
install it: {README}.
In LibreOffice, once Python is connected, the menu MasterMind has all buttons for \
this workbook too.
"""

_PYTHON: Final = """
The board plays by itself: answers, codes left, the list, game numbers, next guess. \
What is blank without Python: the story, what a guess cost, the guesses \
of the strategies, a codemaker who cheats, and the codes left of Super and Letters. \
Buttons and functions need Python too. It is installed once: get Python 3.11 or newer \
from python.org, then type in a command prompt or terminal, in xl-mastermind's \
folder:
python -m pip install .
python -m xl_mastermind setup
Close and reopen Excel or LibreOffice after that. Excel must be allowed to run the \
macros of this workbook; LibreOffice needs none. If something does not work, type \
“python -m xl_mastermind doctor”: it says what to do.
Buttons work in LibreOffice and in Excel on Windows and macOS, functions in \
LibreOffice and in Excel on Windows.
Everything is computed on this computer; nothing is sent anywhere.
"""

_OTHER_SHEETS: Final = {
    PUZZLES_SHEET: "Some guesses with their answers: find the one code that fits all",
    ANALYSIS_SHEET: "Why a guess is good, and what it splits the codes into",
    COMPARE_SHEET: "Which strategy is best, on one code and on all",
    SCORES_SHEET: "Every game that is over",
    MATCH_SHEET: "The results of a class, a family, two teams: paste result lines",
    PRINT_SHEET: "A blank board and a class list, for paper",
    FUNCTIONS_SHEET: "What you can type into cells, with examples to change",
}

_PICTURE: Final[list[Sequence[Content]]] = [
    [3, 6, 2, 5, "", "a hidden code"],
    [1, 6, 3, 2, "● ○ ○", "a guess: 6 is right, 3 and 2 belong elsewhere"],
]
"""An answer, as a board shows it."""

_NOT_LED_TO: Final = ("How to play", "The other sheets")
"""The first section stands below the line that leads to the others."""

_WIDTHS: Final = (24, 34, 34, 34, 34, 114, 130, 175, 100, 425)
"""The first column of a table is as wide as four tiles, and what stands beside them."""

_CHARACTER: Final = 6.2
"""The average width of a paragraph's characters, in pixels."""

_FIRST: Final = 5
_BOLD: Final[CellFormat] = {"bold": True}
_HEAD: Final[CellFormat] = SMALL_TEXT | UNDERLINE
_LINK: Final[CellFormat] = LEFT_ALIGNMENT | {"underline": 1}


class Column(NamedTuple):
    """A column of a table: its head, and how the cells below look."""

    head: str = ""
    form: str = "General"
    cell_format: CellFormat = {}  # noqa: RUF012 - nobody changes it
    cells: int = 1  # columns of the sheet


class HelpSheet(Canvas):
    """The Help sheet from top to bottom."""

    def draw(self, boards: Sequence[BoardLayout]) -> None:
        """Write everything, and then the line that leads to it."""
        self.row, self.headings = 2, dict[str, int]()
        self.widths(_WIDTHS)
        self.sheet.set_row_pixels(0, 56)
        self._put(_at(0), "Help", TITLE)
        self.print_one_page_wide()
        self._sections(boards)
        headings = [text for text in self.headings if text not in _NOT_LED_TO]
        for place, text in enumerate(headings):
            column = place + _FIRST if place else 1
            name, row = text.partition(",")[0], self.headings[text]
            self._put(_at(1, column), Link(name, HELP_SHEET, f"B{row + 1}"), _LINK)

    def _put(
        self,
        cell_range: CellRange,
        content: Content,
        cell_format: CellFormat,
        merged_range: CellRange | None = None,
    ) -> None:
        """Draw a cell, or several that are one."""
        self.write_groups(
            [
                CellGroup(
                    cell_range,
                    values=[[content]],
                    cell_format=cell_format,
                    merged_range=merged_range,
                )
            ]
        )

    def _sections(self, boards: Sequence[BoardLayout]) -> None:
        self._how_to_play()
        self._games(boards)
        if boards[0].edition is Edition.PLAIN:
            self._section("Python", _WITHOUT_PYTHON)
            return
        self._section("The other sheets", _WITH_PYTHON)
        self._heading("Buttons")
        columns = [
            Column("Button", cell_format=_BOLD, cells=_FIRST),
            Column("What it does", cells=4),
        ]
        self._rows(columns, [(each.caption, each.help) for each in BUTTONS.values()])
        self._strategies()
        self._section("Connect Python", _PYTHON)

    def _heading(self, text: str) -> None:
        self.sheet.set_row_pixels(self.row + 1, 34)
        self._put(_at(self.row + 1), text, SECTION_TITLE)
        self.headings[text] = self.row + 1
        self.row += 2

    def _paragraph(self, text: str) -> None:
        lines = -(-len(text) * _CHARACTER // sum(_WIDTHS[1:]))
        self.sheet.set_row_pixels(self.row, 6 + 16 * lines)
        first = _at(self.row)
        whole = replace(first, right=len(_WIDTHS) - 1)
        self._put(first, text, {"text_wrap": True, "valign": "top"}, whole)
        self.row += 1

    def _section(self, heading: str, text: str) -> None:
        self._heading(heading)
        for paragraph in text.strip().splitlines():
            self._paragraph(paragraph)

    def _rows(
        self, columns: Sequence[Column], rows: Sequence[Sequence[Content]]
    ) -> None:
        """Draw a table here."""
        self.row += any(column.head for column in columns)
        self.write_groups(_table(_at(self.row), columns, rows))
        self.row += len(rows)

    def _how_to_play(self) -> None:
        """Write how to play, with a picture of an answer."""
        first, _, others = _HOW_TO_PLAY.strip().partition("\n")
        self._section("How to play", first)
        for row in range(len(_PICTURE)):
            self.sheet.set_row_pixels(self.row + row, 32)
        pegs = CellRange(HELP_SHEET, self.row, 1, self.row + 1, 4)
        self.write_groups([CellGroup(pegs, conditional_formats=peg_formats)])
        answer = Column(cell_format={"font_size": 15, "indent": 1})
        columns = [
            *[Column(cell_format=SHEET_TILE)] * 4,
            answer,
            Column(cell_format=SMALL_TEXT),
        ]
        self._rows(columns, _PICTURE)
        self.sheet.set_row_pixels(self.row, 8)
        self.row += 1
        for paragraph in others.splitlines():
            self._paragraph(paragraph)

    def _games(self, boards: Sequence[BoardLayout]) -> None:
        """Write a table of the games and the other sheets, with links to them."""
        self._heading("Sheets")
        games: list[tuple[Content, ...]] = [
            (
                Link(plan.sheet, plan.sheet),
                str(plan.rules),
                _names(plan.rules),
                plan.rules.code_count,
                rules_in_words(plan.rules),
            )
            for plan in boards
        ]
        others = [
            (Link(sheet, sheet), "", "", "", text)
            for sheet, text in _OTHER_SHEETS.items()
            if sheet in self.workbook.sheetnames
        ]
        columns = [
            Column("Sheet", cell_format=_LINK | _BOLD, cells=_FIRST),
            *(Column("In functions"), Column("or by name")),
            *(Column("Codes", form="#,##0"), Column("Rules")),
        ]
        self._rows(columns, [*games, *others])

    def _strategies(self) -> None:
        self._heading("Strategies, over all 1,296 codes")
        rules, rows = Rules.parse("mastermind"), []
        for name, strategy in STRATEGIES.items():
            figures: tuple[Content, ...] = ("any", "", "")
            if not strategy.is_random:
                found = evaluation(rules, name, None)
                first = rules.format_code(found.first or ())
                figures = (first, found.average, found.max)
            rows.append((strategy_label(name), *figures, strategy.rule))
        columns = [
            Column("Strategy", cell_format=_BOLD, cells=_FIRST),
            *(Column("First guess"), Column("Average", form="0.0000")),
            *(Column("At most"), Column("Rule")),
        ]
        self._rows(columns, rows)


def _at(row: int, column: int = 1) -> CellRange:
    return CellRange(HELP_SHEET, row, column, row, column)


def _table(
    top: CellRange, columns: Sequence[Column], rows: Sequence[Sequence[Content]]
) -> Iterator[CellGroup]:
    """Yield a table below a cell, and its heads, if it has any, beside that."""
    width = sum(column.cells for column in columns)
    ground = replace(top, right=top.left + width - 1, bottom=top.top + len(rows) - 1)
    heads = any(column.head for column in columns)
    if heads:
        yield CellGroup(ground.row(-1), values=[], cell_format=_HEAD)
    yield CellGroup(ground, values=[], cell_format={})
    left = 0
    for index, column in enumerate(columns):
        cells = ground.column(left)
        if heads:
            yield CellGroup(
                cells.row(-1),
                values=[[column.head]],
                cell_format=_HEAD | LEFT_ALIGNMENT,
            )
        cell_format = LEFT_ALIGNMENT | {"num_format": column.form} | column.cell_format
        yield CellGroup(
            cells, values=[[row[index]] for row in rows], cell_format=cell_format
        )
        left += column.cells


def _names(rules: Rules) -> str:
    """Return the names that a game has of its own."""
    return ", ".join(name for name in NAMED_GAMES if Rules.parse(name) == rules)
