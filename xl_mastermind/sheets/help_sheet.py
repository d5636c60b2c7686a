"""The sheet Help: how to play, the sheets, the strategies, Python."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.functions import evaluation
from xl_mastermind.game.rules import NAMED_GAMES, Rules
from xl_mastermind.plugin import plugins
from xl_mastermind.presentation import sheet_names
from xl_mastermind.presentation.messages import rules_in_words
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import CellGroup, Content, Link
from xl_mastermind.sheets.sheet import Sheet
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label
from xl_mastermind.workbook_files.edition import Edition

_FILE: Final = Path(__file__).with_name("help.txt").read_text("utf-8")
_TEXTS: Final = {
    heading: [" ".join(paragraph.split()) for paragraph in paragraphs]
    for heading, *paragraphs in (
        section.strip().split("\n\n") for section in re.split(r"(?m)^# ", _FILE)[1:]
    )
}

_OTHER_SHEETS: Final = {
    sheet_names.ANALYSIS_SHEET: (
        "Which guesses are good, and how they divide the possible codes"
    ),
    sheet_names.COMPARE_SHEET: "Which strategy is best, for one code and for all codes",
    sheet_names.SCORES_SHEET: "All finished games",
    sheet_names.FUNCTIONS_SHEET: (
        "Functions for any cell, with examples that you can change"
    ),
}

_PLUGINS: Final = "{plugins}"
"""The paragraph in place of which each plugin's stands."""

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
    if boards[0].edition is not Edition.MACROS:
        page.add_section("Python")
    else:
        page.add_section("The other sheets")
        page.add_heading("Buttons")
        buttons = [(button.caption, button.help) for button in BUTTONS.values()]
        page.add_table({"Button": _BOLD, "What it does": {}}, buttons)
        _add_strategies(page)
        page.add_section("Connect Python")
    page.add_paragraphs(_TEXTS["Copies"])
    links = [
        heading for heading in page.headings if heading not in _HEADINGS_WITHOUT_LINK
    ]
    for index, heading in enumerate(links):
        column = index + _FIRST_SPAN if index else 1
        target = f"B{page.headings[heading] + 1}"
        link = Link(heading.partition(",")[0], sheet_names.HELP_SHEET, target)
        page.add(CellGroup.from_column(_cell(1, column), [link], _LINK))


class _Page:
    """A writer that adds sections to the sheet from top to bottom."""

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

    def add_paragraphs(self, paragraphs: Sequence[str]) -> None:
        wrapped = {"text_wrap": True, "valign": "top"}
        for paragraph in paragraphs:
            lines = -(-len(paragraph) * _CHARACTER_WIDTH // sum(_WIDTHS[1:]))
            self.sheet.set_row_pixels(self.row, 6 + 16 * lines)
            group = CellGroup.from_text(_cell(self.row), paragraph, wrapped)
            merged_range = replace(group.cell_range, right=len(_WIDTHS) - 1)
            self.add(replace(group, merged_range=merged_range))
            self.row += 1

    def add_section(self, heading: str) -> None:
        self.add_heading(heading)
        self.add_paragraphs(_TEXTS[heading])

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
        left_heading = formats.COLUMN_HEADING | formats.LEFT_ALIGNMENT
        for index, (heading, cell_format) in enumerate(columns.items()):
            column = cells.column(index + _FIRST_SPAN - 1 if index else 0)
            values = [row[index] for row in rows]
            self.add(
                CellGroup.from_text(column.row(-1), heading, left_heading),
                CellGroup.from_column(column, values, _CELL | cell_format),
            )
        self.row += 1 + len(rows)


def _add_rules(page: _Page) -> None:
    first, *others = _TEXTS["How to play"]
    page.add_heading("How to play")
    page.add_paragraphs([first])
    bottom = page.row + len(_PICTURE) - 1
    pegs = CellRange(sheet_names.HELP_SHEET, page.row, 1, bottom, 4)
    codes, answers, texts = zip(*_PICTURE, strict=True)
    tile_format, answer_format = (
        _CELL | formats.SHEET_TILE,
        {"font_size": 15, "indent": 1},
    )
    peg_formats = formats.peg_formats()
    page.add(
        CellGroup(pegs, "", tile_format, values=codes, conditional_formats=peg_formats),
        CellGroup.from_column(pegs.column(4), answers, _CELL | answer_format),
        CellGroup.from_column(pegs.column(5), texts, _CELL | formats.SMALL_TEXT),
    )
    for row in range(pegs.top, pegs.bottom + 1):
        page.sheet.set_row_pixels(row, 32)
    page.sheet.set_row_pixels(pegs.bottom + 1, 8)
    page.row = pegs.bottom + 2
    for paragraph in others:
        helps = [plugin.help for plugin in plugins() if plugin.help]
        page.add_paragraphs(helps if paragraph == _PLUGINS else [paragraph])


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
    texts = _OTHER_SHEETS | {n: text for p in plugins() for n, text in p.sheets.items()}
    others = filter(texts.get, page.sheet.workbook.sheetnames)
    rows += [(Link(sheet, sheet), "", "", "", texts[sheet]) for sheet in others]
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
