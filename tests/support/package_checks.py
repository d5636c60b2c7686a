"""
Read a workbook's package: cells, macros, and problems in Excel.

`findings` reports problems that Microsoft's validator does not see: recalculation on
opening, formulas that exceed limits, and missing alternative texts.
"""

import importlib
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Final
from xml.etree import ElementTree as ET

import olefile  # type: ignore[import-untyped]
import openpyxl
from openpyxl.formula.translate import Translator
from openpyxl.utils import get_column_letter, range_boundaries

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import Cell, RangeValues, cell_text

CellKey = tuple[str, str]
"""A sheet and the address of a cell on it."""

CellValues = dict[CellKey, Cell]

MACROS: Final = "xl/vbaProject.bin"
"""The part with the macros."""

_ENGINE: Final = 191029
"""The calculation engine of Excel 2019 and every later one."""

_MAX_DEPTH: Final = 60
"""The levels of brackets; Excel computes 64 levels of functions."""

_VOLATILE: Final = re.compile(
    # A range that ends in a function is volatile at opening too.
    r"\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|OFFSET|INDIRECT|INFO|CELL)\("
    r"|\)\s*:|:\s*[A-Z]+\("
)


# The package


@cache
def package_parts(workbook: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        assert package.testzip() is None
        names = package.namelist()
        assert len(set(names)) == len(names)
        return {name: package.read(name) for name in names}


def parse_part(part: bytes) -> ET.Element:
    return ET.fromstring(part)  # noqa: S314, our own file


def local_name(name: str) -> str:
    """Return the name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


def elements(part: bytes | ET.Element, *names: str) -> list[ET.Element]:
    """Return the elements of these names in any namespace."""
    root = parse_part(part) if isinstance(part, bytes) else part
    return [element for element in root.iter() if local_name(element.tag) in names]


# The cells


def cell_addresses(area: CellRange) -> list[str]:
    return [f"{get_column_letter(column + 1)}{row + 1}" for row, column in area.cells()]


def referenced_range(reference: str, sheet: str) -> CellRange:
    """Return the range of a reference; `sheet` is its default sheet."""
    named, _, written = reference.rpartition("!")
    corners = range_boundaries(written.replace("$", ""))
    left, top, right, bottom = (int(corner or 0) - 1 for corner in corners)
    return CellRange(named.strip("'") or sheet, top, left, bottom, right)


@dataclass(frozen=True)
class Formula:
    """A formula and the range that it fills."""

    area: CellRange
    text: str


@dataclass(frozen=True)
class WorkbookCells:
    """All cells of a workbook, read faster than by openpyxl; empty texts are blank."""

    names: list[str]
    cells: CellValues
    formulas: list[Formula]
    shared_formulas: dict[CellKey, CellKey] = field(default_factory=dict)
    """The first cell and the text of each shared formula, by sheet and index."""

    shared_cells: set[CellKey] = field(default_factory=set)

    @staticmethod
    @cache
    def read(workbook: bytes) -> "WorkbookCells":
        parts = package_parts(workbook)
        sheets = elements(parts["xl/workbook.xml"], "sheet")
        listed = elements(parts["xl/sharedStrings.xml"], "si")
        texts = ["".join(text.itertext()) for text in listed]
        found = WorkbookCells([sheet.attrib["name"] for sheet in sheets], {}, [])
        for number, name in enumerate(found.names, 1):
            for cell in elements(parts[f"xl/worksheets/sheet{number}.xml"], "c"):
                found.add(name, cell, texts)
        return found

    def add(self, sheet: str, cell: ET.Element, texts: list[str]) -> None:
        children = {local_name(child.tag): child for child in cell}
        kept = children["v"].text if "v" in children else None
        if "is" in children:
            kept = "".join(children["is"].itertext())
        self.cells[sheet, cell.attrib["r"]] = _value(cell.get("t", "n"), kept, texts)
        if "f" in children:
            self._add_formula(sheet, cell.attrib["r"], children["f"])

    def _add_formula(self, sheet: str, place: str, formula: ET.Element) -> None:
        text, address = f"={formula.text}", formula.get("ref", place)
        if formula.get("t") == "shared":
            key, address = (sheet, formula.attrib["si"]), place
            origin, shared = self.shared_formulas.setdefault(key, (place, text))
            self.shared_cells.add((sheet, place))
            text = Translator(shared, origin).translate_formula(place)
        self.formulas.append(Formula(referenced_range(address, sheet), text))

    def part(self, sheet: str) -> str:
        return f"xl/worksheets/sheet{self.names.index(sheet) + 1}.xml"

    def computed(self) -> dict[CellKey, str]:
        """Return the formulas by cell, also for each cell of an array."""
        return {
            (formula.area.sheet, place): formula.text
            for formula in self.formulas
            for place in cell_addresses(formula.area)
        }


def row_texts(rows: RangeValues) -> list[str]:
    """Return the texts of the cells of each row, with a blank between them."""
    return [" ".join(filter(None, map(cell_text, row))) for row in rows]


def printed_pages(workbook: Path, sheet: str) -> list[CellRange]:
    """Return the cells of each printed page of a sheet, one below the other."""
    cells = openpyxl.load_workbook(workbook)[sheet]
    area = referenced_range(cells.print_area.rpartition("!")[2], sheet)
    breaks = [page_break.id for page_break in cells.row_breaks.brk]
    starts, ends = [area.top, *breaks], [*breaks, area.bottom + 1]
    return [
        replace(area, top=start, bottom=end - 1)
        for start, end in zip(starts, ends, strict=True)
    ]


def _value(kind: str, kept: str | None, texts: list[str]) -> Cell:
    if not kept:
        return ""
    if kind == "s":
        return texts[int(kept)]
    if kind == "b":
        return kept == "1"
    return float(kept) if kind == "n" else kept


# The VBA project, as [MS-OVBA] has it


def olevba() -> ModuleType:
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        return importlib.import_module("oletools.olevba")


def streams_of(project: bytes) -> dict[str, bytes]:
    with olefile.OleFileIO(io.BytesIO(project)) as container:
        return {
            "/".join(path): container.openstream(path).read()
            for path in container.listdir()
        }


def directory(project: bytes) -> bytes:
    """Return the dir stream, section 2.3.4.2 of [MS-OVBA]."""
    compressed = bytearray(streams_of(project)["VBA/dir"])
    return bytes(olevba().decompress_stream(compressed))


def modules(project: bytes) -> dict[str, str]:
    parser = olevba().VBA_Parser(MACROS, data=project)
    return {Path(name).stem: text for *_, name, text in parser.extract_macros()}


# The checks


def _recalculation(parts: dict[str, bytes]) -> Iterator[str]:
    """Yield the reasons why Excel calculates the workbook on opening."""
    (settings,) = elements(parts["xl/workbook.xml"], "calcPr")
    if int(settings.get("calcId", 0)) < _ENGINE:
        yield "an older engine than Excel's has calculated the workbook"
    for flag in ("fullCalcOnLoad", "forceFullCalc"):
        if settings.get(flag, "0") not in ("0", "false"):
            yield f"the file makes Excel compute everything at opening: {flag}"
    for name in parts:
        if re.search("calcChain|externalLink|connections|volatileDependencies", name):
            yield f"a part has Excel compute or fetch something at opening: {name}"


def _formulas(root: ET.Element) -> Iterator[str]:
    """Yield the formulas of a sheet that Excel calculates on opening or rejects."""
    cells = {cell.attrib["r"]: cell for cell in elements(root, "c")}
    for place, cell in cells.items():
        for formula in elements(cell, "f"):
            covered = cell_addresses(referenced_range(formula.get("ref", place), ""))
            there = cells.keys() & covered
            # An array of blanks may have its first cell alone.
            if there not in ({place}, {*covered}):
                yield f"{place}: a cell of an array is not there"
            if not all(elements(cells[each], "v") for each in there):
                yield f"{place}: a formula has no value"
            if cell.get("t") == "s":
                yield f"{place}: a formula's text is kept as a typed one"
            allowed = {"shared": {"t", "ref", "si"}, "array": {"t", "ref"}}
            if {*formula.attrib} - allowed.get(formula.get("t", "array"), set()):
                yield f"{place}: a formula is marked {formula.attrib}"
            yield from (f"{place}: {fault}" for fault in _faults(formula.text or ""))
    for rule in elements(root, "formula", "formula1", "formula2", "definedName"):
        if _VOLATILE.search(bare(rule.text or "")):
            yield f"a rule or a name is volatile: {rule.text}"


def _faults(formula: str) -> Iterator[str]:
    """Yield the reasons why Excel calculates a formula on opening or rejects it."""
    if _VOLATILE.search(bare(formula)):
        yield f"a formula is volatile: {formula}"
    texts = re.findall(r'"(?:[^"]|"")*"', formula)
    if len(formula) > 8192 or any(len(text) > 257 for text in texts):
        yield "a formula or a text in it is longer than Excel allows"
    if (depth := bracket_depth(formula)) > _MAX_DEPTH:
        yield f"{depth} levels of brackets are too many"


def bracket_depth(formula: str) -> int:
    """Return the number of brackets within one another."""
    steps = ({"(": 1, ")": -1}.get(sign, 0) for sign in bare(formula))
    return max(accumulate(steps), default=0)


def bare(formula: str) -> str:
    """Return a formula without texts and sheet names."""
    return re.sub(r'"(?:[^"]|"")*"|\'(?:[^\']|\'\')*\'', '""', formula).upper()


def _silent(root: ET.Element) -> Iterator[str]:
    """Yield charts and buttons without an alternative text."""
    for picture in elements(root, "cNvPr"):
        if not picture.get("descr", "").strip():
            yield f"a chart has no text: {picture.get('name')}"
    for shape in elements(root, "shape"):
        if not shape.get("alt", "").strip():
            yield "a button has no text"


def _edges(root: ET.Element) -> Iterator[str]:
    """Yield conditional formats with borders, which Calc saves black."""
    for number, look in enumerate(elements(root, "dxf")):
        if elements(look, "border"):
            yield f"conditional format {number} has borders"


def findings(workbook: bytes) -> list[str]:
    parts = package_parts(workbook)
    found = [*_recalculation(parts)]
    for name, part in parts.items():
        if re.match(r"xl/(worksheets/sheet\d+|workbook)\.xml", name):
            found += [f"{name}, {formula}" for formula in _formulas(parse_part(part))]
        elif re.match(r"xl/drawings/(drawing\d+\.xml|.*\.vml)", name):
            found += [f"{name}: {cell}" for cell in _silent(parse_part(part))]
    found += _edges(parse_part(parts["xl/styles.xml"]))
    if MACROS in parts:
        texts = modules(parts[MACROS]).items()
        volatile = [
            name for name, text in texts if "application.volatile" in text.lower()
        ]
        found += [f"{name}: a macro's function is volatile" for name in volatile]
    return found
