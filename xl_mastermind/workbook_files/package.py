"""Workbook packages (zipped XML parts): fill cells, change parts, remove macros."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from xl_mastermind.cells.cell_range import (
    CellRange,
    column_name,
    column_number,
    input_range,
    parse_range,
)
from xl_mastermind.cells.values import Cell, is_number

WORKBOOK_PART: Final = "xl/workbook.xml"
_FULL_CALC: Final = b' fullCalcOnLoad="1"'
LINKS_PART: Final = "xl/_rels/workbook.xml.rels"
_ERRORS: Final = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")

_CELL: Final = re.compile(r'<c r="(\w+)"([^>]*?)(?:/>|>(.*?)</c>)', re.DOTALL)
_ARRAY: Final = re.compile(r'<f t="array" ref="([A-Z]+)([0-9]+):([A-Z]+)([0-9]+)"')
_TYPE: Final = re.compile(r' t="[A-Za-z]+"')
MAX_BYTES: Final = 100_000_000
"""Unpacked, a workbook of all games takes 6 MB, and 41 MB as LibreOffice saves it."""

MAX_PACKED_BYTES: Final = 20_000_000
"""`zipfile` reads the whole list of parts, which may fill the file."""

_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The compression methods of workbooks; other methods unpack without a limit."""

PartEdit: TypeAlias = tuple[str, bytes, bytes | Callable[[re.Match[bytes]], bytes]]
"""A prefix of names of parts, a pattern in these parts, and its replacement."""

CellValues: TypeAlias = Mapping[str, Mapping[str, Cell]]


def _drop_macro_tag(tag: re.Match[bytes]) -> bytes:
    return b"" if b"vbaProject" in tag[0] else tag[0]


# The time is linear in the length of a part, even of a hostile one, because no match
# begins inside of text that another match has tried.
_MACROS: Final[tuple[PartEdit, ...]] = (
    ("[Content_Types].xml", rb"<Override [^<>]*>", _drop_macro_tag),
    (
        "[Content_Types].xml",
        rb"ms-excel\.sheet\.macroEnabled\.main",
        b"openxmlformats-officedocument.spreadsheetml.sheet.main",
    ),
    (LINKS_PART, rb"<Relationship [^<>]*>", _drop_macro_tag),
    ("xl/drawings/", rb"<x:FmlaMacro>[^<]*</x:FmlaMacro>", b""),
    ("xl/drawings/", rb' macro="[^"]*"', b' macro=""'),
    ("xl/worksheets/", rb'(<controlPr [^<>]*?) macro="[^"<>]*"', rb"\1"),
)
"""The changes that remove macros; the last two are for buttons that Excel has saved."""


class WorkbookError(ValueError):
    """A workbook cannot be read."""


def check_workbook(file: Path | io.BytesIO) -> None:
    """Raise a `WorkbookError` if a file is too large, packed or unpacked."""
    if isinstance(file, Path):
        size, where = file.stat().st_size, f": {file}"
    else:
        size, where = len(file.getbuffer()), ""
    _check_size(size, MAX_PACKED_BYTES, "bytes", where)
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        _check_size(unpacked, MAX_BYTES, "bytes unpacked", where)


def _check_size(size: int, limit: int, unit: str, where: str) -> None:
    if size > limit:
        expected = f"expected a workbook of at most {limit:,} {unit}"
        raise WorkbookError(f"{expected}, got {size:,}{where}")


def read_part(parts: zipfile.ZipFile, part: str | zipfile.ZipInfo) -> bytes:
    """Return a part, up to the size that `check_workbook` counts."""
    entry = parts.getinfo(part) if isinstance(part, str) else part
    if entry.compress_type not in _METHODS:
        raise zipfile.BadZipFile(f"expected {entry.filename} stored or deflated")
    with parts.open(entry) as stream:  # `ZipFile.read` ignores `file_size`
        return stream.read(entry.file_size)


class XmlTag(NamedTuple):
    """A start tag of XML without its prefix, the text after it, its start and end."""

    name: str
    attributes: str
    text: str
    start: int
    end: int

    def attribute(self, name: str) -> str:
        """Return the value of an attribute, or ""."""
        match = re.search(rf'[\s:]{name}=(["\'])(.*?)\1', self.attributes, re.DOTALL)
        return unescape(match[2]) if match else ""


def xml_tags(part: bytes, *names: str, start: int = 0) -> Iterator[XmlTag]:
    """Yield the start tags of some names; linear in the length of a hostile part."""
    form = rf"<(?:\w+:)?({'|'.join(names)})(?=[\s/>])([^<>]*)>?([^<]*)"
    for tag in re.compile(form.encode()).finditer(part, start):
        name, attributes, text = (group.decode() for group in tag.groups())
        yield XmlTag(name, attributes, unescape(text), tag.start(), tag.end(2) + 1)


def named_ranges(workbook: bytes) -> dict[str, dict[str, CellRange]]:
    """Return the named ranges of a MasterMind workbook, by sheet."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        return ranges_by_sheet(ET.fromstring(read_part(parts, WORKBOOK_PART)))  # noqa: S314 - our own


def ranges_by_sheet(book: ET.Element) -> dict[str, dict[str, CellRange]]:
    """Return the named ranges in the workbook's part of an Excel file, by sheet."""
    titles = [sheet.attrib["name"] for sheet in book.iterfind("{*}sheets/{*}sheet")]
    ranges: dict[str, dict[str, CellRange]] = {title: {} for title in titles}
    for element in book.iterfind("{*}definedNames/{*}definedName[@localSheetId]"):
        name, index = element.attrib["name"], element.attrib["localSheetId"]
        if cell_range := parse_range(element.text or ""):
            ranges[titles[int(index)]][name] = input_range(name, cell_range)
    return ranges


