"""The sheet Help: how to play, the sheets, the strategies, Python."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.functions import evaluation
from xl_mastermind.game.rules import NAMED_GAMES, Rules
from xl_mastermind.presentation import sheet_names
from xl_mastermind.presentation.messages import README, rules_in_words
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import CellGroup, Content, Link
from xl_mastermind.sheets.sheet import Sheet
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

_HOW_TO_PLAY: Final = """
Mastermind hides a code of four digits from 1 to 6; a digit may appear twice. Type a \
guess such as 1122 beside the arrow and press Enter. The answer appears beside it: \
black pegs (●) count digits in the right place, white pegs (○) digits in the wrong \
place. You have ten attempts.
If Excel shows “Protected View” (for a file from the internet or a mail), press Enable \
Editing first: until then you cannot type.
After a win, or after the last attempt, the next guess begins the next game. To give \
up, type next (in games with letters #). A wrong entry takes no attempt. If you type \
over the last guess of an earlier game, press Ctrl+Z.
The number beside “Game” identifies the hidden code of the first game, and each game \
has the next number. For another game type its number, such as #500, below the last \
guess; the game of a day has its date, such as #20261231. The same number is the same \
code for everybody: send it to a friend, and you both play the same game. (The \
formulas of the hidden sheets reveal the code to players who read them.)
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
Two players at one computer: one types, below the last guess, own and a code, such \
as own 3625 (in games with letters *plum), and presses Enter. The code disappears, and \
the other one plays. (A click on that cell shows it.)
Each game has its own sheet, so you can play several games at once.
The sheets are protected against mistakes, without a password. To change them, use \
Review (in LibreOffice: Tools), Protect Sheet. The cells below the settings of a board \
are free for your notes.
"""

_WITH_PYTHON: Final = """
Explain writes a sentence about each guess below the board, and the last one into the \
message: what its answer ruled out, and what the strategy would have guessed. The \
sheet Analysis ranks the guesses of a board in progress and shows how a guess divides \
the possible codes. The sheet Compare shows how strategies find one code and all \
codes. The sheet Scores lists all finished games.
The codemaker “Cheats” has no fixed code: each answer leaves as many codes as \
possible, but never contradicts the others.
Buttons act on their own sheet. If you pasted something over the guesses, New Game and \
Clear restore the format of these cells.
"""

_UNTITLED: Final = (
    "“Untitled” in LibreOffice is a copy, not the saved file: to keep a game, save the"
    " copy as ODF Spreadsheet (.ods)."
)

_WITHOUT_PYTHON: Final = f"""
This workbook uses formulas only, no macros. Some cells are blank without Python: the \
sentences about your guesses, their costs, and the codes left of Super and Letters.
With Python you also get strategies, hints, statistics, a codemaker who cheats, and \
functions such as BLACK() and WHITE() for your own sheets. To install it, see \
{README}.
In LibreOffice, once Python is installed, the menu MasterMind has all buttons for this \
workbook too.
{_UNTITLED}
"""

_PYTHON: Final = f"""
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
{_UNTITLED}
"""

_OTHER_SHEETS: Final = {
    sheet_names.PUZZLES_SHEET: (
        "Some guesses with their answers: find the one code that fits them"
    ),
    sheet_names.ANALYSIS_SHEET: (
        "Which guesses are good, and how they divide the possible codes"
    ),
    sheet_names.COMPARE_SHEET: "Which strategy is best, for one code and for all codes",
    sheet_names.SCORES_SHEET: "All finished games",
    sheet_names.MATCH_SHEET: (
        "Results of a class, a family or two teams: paste result lines"
    ),
    sheet_names.PRINT_SHEET: "A blank board and a class list, to print",
    sheet_names.FUNCTIONS_SHEET: (
        "Functions for any cell, with examples that you can change"
    ),
}

_PICTURE: Final = (
    ((3, 6, 2, 5), "", "a hidden code"),
    ((1, 6, 3, 2), "● ○ ○", "a guess: 6 is right, 3 and 2 belong elsewhere"),
)
"""An answer, as a board shows it."""

_HEADINGS_WITHOUT_LINK: Final = ("How to play", "The other sheets")

_WIDTHS: Final = (24, 34, 34, 34, 34, 114, 130, 175, 100, 425)
"""The first column of a table spans four tiles and the text beside them."""

_CHARACTER_WIDTH: Final = 6.2
"""The average width of a paragraph's characters, in pixels."""

_FIRST_SPAN: Final = 5
_BOLD: Final[formats.CellFormat] = {"bold": True}
_CELL: Final[formats.CellFormat] = formats.LEFT_ALIGNMENT | {"num_format": "General"}
_LINK: Final[formats.CellFormat] = formats.LEFT_ALIGNMENT | {"underline": 1}


def write_help(sheet: Sheet, boards: Sequence[BoardLayout]) -> None:
    """Write all sections, and then the links to them."""
    sheet.set_widths(_WIDTHS)
    sheet.set_row_pixels(0, 56)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    page = _Page(sheet)
    page.add(CellGroup.from_text(_cell(0), "Help", formats.TITLE))
    _add_rules(page)
    _add_sheets(page, boards)
    if not boards[0].has_macros:
        page.add_section("Python", _WITHOUT_PYTHON)
    else:
        page.add_section("The other sheets", _WITH_PYTHON)
        page.add_heading("Buttons")
        buttons = [(button.caption, button.help) for button in BUTTONS.values()]
        page.add_table({"Button": _BOLD, "What it does": {}}, buttons)
        _add_strategies(page)
        page.add_section("Connect Python", _PYTHON)
    links = [
        heading for heading in page.headings if heading not in _HEADINGS_WITHOUT_LINK
    ]
    for index, heading in enumerate(links):
        column = index + _FIRST_SPAN if index else 1
        target = f"B{page.headings[heading] + 1}"
        link = Link(heading.partition(",")[0], sheet_names.HELP_SHEET, target)
        page.add(CellGroup.from_column(_cell(1, column), [link], _LINK))


class _Page:
    """The sheet, to which sections are added from top to bottom."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.row = 2
        self.headings: dict[str, int] = {}

    def add(self, *groups: CellGroup) -> None:
        self.sheet.add_groups(groups)

    def add_heading(self, text: str) -> None:
        self.sheet.set_row_pixels(self.row + 1, 34)
        self.add(CellGroup.from_text(_cell(self.row + 1), text, formats.SECTION_TITLE))
        self.headings[text] = self.row + 1
        self.row += 2

    def add_paragraphs(self, text: str) -> None:
        for paragraph in text.strip().splitlines():
            lines = -(-len(paragraph) * _CHARACTER_WIDTH // sum(_WIDTHS[1:]))
            self.sheet.set_row_pixels(self.row, 6 + 16 * lines)
            cell = _cell(self.row)
            group = CellGroup.from_text(
                cell, paragraph, {"text_wrap": True, "valign": "top"}
            )
            merged_range = replace(cell, right=len(_WIDTHS) - 1)
            self.add(replace(group, merged_range=merged_range))
            self.row += 1

    def add_section(self, heading: str, text: str) -> None:
        self.add_heading(heading)
        self.add_paragraphs(text)

    def add_table(
        self,
        columns: Mapping[str, formats.CellFormat],
        rows: Sequence[Sequence[Content]],
    ) -> None:
        """Add a table: its columns by heading, of which the first is wide."""
        top = _cell(self.row + 1)
        cells = replace(top, right=len(_WIDTHS) - 1, bottom=self.row + len(rows))
        self.add(
            CellGroup.from_text(cells.row(-1), "", formats.COLUMN_HEADING),
            CellGroup.from_text(cells, "", {}),
        )
        for index, (heading, cell_format) in enumerate(columns.items()):
            column = cells.column(index + _FIRST_SPAN - 1 if index else 0)
            values = [row[index] for row in rows]
            self.add(
                CellGroup.from_text(
                    column.row(-1),
                    heading,
                    formats.COLUMN_HEADING | formats.LEFT_ALIGNMENT,
                ),
                CellGroup.from_column(column, values, _CELL | cell_format),
            )
        self.row += 1 + len(rows)


def _add_rules(page: _Page) -> None:
    first, _, others = _HOW_TO_PLAY.strip().partition("\n")
    page.add_section("How to play", first)
    pegs = CellRange(
        sheet_names.HELP_SHEET, page.row, 1, page.row + len(_PICTURE) - 1, 4
    )
    codes, answers, texts = zip(*_PICTURE, strict=True)
    tiles = CellGroup(
        pegs,
        values=codes,
        cell_format=_CELL | formats.SHEET_TILE,
        conditional_formats=formats.peg_formats(),
    )
    page.add(
        tiles,
        CellGroup.from_column(
            pegs.column(4), answers, _CELL | {"font_size": 15, "indent": 1}
        ),
        CellGroup.from_column(pegs.column(5), texts, _CELL | formats.SMALL_TEXT),
    )
    for row in range(pegs.top, pegs.bottom + 1):
        page.sheet.set_row_pixels(row, 32)
    page.sheet.set_row_pixels(pegs.bottom + 1, 8)
    page.row = pegs.bottom + 2
    page.add_paragraphs(others)


def _add_sheets(page: _Page, boards: Sequence[BoardLayout]) -> None:
    page.add_heading("Sheets")
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
        if sheet in page.sheet.workbook.sheetnames
    ]
    columns = {
        "Sheet": _LINK | _BOLD,
        "In functions": {},
        "or by name": {},
        "Codes": {"num_format": "#,##0"},
        "Rules": {},
    }
    page.add_table(columns, rows)


def _add_strategies(page: _Page) -> None:
    page.add_heading("Strategies, over all 1,296 codes")
    rules, rows = Rules.parse("mastermind"), []
    for name, strategy in STRATEGIES.items():
        figures: tuple[Content, ...] = ("any", "", "")
        if not strategy.is_random:
            result = evaluation(rules, name, None)
            first = rules.format_code(result.first or ())
            figures = (first, result.average, result.max)
        rows.append((strategy_label(name), *figures, strategy.rule))
    columns = {
        "Strategy": _BOLD,
        "First guess": {},
        "Average": {"num_format": "0.0000"},
        "At most": {},
        "Rule": {},
    }
    page.add_table(columns, rows)


def _cell(row: int, column: int = 1) -> CellRange:
    return CellRange(sheet_names.HELP_SHEET, row, column, row, column)
