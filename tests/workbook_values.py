"""
The files that people get, built anew, with values that LibreOffice computes.

Run by hand, it writes them into the folder `workbook`: ``make build``.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import openpyxl

from xl_mastermind.build.book import first_boards, workbook_bytes
from xl_mastermind.build.excel_add_in import add_in_bytes
from xl_mastermind.build.extension import extension_bytes
from xl_mastermind.build.functions_sheet import function_values
from xl_mastermind.files import write_file
from xl_mastermind.sheet.cells import Cell
from xl_mastermind.sheet.edition import ADD_IN, EXTENSION, Edition
from xl_mastermind.sheet.layout import FUNCTIONS_SHEET
from xl_mastermind.sheet.parts import with_cells
from xl_mastermind.solve.exact.compiled import prepare

Values: TypeAlias = dict[str, dict[str, Cell]]
"""For each sheet its values, by the addresses of the cells."""

FOLDER = Path(__file__).parents[1] / "workbook"


def kept(workbook: Path) -> Values:
    """Return the values that a workbook keeps; an empty text is `None`."""
    return {
        sheet.title: {cell.coordinate: cell.value for row in sheet for cell in row}
        for sheet in openpyxl.load_workbook(workbook, data_only=True)
    }


def computed(workbook: Path) -> Values:
    """Return the values of a workbook as LibreOffice computes those that it lacks."""
    with TemporaryDirectory() as folder:
        profile = f"-env:UserInstallation={Path(folder, 'profile').as_uri()}"
        to = ("--convert-to", "xlsx", "--outdir", folder)
        subprocess.run(  # noqa: S603 - our own file
            ["soffice", "--headless", profile, *to, str(workbook)],  # noqa: S607
            check=True,
            capture_output=True,
        )
        return kept(Path(folder, workbook.name).with_suffix(".xlsx"))


def main() -> None:
    """Write all four files."""
    prepare(print)  # else ratings on the sheet Functions are those without it
    write_file(FOLDER / f"MasterMind{ADD_IN}", add_in_bytes())
    write_file(FOLDER / f"MasterMind{EXTENSION}", extension_bytes())
    for edition in Edition:
        content = workbook_bytes(*first_boards(), edition=edition)
        with TemporaryDirectory() as folder:
            bare = Path(folder, f"bare{edition}")
            bare.write_bytes(content)
            values = computed(bare)
        if edition is Edition.MACROS:  # functions of ours, which are not there
            values[FUNCTIONS_SHEET] |= function_values()
        filled = with_cells(content, values)
        write_file(FOLDER / f"MasterMind{edition}", filled)


if __name__ == "__main__":
    main()
