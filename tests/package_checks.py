"""
What Excel minds in a workbook's package and Microsoft's validator does not see.

`findings` reads the file as it lies there and tells what Excel would compute when it
opens the workbook, what it would repair although each part is of its schema, and what
nobody could hear read aloud.
"""

import functools
import importlib
import io
import itertools
import posixpath
import re
import struct
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Final
from xml.etree import ElementTree as ET

import olefile  # type: ignore[import-untyped]
from openpyxl.utils import range_boundaries

Box = tuple[int, int, int, int]
"""An area: its first column and row, its last column and row, from 1."""

_PROJECT: Final = "xl/vbaProject.bin"
"""The part with the macros, which one edition has."""

_ENGINE: Final = 191029
"""The calculation engine of Excel 2019 and every later one."""

_VOLATILE: Final = re.compile(
    # A range that ends in a function is volatile at opening too.
    r"\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|OFFSET|INDIRECT|INFO|CELL)\("
    r"|\)\s*:|:\s*[A-Z]+\("
)
_ERRORS: Final = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
_VALUE: Final = {
    "n": re.compile(r"-?\d+(\.\d+)?(E[+-]?\d+)?\Z"),
    "b": re.compile(r"[01]\Z"),
    "e": re.compile("|".join(map(re.escape, _ERRORS)) + r"\Z"),
    "str": re.compile(r"[\s\S]*\Z"),
    "s": re.compile(r"\d+\Z"),
}
_CELL: Final = re.compile(r"[A-Z]{1,3}\d+|R\d*(C\d*)?|C\d*", re.IGNORECASE)
_LEGAL_NAME: Final = re.compile(r"(_xlnm\.)?[A-Za-z_\\][\w.\\]{0,254}")


# The package


def parts_of(workbook: bytes) -> dict[str, bytes]:
    """Return the parts of a package by their names."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        assert package.testzip() is None
        names = package.namelist()
        assert len(set(names)) == len(names)
        return {name: package.read(name) for name in names}


def parsed(part: bytes) -> ET.Element:
    return ET.fromstring(part)  # noqa: S314, our own file


def local(name: str) -> str:
    """Return the name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


def tags(part: bytes | ET.Element, *names: str) -> list[ET.Element]:
    """Return the elements of these names, whatever their namespace."""
    root = parsed(part) if isinstance(part, bytes) else part
    return [element for element in root.iter() if local(element.tag) in names]


def _text(element: ET.Element) -> str:
    return "".join(element.itertext())


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name, the name of its part, and what stands in it."""

    name: str
    part: str
    root: ET.Element

    @cached_property
    def cells(self) -> dict[str, ET.Element]:
        return {cell.attrib["r"]: cell for cell in tags(self.root, "c")}

    @cached_property
    def formulas(self) -> dict[str, ET.Element]:
        """The formulas by the cell in which they stand."""
        children = ((at, child) for at, cell in self.cells.items() for child in cell)
        return {at: child for at, child in children if local(child.tag) == "f"}

    @cached_property
    def arrays(self) -> list[Box]:
        return [_box(f.attrib["ref"]) for f in self.formulas.values() if f.get("ref")]


class Package:
    """A workbook as it lies on the disk."""

    def __init__(self, workbook: bytes) -> None:
        self.parts = parts_of(workbook)
        self.workbook = self.root("xl/workbook.xml")
        links = self.links("xl/workbook.xml")
        self.sheets = []
        for sheet in tags(self.workbook, "sheet"):
            (link,) = (v for k, v in sheet.attrib.items() if local(k) == "id")
            self.sheets.append(
                Sheet(sheet.attrib["name"], links[link], self.root(links[link]))
            )

    @functools.cache  # noqa: B019 - packages are few and short-lived
    def root(self, name: str) -> ET.Element:
        return parsed(self.parts[name])

    def links(self, part: str) -> dict[str, str]:
        """Return the parts to which a part is linked, by the links' names."""
        folder, name = posixpath.split(part)
        listing = f"{folder}/_rels/{name}.rels".lstrip("/")
        if listing not in self.parts:
            return {}
        return {
            link.attrib["Id"]: posixpath.normpath(
                posixpath.join("/", folder, link.attrib["Target"])
            )[1:]
            for link in tags(self.root(listing), "Relationship")
            if link.get("TargetMode") is None
        }

    @cached_property
    def macros(self) -> dict[str, str]:
        """The texts of the VBA modules, of which one edition has none."""
        return modules(self.parts[_PROJECT]) if _PROJECT in self.parts else {}


def _box(reference: str) -> Box:
    corners = range_boundaries(reference.replace("$", ""))
    left, top, right, bottom = (int(corner or 0) for corner in corners)
    return left, top, right, bottom


def _overlap(one: Box, other: Box) -> bool:
    return not (
        one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
    )


# The VBA project, as [MS-OVBA] has it


def olevba() -> ModuleType:
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        return importlib.import_module("oletools.olevba")


