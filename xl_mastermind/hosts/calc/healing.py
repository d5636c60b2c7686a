"""
Heals a board: what a paste has destroyed comes back from a pristine workbook.

What a person types keeps its value; it gets its look back.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.beans.PropertyState import DIRECT_VALUE

from .add_in import worker
from .connection import FORMULAS, NO_LANGUAGE, formulas, write_formula
from .document import at_once, is_plain, stay
from .screen import desktop
from .tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_CONSTANTS = 1 + 4
_CONTENTS = _CONSTANTS + 2 + FORMULAS
_HARD_ATTRIBUTES = 32
"""`com.sun.star.sheet.CellFlags`: VALUE and STRING; DATETIME as well; HARDATTR"""

_NOT_COPIED = re.compile(
    r"AbsoluteName|ConditionalFormat.*|Validation.*|CharLocale|CellStyle|NumberFormat"
    r"|FormatID|.*Border|TableBorder2|NumberingRules|UserDefinedAttributes"
    r"|ChartColumn.*|ChartRow.*"
)
"""Properties of cells that are said otherwise, or that belong to a document."""


def heal(model: Any, sheet: Any) -> None:
    """Give the board on a sheet its formulas and its look back, if it has lost any."""
    if sheet.isProtected():
        return
    found = dict(_corners(sheet))
    state = sheet.NamedRanges.getByName("game").ReferredCells
    edition = TABLES["editions"]["plain" if is_plain(model) else "macros"]
    game = state.getDataArray()[0][0]
    safe = worker.ask("healing", game, edition, found, insist=True)
    if not safe:
        return
    sheets = sheet, state.Spreadsheet
    looks = [
        area
        for *area, has_conditions in safe["looks"]
        if not _has_one_look(_cells(sheet, area), has_conditions)
    ]
    contents = [
        (on_state, area)
        for kind, names in ((FORMULAS, "formulas"), (_CONSTANTS, "constants"))
        for on_state, *area in safe[names]
        # Where another look was pasted over values, others were as well.
        if not _is_full(_cells(sheets[on_state], area), kind)
        or (kind == _CONSTANTS and area in looks)
    ]
    if not contents and not looks:
        return
    with _pristine(state, edition) as source, at_once(model):
        stay(sheet)
        pristine = source.Sheets.getByIndex(found["game"][1] // TABLES["state_columns"])
        olds = (
            pristine,
            pristine.NamedRanges.getByName("game").ReferredCells.Spreadsheet,
        )
        for old, new in zip(olds, sheets):  # noqa: B905 - Python 3.8
            _rename(source, old, new.Name)
        pristine.unprotect("")
        for lines, inserted in (
            (pristine.Rows, safe["rows"]),
            (pristine.Columns, safe["columns"]),
        ):
            for before, number in inserted:
                for _ in range(number):  # it refuses some at once
                    lines.insertByIndex(before, 1)
        for on_state, area in contents:
            _copy_contents(olds[on_state], sheets[on_state], area)
        for area in looks:
            _copy_look(source, _cells(pristine, area), model, _cells(sheet, area))


def _corners(sheet: Any) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the named areas of a sheet: top, left, bottom, right."""
    for name in sheet.NamedRanges.ElementNames:
        cells = sheet.NamedRanges.getByName(name).ReferredCells
        if cells is not None:
            yield name, _place(cells)


def _place(cells: Any) -> tuple[int, ...]:
    at = cells.RangeAddress
    return at.StartRow, at.StartColumn, at.EndRow, at.EndColumn


def _cells(sheet: Any, area: Sequence[int]) -> Any:
    top, left, bottom, right = area
    return sheet.getCellRangeByPosition(left, top, right, bottom)


# What is damaged


def _size(area: Sequence[int]) -> int:
    top, left, bottom, right = area
    return (bottom - top + 1) * (right - left + 1)


def _is_full(cells: Any, kind: int) -> bool:
    """Return whether every cell has a content of a kind."""
    blocks = map(_place, cells.queryContentCells(kind))
    return sum(map(_size, blocks)) == _size(_place(cells))


def _has_one_look(cells: Any, has_conditions: bool) -> bool:  # noqa: FBT001
    """Return whether cells look all the same, and by conditions if they are to."""
    # Calc sets cells apart as well that have no more than come by a number.
    first, *others = map(_look, cells.UniqueCellFormatRanges)
    if any(other != first for other in others):
        return False
    return not has_conditions or cells.ConditionalFormat.Count > 0


