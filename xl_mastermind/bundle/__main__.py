"""Write the four files of `workbook/`; LibreOffice computes their values."""

from pathlib import Path
from tempfile import TemporaryDirectory

from xl_mastermind.bundle.values import computed_values
from xl_mastermind.bundle.workbook import bundled_games, workbook_bytes
from xl_mastermind.excel.add_in import add_in_bytes
from xl_mastermind.files import ADD_IN_SUFFIX, EXTENSION_SUFFIX, write_file
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.libreoffice.extension import extension_bytes
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET
from xl_mastermind.sheets.functions_sheet import function_values
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells

FOLDER = Path(__file__).parents[2] / "workbook"


def main() -> None:
    """Write all four files."""
    compile_kernels(report=print)  # ratings on the sheet Functions are those with numba
    write_file(FOLDER / f"MasterMind{ADD_IN_SUFFIX}", add_in_bytes())
    write_file(FOLDER / f"MasterMind{EXTENSION_SUFFIX}", extension_bytes())
    for edition in Edition:
        content = workbook_bytes(*bundled_games(), edition=edition)
        with TemporaryDirectory() as folder:
            file = Path(folder, f"bare{edition}")
            file.write_bytes(content)
            values = computed_values(file)
        # LibreOffice lacks the worksheet functions and the names with LAMBDA.
        values[FUNCTIONS_SHEET] |= function_values(edition)
        write_file(FOLDER / f"MasterMind{edition}", fill_cells(content, values))


if __name__ == "__main__":
    main()
