"""What people see: no dark text without a ground, no text that is cut off."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import fonts
import pytest
from boards import committed
from package_checks import elements, local_name, package_parts, parse_part

from xl_mastermind.board.buttons import BOARD_BUTTONS
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import CONFIG_SHEET, ERROR_SHEET, HELP_SHEET
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.layout import PANEL_WIDTH, BoardLayout
from xl_mastermind.sheets.board.message import feedback_legend
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.sheets.cell_group import CellGroup, Link, RichText
from xl_mastermind.workbook_files.edition import Edition

COLUMNS_OF_EXCEL = 16_384


def brightness(colour: str) -> float:
    """Return how bright a colour such as FF1E2733 is to the eye, from 0 to 1."""
    red, green, blue = (part / 255 for part in bytes.fromhex(colour[-6:]))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def dark_without_ground(styles: bytes) -> set[int]:
    """Return the formats of cells that have a dark font and no fill."""
    root = parse_part(styles)
    lists = {local_name(part.tag): part for part in root}
    fonts = [elements(font, "color") for font in lists["fonts"]]
    is_dark = [not c or brightness(c[0].get("rgb", "000000")) < 0.6 for c in fonts]
    filled = [elements(f, "patternFill")[0].get("patternType") for f in lists["fills"]]
    return {
        number
        for number, look in enumerate(lists["cellXfs"])
        if is_dark[int(look.attrib["fontId"])]
        and filled[int(look.attrib["fillId"])] != "solid"
    }


def sheets(parts: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the sheets that people see, by their names."""
    listed = [s.attrib["name"] for s in elements(parts["xl/workbook.xml"], "sheet")]
    for number, name in enumerate(listed, 1):
        if name not in (CONFIG_SHEET, ERROR_SHEET):
            yield name, parts[f"xl/worksheets/sheet{number}.xml"]


@pytest.mark.slow
@pytest.mark.parametrize("edition", Edition)
def test_dark_text_has_a_ground_on_dark_sheets(
    edition: Edition,
) -> None:
    parts = package_parts(committed(edition))
    bad = dark_without_ground(parts["xl/styles.xml"])
    for name, sheet in sheets(parts):
        text = sheet.decode()
        of_cells = re.findall(r'<c r="([A-Z]+\d+)"(?: s="(\d+)")?', text)
        assert [cell for cell, look in of_cells if int(look or 0) in bad] == [], name
        of_rows = re.findall(r'<row r="(\d+)"[^>]* s="(\d+)"', text)
        assert [row for row, look in of_rows if int(look) in bad] == [], name
        columns = elements(sheet, "col")
        looks = [int(column.get("style", 0)) for column in columns]
        assert not bad & {*looks}, name
        ends = [(int(c.attrib["min"]), int(c.attrib["max"])) for c in columns]
        assert ends[0][0] == 1
        assert ends[-1][1] == COLUMNS_OF_EXCEL
        assert all(before[1] + 1 == after[0] for before, after in pairwise(ends))


# Texts and the room for them

SMALLEST_SHRUNK = 0.65
"""The part of their width to which texts of cells may shrink that shrink to fit."""


def needed_width(text: str, cell_format: formats.CellFormat) -> float:
    """Return the pixels that a text needs in a cell of this format."""
    size, bold = cell_format.get("font_size", 11), cell_format.get("bold", False)
    width = fonts.width(text, size, bold=bold)
    return width * SMALLEST_SHRUNK if cell_format.get("shrink") else width


def column_widths(sheet: bytes | ET.Element) -> dict[int, int]:
    """Return the widths of a sheet's visible columns in pixels, counted from 0."""
    return {
        column: round(float(col.attrib["width"]) * 7)
        for col in elements(sheet, "col")
        if "width" in col.attrib and col.get("hidden") != "1"
        for column in range(int(col.attrib["min"]) - 1, int(col.attrib["max"]))
        if column < 100
    }


