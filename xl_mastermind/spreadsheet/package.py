"""Workbook files as zipped parts: cells are filled, macros left out."""

import io
import re
import zipfile
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from xl_mastermind.spreadsheet.cell_range import (
    CellRange,
    column_name,
    column_number,
    input_range,
    parse_range,
)
from xl_mastermind.spreadsheet.cells import Cell, is_number

_BOOK: Final = "xl/workbook.xml"
_FLAG: Final = b' fullCalcOnLoad="1"'
_LINKS: Final = "xl/_rels/workbook.xml.rels"
_ID: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ERRORS: Final = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")

_CELL: Final = re.compile(r'<c r="(\w+)"([^>]*?)(?:/>|>(.*?)</c>)', re.DOTALL)
_ARRAY: Final = re.compile(r'<f t="array" ref="([A-Z]+)([0-9]+):([A-Z]+)([0-9]+)"')
_TYPE: Final = re.compile(r' t="[A-Za-z]+"')
_NO_VALUE: Final = b"<v></v>"
"""The value of a formula as XlsxWriter leaves it."""

MAX_BYTES: Final = 100_000_000
"""Unpacked, a workbook of all games takes 6 MB, and 41 MB as LibreOffice saves it."""

MAX_PACKED_BYTES: Final = 20_000_000
"""The list of a zip file's parts is read whole: it may be all there is in the file."""

_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The ways in which parts of workbooks are packed; others unpack without a bound."""

Change: TypeAlias = tuple[str, bytes, bytes | Callable[[re.Match[bytes]], bytes]]
"""The prefix of some parts' names, a pattern in them, and its replacement."""


def _drop_macro_tag(tag: re.Match[bytes]) -> bytes:
    return b"" if b"vbaProject" in tag[0] else tag[0]


def _remove_macro(tag: re.Match[bytes]) -> bytes:
    return re.sub(rb' macro="[^"]*"', b"", tag[0])


# The time that a pattern takes grows with the length of a part, whatever is in it: no
# match begins inside of what another has tried.
_MACROS: Final[tuple[Change, ...]] = (
    ("[Content_Types].xml", rb"<Override [^<>]*>", _drop_macro_tag),
    (
        "[Content_Types].xml",
        rb"ms-excel\.sheet\.macroEnabled\.main",
        b"openxmlformats-officedocument.spreadsheetml.sheet.main",
    ),
    ("xl/_rels/workbook.xml.rels", rb"<Relationship [^<>]*>", _drop_macro_tag),
    ("xl/drawings/", rb"<x:FmlaMacro>[^<]*</x:FmlaMacro>", b""),
    ("xl/drawings/", rb' macro="[^"]*"', b' macro=""'),
    ("xl/worksheets/", rb"<controlPr [^<>]*>", _remove_macro),
)
"""
The places of macros in the parts of a workbook, and their replacements.

The last two are how Excel writes buttons once more, when it has saved them.
"""


class TooLargeError(ValueError):
    """A workbook is too large to be read."""


def check_workbook(file: Path) -> None:
    """Raise an error if a file is larger, packed or unpacked, than workbooks are."""
    packed = file.stat().st_size
    if packed > MAX_PACKED_BYTES:
        raise TooLargeError(
            f"expected a workbook of at most {MAX_PACKED_BYTES:,} bytes,"
            f" got {packed:,}: {file}"
        )
    if not zipfile.is_zipfile(file):
        return
    with zipfile.ZipFile(file) as parts:
        unpacked = sum(part.file_size for part in parts.infolist())
    if unpacked > MAX_BYTES:
        raise TooLargeError(
            f"expected a workbook of at most {MAX_BYTES:,} bytes unpacked,"
            f" got {unpacked:,}: {file}"
        )


def read_part(parts: zipfile.ZipFile, part: str | zipfile.ZipInfo) -> bytes:
    """Return a part, and no more of it than `check_workbook` has counted."""
    entry = parts.getinfo(part) if isinstance(part, str) else part
    if entry.compress_type not in _METHODS:
        raise zipfile.BadZipFile(f"expected {entry.filename} stored or deflated")
    with parts.open(entry) as stream:  # `ZipFile.read` would unpack all there is
        return stream.read(entry.file_size)