def _look(cells: Any) -> tuple[Any, ...]:
    conditions, check = cells.ConditionalFormat, cells.getPropertyState("Validation")
    return _own(cells), cells.NumberFormat, conditions.Count, check


# The pristine workbook


@contextlib.contextmanager
def _pristine(state: Any, edition: str) -> Iterator[Any]:
    """Open a workbook of the same games for nobody to see, and close it in the end."""
    sheet, stride = state.Spreadsheet, TABLES["state_columns"]
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)  # noqa: FBT003 - UNO has no names
    last = cursor.RangeAddress.EndColumn
    texts = _cells(sheet, (0, 0, 0, last)).getDataArray()[0][::stride]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "MasterMind.xlsx"
        games = [text for text in texts if text]
        worker.ask("pristine", str(file), edition, games, insist=True)
        hidden = PropertyValue(Name="Hidden", Value=True)
        url = uno.systemPathToFileUrl(str(file))
        source = desktop().loadComponentFromURL(url, "_blank", 0, (hidden,))
        try:
            yield source
        finally:
            source.close(True)  # noqa: FBT003 - UNO has no names


def _rename(model: Any, sheet: Any, name: str) -> None:
    """Give a sheet a name, whichever had it before."""
    for other in model.Sheets:
        if other.Name.lower() == name.lower():
            other.Name = f"{name} of old"
    sheet.Name = name


# Copying from one document to another


def _copy_contents(old: Any, new: Any, area: Sequence[int]) -> None:
    """Copy formulas and constants."""
    source, cells = _cells(old, area), _cells(new, area)
    cells.clearContents(_CONTENTS)
    if not source.queryContentCells(FORMULAS).Count:
        cells.setDataArray(source.getDataArray())
    for made, formula in formulas(source, re.compile("")):
        write_formula(_cells(new, _place(made)), formula)


def _copy_look(source: Any, old: Any, model: Any, new: Any) -> None:
    """Copy everything that cells look like, and what may be typed in them."""
    if _size(_place(new)) > 1:  # others may be part of a merged area
        new.merge(False)  # noqa: FBT003 - UNO has no names
    new.clearContents(_HARD_ATTRIBUTES)
    new.CellStyle = old.CellStyle
    new.CharLocale = NO_LANGUAGE
    _copy_properties(source, old, model, new)
    if old.getPropertyState("Validation") == DIRECT_VALUE:
        new.Validation = old.Validation
    conditions = old.ConditionalFormat
    for index in range(conditions.Count):
        condition = conditions.getByIndex(index)
        condition.setStyleName(_style(source, condition.getStyleName(), model))
    if conditions.Count:
        new.ConditionalFormat = conditions


def _copy_properties(source: Any, old: Any, model: Any, new: Any) -> None:
    form = source.NumberFormats.getByKey(old.NumberFormat)
    here = model.NumberFormats
    key = here.queryKey(form.FormatString, form.Locale, False)  # noqa: FBT003
    new.NumberFormat = key if key >= 0 else here.addNew(form.FormatString, form.Locale)
    for name, value in _own(old).items():
        new.setPropertyValue(name, value)


def _own(old: Any) -> Mapping[str, Any]:
    """Return the properties that are not those of a style."""
    names = [each.Name for each in old.PropertySetInfo.Properties]
    return {
        name: old.getPropertyValue(name)
        for name, state in zip(names, old.getPropertyStates(names))  # noqa: B905 - 3.8
        if state == DIRECT_VALUE and not _NOT_COPIED.fullmatch(name)
    }


def _style(source: Any, name: str, model: Any) -> Any:
    """Return a style of a document that looks like one of another, made if need be."""
    olds, news = (
        each.StyleFamilies.getByName("CellStyles") for each in (source, model)
    )
    old = olds.getByName(name)
    look = _own(old)
    for other in (name, *news.ElementNames):
        if news.hasByName(other) and _own(news.getByName(other)) == look:
            return other
    while news.hasByName(name):
        name += "+"
    style = model.createInstance("com.sun.star.style.CellStyle")
    news.insertByName(name, style)
    _copy_properties(source, old, model, style)
    return name
