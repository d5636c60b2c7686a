"""Read the cells of workbook files of any program."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from html import unescape
from itertools import chain, count, pairwise
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from xl_mastermind.cells.cell_range import (
    CellRange,
    column_number,
    input_range,
    parse_range,
)
from xl_mastermind.cells.values import Cell
from xl_mastermind.workbook_files import package

WORKBOOK_ENDINGS: Final = (".xlsx", ".xlsm", ".ods")
"""The endings of files that `open_cells` reads."""

_CALC_PART: Final = "content.xml"
_STRINGS_PART: Final = "xl/sharedstrings.xml"
_SHEETS_FOLDER: Final = "xl/worksheets/"

_LAST_ROW: Final = 1000
_MAX_COLUMNS: Final = 1 << 14
_MAX_TAGS: Final = 700_000
"""Limits, because files may be hostile; bundled workbooks have 60,000 tags to read."""

_COLUMN: Final = re.compile("[A-Z]{1,3}")
_ESCAPE: Final = re.compile("_x([0-9A-Fa-f]{4})_")

_CALC_ADDRESS: Final = re.compile(r"\$?(.+?)\.(\$[A-Z]+\$[0-9]+)(?::.*?(\$.*))?")
_COMMENT: Final = re.compile(
    rb"<office:annotation(?=[\s>]).*?(?:</office:annotation>|\Z)", re.DOTALL
)
_LINE_END: Final = re.compile(rb"</text:p>\s*(?=<text:p)|<text:line-break/>")
_CALC_BLANK: Final = re.compile(rb"<text:(?:s|tab)[ /][^>]*>")
_CALC_TAG: Final = re.compile(rb"<[^>]*>?")

Row = tuple[int, dict[int, Cell]]
"""The index of a row, and its values by the index of their column."""


class NamedCells(NamedTuple):
    """The named ranges of a workbook file, and a reader of its rows."""

    ranges: dict[str, dict[str, CellRange]]  # by sheet and name
    rows: Callable[[str], Iterator[Row]]  # yields the rows of a sheet that have values

    def read_columns(self, ranges: Mapping[str, CellRange]) -> dict[str, list[Cell]]:
        """Return the values in the first column of each range of a sheet."""
        last_row = max(cells.bottom for cells in ranges.values())
        if last_row >= _LAST_ROW:
            raise package.WorkbookError(
                f"expected a board in the first {_LAST_ROW:,} rows"
            )
        columns: dict[str, list[Cell]] = {
            name: [None] * cells.height for name, cells in ranges.items()
        }
        (sheet,) = {cells.sheet for cells in ranges.values()}
        for row, row_cells in self.rows(sheet):
            if row > last_row:
                break
            for name, cells in ranges.items():
                if cells.top <= row <= cells.bottom:
                    columns[name][row - cells.top] = row_cells.get(cells.left)
        return columns


class _Tags:
    """Read tags of the parts of a workbook, up to a number for all of them."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def read(
        self, part: bytes, *names: str, start: int = 0
    ) -> Iterator[package.XmlTag]:
        """Yield the start tags of some names."""
        for tag in package.xml_tags(part, *names, start=start):
            self.add()
            yield tag

    def add(self) -> None:
        """Count a tag, or a repetition of one."""
        if next(self._numbers) > _MAX_TAGS:
            raise package.WorkbookError(
                f"expected at most {_MAX_TAGS:,} cells in the rows of boards and tables"
            )


def is_workbook(archive: zipfile.ZipFile) -> bool:
    """Return whether a zip file is a workbook, perhaps a damaged one."""
    names = {*map(_part_name, archive.infolist())}
    return bool(names & {_CALC_PART, package.WORKBOOK_PART, "[content_types].xml"})


def _part_name(entry: zipfile.ZipInfo) -> str:
    return entry.filename.replace("\\", "/").lower()


def open_cells(content: bytes) -> NamedCells:
    """Return the cells of a workbook file; damaged files raise any error."""
    file = io.BytesIO(content)
    package.check_workbook(file)
    with zipfile.ZipFile(file) as archive:
        entries = {_part_name(entry): entry for entry in archive.infolist()}
        if _CALC_PART in entries:
            return _open_calc(package.read_part(archive, entries[_CALC_PART]))
        book_parts = package.WORKBOOK_PART, package.LINKS_PART
        prefixes = (*book_parts, _STRINGS_PART, _SHEETS_FOLDER)
        return _open_excel(
            {
                name: package.read_part(archive, entry)
                for name, entry in entries.items()
                if name.startswith(prefixes)
            }
        )


def _open_excel(parts: dict[str, bytes]) -> NamedCells:
    if any(b"<!DOCTYPE" in part.replace(b"\0", b"") for part in parts.values()):
        raise package.WorkbookError("expected a workbook without XML entities")
    tags, book = _Tags(), parts[package.WORKBOOK_PART]
    ranges = package.ranges_by_sheet(ET.fromstring(book))  # noqa: S314 - without entities
    links = {
        tag.attribute("Id"): tag.attribute("Target").replace("\\", "/").lower()
        for tag in tags.read(parts[package.LINKS_PART], "Relationship")
    }
    sheet_parts = {
        tag.attribute("name"): links[tag.attribute("id")].rpartition("/")[2]
        for tag in tags.read(book, "sheet")
    }
    texts = [*_shared_texts(tags, parts.get(_STRINGS_PART, b""))]

    def rows(sheet: str) -> Iterator[Row]:
        part = _SHEETS_FOLDER + sheet_parts[sheet]
        return _excel_rows(tags, parts.get(part, b""), texts)

    return NamedCells(ranges, rows)


