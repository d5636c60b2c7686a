"""What people see: no dark text without a ground."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from boards import built
from package_checks import local, parsed, parts_of, tags

from xl_mastermind.draw.book import first_boards
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.sheets import (
    CONFIG_SHEET,
    ERROR_SHEET,
    STATE_SHEET,
    TREES_SHEET,
)

COLUMNS_OF_EXCEL = 16_384

HIDDEN = (STATE_SHEET, TREES_SHEET, CONFIG_SHEET, ERROR_SHEET)


def brightness(colour: str) -> float:
    """Return how bright a colour such as FF1E2733 is to the eye, from 0 to 1."""
    red, green, blue = (part / 255 for part in bytes.fromhex(colour[-6:]))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def dark_without_ground(styles: bytes) -> set[int]:
    """Return the formats of cells that have a dark font and no fill."""
    root = parsed(styles)
    lists = {local(part.tag): part for part in root}
    fonts = [tags(font, "color") for font in lists["fonts"]]
    is_dark = [not c or brightness(c[0].get("rgb", "000000")) < 0.6 for c in fonts]
    filled = [tags(f, "patternFill")[0].get("patternType") for f in lists["fills"]]
    return {
        number
        for number, look in enumerate(lists["cellXfs"])
        if is_dark[int(look.attrib["fontId"])]
        and filled[int(look.attrib["fillId"])] != "solid"
    }


def sheets(parts: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the sheets that people see, by their names."""
    listed = [s.attrib["name"] for s in tags(parts["xl/workbook.xml"], "sheet")]
    for number, name in enumerate(listed, 1):
        if name not in HIDDEN:
            yield name, parts[f"xl/worksheets/sheet{number}.xml"]


@pytest.mark.parametrize("edition", Edition)
def test_dark_text_has_a_ground_where_a_program_shows_dark_sheets(
    edition: Edition,
) -> None:
    parts = parts_of(built(*first_boards(), edition=edition))
    bad = dark_without_ground(parts["xl/styles.xml"])
    for name, sheet in sheets(parts):
        text = sheet.decode()
        of_cells = re.findall(r'<c r="([A-Z]+\d+)"(?: s="(\d+)")?', text)
        assert [cell for cell, look in of_cells if int(look or 0) in bad] == [], name
        of_rows = re.findall(r'<row r="(\d+)"[^>]* s="(\d+)"', text)
        assert [row for row, look in of_rows if int(look) in bad] == [], name
        columns = tags(sheet, "col")
        looks = [int(column.get("style", 0)) for column in columns]
        assert not bad & {*looks}, name
        ends = [(int(c.attrib["min"]), int(c.attrib["max"])) for c in columns]
        assert ends[0][0] == 1
        assert ends[-1][1] == COLUMNS_OF_EXCEL
        assert all(before[1] + 1 == after[0] for before, after in pairwise(ends))
