"""The contents of a workbook: its macros, settings, and whether it has a board."""

import re
import zipfile
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from html import unescape
from itertools import count, islice, pairwise
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple, Self

from xl_mastermind.spreadsheet.edition import XLWINGS, Edition
from xl_mastermind.spreadsheet.package import check_workbook, read_part
from xl_mastermind.spreadsheet.sheet_names import BOARD_NAMES, CONFIG_SHEET

_OUR_MODULES: Final = {
    "Dictionary",
    "MasterMind",
    "Objects",
    "BoardMacros",
    "PythonLink",
    "xlwings",
    "xlwings_udfs",
}
"""The modules of a workbook that have macros."""

_INTERNET_ZONE: Final = 3

_PROPERTIES: Final = "docProps/custom.xml"


CALC_ENDING: Final = ".ods"
"""The ending of a workbook that LibreOffice has saved as its own."""


_MOST_MODULES: Final = 10_000
"""Modules of macros that are looked at."""


class WorkbookContents(NamedTuple):
    """The contents of a workbook: macros, settings, and whether it has a board."""

    modules: Collection[str]  # the names of the modules that its macros are in
    xlwings: str  # the version of xlwings whose macros are among them, or nothing
    settings: Mapping[str, str]  # its own settings of xlwings
    has_board: bool  # whether it has a board
    is_manual: bool = False  # whether its automatic calculation is switched off

    @classmethod
    def read(cls, file: Path) -> Self | None:
        """
        Return what is in the workbook, or nothing if it is no such workbook.

        Whatever is in a file, this takes little memory, and time as the file is long.
        """
        if not file.is_file():
            return None
        check_workbook(file)
        try:
            with zipfile.ZipFile(file) as parts:
                if file.suffix.lower() == CALC_ENDING:
                    has_board = _has_board_of_calc(parts)
                    return cls((), "", {}, has_board, _is_manual_in_calc(parts))
                has_macros = file.suffix.lower() != Edition.PLAIN
                modules, version = _macros_in(parts) if has_macros else ((), "")
                settings, has_board = _settings_and_board(parts)
                is_manual = _is_manual(parts)
        except Exception:  # noqa: BLE001 - however a file is broken, it is broken
            return None
        return cls(modules, version, settings, has_board, is_manual)

    @property
    def is_mastermind(self) -> bool:
        """Whether it is a MasterMind workbook."""
        if not self.modules:
            return self.has_board
        return {"MasterMind", "xlwings"} <= {*self.modules}

    @property
    def has_user_macros(self) -> bool:
        """Whether there are macros in other modules than the workbook's own."""
        return bool({*self.modules} - _OUR_MODULES)


class _Tag(NamedTuple):
    """A start tag of XML, its name without a prefix, and the text after it."""

    name: str
    attributes: str
    text: str

    def attribute(self, name: str) -> str:
        """Return an attribute, nothing if there is none."""
        found = re.search(rf'[\s:]{name}="([^"]*)"', self.attributes)
        return unescape(found[1]) if found else ""


def _tags(part: bytes, *names: str) -> Iterator[_Tag]:
    """Yield the start tags of some names."""
    form = rf"<(?:\w+:)?({'|'.join(names)})(?=[\s/>])([^<>]*)>?([^<]*)"
    for tag in re.finditer(form.encode(), part):
        name, attributes, text = (group.decode() for group in tag.groups())
        yield _Tag(name, attributes, unescape(text))


def _is_manual(parts: zipfile.ZipFile) -> bool:
    """Return whether a workbook computes only when asked."""
    tags = _tags(read_part(parts, "xl/workbook.xml"), "calcPr")
    return any(tag.attribute("calcMode") == "manual" for tag in tags)


def _is_manual_in_calc(parts: zipfile.ZipFile) -> bool:
    """Return whether a workbook of LibreOffice's own computes only when asked."""
    items = _tags(read_part(parts, "settings.xml"), "config-item")
    return any(
        (i.attribute("name"), i.text) == ("AutoCalculate", "false") for i in items
    )


