"""Puts values that another program has computed beside the formulas of a workbook."""

import io
import re
import zipfile
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from xl_mastermind.sheet.area import column_name
from xl_mastermind.sheet.cells import Cell, is_number

_BOOK: Final = "xl/workbook.xml"
_FLAG: Final = b' fullCalcOnLoad="1"'
_LINKS: Final = "xl/_rels/workbook.xml.rels"
_ID: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ERRORS: Final = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")

_CELL: Final = re.compile(r'<c r="(\w+)"([^>]*?)(?:/>|>(.*?)</c>)', re.DOTALL)
_ARRAY: Final = re.compile(r'<f t="array" ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')


def with_values(workbook: bytes, values: Mapping[str, Mapping[str, Cell]]) -> bytes:
    """
    Return a workbook of ours with values for what formulas compute.

    Once all have a value, programs no longer compute the workbook when they open it.

    Parameters
    ----------
    workbook : bytes
        The file, as XlsxWriter writes it.
    values : mapping of str to mapping of str to cell
        For the sheets, by their titles, the values of cells by their addresses; `None`
        is a blank text. Those of cells that no formula fills are passed over.
    """
    with zipfile.ZipFile(io.BytesIO(workbook)) as old:
        parts = {entry: old.read(entry) for entry in old.infolist()}
        sheets = _sheets(old.read(_BOOK), old.read(_LINKS))
    is_whole = True
    for entry, content in parts.items():
        if entry.filename in sheets:
            text, given = content.decode(), values.get(sheets[entry.filename], {})
            computed = _computed(text)
            is_whole = is_whole and computed <= given.keys()
            parts[entry] = _filled(text, computed & given.keys(), given).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as new:
        for entry, content in parts.items():
            is_settled = is_whole and entry.filename == _BOOK
            new.writestr(entry, content.replace(_FLAG, b"") if is_settled else content)
    return buffer.getvalue()


def _sheets(book: bytes, links: bytes) -> dict[str, str]:
    """Return the titles of the sheets by the names of their parts."""
    roots = [ET.fromstring(part) for part in (book, links)]  # noqa: S314 - our own
    parts = {link.attrib["Id"]: f"xl/{link.attrib['Target']}" for link in roots[1]}
    sheets = roots[0].iterfind("{*}sheets/{*}sheet")
    return {parts[sheet.attrib[_ID]]: sheet.attrib["name"] for sheet in sheets}


def _computed(sheet: str) -> set[str]:
    """Return the cells of a sheet that hold a formula or lie in an array of one."""
    there = {cell[1]: "<f" in (cell[3] or "") for cell in _CELL.finditer(sheet)}
    arrays = {
        f"{column_name(column)}{row}"
        for first, top, last, bottom in _ARRAY.findall(sheet)
        for column in range(_column(first), _column(last) + 1)
        for row in range(int(top), int(bottom) + 1)
    }
    return {cell for cell, is_formula in there.items() if is_formula or cell in arrays}


def _column(name: str) -> int:
    """Return the number of a column, counted from 0, of which letters are the name."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _filled(sheet: str, places: set[str], values: Mapping[str, Cell]) -> str:
    """Return a sheet with values in these cells."""

    def cell(found: re.Match[str]) -> str:
        place, look, content = found.groups(default="")
        if place not in places:
            return found[0]
        kind, value = _kind_and_text(values[place])
        look = re.sub(' t="[a-z]+"', "", look)
        formula, end, _ = content.rpartition("</f>")
        return f'<c r="{place}"{look}{kind}>{formula}{end}<v>{value}</v></c>'

    return _CELL.sub(cell, sheet)


def _kind_and_text(value: Cell) -> tuple[str, str]:
    """Return a value as a cell keeps it: the attribute of its type, and the value."""
    if isinstance(value, bool):
        return ' t="b"', str(int(value))
    if is_number(value):
        return "", str(value)
    text = "" if value is None else str(value)
    return f' t="{"e" if text in _ERRORS else "str"}"', escape(text)