class VisibleBoard:
    """A board of a committed workbook as a window shows it."""

    def __init__(self, game: str, edition: Edition) -> None:
        board = first_game(Rules.parse(GAMES[game]))
        self.layout = board_layout(board, game, edition=edition)
        parts = package_parts(committed(edition))
        self.sheet = parse_part(dict(sheets(parts))[game])
        self.widths = column_widths(self.sheet)
        self.heights = [float(row.get("ht", 15)) for row in elements(self.sheet, "row")]
        groups = self.layout.groups
        self.occupied = {
            cell
            for group in groups.values()
            if group.has_formulas
            for cell in group.cell_range.cells()
        }
        for name, group in groups.items():
            self.occupied |= {(row, column) for row, column, _ in texts_of(group)}
            if name in self.layout.defined_names or group.merged_range:
                self.occupied |= {*(group.merged_range or group.cell_range).cells()}

    def room(self, group: CellGroup, row: int, column: int) -> int:
        """Return the pixels for a text: blank cells too, but none beside the panel."""
        box, align = group.merged_range, (group.cell_format or {}).get("align")
        if box and (row, column) == (box.top, box.left):
            return sum(self.widths[c] for c in range(column, box.right + 1))
        step = -1 if align == "right" else 1
        pixels, after = self.widths[column], column + step
        while (
            align not in ("center", "center_across")
            and after in self.widths
            and (row, after) not in self.occupied
            and after <= self.layout.panel_right
        ):
            pixels += self.widths[after]
            after += step
        return pixels

    def shows_message(self, text: str) -> bool:
        """Return whether a message fits into its merged range beside the code."""
        message = self.layout.groups["message"]
        box, size = message.merged_range, (message.cell_format or {})["font_size"]
        assert box
        bar_and_indents = 5 + 2 * 9
        pixels = self.room(message, box.top, box.left) - bar_and_indents
        lines = sum(
            fonts.lines(part, pixels, size, bold=True) for part in text.split("\n")
        )
        return bool(lines * size * 1.22 <= self.heights[0])


@cache
def visible_board(game: str, edition: Edition = Edition.PLAIN) -> VisibleBoard:
    return VisibleBoard(game, edition)


def texts_of(
    cells: CellGroup,
) -> Iterator[tuple[int, int, list[tuple[formats.CellFormat, str]]]]:
    """Yield the texts that cells hold, by row and column, in parts of one look."""
    look = cells.cell_format or {}
    for row, line in enumerate(cells.values or (), cells.cell_range.top):
        for column, value in enumerate(line, cells.cell_range.left):
            if isinstance(value, RichText):
                yield (
                    row,
                    column,
                    [(value.cell_format | own, s) for own, s in value.parts],
                )
            elif isinstance(value, Link):
                yield row, column, [(look, value.text)]
            elif isinstance(value, str) and value:
                yield row, column, [(look, value)]


@pytest.mark.parametrize("game", GAMES)
def test_board_texts_fit_into_their_cells(game: str) -> None:
    for edition in Edition:
        board = visible_board(game, edition)
        for name, group in board.layout.groups.items():
            if (group.cell_format or {}).get("text_wrap"):
                continue
            for row, column, text in texts_of(group):
                if column not in board.widths:
                    continue  # hidden
                needed = sum(needed_width(part, look) for look, part in text)
                assert needed <= board.room(group, row, column), (edition, name, text)


@pytest.mark.parametrize("game", GAMES)
def test_code_list_fits_into_its_columns(game: str) -> None:
    board = visible_board(game, Edition.MACROS)
    rules, groups = board.layout.rules, board.layout.groups
    head, codes = (
        groups["list_head"],
        groups.get("code_list") or groups["candidate_list"],
    )
    longest = f"{rules.code_count - 1:,} of {rules.code_count:,}"
    if not board.layout.has_code_list:
        longest = f"{rules.code_count:,} codes"
    size, margins = (head.cell_format or {})["font_size"], 3
    assert fonts.width(longest, size) + margins <= board.room(head, 0, 0)
    size = (codes.cell_format or {})["font_size"]
    widest = max(fonts.width(symbol, size) for symbol in rules.symbols)
    assert widest + margins <= board.widths[0]


SENTENCES = {
    text: max(re.split(r"\{\w+\}", text), key=len)
    for name, text in vars(messages).items()
    if name.isupper() and isinstance(text, str) and " " in text.strip()
}
"""The sentences of the boards with their longest parts that formulas contain."""


def longest(sentence: str, plan: BoardLayout) -> str:
    """Return a sentence with the longest values in its braces."""
    rules, attempt = plan.rules, plan.attempts
    names = [
        PEG_COLOURS[symbol].name for symbol in rules.symbols if symbol in PEG_COLOURS
    ]
    return sentence.format_map(
        {
            "attempt": attempt,
            "earlier": attempt - 1,
            "number": MAX_NUMBER,
            "cell": "H39",
            "word": "next",
            "row": 41,
            "explain": messages.EXPLAINED.format(row=41),
            "guesses": attempt,
            "hints": f"{attempt} hints",
            "prefix": "an asterisk",
            "attempts": f"{messages.number_in_words(attempt).capitalize()} attempts",
            "guess": messages.guess_in_words(rules),
            "example": messages.example_guess(rules),
            "marks": "1 black" if rules.black_only else "1 black, 1 white",
            "code": " ".join(["W"] * rules.pegs),
            "codes": f"{rules.code_count:,} codes",
            "left": f"{rules.code_count:,}",
            "lengths": "4 to 5",
            "solver": "First consistent",
            "game": "Bulls and Cows",
            "colour": "colour",
            "colours": ", ".join(sorted(names, key=len)[-rules.pegs :]),
        }
    )


