"""Names in formulas: errors name the section, the group, the cell and the formula."""

from collections.abc import Iterator

import pytest

from xl_mastermind.sheets.cell_group import CellGroup, ConditionalFormat
from xl_mastermind.sheets.formula_notation import FormulaNameError
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.spreadsheet.cell_range import CellRange


def layout_with(group: CellGroup) -> SheetLayout:
    """Return a layout with a group to resolve and others that it may read."""

    def _columns(_: SheetLayout) -> Iterator[tuple[str, CellGroup]]:
        yield "words", CellGroup(CellRange("Sheet", 2, 0, 11, 0))
        yield "sizes", CellGroup(CellRange("Sheet", 2, 5, 10, 5))
        yield (
            "guess_input",
            CellGroup(
                CellRange("Sheet", 2, 1, 11, 1),
                anchor_range=CellRange("Sheet", 1, 1, 12, 1),
            ),
        )
        yield "tested", group

    return SheetLayout().add([_columns])


TESTED = CellRange("Sheet", 2, 2, 11, 2)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("[wrods]", "unknown group 'wrods'; similar: 'words'"),
        ("[@words.3]", "column of 'words': expected 1 to 1, got 3"),
        ("[@sizes]", "rows of 'sizes': expected 10, got 9"),
        ("[guess_input]", "input cells 'guess_input': expected one, got a range"),
        ("[until guess_input]", "input cells 'guess_input': expected one, got a range"),
        ("[@word s]", r"unknown form \[@word s\]"),
        ('["words]', "expected pairs of quotes"),
    ],
)
def test_wrong_name_raises_with_its_place(formula: str, message: str) -> None:
    group = layout_with(CellGroup(TESTED, f'IF(TRUE,{formula},"")')).groups["tested"]
    place = "section columns, group tested, cell C4"
    with pytest.raises(FormulaNameError, match=f"^{place}: {message} in IF"):
        group.formula_at(1, 0)


def test_conditional_format_reads_no_column_of_input_cells() -> None:
    criteria = ConditionalFormat('[@guess_input]=""', {})
    group = layout_with(CellGroup(TESTED, conditional_formats=[criteria]))
    with pytest.raises(FormulaNameError, match="'guess_input' in a conditional format"):
        group.groups["tested"].resolved_conditional_formats()


def test_second_group_of_a_name_raises() -> None:
    layout = layout_with(CellGroup(TESTED))
    with pytest.raises(FormulaNameError, match="group words: expected a new name"):
        layout.add([lambda _: iter([("words", CellGroup(TESTED))])])