def directory(stream: bytes) -> list[tuple[int, bytes]]:
    """
    Return the records of a dir stream, section 2.3.4.2 of [MS-OVBA].

    Raises ValueError unless the stream ends with the terminator, whose four bytes
    after its number stand where other records have their size.
    """
    records: list[tuple[int, bytes]] = []
    at, kind = 0, 0
    while kind != 0x0010:
        kind, size = struct.unpack_from("<HI", stream, at)
        if kind == 0x0009:  # the version's second number is not counted
            size += 2
        records.append((kind, stream[at + 6 : at + 6 + size]))
        at += 6 + size
    if records[-1][1] or at != len(stream):
        raise ValueError(f"expected the dir stream to end at {at}, got {len(stream)}")
    return records


def _streams(project: bytes) -> dict[str, bytes]:
    with olefile.OleFileIO(io.BytesIO(project)) as container:
        return {
            "/".join(path): container.openstream(path).read()
            for path in container.listdir()
        }


def directory_of(project: bytes) -> list[tuple[int, bytes]]:
    """Return the records of a project's directory."""
    compressed = _streams(project)["VBA/dir"]
    return directory(bytes(olevba().decompress_stream(bytearray(compressed))))


def modules(project: bytes) -> dict[str, str]:
    """Return the texts of a project's modules, as its directory lists them."""
    streams = _streams(project)
    records = directory_of(project)
    places = [data.decode("ascii") for kind, data in records if kind == 0x001A]
    offsets = [int.from_bytes(data, "little") for kind, data in records if kind == 0x31]
    texts = {}
    for place, offset in zip(places, offsets, strict=True):
        compressed = bytearray(streams[f"VBA/{place}"][offset:])
        texts[place] = bytes(olevba().decompress_stream(compressed)).decode("cp1252")
    return texts


# The checks


def _recalculation(package: Package) -> Iterator[str]:
    """Tell what makes Excel compute everything at opening."""
    (settings,) = tags(package.workbook, "calcPr")
    if int(settings.get("calcId", 0)) < _ENGINE:
        yield "an older engine than Excel's has calculated the workbook"
    for flag in ("fullCalcOnLoad", "forceFullCalc"):
        if settings.get(flag, "0") not in ("0", "false"):
            yield f"Excel is told to compute everything at opening: {flag}"
    for name in package.parts:
        if re.search("calcChain|externalLink|connections|volatileDependencies", name):
            yield f"a part has Excel compute or fetch something at opening: {name}"


def _formula_values(package: Package) -> Iterator[str]:
    """Tell which cells Excel computes at opening because they have no value."""
    for sheet in package.sheets:
        covered: set[str] = set()
        for left, top, right, bottom in sheet.arrays:
            places = {
                f"{_letters(column)}{row}"
                for column in range(left, right + 1)
                for row in range(top, bottom + 1)
            }
            there = places & sheet.cells.keys()
            # An array of blanks may have its first cell alone.
            blank = there == {f"{_letters(left)}{top}"}
            covered |= there if blank else places
        for place in sorted(covered | sheet.formulas.keys()):
            where = f"{sheet.name}!{place}"
            cell = sheet.cells.get(place)
            if cell is None:
                yield f"{where}: a cell of an array is not there"
            elif not tags(cell, "v"):
                yield f"{where}: a formula has no value"
            elif cell.get("t") == "s":
                yield f"{where}: a formula's text is kept as a typed one"


def _values(package: Package) -> Iterator[str]:
    """Tell which values are not of their cell's type."""
    for sheet in package.sheets:
        for place, cell in sheet.cells.items():
            kind = cell.get("t", "n")
            for value in tags(cell, "v"):
                if not _VALUE[kind].match(value.text or ""):
                    where = f"{sheet.name}!{place}"
                    yield f"{where}: a cell of type {kind} has the value {value.text!r}"


def _volatile(package: Package) -> Iterator[str]:
    """Tell what Excel computes at every opening."""
    for sheet in package.sheets:
        for place, formula in sheet.formulas.items():
            where = f"{sheet.name}!{place}"
            if _VOLATILE.search(_bare(formula.text or "")):
                yield f"{where}: a formula is volatile: {formula.text}"
            odd = {*formula.attrib} - {"t", "ref"}
            if odd or formula.get("t", "array") != "array":
                yield f"{where}: a formula is marked {formula.attrib}"
    for name in tags(package.workbook, "definedName"):
        if _VOLATILE.search(_bare(name.text or "")):
            yield f"the name {name.attrib['name']} is volatile: {name.text}"
    for module, text in package.macros.items():
        if "application.volatile" in text.lower():
            yield f"a macro's function is volatile: {module}"


def _letters(column: int) -> str:
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def _bare(formula: str) -> str:
    """Return a formula without its texts and the names of sheets."""
    return re.sub(r'"(?:[^"]|"")*"|\'(?:[^\']|\'\')*\'', '""', formula).upper()