@pytest.mark.slow
@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("game", GAMES)
def test_sentences_fit_into_their_cells(game: str, edition: Edition) -> None:
    board, seen = visible_board(game, edition), 0
    for name, group in board.layout.groups.items():
        place = group.cell_range.top, group.cell_range.left
        formulas = [group.formula, *(group.column_formulas or ())]
        for sentence, part in SENTENCES.items():
            if len(part) < 8 or not any(part in str(formula) for formula in formulas):
                continue
            text = longest(sentence, board.layout)
            if name in ("message", "misplaced"):
                seen += 1
                assert board.shows_message(text), text
            elif place[1] in board.widths:
                seen += 1
                needed = needed_width(text, group.cell_format or {})
                room = board.room(group, *place)
                room = PANEL_WIDTH if name == "help_line" else room
                assert needed <= room, (name, text)
    assert seen > 15


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_longest_messages_fit_beside_the_code(game: str) -> None:
    board = visible_board(game)
    attempt, pegs = board.layout.attempts, board.layout.rules.pegs
    wanted, lost, found, was, could_be, full, *misplaced = (
        longest(sentence, board.layout)
        for sentence in (
            *(messages.GUESS_WANTED, messages.CODEMAKER_WON),
            *(messages.FOUND_WITH_HINTS, messages.CODE_WAS, messages.CODE_COULD_BE),
            *(messages.COLUMN_FULL, messages.NUMBER_BELOW_ATTEMPTS),
            messages.NUMBER_AMONG_MARKS,
        )
    )
    answer = f"\nAttempt {attempt}: {pegs} black, {pegs} white."
    codes = f"{board.layout.rules.code_count:,} codes are possible. Your guess."
    for text in (
        f"{codes}\n{feedback_legend(board.layout.rules)}",
        wanted + messages.LOCKED_CELL + answer,
        f"{answer.strip()}\n{messages.NO_ROW_LEFT}",
        f"{wanted}\n{found}.",
        *(f"{lost}\n{code} {full}" for code in (was, could_be)),
        f"{found}.\n{full}",
        *(f"{line}\n{found}." for line in misplaced),
    ):
        assert board.shows_message(text), text


@pytest.mark.parametrize("game", GAMES)
def test_code_message_and_number_fit_into_small_windows(game: str) -> None:
    board = visible_board(game)
    last = board.layout.guess_input.cell(9).bottom
    box = board.layout.groups["message"].merged_range
    assert box
    high = sum(board.heights[: last + 1]) * 4 / 3
    wide = sum(board.widths[column] for column in range(box.right + 1))
    # What Calc shows at 150 % of a window of 1366x768, less than at 1024x600.
    assert (high <= 363, wide <= 862) == (True, True)


@pytest.mark.slow
def test_gaps_between_buttons_are_equal_in_calc() -> None:
    """Calc widens columns, so each gap of four pixels lies in one column."""
    parts = package_parts(committed(Edition.MACROS))
    for number in range(1, len(GAMES) + 1):
        drawing = parts[f"xl/drawings/vmlDrawing{number}.vml"].decode()
        anchors = [
            [int(place) for place in text.split(",")]
            for text in re.findall("<x:Anchor>(.*?)</x:Anchor>", drawing)
        ]
        gaps = [
            (right[0] - left[4], right[1] - left[5])
            for left, right in pairwise(anchors)
        ]
        assert gaps == [(0, 4)] * (len(BOARD_BUTTONS) - 1)


def test_help_has_no_blank_lines_below_paragraphs() -> None:
    parts = package_parts(committed())
    texts = [
        "".join(t.text or "" for t in elements(si, "t"))
        for si in elements(parts["xl/sharedStrings.xml"], "si")
    ]
    sheet = dict(sheets(parts))[HELP_SHEET]
    pixels = sum(
        width for column, width in column_widths(sheet).items() if 1 <= column <= 9
    )
    seen = 0
    for row in elements(sheet, "row"):
        for cell in elements(row, "c"):
            if cell.get("t") == "s" and cell.attrib["r"].startswith("B"):
                text = texts[int(elements(cell, "v")[0].text or 0)]
                if len(text) > 60:
                    seen += 1
                    lines = fonts.lines(text, pixels - 6)
                    assert float(row.attrib["ht"]) * 4 / 3 == 6 + 16 * lines, text
    assert seen > 10
