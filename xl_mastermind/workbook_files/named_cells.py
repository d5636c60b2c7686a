"""Read the cells of named ranges from workbook files of any program."""

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from functools import partial
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

import openpyxl

from xl_mastermind.cells.cell_range import CellRange, input_range, parse_range
from xl_mastermind.cells.values import Cell
from xl_mastermind.workbook_files import package

WORKBOOK_ENDINGS: Final = (".xlsx", ".xlsm", ".ods")
"""The endings of files that `open_cells` reads."""

_MAX_ROWS: Final = 100
_LAST_ROW: Final = 1000
"""Limits for the rows of a range and of a sheet, because files may be hostile."""

_READ_PARTS: Final = re.compile(
    r"\[content_types\].xml|xl/(_rels/)?workbook.xml(.rels)?"
    r"|xl/sharedstrings.*|xl/worksheets/[^/]*"
)
"""The parts that openpyxl reads; it refuses styles that applications accept."""

_PART_NAME: Final = re.compile(
    rb"(?<=\sTarget=[\"'])[^\"']*|(?<=\sPartName=[\"'])[^\"']*"
)
_STRICT_NAMES: Final = {
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": (
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    ),
}
"""Namespaces of Strict Open XML, and those that openpyxl reads."""

_CALC_ADDRESS: Final = re.compile(r"\$?(.+?)\.(\$[A-Z]+\$[0-9]+)(?::.*?(\$.*))?")
_NO_TEXT: Final = re.compile(
    rb"<office:annotation.*?</office:annotation>|<[^>]*>?", re.DOTALL
)
_MAX_CELL_BYTES: Final = 10_000


class NamedCells(NamedTuple):
    """The named ranges of a workbook file, by sheet, and a reader of their cells."""

    ranges: dict[str, dict[str, CellRange]]
    read: Callable[[CellRange], list[Cell]]

    def read_column(self, cells: CellRange) -> list[Cell]:
        """Return the values of the first column of a range."""
        if cells.bottom >= _LAST_ROW:
            raise package.WorkbookError(
                f"expected a board in the first {_LAST_ROW:,} rows"
            )
        return self.read(cells.rows_through(min(cells.height, _MAX_ROWS) - 1))


def open_cells(file: Path) -> NamedCells:
    """Return the named ranges of a workbook file; damaged files raise any error."""
    package.check_workbook(file)
    with zipfile.ZipFile(file) as archive:
        if "content.xml" in archive.namelist():
            return _open_calc(package.read_part(archive, "content.xml"))
        return _open_excel(_plain_parts(archive))


def _plain_parts(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Return the parts with cells, with names and namespaces as Excel writes them."""
    parts = dict[str, bytes]()
    for entry in archive.infolist():
        name = entry.filename.replace("\\", "/").lower()
        if not _READ_PARTS.fullmatch(name):
            continue
        content = package.read_part(archive, entry)
        if b"<!DOCTYPE" in content.replace(b"\0", b""):
            raise package.WorkbookError("expected a workbook without XML entities")
        for strict, transitional in _STRICT_NAMES.items():
            content = content.replace(strict, transitional)
        if name.endswith((".rels", "types].xml")):
            content = _PART_NAME.sub(lambda match: match[0].lower(), content)
        parts[name.replace("content_types", "Content_Types")] = content
    return parts


def _open_excel(parts: dict[str, bytes]) -> NamedCells:
    book_part = ET.fromstring(parts[package.WORKBOOK_PART])  # noqa: S314 - without entities
    ranges = package.ranges_by_sheet(book_part)
    for element in [*book_part]:
        if not element.tag.endswith("}sheets"):
            book_part.remove(element)
    copy = io.BytesIO()
    with zipfile.ZipFile(copy, "w") as new:
        for name, content in (
            parts | {package.WORKBOOK_PART: ET.tostring(book_part)}
        ).items():
            new.writestr(name, content)
    book = openpyxl.load_workbook(copy, read_only=True, data_only=True)

    def read_column(cells: CellRange) -> list[Cell]:
        limits = cells.top + 1, cells.bottom + 1, cells.left + 1, cells.left + 1
        rows = book[cells.sheet].iter_rows(*limits, values_only=True)
        return [value for (value,) in rows]

    return NamedCells(ranges, read_column)


def _open_calc(content: bytes) -> NamedCells:
    if b"document-content" not in content[:10_000]:  # encrypted
        raise package.WorkbookError("expected a workbook without password")
    starts, ranges = dict[str, int](), defaultdict[str, dict[str, CellRange]](dict)
    for tag in package.xml_tags(content, "table", "named-range"):
        name = tag.attribute("name")
        if tag.name == "table":
            starts[name] = tag.end
        elif address := _CALC_ADDRESS.fullmatch(tag.attribute("cell-range-address")):
            sheet, first, last = address.groups()
            if cells := parse_range(f"{sheet}!{first}:{last or first}"):
                ranges[cells.sheet][name] = input_range(name, cells)

    return NamedCells(ranges, partial(_read_calc_column, content, starts))


def _read_calc_column(
    content: bytes, starts: dict[str, int], cells: CellRange
) -> list[Cell]:
    """Return the values of a column, also those of repeated rows and cells."""
    names = "table", "table-row", "table-cell", "covered-table-cell"
    values: list[Cell] = [None] * cells.height
    row = next_row = next_column = 0
    for tag in package.xml_tags(content, *names, start=starts[cells.sheet]):
        if tag.name == "table-row":
            row, next_column = next_row, 0
            next_row += int(tag.attribute("number-rows-repeated") or 1)
        if tag.name == "table" or row > cells.bottom:
            break
        if tag.name != "table-row":
            column = next_column
            next_column += int(tag.attribute("number-columns-repeated") or 1)
            if column <= cells.left < next_column:
                first, last = max(row, cells.top), min(next_row, cells.bottom + 1)
                for index in range(first - cells.top, last - cells.top):
                    values[index] = _calc_value(tag, content)
    return values


def _calc_value(cell: package.XmlTag, content: bytes) -> Cell:
    if day := cell.attribute("date-value"):
        return date.fromisoformat(day[:10])
    if number := cell.attribute("value"):
        return float(number)
    text = cell.attribute("string-value")
    if text or cell.attributes.endswith("/"):
        return text or None
    end = content.find(b":table-cell>", cell.end, cell.end + _MAX_CELL_BYTES)
    inner = content[cell.end : end].replace(b"<text:s/>", b" ")
    return unescape(_NO_TEXT.sub(b"", inner).decode())
