"""The sheet Match in IronCalc, and in a LibreOffice without the extension."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import ironcalc
import pytest
from boards import built, fresh
from libreoffice import Calc
from match_lines import TYPED_NAMES, random_lines
from package_checks import printed_pages, row_texts

from xl_mastermind.match.match_sheet import (
    MAX_GAMES,
    MAX_LINES,
    MAX_NAMES,
    match_layout,
)
from xl_mastermind.match.result_lines import (
    NAME_MISSING,
    NOT_READ,
    ResultLine,
    fold_case,
    read_match,
)
from xl_mastermind.spreadsheet.cell_range import CellRange, bounding_range
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.sheet_names import MATCH_SHEET, PRINT_SHEET

RANGES = match_layout().ranges


class IronCalcSheet:
    def __init__(self, file: Path) -> None:
        self._model = ironcalc.load_from_xlsx(str(file), "en", "UTC")
        sheets = self._model.get_worksheets_properties()
        self._sheets = [sheet["name"] for sheet in sheets]

    def write(self, name: str, texts: Sequence[str]) -> None:
        index = self._sheets.index(MATCH_SHEET)
        for (row, column), text in zip(RANGES[name].cells(), texts, strict=False):
            self._model.update_cell_with_text(index, row + 1, column + 1, text)

    def calculate(self) -> None:
        self._model.evaluate()

    def read(self, cell_range: CellRange) -> RangeValues:
        index = self._sheets.index(cell_range.sheet)
        cells = [
            self._model.get_cell_value(index, row + 1, column + 1)
            for row, column in cell_range.cells()
        ]
        values = iter("" if cell is None else cell for cell in cells)
        return [
            [next(values) for _ in range(cell_range.width)]
            for _ in range(cell_range.height)
        ]


class CalcSheet:
    def __init__(self, sheet: Any) -> None:
        self.sheet = sheet

    def cells(self, cell_range: CellRange) -> Any:
        return self.sheet.getCellRangeByPosition(
            cell_range.left, cell_range.top, cell_range.right, cell_range.bottom
        )

    def write(self, name: str, texts: Sequence[str]) -> None:
        cells = self.cells(RANGES[name].rows_through(len(texts) - 1))
        cells.setDataArray(tuple((text,) for text in texts))

    def calculate(self) -> None:
        """Do nothing: Calc calculates by itself."""

    def read(self, cell_range: CellRange) -> RangeValues:
        return [[*row] for row in self.cells(cell_range).getDataArray()]


Sheet: TypeAlias = IronCalcSheet | CalcSheet


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("match") / "match.xlsx"
    path.write_bytes(built(fresh("3x4"), edition=Edition.PLAIN))
    return path


@pytest.fixture(scope="module")
def loaded_sheet(file: Path) -> IronCalcSheet:
    return IronCalcSheet(file)


@pytest.fixture
def iron_sheet(loaded_sheet: IronCalcSheet) -> IronCalcSheet:
    for name in ("results", "names", "team_1_members", "team_2_members"):
        loaded_sheet.write(name, [""] * RANGES[name].height)
    return loaded_sheet


@pytest.fixture
def calc_sheet(file: Path, calc_without_extension: Calc) -> Iterator[CalcSheet]:
    document = calc_without_extension.open(file, AsTemplate=True)
    yield CalcSheet(document.model.Sheets.getByName(MATCH_SHEET))
    document.close()


@pytest.fixture(params=["iron_sheet", "calc_sheet"])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    sheet: Sheet = request.getfixturevalue(request.param)
    return sheet


def enter(sheet: Sheet, rows: Sequence[ResultLine]) -> None:
    sheet.write("results", [row.text for row in rows])
    sheet.write("names", [row.name for row in rows])
    sheet.calculate()


def value(sheet: Sheet, name: str) -> str:
    return str(sheet.read(RANGES[name])[0][0])


def check_results(sheet: Sheet, rows: Sequence[ResultLine]) -> None:
    """Compare all results of the sheet with those of Python."""
    match = read_match(rows)
    remarks = [str(cell) for (cell,) in sheet.read(RANGES["remarks"])][: len(rows)]
    for row, (line, remark) in enumerate(zip(rows, remarks, strict=True), 1):
        expected = match.remarks.get(row, "")
        if expected.startswith(NOT_READ):
            assert remark.startswith(NOT_READ), line
        else:
            assert remark.replace("No result.", "") == expected, line
    ranking: RangeValues = [
        [
            *(place, each.name, each.game_count, each.solved_count),
            *(each.average or "", each.min_guesses or "", each.streak),
        ]
        for place, each in match.places
    ]
    cells = bounding_range([RANGES["ranking_place"], RANGES["ranking_streak"]])
    blanks: RangeValues = [[""] * 7] * (MAX_NAMES - len(ranking))
    for values, row_cells in zip([*ranking, *blanks], sheet.read(cells), strict=True):
        assert row_cells == [pytest.approx(c) if c != "" else c for c in values]
    bars = [*match.histogram, match.not_found_count]
    assert [cell for (cell,) in sheet.read(RANGES["bars"])] == bars
    games = [*match.guesses_by_game.items()][-MAX_GAMES:]
    titles = [value(sheet, f"grid_title_{n + 1}") for n, _ in enumerate(games)]
    assert [*map(fold_case, titles)] == [fold_case(game) for game, _ in games]
    players = [dict(players) for _, players in games]
    grid = [
        [by_name.get(each.name, -1) for by_name in players] for _, each in match.places
    ]
    shown = [row[: len(games)] for row in sheet.read(RANGES["grid"])[: len(grid)]]
    assert shown == grid


@pytest.mark.parametrize("people", [5, MAX_NAMES - len(TYPED_NAMES)])
def test_sheet_counts_as_python(sheet: Sheet, people: int) -> None:
    rows = [line for line, *_ in random_lines(people, people, MAX_LINES)]
    enter(sheet, rows)
    check_results(sheet, rows)


def test_sheet_asks_for_an_uncertain_name(sheet: Sheet) -> None:
    befores = (
        "31.12.26 - Ann",
        "Ann 18:05",
        "18:05",
        "18:05 Ann - Marie",
        "٨:٢٨ - Ann",
    )
    enter(sheet, [ResultLine(f"{before}: Little in 3") for before in befores])
    remarks = [cell for (cell,) in sheet.read(RANGES["remarks"])][: len(befores)]
    read = [*filter(None, remarks)]
    assert read == [NAME_MISSING] * len(read)
    assert len(read) >= 4
    assert sheet.read(RANGES["ranking_name"])[0] in ([""], ["Ann"])


def test_formula_follows_no_moved_cell(calc_sheet: CalcSheet) -> None:
    results = RANGES["results"]
    rows = [ResultLine(f"Little #{n} in {n}", "Ann") for n in range(1, 6)]
    enter(calc_sheet, rows)
    source = calc_sheet.cells(results.cell(1)).RangeAddress
    target = calc_sheet.cells(results.cell(7)).getCellByPosition(0, 0)
    calc_sheet.sheet.moveRange(target.CellAddress, source)
    calc_sheet.cells(results.cell(1)).getCellByPosition(0, 0).String = "Letters in 9"
    moved = [*rows, ResultLine(""), ResultLine(""), ResultLine(rows[1].text)]
    moved[1] = ResultLine("Letters in 9", "Ann")
    check_results(calc_sheet, moved)


HEADINGS = {
    "results": "Result",
    "names": "Name",
    "ranking_name": "Name",
    **{
        f"ranking_{name}": name.capitalize()
        for name in ("games", "found", "average", "best", "streak")
    },
    "team_1_members": "Team 1",
    "team_2_members": "Team 2",
    "team_2_average": "Average",
}


def test_column_has_its_heading_and_line_its_number(iron_sheet: IronCalcSheet) -> None:
    headings = {name: iron_sheet.read(RANGES[name].row(-1)) for name in HEADINGS}
    assert headings == {name: [[heading]] for name, heading in HEADINGS.items()}
    numbers = [[line] for line in range(1, RANGES["results"].height + 1)]
    assert iron_sheet.read(RANGES["results"].shift_columns(-1)) == numbers


def test_new_sheet_shows_no_result(iron_sheet: IronCalcSheet) -> None:
    iron_sheet.calculate()
    check_results(iron_sheet, [ResultLine("")])
    for name in ("summary", "not_counted", "verdict", "more_games"):
        assert value(iron_sheet, name) == ""


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        (
            [f"Ann: Little #{number} in 3" for number in range(1, 151)],
            {
                "more_games": f"The last {MAX_GAMES} of 150 games",
                "summary": "150 results of 1 name.",
            },
        ),
        (
            [f"Kid {kid}: Little in 3" for kid in range(MAX_NAMES + 1)],
            {"not_counted": f"1 line does not count: line {MAX_NAMES + 1}."},
        ),
    ],
    ids=["games", "names"],
)
def test_sheet_states_that_its_rows_are_full(
    iron_sheet: IronCalcSheet, lines: list[str], messages: dict[str, str]
) -> None:
    enter(iron_sheet, [*map(ResultLine, lines)])
    assert {name: value(iron_sheet, name) for name in messages} == messages


@pytest.mark.parametrize(
    ("team_2", "lines", "verdict"),
    [
        ("Zoe", ["Ann: Little in 3"], ""),
        ("Zoe", ["Ann: Little in 3", "Zoe: Little in 3"], "Both teams are level."),
        (
            "Zoe",
            ["Ann: Little in 4", "Bob: Little in 5", "Zoe: Little in 2"],
            "Team 1 is ahead, 2 found to 1.",
        ),
        (
            "Zoe",
            ["Ann: Little in 5", "Zoe: Little in 4", "Bob: Little: not found in 6"],
            "Team 2 is ahead, 4 guesses to 5.",
        ),
        (
            "Zoe",
            ["Ann: Little: not found in 6", "Zoe: Little in 4", "Cy: Little in 1"],
            "Team 2 is ahead, 1 found to 0.",
        ),
        (
            "Ann",
            ["Ann: Little in 3"],
            "Both teams are level. A name is in both teams.",
        ),
    ],
)
def test_verdict_compares_two_teams(
    iron_sheet: IronCalcSheet, team_2: str, lines: list[str], verdict: str
) -> None:
    iron_sheet.write("team_1_members", ["ann", " Bob ", "ANN"])
    iron_sheet.write("team_2_members", [team_2, "absent"])
    enter(iron_sheet, [*map(ResultLine, lines)])
    assert value(iron_sheet, "verdict") == verdict
    assert iron_sheet.read(RANGES["team_2_games"])[1] == ["none"]


def test_print_has_a_board_for_two_then_a_class_list(
    iron_sheet: IronCalcSheet, file: Path
) -> None:
    enter(iron_sheet, [ResultLine(f"{name}: Little in 3") for name in ("Zoe", "Ann")])
    board, class_list = (
        row_texts(iron_sheet.read(page)) for page in printed_pages(file, PRINT_SHEET)
    )
    assert [row[:22].strip() for row in board] == [
        *("Mastermind", "Name Name", "code code", ""),
        *(f"{attempt} {attempt}" for attempt in range(1, 13)),
        *("One player hides a cod", "● a digit in the right"),
    ]
    assert class_list == [
        *("Class list", "Name Game # Game # Game # Game # Game #", "1 Zoe", "2 Ann"),
        *(str(line) for line in range(3, MAX_NAMES + 1)),
    ]