def _shared_texts(tags: _Tags, part: bytes) -> Iterator[str]:
    """Yield the texts of cells, without the pronunciation of Japanese words."""
    pieces, is_pronunciation = list[str](), False
    for tag in tags.read(part, "si", "rPh", "t"):
        if tag.name == "si":
            if pieces:
                yield "".join(pieces)
            pieces = [""]
        elif tag.name == "t" and not is_pronunciation:
            pieces.append(_unescape(tag.text))
        is_pronunciation = tag.name == "rPh"
    yield "".join(pieces)


def _unescape(text: str) -> str:
    """Return a text with the characters that Excel writes as `_x000D_`."""
    return _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), text)


def _excel_rows(tags: _Tags, part: bytes, texts: Sequence[str]) -> Iterator[Row]:
    row, column, cell_type, cells = -1, -1, "", dict[int, Cell]()
    for tag in tags.read(part, "row", "c", "v", "t"):
        if tag.name == "row":
            if cells:
                yield row, cells
            row = int(tag.attribute("r") or row + 2) - 1
            column, cells = -1, {}
        elif tag.name == "c":
            letters = _COLUMN.match(tag.attribute("r"))
            column = column_number(letters[0]) if letters else column + 1
            cell_type = tag.attribute("t")
        elif tag.text and 0 <= column < _MAX_COLUMNS:
            value = _excel_value(cell_type, tag.text, texts)
            # A text in several formats has several tags `t`.
            if tag.name == "t" and column in cells:
                value = f"{cells[column]}{value}"
            cells[column] = value
    if cells:
        yield row, cells


def _excel_value(cell_type: str, text: str, texts: Sequence[str]) -> Cell:
    if cell_type == "s":
        return texts[int(text)]
    if cell_type == "b":
        return text == "1"
    if cell_type == "d":
        return date.fromisoformat(text[:10])
    return float(text) if cell_type in {"", "n"} else _unescape(text)


def _open_calc(content: bytes) -> NamedCells:
    if b"document-content" not in content[:10_000]:  # an encrypted file
        raise package.WorkbookError("expected a workbook without password")
    tags, starts = _Tags(), dict[str, int]()
    ranges = dict[str, dict[str, CellRange]]()
    for tag in package.xml_tags(content, "table", "named-range"):
        name = tag.attribute("name")
        if tag.name == "table":
            starts[name] = tag.end
            ranges.setdefault(name, {})
        elif address := _CALC_ADDRESS.fullmatch(tag.attribute("cell-range-address")):
            sheet, first, last = address.groups()
            if cells := parse_range(f"{sheet}!{first}:{last or first}"):
                sheet_ranges = ranges.setdefault(cells.sheet, {})
                sheet_ranges[name] = input_range(name, cells)

    def rows(sheet: str) -> Iterator[Row]:
        return _calc_rows(tags, content, starts[sheet])

    return NamedCells(ranges, rows)


def _calc_rows(tags: _Tags, content: bytes, start: int) -> Iterator[Row]:
    """Yield the rows of a table, also repeated ones and those of repeated cells."""
    names = "table", "table-row", "table-cell", "covered-table-cell"
    rows, next_column, cells = range(0), 0, dict[int, Cell]()
    table_tags = tags.read(content, *names, start=start)
    for tag, following in pairwise(chain(table_tags, [None])):
        if tag is None or tag.name == "table":
            break
        if tag.name == "table-row":
            yield from _repeated_rows(tags, rows, cells)
            repetitions = int(tag.attribute("number-rows-repeated") or 1)
            rows = range(rows.stop, rows.stop + repetitions)
            next_column, cells = 0, {}
            continue
        column = next_column
        next_column += int(tag.attribute("number-columns-repeated") or 1)
        value = _calc_value(tag, content[tag.end : following and following.start])
        if value is not None:
            for repeated in range(column, min(next_column, _MAX_COLUMNS)):
                tags.add()
                cells[repeated] = value
    yield from _repeated_rows(tags, rows, cells)


def _repeated_rows(tags: _Tags, rows: range, cells: dict[int, Cell]) -> Iterator[Row]:
    if cells:
        for row in rows:
            tags.add()
            yield row, cells


def _calc_value(cell: package.XmlTag, content: bytes) -> Cell:
    """Return the value of a cell; `content` is the XML up to the next cell."""
    if day := cell.attribute("date-value"):
        return date.fromisoformat(day[:10])
    if number := cell.attribute("value"):
        return float(number)
    text = cell.attribute("string-value")
    if text or cell.attributes.endswith("/"):
        return text or None
    content = _COMMENT.sub(b"", content).partition(b":table-cell>")[0]
    content = _CALC_BLANK.sub(b" ", _LINE_END.sub(b"\n", content))
    return unescape(_CALC_TAG.sub(b"", content).decode()).strip() or None