def fill_cells(
    workbook: bytes,
    values: CellValues,
    inputs: CellValues | None = None,
    *,
    changes: Sequence[PartEdit] = (),
) -> bytes:
    """
    Return a MasterMind workbook with `values` of formulas and `inputs` in other cells.

    On sheets with inputs, formulas without one of the `values` lose their old values.
    Once every formula has a value, applications do not compute the workbook on opening.
    """
    inputs = inputs or {}
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        filled = {
            part: _fill_sheet(
                parts.read(part).decode(), values.get(title, {}), inputs.get(title)
            )
            for part, title in sheet_titles(parts).items()
        }
    sheets = {part: sheet for part, (sheet, _) in filled.items()}
    flag = b"" if all(has_values for _, has_values in filled.values()) else _FULL_CALC
    all_changes = (
        (WORKBOOK_PART, _FULL_CALC, b""),
        (WORKBOOK_PART, b"(<calcPr [^>]*?)/>", rb"\1%s/>" % flag),
        *changes,
    )
    return change_parts(workbook, all_changes, sheets)


def sheet_titles(parts: zipfile.ZipFile) -> dict[str, str]:
    """Return the titles of a MasterMind workbook's sheets by their parts."""
    links = xml_tags(parts.read(LINKS_PART), "Relationship")
    targets = {link.attribute("Id"): f"xl/{link.attribute('Target')}" for link in links}
    sheets = xml_tags(parts.read(WORKBOOK_PART), "sheet")
    return {targets[sheet.attribute("id")]: sheet.attribute("name") for sheet in sheets}


def _fill_sheet(
    sheet: str, values: Mapping[str, Cell], inputs: Mapping[str, Cell] | None
) -> tuple[str, bool]:
    """Return the XML of a sheet with values, and whether every formula has one."""
    arrays = {
        f"{column_name(column)}{row}"
        for left, top, right, bottom in _ARRAY.findall(sheet)
        for column in range(column_number(left), column_number(right) + 1)
        for row in range(int(top), int(bottom) + 1)
    }
    has_all_values, new_inputs = True, inputs or {}

    def fill_cell(cell: re.Match[str]) -> str:
        nonlocal has_all_values
        address, attributes, content = cell.groups(default="")
        is_formula = "<f" in content or address in arrays
        if not is_formula and address not in new_inputs:
            return cell[0]
        untyped = _TYPE.sub("", attributes)
        start = f'<c r="{address}"{untyped}'
        if not is_formula:
            return start + _constant(new_inputs[address])
        formula, end, _ = content.rpartition("</f>")
        if address in values:
            kind, text = _kind_and_text(values[address])
            return f"{start}{kind}>{formula}{end}<v>{text}</v></c>"
        # XlsxWriter writes a formula without a value as an empty value without a type.
        is_blank = "<v></v>" in content and untyped == attributes
        if is_blank or "<v>" not in content or inputs is not None:
            has_all_values = False
            return f"{start}>{formula}{end}</c>"
        return cell[0]

    return _CELL.sub(fill_cell, sheet), has_all_values


def _constant(value: Cell) -> str:
    """Return the XML of an input cell after its attributes."""
    if value is None:
        return "/>"
    if isinstance(value, str):
        space = ' xml:space="preserve"' if value != value.strip() else ""
        return f' t="inlineStr"><is><t{space}>{escape(value)}</t></is></c>'
    kind, text = _kind_and_text(value)
    return f"{kind}><v>{text}</v></c>"


def _kind_and_text(value: Cell) -> tuple[str, str]:
    if isinstance(value, bool):
        return ' t="b"', str(int(value))
    if is_number(value):
        return "", str(value)
    text = "" if value is None else str(value)
    return f' t="{"e" if text in _ERRORS else "str"}"', escape(text)


def remove_macros(workbook: bytes) -> bytes:
    """
    Return an .xlsx workbook without its VBA project.

    LibreOffice opens it without a warning. Its buttons name no macro; the extension
    recognises them by their captions.
    """
    return change_parts(workbook, _MACROS, without="vbaProject")


def change_parts(
    workbook: bytes,
    changes: Sequence[PartEdit],
    new_parts: Mapping[str, str] | None = None,
    *,
    without: str | None = None,
) -> bytes:
    """Return a workbook with other parts; drop those whose name has `without`."""
    buffer, texts = io.BytesIO(), {**(new_parts or {})}
    with (
        zipfile.ZipFile(io.BytesIO(workbook)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        parts = old.infolist()
        for part in parts:
            if without and without in part.filename:
                continue
            text = texts.pop(part.filename, None)
            content = read_part(old, part) if text is None else text.encode()
            for prefix, pattern, replacement in changes:
                if part.filename.startswith(prefix):
                    content = re.sub(pattern, replacement, content)
            new.writestr(part, content, compresslevel=9)
        for name, text in texts.items():
            new.writestr(zipfile.ZipInfo(name, parts[0].date_time), text)
    return buffer.getvalue()
