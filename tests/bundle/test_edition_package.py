"""The workbook without macros: formulas only."""

import re
from collections.abc import Mapping
from html import unescape

from libreoffice import WORKBOOK
from package_checks import WorkbookCells, package_parts

from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.presentation.sheet_names import FUNCTIONS_SHEET
from xl_mastermind.sheets.lambda_names import lambda_names

PLAIN = WORKBOOK.with_suffix(".xlsx")


def texts(pattern: str, parts: Mapping[str, bytes] | None = None) -> set[str]:
    searched = (parts or package_parts(PLAIN.read_bytes())).values()
    return {found for part in searched for found in re.findall(pattern, part.decode())}


def test_plain_edition_has_no_active_parts() -> None:
    parts = package_parts(PLAIN.read_bytes())
    kinds = {re.sub(r"\d+", "", name) for name in parts}
    assert kinds == {
        *("[Content_Types].xml", "_rels/.rels", "docProps/app.xml"),
        *("docProps/core.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"),
        *("xl/styles.xml", "xl/theme/theme.xml", "xl/workbook.xml"),
        "xl/worksheets/sheet.xml",
        # Of the chart on the sheet Match
        *("xl/worksheets/_rels/sheet.xml.rels", "xl/drawings/drawing.xml"),
        *("xl/drawings/_rels/drawing.xml.rels", "xl/charts/chart.xml"),
    }
    assert not texts("TargetMode|macroEnabled|<oleObject|<control")


def test_plain_edition_calls_no_udf() -> None:
    part = WorkbookCells.read(PLAIN.read_bytes()).part(FUNCTIONS_SHEET)
    parts = {
        n: text for n, text in package_parts(PLAIN.read_bytes()).items() if n != part
    }
    found = texts(r"<(?:f|formula\d?|definedName)\b[^>]*>([^<]*)</", parts)
    names = {name.file_formula for name in lambda_names()}
    formulas = {f for f in found if unescape(f) not in names}
    bare = {re.sub('"[^"]*"', "", formula) for formula in formulas}
    called = {name for formula in bare for name in re.findall(r"([\w.]+)\(", formula)}
    assert {"IFERROR", "SUMPRODUCT"} <= called  # it finds some
    assert not called & {function.name for function in FUNCTIONS}
    # Others are not newer than Excel 2007, nor behind the path of another workbook.
    assert [name for name in called if "." in name] == ["_xlfn.ISFORMULA"]
    assert not [formula for formula in bare if "[" in formula or "#REF" in formula]


def test_plain_functions_sheet_has_all_examples() -> None:
    """Excel copies the names that formulas of a copied sheet call."""
    sheets = WorkbookCells.read(PLAIN.read_bytes())
    examples = [f for f in sheets.formulas if f.area.sheet == FUNCTIONS_SHEET]
    called = [re.findall(r"\b([A-Z_]+)\(", f.text) for f in examples]
    names = {name.name for name in lambda_names() if not name.is_helper}
    assert sorted(name for call in called for name in call if name in names) == sorted(
        names
    )