def named_ranges(workbook: bytes) -> dict[str, dict[str, CellRange]]:
    """Return for each sheet of one of the workbooks its named areas."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        book = ET.fromstring(read_part(parts, _BOOK))  # noqa: S314 - our own
    titles = [sheet.attrib["name"] for sheet in book.iterfind("{*}sheets/{*}sheet")]
    areas: dict[str, dict[str, CellRange]] = {title: {} for title in titles}
    for name in book.iterfind("{*}definedNames/{*}definedName[@localSheetId]"):
        home = areas[titles[int(name.attrib["localSheetId"])]]
        if area := parse_range(name.text or ""):
            home[name.attrib["name"]] = input_range(name.attrib["name"], area)
    return areas


def fill_cells(
    workbook: bytes,
    values: Mapping[str, Mapping[str, Cell]],
    typed: Mapping[str, Mapping[str, Cell]] | None = None,
    *,
    unknown: Mapping[str, Collection[str] | None] | None = None,
    changes: Sequence[Change] = (),
) -> bytes:
    """
    Return one of the workbooks with values of formulas, and with typed cells.

    `unknown` has the cells of sheets whose values are no longer right; None for
    all. Once every formula has a value, programs no longer compute the workbook on
    opening. `changes` are those of `change_parts`.
    """
    with zipfile.ZipFile(io.BytesIO(workbook)) as old:
        parts = {entry: old.read(entry) for entry in old.infolist()}
        sheets = _sheets(old.read(_BOOK), old.read(_LINKS))
    typed, unknown = typed or {}, unknown or {}
    is_whole, unchanged = True, []
    for entry, content in parts.items():
        title = sheets.get(entry.filename)
        if title is None:
            continue
        if title in {*values, *typed, *unknown} or _NO_VALUE in content:
            sheet = _Sheet(
                content.decode(),
                values.get(title, {}),
                typed.get(title, {}),
                unknown.get(title, ()),
            )
            parts[entry] = sheet.filled().encode()
            is_whole = is_whole and not sheet.lacks_values
        else:
            unchanged.append(content)
    is_whole = is_whole and not any(map(_lacks_values, unchanged))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as new:
        for entry, content in parts.items():
            flagged = (
                _flagged(content, is_whole) if entry.filename == _BOOK else content
            )
            new.writestr(entry, _changed(entry.filename, flagged, changes))
    return buffer.getvalue()


def _lacks_values(sheet: bytes) -> bool:
    """Return whether a formula of a sheet has no value."""
    filled = _Sheet(sheet.decode(), {}, {}, ())
    filled.filled()
    return filled.lacks_values


def _changed(part: str, content: bytes, changes: Sequence[Change]) -> bytes:
    """Return a part with those changes whose prefix its name has."""
    for where, what, instead in changes:
        if part.startswith(where):
            content = re.sub(what, instead, content)
    return content


def _flagged(book: bytes, is_whole: bool) -> bytes:  # noqa: FBT001 - one of two
    """Return the part that says whether programs compute the workbook on opening."""
    settled = book.replace(_FLAG, b"")
    return (
        settled
        if is_whole
        else re.sub(b"(<calcPr [^>]*?)/>", rb"\1%s/>" % _FLAG, settled)
    )


def _sheets(book: bytes, links: bytes) -> dict[str, str]:
    """Return the titles of the sheets by the names of their parts."""
    roots = [ET.fromstring(part) for part in (book, links)]  # noqa: S314 - our own
    parts = {link.attrib["Id"]: f"xl/{link.attrib['Target']}" for link in roots[1]}
    sheets = roots[0].iterfind("{*}sheets/{*}sheet")
    return {parts[sheet.attrib[_ID]]: sheet.attrib["name"] for sheet in sheets}


class _Sheet:
    """A sheet whose cells are filled."""

    def __init__(
        self,
        text: str,
        values: Mapping[str, Cell],
        typed: Mapping[str, Cell],
        unknown: Collection[str] | None,
    ) -> None:
        self._text, self._values, self._typed = text, values, typed
        self._unknown = unknown
        self._arrays = {
            f"{column_name(column)}{row}"
            for left, top, right, bottom in _ARRAY.findall(text)
            for column in range(column_number(left), column_number(right) + 1)
            for row in range(int(top), int(bottom) + 1)
        }
        self.lacks_values = False

    def filled(self) -> str:
        """Return the sheet with values in its cells; note whether one is lacking."""
        return _CELL.sub(self._filled, self._text)

    def _filled(self, cell: re.Match[str]) -> str:
        place, look, content = cell.groups(default="")
        is_formula = "<f" in content or place in self._arrays
        if not is_formula and place not in self._typed:
            return cell[0]
        bare = _TYPE.sub("", look)
        if not is_formula:
            return f'<c r="{place}"{bare}{_constant(self._typed[place])}'
        formula, end, _ = content.rpartition("</f>")
        if place in self._values:
            kind, shown = _kind_and_text(self._values[place])
            return f'<c r="{place}"{bare}{kind}>{formula}{end}<v>{shown}</v></c>'
        is_blank = "<v></v>" in content and bare == look
        is_unknown = self._unknown is None or place in self._unknown
        if is_unknown or is_blank or "<v>" not in content:
            self.lacks_values = True
            return f'<c r="{place}"{bare}>{formula}{end}</c>'
        return cell[0]


def _constant(value: Cell) -> str:
    """Return the rest of a cell into which a value is typed."""
    if value is None:
        return "/>"
    if isinstance(value, str):
        kept = ' xml:space="preserve"' if value != value.strip() else ""  # its blanks
        return f' t="inlineStr"><is><t{kept}>{escape(value)}</t></is></c>'
    kind, shown = _kind_and_text(value)
    return f"{kind}><v>{shown}</v></c>"


def _kind_and_text(value: Cell) -> tuple[str, str]:
    """Return a value as a cell keeps it: the attribute of its type, and the value."""
    if isinstance(value, bool):
        return ' t="b"', str(int(value))
    if is_number(value):
        return "", str(value)
    text = "" if value is None else str(value)
    return f' t="{"e" if text in _ERRORS else "str"}"', escape(text)


def remove_macros(workbook: bytes) -> bytes:
    """
    Return a workbook without its VBA project, an .xlsx file with all else.

    Its buttons stay, but name no macro. LibreOffice opens it without a warning
    about macros; the extension recognises the buttons by their captions.
    """
    return change_parts(workbook, _MACROS, without="vbaProject")


def change_parts(
    workbook: bytes,
    changes: Sequence[Change],
    more: Mapping[str, str] | None = None,
    *,
    without: str = "\0",
) -> bytes:
    """Return a workbook whose parts are changed."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        parts = old.infolist()
        for part in parts:
            if without in part.filename:
                continue
            content = read_part(old, part)
            new.writestr(part, _changed(part.filename, content, changes))
        for name, text in (more or {}).items():
            new.writestr(zipfile.ZipInfo(name, parts[0].date_time), text)
    return buffer.getvalue()
