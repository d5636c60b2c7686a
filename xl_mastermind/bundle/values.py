"""Compute the values of a workbook with LibreOffice, or take those of the bundled."""

import io
import re
import subprocess
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from xl_mastermind.files import bundled_file
from xl_mastermind.presentation.sheet_names import PYTHON_SHEETS
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells, sheet_titles
from xl_mastermind.workbook_files.stored_values import SheetValues, stored_values

_FORMULA: Final = re.compile(r"<f\b[^>]*>[^<]*</f>")


def computed_values(workbook: Path) -> SheetValues:
    """Return the values of a workbook, computed by LibreOffice where it has none."""
    with TemporaryDirectory() as folder:
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        options = ("--convert-to", "xlsx", "--outdir", folder)
        subprocess.run(  # noqa: S603 - our own file
            ["soffice", "--headless", profile, *options, str(workbook)],  # noqa: S607
            check=True,
            capture_output=True,
        )
        return stored_values(Path(folder, workbook.name).with_suffix(".xlsx"))


def with_bundled_values(workbook: bytes, edition: Edition) -> bytes:
    """
    Return a new workbook with the values of the bundled one.

    Only sheets with the same formulas and the same boards get them; applications
    calculate the other sheets.
    """
    bundled = bundled_file(f"MasterMind{edition}").read_bytes()
    parts, bundled_parts = _sheet_parts(workbook), _sheet_parts(bundled)
    # Constants of the sheets for Python depend on the boards of the workbook.
    equal_sheets = {
        title
        for title in parts.keys() & bundled_parts.keys() - {*PYTHON_SHEETS}
        if _FORMULA.findall(parts[title]) == _FORMULA.findall(bundled_parts[title])
    }
    return fill_cells(workbook, stored_values(io.BytesIO(bundled), equal_sheets))


def _sheet_parts(workbook: bytes) -> dict[str, str]:
    """Return the XML of each sheet by its title."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        titles = sheet_titles(parts)
        return {title: parts.read(part).decode() for part, title in titles.items()}
