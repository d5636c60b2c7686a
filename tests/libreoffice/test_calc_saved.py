"""The workbook, saved by LibreOffice as .ods, looks as before."""

from collections.abc import Iterator
from typing import Any

import pytest
from boards import fresh, write_workbook
from libreoffice import WORKBOOK, Calc, Document, used_cells

from xl_mastermind.presentation.games import GAMES
from xl_mastermind.workbook_files.edition import Edition

NOT_CHANGED = ("CharHeight", "CharFontName", "VertJustify", "HoriJustify")
"""Properties that no conditional format changes."""

INHERITED = (*NOT_CHANGED, "CharColor", "CharWeight", "CharPosture", "ShrinkToFit")


@pytest.fixture(
    scope="module",
    params=[
        "",
        *(pytest.param(edition, marks=pytest.mark.proof) for edition in Edition),
    ],
)
def both(
    request: pytest.FixtureRequest,
    calc_without_extension: Calc,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Document, Document]]:
    """Return a workbook with one board or all, and its copy saved by LibreOffice."""
    folder = tmp_path_factory.mktemp("saved")
    book, saved = folder / "Book.xlsx", folder / "Book.ods"
    if request.param:
        book = WORKBOOK.with_suffix(request.param)
    else:
        write_workbook(book, fresh())
    before = calc_without_extension.open(book, Hidden=True)
    before.save_as(saved, "calc8")
    after = calc_without_extension.open(saved, Hidden=True)
    yield before, after
    before.close()
    after.close()


def visible(document: Document) -> dict[str, Any]:
    sheets = document.model.Sheets
    return {sheet.Name: sheet for sheet in sheets if sheet.IsVisible}


def sizes(document: Document) -> dict[str, tuple[list[object], list[object]]]:
    """Return the columns of each sheet, and those of its rows that have a height."""
    found: dict[str, tuple[list[object], list[object]]] = {}
    for name, sheet in visible(document).items():
        end = used_cells(sheet).RangeAddress
        columns = map(sheet.Columns.getByIndex, range(end.EndColumn + 1))
        rows = map(sheet.Rows.getByIndex, range(min(end.EndRow, 60) + 1))
        found[name] = (
            [(each.Width, each.IsVisible) for each in columns],
            [each.Height for each in rows if not each.OptimalHeight],
        )
    return found


def test_saved_columns_and_rows_keep_their_size(
    both: tuple[Document, Document],
) -> None:
    before, after = map(sizes, both)
    assert after == before
    boards = (heights for name, (_, heights) in before.items() if name in GAMES)
    assert all(boards)


def differences(document: Document) -> Iterator[tuple[object, ...]]:
    """
    Yield what a condition changes without saying so.

    LibreOffice takes from the style of a true condition what that style or the one that
    it inherits from has, and only else what the cell has.
    """
    styles = document.model.StyleFamilies.getByName("CellStyles")
    default = styles.getByName("Default")
    for sheet in visible(document).values():
        for conditions in sheet.ConditionalFormats.getConditionalFormats():
            for area in conditions.Range:
                for cells in area.UniqueCellFormatRanges:
                    for index in range(conditions.Count):
                        name = conditions.getByIndex(index).StyleName
                        style = styles.getByName(name)
                        for look in INHERITED:
                            has_own = is_direct(style, look)
                            if has_own and look not in NOT_CHANGED:
                                continue
                            if not has_own and not is_direct(default, look):
                                continue
                            new = style.getPropertyValue(look)
                            old = cells.getByIndex(0).getPropertyValue(look)
                            top = area.RangeAddress.StartRow
                            if new != old and (top, look, old) != BELOW_BUTTONS:
                                yield sheet.Name, area.AbsoluteName, look, old, new


BELOW_BUTTONS = 1, "VertJustify", 3
"""The row of the buttons: in .ods the word own, for a typed code, moves up."""


def is_direct(style: Any, look: str) -> bool:
    return bool(style.getPropertyState(look).value == "DIRECT_VALUE")


def test_saved_conditions_change_no_other_property(
    both: tuple[Document, Document],
) -> None:
    _, after = both
    assert [*differences(after)] == []
