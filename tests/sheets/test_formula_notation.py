"""Names in formulas: all of them exist, all groups are read, and errors are precise."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product

import pytest
from boards import layouts_of_other_sheets
from cases import KINDS

from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.cell_range import ANCHOR_MARGINS, CellRange, input_range
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match.match_sheet import match_layout
from xl_mastermind.plugins.puzzles.sheet import puzzles_layout
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups
from xl_mastermind.sheets.formula_notation import (
    FormulaNameError,
    Reference,
    parse_formula,
)
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.workbook_files.edition import Edition

GAMES = (*KINDS, "5x8", "4x26 black", "1x2")


def layout_with(group: CellGroup) -> SheetLayout:
    """Return a layout with a group to resolve and others that it may read."""

    def _columns(_: SheetLayout) -> CellGroups:
        return {
            "words": CellGroup(CellRange("Sheet", 2, 0, 11, 0)),
            "sizes": CellGroup(CellRange("Sheet", 2, 5, 10, 5)),
            "guess_input": CellGroup(
                CellRange("Sheet", 2, 1, 11, 1),
                anchor_range=CellRange("Sheet", 1, 1, 12, 1),
            ),
            "tested": group,
        }

    return SheetLayout().add([_columns])


TESTED = CellRange("Sheet", 2, 2, 11, 2)


@pytest.mark.table("formula", "message")
def test_wrong_name_raises_with_its_place(formula: str, message: str) -> None:
    group = layout_with(CellGroup(TESTED, f'IF(TRUE,{formula},"")')).groups["tested"]
    place = "section columns, group tested, cell C[34]"
    with pytest.raises(FormulaNameError, match=f"^{place}: {message} in IF"):
        list(group.formulas())


def test_conditional_format_reads_no_column_of_input_cells() -> None:
    criteria = formats.ConditionalFormat('[@guess_input]=""', {})
    group = layout_with(CellGroup(TESTED, conditional_formats=[criteria]))
    with pytest.raises(FormulaNameError, match="'guess_input' in a conditional format"):
        group.groups["tested"].resolved_conditional_formats()


def test_second_group_of_a_name_raises() -> None:
    layout = layout_with(CellGroup(TESTED))
    with pytest.raises(FormulaNameError, match="group words: expected a new name"):
        layout.add([lambda _: {"words": CellGroup(TESTED)}])


def layouts() -> Iterator[SheetLayout]:
    for game, edition in product(GAMES, Edition):
        yield board_layout(first_game(Rules.parse(game)), edition=edition)
    yield from layouts_of_other_sheets(*GAMES)
    yield from (match_layout(), puzzles_layout())


def anchored_names(layout: SheetLayout) -> Iterator[str]:
    """Yield the defined names of inputs that have an anchor range for themselves."""
    owners = Counter(group.anchor_range for group in layout.groups.values())
    for name, group in layout.groups.items():
        is_input = name in layout.defined_names and group.anchor_range is not None
        if is_input and owners[group.anchor_range] == 1:
            yield name


def test_run_time_finds_the_input_cells_of_layouts() -> None:
    names = set()
    for layout in layouts():
        for name in anchored_names(layout):
            names.add(name)
            found = input_range(name, layout.defined_names[name])
            assert found == layout.groups[name].cell_range, name
    # Scores is not protected: the player's cell has no locked cells around it.
    assert names == {*ANCHOR_MARGINS, "player"}


def declared_formulas(group: CellGroup) -> Iterator[str]:
    for formulas in (group.formula, group.array_formula, group.column_array_formula):
        yield from [formulas] if isinstance(formulas, str) else formulas
    yield from chain(group.row_formulas, group.column_formulas)
    yield from (rule.criteria for rule in group.conditional_formats)
    yield from (x for x in (group.validation or {}).values() if isinstance(x, str))


def is_helper(layout: SheetLayout, group: CellGroup) -> bool:
    """Whether a group is a name for other cells, or in a board's hidden columns."""
    if not group.is_written:
        return not group.conditional_formats
    if not isinstance(layout, BoardLayout):
        return False
    is_hidden = group.cell_range.left >= layout.first_hidden_column
    return is_hidden and not group.cell_format


@pytest.mark.slow
def test_names_resolve_and_hidden_groups_are_read() -> None:
    for layout in layouts():
        # Its cells are those of the other edition, in which some ask Python.
        is_plain = isinstance(layout, BoardLayout) and layout.edition is Edition.PLAIN
        groups = layout.groups
        names = {
            part.name
            for group in groups.values()
            for formula in declared_formulas(group)
            for part in parse_formula(formula)
            if isinstance(part, Reference)
        }
        ranges_read = [groups[name].cell_range for name in names & groups.keys()]
        for name, group in groups.items():
            list(group.formulas())
            group.resolved_conditional_formats()
            group.resolved_validation()
            is_read = any(map(group.cell_range.overlaps, ranges_read))
            is_used = is_plain or is_read or name in layout.defined_names
            assert is_used or not is_helper(layout, group), name
