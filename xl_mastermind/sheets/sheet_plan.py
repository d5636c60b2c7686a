"""The plan of a sheet: groups of cells, each declared once, by its topic."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from xl_mastermind.sheets.drawn_cells import (
    BOX,
    LABEL,
    TITLE,
    TYPED,
    Cells,
    Style,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.area import FRAMED, Area
from xl_mastermind.spreadsheet.cells import Cell, RangeValues

_SETTING: Final[Style] = BOX | TYPED | {"bold": True, "align": "left", "indent": 1}
_SAID: Final[Style] = {"font_color": palette.MUTED_INK, "valign": "top"}


class _OnSheet:
    """Places on one sheet."""

    sheet: str

    def area(self, top: int, left: int, height: int = 1, width: int = 1) -> Area:
        """Return a place of the sheet."""
        return Area(self.sheet, top, left, top + height - 1, left + width - 1)


@dataclass(frozen=True)
class SheetPlan(_OnSheet):
    """All cells of a sheet; each group is an attribute, its area."""

    cells: dict[str, Cells] = field(default_factory=dict, kw_only=True)

    def add(
        self, topics: Iterable[Callable[[Self], Iterator[tuple[str, Cells]]]]
    ) -> Self:
        """Add the cells of some topics, and return the plan."""
        for topic in topics:
            self.cells.update(topic(self))
        return self

    @property
    def areas(self) -> dict[str, Area]:
        """The areas by their names."""
        return {name: cells.area for name, cells in self.cells.items()}

    @property
    def named(self) -> dict[str, Area]:
        """The areas that are names of the sheet."""
        return {
            name: (name in FRAMED and cells.frame) or cells.area
            for name, cells in self.cells.items()
            if cells.is_read
        }

    def __getattr__(self, name: str) -> Area:
        """Return the area of a group of cells."""
        if name.startswith("_") or name not in self.cells:
            raise AttributeError(f"{type(self).__name__} has no area {name!r}")
        return self.cells[name].area

    def at(self, name: str, row: int = 0, column: int = 0) -> str:
        """Return how a formula reads a cell of an area: a typed one by its place."""
        frame, cell = self.cells[name].frame, self.cells[name].area.cell(row, column)
        if frame is None:
            return cell.address
        if frame.height == 1:
            return f"INDEX({frame.fixed},{cell.left - frame.left + 1})"
        line = frame.column(cell.left - frame.left)
        return f"INDEX({line.fixed},{cell.top - frame.top + 1})"


# What several sheets have


def title(plan: SheetPlan, text: str) -> tuple[str, Cells]:
    """Return the title of a sheet."""
    return "title", Cells(plan.area(0, 1), values=[[text]], look=TITLE)


def message_line(
    plan: SheetPlan,
    text: RangeValues | None = None,
    formula: Callable[[int, int], str] | None = None,
) -> Cells:
    """Return the line below the title: a text or a formula."""
    return Cells(plan.area(1, 1), formula, values=text, look=_SAID)


def pegs_of_name(cell: str, pegs: Mapping[str, int]) -> str:
    """Return a formula for the pegs of the name in a cell, 0 for an unknown name."""
    names = ";".join('"' + name.replace('"', '""') + '"' for name in pegs)
    counts = ";".join(map(str, pegs.values()))
    return f"SUMPRODUCT(({{{names}}}=TRIM({cell}))*{{{counts}}})"


def label(box: Area, text: str) -> Cells:
    """Return the cell before a setting."""
    return Cells(box.cell(0, -1), values=[[text]], look=LABEL)


def setting(
    box: Area,
    value: Cell,
    check: Style | None = None,
    look: Style | None = None,
    frame: Area | None = None,
) -> Cells:
    """Return a setting in a box; it can be typed, and buttons change some."""
    look = _SETTING | (look or {})
    return Cells(
        box.cell(0),
        values=[[value]],
        look=look,
        frame=frame or replace(box, left=box.left - 1, right=box.right + 1),
        box=box,
        check=check,
        is_read=True,
    )