def _has_board_of_calc(parts: zipfile.ZipFile) -> bool:
    ranges = _tags(read_part(parts, "content.xml"), "named-range")
    ours = {*BOARD_NAMES}
    return ours == {name for tag in ranges if (name := tag.attribute("name")) in ours}


def _macros_in(parts: zipfile.ZipFile) -> tuple[set[str], str]:
    """Return the modules that belong to no sheet, and the version of xlwings' own."""
    project = read_part(parts, "xl/vbaProject.bin")
    # [MS-OVBA], section 2.3.1: the list of modules is plain text.
    form = rb"\r\n(?:Module|Class|BaseClass)=([^\r\n]+)"
    listed = islice(re.finditer(form, project), _MOST_MODULES)
    modules = {name[1].decode("cp1252") for name in listed}
    if _PROPERTIES not in parts.namelist():
        return modules, ""
    tags = _tags(read_part(parts, _PROPERTIES), "property", "lpwstr")
    versions = (
        value.text
        for tag, value in pairwise(tags)
        if value.name == "lpwstr" and tag.attribute("name") == XLWINGS
    )
    return modules, next(versions, "")


def _settings_and_board(parts: zipfile.ZipFile) -> tuple[dict[str, str], bool]:
    """Return the workbook's own settings of xlwings, and whether a sheet is a board."""
    ours, names = {*BOARD_NAMES}, defaultdict(set)
    settings_id = ""
    for tag in _tags(read_part(parts, "xl/workbook.xml"), "sheet", "definedName"):
        name = tag.attribute("name")
        if tag.name == "definedName" and name in ours:
            names[tag.attribute("localSheetId")].add(name)
        elif tag.name == "sheet" and name == CONFIG_SHEET:
            settings_id = tag.attribute("id")
    names.pop("", None)  # such names belong to no sheet
    settings = {}
    links = read_part(parts, "xl/_rels/workbook.xml.rels")
    for link in _tags(links, "Relationship"):
        if link.attribute("Id") == settings_id:
            target = PurePosixPath("/xl", link.attribute("Target"))
            settings = _settings_on_sheet(parts, str(target)[1:])
    return settings, ours in names.values()


def _settings_on_sheet(parts: zipfile.ZipFile, sheet: str) -> dict[str, str]:
    """Return the names in the first column of a sheet, and the values beside them."""
    values: dict[str, list[str]] = {}
    shared: dict[int, list[str]] = {}
    place = kind = ""
    for tag in _tags(read_part(parts, sheet), "c", "v", "t"):
        if tag.name == "c":
            place, kind = tag.attribute("r"), tag.attribute("t")
        elif re.fullmatch("[AB][0-9]{1,7}", place):
            text = values.setdefault(place, [])
            if kind == "s":
                values[place] = shared.setdefault(int(tag.text), text)
            else:
                text.append(tag.text)
    if shared:
        number = -1
        for tag in _tags(read_part(parts, "xl/sharedStrings.xml"), "si", "t"):
            number += tag.name == "si"
            if tag.name == "t" and number in shared:
                shared[number].append(tag.text)
    texts = {place: "".join(texts) for place, texts in values.items()}
    rows: dict[str, str] = {}
    for row in count(1):  # Excel reads down to the first blank cell
        name = texts.get(f"A{row}")
        if not name:
            break
        rows[name.upper()] = texts.get(f"B{row}", "")
    return rows


def is_downloaded(workbook: Path) -> bool:
    """Return whether Windows has marked a file as one from the internet."""
    try:
        zone = Path(f"{workbook}:Zone.Identifier").read_text("utf-8", "replace")
    except OSError:
        return False
    zone_id = re.search(r"ZoneId=([0-9])\b", zone)
    return bool(zone_id and int(zone_id[1]) >= _INTERNET_ZONE)