def _formula_sizes(package: Package) -> Iterator[str]:
    for sheet in package.sheets:
        for place, element in sheet.formulas.items():
            formula = element.text or ""
            where = f"{sheet.name}!{place}"
            if len(formula) > 8192:
                yield f"{where}: a formula is longer than Excel allows: {len(formula)}"
            if any(len(text) > 257 for text in re.findall(r'"(?:[^"]|"")*"', formula)):
                yield f"{where}: a text in a formula is longer than Excel allows"
            deepest, most = _nesting(_bare(formula))
            if deepest > 64 or most > 255:
                yield f"{where}: {deepest} levels, {most} arguments are too many"


def _nesting(formula: str) -> tuple[int, int]:
    """Return the deepest level and the most arguments in one pair of brackets."""
    commas, deepest, most = [0], 0, 0
    for character in formula:
        if character == "(":
            commas.append(0)
            deepest = max(deepest, len(commas) - 1)
        elif character == ")":
            most = max(most, commas.pop() + 1)
        elif character == ",":
            commas[-1] += 1
    if len(commas) != 1:
        raise ValueError(f"expected as many brackets open as closed in {formula}")
    return deepest, most


def _areas(package: Package) -> Iterator[str]:
    """Tell which areas of a sheet overlap that must not."""
    for sheet in package.sheets:
        boxes: dict[str, list[Box]] = {
            "merged": [_box(t.attrib["ref"]) for t in tags(sheet.root, "mergeCell")],
            "array": sheet.arrays,
            "table": [
                _box(package.root(part).attrib["ref"])
                for part in package.links(sheet.part).values()
                if part.startswith("xl/tables/")
            ],
        }
        every = [(kind, box) for kind, found in boxes.items() for box in found]
        checks = [
            _box(area)
            for tag in tags(sheet.root, "dataValidation")
            for area in tag.attrib["sqref"].split()
        ]
        for group in (every, [("validated", box) for box in checks]):
            for (kind, box), (other, beside) in itertools.combinations(group, 2):
                if _overlap(box, beside):
                    yield f"{sheet.name}: {kind} {box} and {other} {beside} overlap"


def _names(package: Package) -> Iterator[str]:
    names = tags(package.workbook, "definedName")
    sheets = {sheet.name for sheet in package.sheets}
    scopes = ((n.attrib["name"].lower(), n.get("localSheetId")) for n in names)
    yield from (f"two names of one scope: {name}" for name in _twice(scopes))
    written = "\n".join(package.macros.values())
    called = re.findall(r"^(?:Public )?(?:Function|Sub) (\w+)", written, re.MULTILINE)
    tables = [
        package.root(part).attrib["displayName"]
        for part in package.parts
        if part.startswith("xl/tables/")
    ]
    yield from (
        f"two tables are called {name}" for name in _twice(map(str.lower, tables))
    )
    taken = {name.lower() for name in (*called, *tables)}
    for name in names:
        text = name.attrib["name"]
        if text.lower() in taken:
            yield f"a name is that of a function, a macro or a table: {text}"
        if not _LEGAL_NAME.fullmatch(text) or _CELL.fullmatch(text):
            yield f"a name cannot be {text}"
        sheet, _, area = (name.text or "").rpartition("!")
        if sheet.strip("'").replace("''", "'") not in sheets or not _is_area(area):
            yield f"the name {text} leads nowhere: {name.text}"


def _is_area(text: str) -> bool:
    return all(re.fullmatch(r"\$[A-Z]{1,3}\$\d+", end) for end in text.split(":"))


def _twice(things: Iterable[object]) -> list[object]:
    return [thing for thing, count in Counter(things).items() if count > 1]


def _rules(package: Package) -> Iterator[str]:
    """Tell which conditions and validations compute more than cells beside them."""
    udfs = package.macros.get("xlwings_udfs", "")
    functions = re.findall(r"^Function (\w+)", udfs, re.MULTILINE)
    for sheet in package.sheets:
        for rule in tags(sheet.root, "dataValidation", "cfRule"):
            for formula in tags(rule, "formula", "formula1", "formula2"):
                bare = _bare(formula.text or "")
                # Excel computes them whenever it draws a cell.
                if _VOLATILE.search(bare) or any(f"{f}(" in bare for f in functions):
                    yield f"{sheet.name}: a rule computes too much: {formula.text}"


def _drawings(package: Package) -> Iterator[str]:
    """Tell which charts and buttons have no text for those who cannot see them."""
    for part in package.parts:
        if re.match(r"xl/drawings/drawing\d+\.xml", part):
            for picture in tags(package.root(part), "cNvPr"):
                if not picture.get("descr", "").strip():
                    yield f"{part}: a chart has no text: {picture.get('name')}"
        if part.endswith(".vml"):
            for shape in tags(package.root(part), "shape"):
                if not shape.get("alt", "").strip():
                    yield f"{part}: a button has no text"


def findings(workbook: bytes) -> list[str]:
    """Return what is wrong with a workbook, a sentence each; nothing if it is right."""
    package = Package(workbook)
    checks = (
        *(_recalculation, _formula_values, _values, _volatile, _formula_sizes),
        *(_areas, _names, _rules, _drawings),
    )
    return [found for check in checks for found in check(package)]
