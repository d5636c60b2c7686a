"""Read the macros of any workbook file, and detect its boards."""

import re
import zipfile
from collections import defaultdict
from collections.abc import Collection
from itertools import islice, pairwise
from pathlib import Path
from typing import Final, NamedTuple, Self

from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.workbook_files.edition import XLWINGS, Edition
from xl_mastermind.workbook_files.package import check_workbook, read_part, xml_tags

_OUR_MODULES: Final = {
    *("Dictionary", "MasterMind", "Objects", "BoardMacros", "PythonConnection"),
    *("xlwings", "xlwings_udfs"),
}

_INTERNET_ZONE: Final = 3

_PROPERTIES: Final = "docProps/custom.xml"

CALC_ENDING: Final = ".ods"
_MAX_MODULES: Final = 10_000
"""VBA modules to read from a file, which may be hostile."""


class WorkbookContents(NamedTuple):
    """The contents of a workbook."""

    modules: Collection[str]  # names of VBA modules
    xlwings: str  # the version of xlwings' module, or ""
    has_board: bool

    @classmethod
    def read(cls, file: Path) -> Self | None:
        """Return the contents of a workbook, perhaps a hostile one, or `None`."""
        if not file.is_file():
            return None
        check_workbook(file)
        try:
            with zipfile.ZipFile(file) as parts:
                if file.suffix.lower() == CALC_ENDING:
                    ranges = xml_tags(read_part(parts, "content.xml"), "named-range")
                    names = {tag.attribute("name") for tag in ranges}
                    return cls((), "", {*BOARD_NAMES} <= names)
                has_macros = file.suffix.lower() != Edition.PLAIN
                modules, version = _vba_modules(parts) if has_macros else ((), "")
                return cls(modules, version, _has_board(parts))
        except Exception:  # noqa: BLE001 - any error means a broken file
            return None

    @property
    def is_mastermind(self) -> bool:
        """Whether it is a MasterMind workbook."""
        if not self.modules:
            return self.has_board
        return {"MasterMind", "xlwings"} <= {*self.modules}

    @property
    def has_user_macros(self) -> bool:
        """Whether there are VBA modules besides those of MasterMind."""
        return bool({*self.modules} - _OUR_MODULES)


def _vba_modules(parts: zipfile.ZipFile) -> tuple[set[str], str]:
    """Return the VBA modules without those of sheets, and xlwings' version or ""."""
    project = read_part(parts, "xl/vbaProject.bin")
    # [MS-OVBA], section 2.3.1: the list of modules is plain text.
    form = rb"\r\n(?:Module|Class|BaseClass)=([^\r\n]+)"
    matches = islice(re.finditer(form, project), _MAX_MODULES)
    modules = {match[1].decode("cp1252") for match in matches}
    if _PROPERTIES not in parts.namelist():
        return modules, ""
    tags = xml_tags(read_part(parts, _PROPERTIES), "property", "lpwstr")
    versions = (
        value.text
        for tag, value in pairwise(tags)
        if value.name == "lpwstr" and tag.attribute("name") == XLWINGS
    )
    return modules, next(versions, "")


def _has_board(parts: zipfile.ZipFile) -> bool:
    names: dict[str, set[str]] = defaultdict(set)
    for tag in xml_tags(read_part(parts, "xl/workbook.xml"), "definedName"):
        if (name := tag.attribute("name")) in BOARD_NAMES:
            names[tag.attribute("localSheetId")].add(name)
    names.pop("", None)  # these names belong to the workbook, not to a sheet
    return {*BOARD_NAMES} in names.values()


def is_downloaded(workbook: Path) -> bool:
    """Return whether Windows has marked a file as downloaded."""
    try:
        zone = Path(f"{workbook}:Zone.Identifier").read_text("utf-8", "replace")
    except OSError:
        return False
    zone_id = re.search(r"ZoneId=([0-9])\b", zone)
    return bool(zone_id and int(zone_id[1]) >= _INTERNET_ZONE)
