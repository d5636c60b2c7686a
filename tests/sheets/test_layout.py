"""The addresses of the article, the defined names, and the colours of a board."""

import re

import pytest
from boards import layouts_of_other_sheets
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils import get_column_letter

from xl_mastermind.board.state import new_game
from xl_mastermind.cells.cell_range import CellRange, column_name
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.board_limits import MAX_COLOURS, MAX_LISTED_CODES, MAX_PEGS
from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.palette import INK, WHITE
from xl_mastermind.presentation.sheet_names import BOARD_SHEET
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.sheets.cell_group import CellGroup
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.workbook_files.edition import Edition

GAMES = st.builds(
    lambda pegs, more, distinct: Rules(pegs, pegs + more, distinct=distinct),
    pegs=st.integers(1, MAX_PEGS),
    more=st.integers(0, MAX_COLOURS - MAX_PEGS),
    distinct=st.booleans(),
)

COLUMNS_OF_EXCEL = 16_384


def layout(game: str = "4x6") -> BoardLayout:
    return board_layout(new_game(Rules.parse(game)))


# Addresses


@pytest.mark.table("cell_range", "address")
def test_mastermind_board_keeps_addresses_of_the_article(
    cell_range: str, address: str
) -> None:
    found = layout().ranges[cell_range]
    assert (found.sheet, found.address) == (BOARD_SHEET, address)


@pytest.mark.table("game", "lists")
def test_list_of_codes_depends_on_their_number(game: str, lists: list[str]) -> None:
    found = {"code_list", "candidate_list"} & layout(game).ranges.keys()
    assert found == {*lists}


@settings(max_examples=40)
@given(GAMES, st.sampled_from(Edition))
def test_written_ranges_fit_and_hidden_ones_follow(
    rules: Rules, edition: Edition
) -> None:
    board = board_layout(new_game(rules), edition=edition)
    for group in filter(lambda group: group.is_written, board.groups.values()):
        area = group.area
        assert 0 <= area.left <= area.right < COLUMNS_OF_EXCEL, area
        assert 0 <= area.top <= area.bottom <= MAX_LISTED_CODES, area
        is_visible = area.right < board.first_hidden_column - 1
        assert is_visible or area.left in board.hidden_columns, area


def add_groups(first: CellGroup, second: CellGroup) -> None:
    SheetLayout().add([lambda _: {"a": first, "b": second}])


Corners = tuple[int, int, int, int]
TOUCHING = [((0, 0, 3, 3), (4, 3, 4, 4)), ((0, 0, 3, 3), (3, 4, 4, 4))]
OVERLAPPING = [
    ((0, 0, 3, 3), (3, 3, 4, 4)),
    ((0, 0, 3, 3), (1, 1, 2, 2)),
    ((1, 1, 2, 2), (0, 0, 3, 3)),
]


@pytest.mark.parametrize(("first", "second"), OVERLAPPING)
def test_layout_refuses_groups_that_overlap(first: Corners, second: Corners) -> None:
    cells, others = (CellRange(BOARD_SHEET, *corners) for corners in (first, second))
    with pytest.raises(ValueError, match=r"group b: .* overlaps group a in"):
        add_groups(CellGroup(cells, "1"), CellGroup(others, "1"))
    merged = CellGroup(cells.cell(0), "1", merged_range=cells)
    with pytest.raises(ValueError, match=r"group b: .* overlaps group a in"):
        add_groups(merged, CellGroup.background(others, {}))
    add_groups(CellGroup.background(cells, {}), CellGroup(others, "1"))
    add_groups(CellGroup(cells, "1"), CellGroup(others))


@pytest.mark.parametrize(("first", "second"), TOUCHING)
def test_layout_takes_groups_that_touch(first: Corners, second: Corners) -> None:
    cells, others = (CellRange(BOARD_SHEET, *corners) for corners in (first, second))
    add_groups(CellGroup(cells, "1"), CellGroup(others, "1"))


def test_settings_offer_the_strategy_of_the_article() -> None:
    validation = layout().groups["strategy"].validation
    assert validation
    assert "Minimax" in validation["source"]


def test_game_number_among_the_marks_shrinks() -> None:
    assert (layout().groups["feedback_input"].cell_format or {})["shrink"]


# Names


@pytest.mark.parametrize("game", ["4x6", "5x8", "4x10 distinct", "4x6 black"])
def test_defined_names_are_no_functions_or_cells(game: str) -> None:
    functions = {function.name.lower() for function in FUNCTIONS}
    names = [*layout(game).defined_names]
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert name.lower() not in functions
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", name)
        assert not re.fullmatch(r"[A-Za-z]{1,3}[0-9]+", name)
        assert not re.fullmatch(r"([Rr][0-9]*)?([Cc][0-9]*)?", name)


# Areas


def test_column_name_returns_letters_of_spreadsheets() -> None:
    named = [column_name(column) for column in range(COLUMNS_OF_EXCEL)]
    letters = [get_column_letter(column + 1) for column in range(COLUMNS_OF_EXCEL)]
    assert named == letters


# Colours


def luminance(colour: str) -> float:
    """Return the relative luminance that WCAG 2.1 defines for an sRGB colour."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_digits_have_contrast_on_their_tiles() -> None:
    for peg in PEG_COLOURS.values():
        assert contrast(peg.ink, peg.fill) > 5.18, peg.name
    assert contrast(INK, WHITE) > 7


def test_pegs_have_colours_of_okabe_and_ito() -> None:
    # M. Okabe and K. Ito, "Color Universal Design", 2008, figure 16.
    published = {
        *("#000000", "#E69F00", "#56B4E9", "#009E73"),
        *("#F0E442", "#0072B2", "#D55E00", "#CC79A7"),
    }
    assert {peg.fill for peg in PEG_COLOURS.values()} == published
    assert len({peg.name for peg in PEG_COLOURS.values()}) == len(published)


@pytest.mark.parametrize("game", ["1x2", "4x6", "8x26"])
def test_labels_fill_the_panel_up_to_their_settings(game: str) -> None:
    groups = layout(game).groups
    names = {name.removesuffix("_label") for name in groups if name.endswith("_label")}
    assert names > {"codemaker", "strategy", "first_guess"}
    for name in names - {"game"}:
        label, setting = groups[f"{name}_label"].area, groups[name].area
        assert label.right + 1 == setting.left, name
        # LibreOffice underlines words of texts that its spelling checker does not know.
        assert groups[f"{name}_label"].has_formulas, name


@pytest.mark.parametrize("game", ["1x2", "4x6", "8x2"])
def test_analysis_has_a_gap_before_its_chart(game: str) -> None:
    analysis, *_ = layouts_of_other_sheets(game)
    assert analysis.chart_column - analysis.ranges["matrix"].right == 2
