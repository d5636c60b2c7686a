"""Run-time code finds the input cells that the layouts declare."""

from collections import Counter
from collections.abc import Iterator

from boards import fresh

from xl_mastermind.match.match_sheet import match_layout
from xl_mastermind.puzzles.sheet import puzzles_layout
from xl_mastermind.sheets.analysis_sheet import analysis_layout
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.sheets.compare_sheet import compare_layout
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.spreadsheet.cell_range import ANCHOR_MARGINS, input_range
from xl_mastermind.spreadsheet.edition import Edition


def layouts() -> list[SheetLayout]:
    boards = [board_layout(fresh(), edition=edition) for edition in Edition]
    others = (analysis_layout(boards[:1]), compare_layout(4))
    return [*boards, *others, puzzles_layout(), match_layout()]


def anchored_names(layout: SheetLayout) -> Iterator[str]:
    """Yield the defined names of inputs that have an anchor range for themselves."""
    owners = Counter(group.anchor_range for group in layout.groups.values())
    for name, group in layout.groups.items():
        is_input = group.has_defined_name and group.anchor_range is not None
        if is_input and owners[group.anchor_range] == 1:
            yield name


def test_anchor_margins_list_the_inputs_of_all_layouts() -> None:
    names = {name for layout in layouts() for name in anchored_names(layout)}
    assert names == {*ANCHOR_MARGINS}


def test_input_ranges_are_those_of_the_layouts() -> None:
    for layout in layouts():
        for name in anchored_names(layout):
            found = input_range(name, layout.defined_names[name])
            assert found == layout.groups[name].cell_range, name
