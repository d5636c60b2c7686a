"""Read the cells of named ranges from workbook files of any program."""

import io
import re
import zipfile
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from html import unescape
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import openpyxl

from xl_mastermind.cells.cell_range import CellRange, column_number, input_range
from xl_mastermind.cells.values import Cell
from xl_mastermind.workbook_files.package import (
    WORKBOOK_PART,
    WorkbookError,
    XmlTag,
    check_workbook,
    ranges_by_sheet,
    read_part,
    xml_tags,
)

WORKBOOK_ENDINGS: Final = (".xlsx", ".xlsm", ".ods")
"""The endings of files that `open_cells` reads."""

_MAX_ROWS: Final = 100
_LAST_ROW: Final = 1000
"""Rows to read of a range, and rows of a sheet, which may be hostile."""

_READ_PARTS: Final = re.compile(
    r"\[content_types\].xml|_rels/.rels|xl/(_rels/)?workbook.xml(.rels)?"
    r"|xl/sharedstrings.*|xl/worksheets/[^/]*"
)
"""The parts of a copy for openpyxl: it refuses styles that applications accept."""

_PART_NAME: Final = re.compile(rb"(?<=[\s'\"])(Target|PartName)\s*=\s*[\"'][^\"']*")

_STRICT: Final = (
    (
        b"http://purl.oclc.org/ooxml/spreadsheetml/main",
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
"""Namespaces of Strict Open XML, and those that openpyxl reads."""

_ANNOTATION: Final = re.compile(
    rb"<office:annotation.*?</office:annotation>", re.DOTALL
)
_TAG: Final = re.compile(rb"<[^>]*>?")
_MAX_CELL_BYTES: Final = 10_000

_CALC_ADDRESS: Final = re.compile(
    r"\$?('(?:[^']|'')+'|[^'.]+)\.\$?([A-Z]+)\$?([0-9]+)"
    r"(?::(?:.*\.)?\$?([A-Z]+)\$?([0-9]+))?"
)


class NamedCells(ABC):
    """The named ranges of a workbook file, by sheet, and their cells."""

    ranges: dict[str, dict[str, CellRange]]

    def read_column(self, cells: CellRange) -> list[Cell]:
        """Return the values of the first column of a range."""
        if cells.bottom > _LAST_ROW:
            raise WorkbookError(f"expected a board in the first {_LAST_ROW:,} rows")
        last_row = min(cells.bottom, cells.top + _MAX_ROWS - 1)
        return [*self._read_rows(cells.sheet, cells.left, cells.top, last_row)]

    @abstractmethod
    def _read_rows(
        self, sheet: str, column: int, top: int, bottom: int
    ) -> Iterator[Cell]:
        """Yield the values of a column between two rows."""


class _ExcelCells(NamedCells):
    """The cells of a file of Excel's format, from any program."""

    def __init__(self, package: zipfile.ZipFile) -> None:
        parts = _plain_parts(package)
        book = ET.fromstring(parts[WORKBOOK_PART])  # noqa: S314 - without entities
        self.ranges = ranges_by_sheet(book)
        for element in [*book]:
            if not element.tag.endswith("}sheets"):
                book.remove(element)
        parts[WORKBOOK_PART] = ET.tostring(book)
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w") as new:
            for name, content in parts.items():
                new.writestr(name, content)
        self._book = openpyxl.load_workbook(copy, read_only=True, data_only=True)

    def _read_rows(
        self, sheet: str, column: int, top: int, bottom: int
    ) -> Iterator[Cell]:
        limits = top + 1, bottom + 1, column + 1, column + 1
        for (value,) in self._book[sheet].iter_rows(*limits, values_only=True):
            yield value


def _plain_parts(package: zipfile.ZipFile) -> dict[str, bytes]:
    """Return the parts with cells, with names and namespaces as Excel writes them."""
    parts = dict[str, bytes]()
    for entry in package.infolist():
        name = entry.filename.replace("\\", "/").lower()
        if not _READ_PARTS.fullmatch(name):
            continue
        content = read_part(package, entry)
        if b"<!DOCTYPE" in content.replace(b"\0", b""):
            raise WorkbookError("expected a workbook without XML entities")
        for strict, transitional in _STRICT:
            content = content.replace(strict, transitional)
        if name.endswith((".rels", "types].xml")):
            content = _PART_NAME.sub(_lower_case_part, content)
        parts[name.replace("content_types", "Content_Types")] = content
    return parts


def _lower_case_part(attribute: re.Match[bytes]) -> bytes:
    return attribute[1] + attribute[0].removeprefix(attribute[1]).lower()


class _CalcCells(NamedCells):
    """The cells of a file of LibreOffice's format, from any program."""

    def __init__(self, package: zipfile.ZipFile) -> None:
        self._content = read_part(package, "content.xml")
        self._starts = dict[str, int]()
        self.ranges = defaultdict(dict)
        for tag in xml_tags(self._content, "table", "named-range"):
            name = tag.attribute("name")
            if tag.name == "table":
                self._starts[name] = tag.end
            elif cells := _parse_address(tag.attribute("cell-range-address")):
                self.ranges[cells.sheet][name] = input_range(name, cells)

    def _read_rows(
        self, sheet: str, column: int, top: int, bottom: int
    ) -> Iterator[Cell]:
        names = "table", "table-row", "table-cell", "covered-table-cell"
        values: list[Cell] = [None] * (bottom - top + 1)
        next_row = next_column = first_row = 0
        for tag in xml_tags(self._content, *names, start=self._starts[sheet]):
            if tag.name == "table-row":
                first_row, next_column = next_row, 0
                next_row += int(tag.attribute("number-rows-repeated") or 1)
            if tag.name == "table" or first_row > bottom:
                break
            if tag.name != "table-row":
                first_column = next_column
                next_column += int(tag.attribute("number-columns-repeated") or 1)
                if first_column <= column < next_column:
                    for row in range(max(first_row, top), min(next_row, bottom + 1)):
                        values[row - top] = self._value(tag)
        yield from values

    def _value(self, cell: XmlTag) -> Cell:
        """Return the value of a cell."""
        if day := cell.attribute("date-value"):
            return date.fromisoformat(day[:10])
        if number := cell.attribute("value"):
            return float(number)
        if text_value := cell.attribute("string-value"):
            return text_value
        if cell.attributes.endswith("/"):
            return None
        end = self._content.find(b":table-cell>", cell.end, cell.end + _MAX_CELL_BYTES)
        text = _ANNOTATION.sub(b"", self._content[cell.end : end])
        return unescape(_TAG.sub(b"", text.replace(b"<text:s/>", b" ")).decode())


def _parse_address(address: str) -> CellRange | None:
    """
    Return the range of an address in LibreOffice's format, or None.

    >>> _parse_address("$'Ann''s board'.$C$1:.$D$2")
    CellRange(sheet="Ann's board", top=0, left=2, bottom=1, right=3)
    """
    match = _CALC_ADDRESS.fullmatch(address)
    if not match:
        return None
    sheet, left, top, right, bottom = match.groups()
    sheet = sheet[1:-1].replace("''", "'") if sheet[0] == "'" else sheet
    return CellRange(
        sheet,
        int(top) - 1,
        column_number(left),
        int(bottom or top) - 1,
        column_number(right or left),
    )


def open_cells(file: Path) -> NamedCells:
    """Return the named ranges of a workbook file; any error means a broken file."""
    check_workbook(file)
    with zipfile.ZipFile(file) as package:
        is_calc = "content.xml" in package.namelist()
        return _CalcCells(package) if is_calc else _ExcelCells(package)
