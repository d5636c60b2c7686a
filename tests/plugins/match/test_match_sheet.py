"""The sheet Match in IronCalc, and in a LibreOffice without the extension."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from board_oracle import BoardApplication
from boards import built
from calc_boards import LAYOUTS, CalcBoard
from engines import IronCalcBoard
from libreoffice import Calc, Document
from match_lines import TYPED_NAMES, random_lines
from package_checks import printed_pages, row_texts

from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.cell_range import bounding_range
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match.line_formulas import MAX_LINES, MAX_NAMES
from xl_mastermind.plugins.match.match_sheet import MAX_GAMES, match_layout
from xl_mastermind.plugins.match.result_lines import (
    NAME_MISSING,
    NOT_READ,
    ResultLine,
    fold_case,
    parse_result,
    read_match,
)
from xl_mastermind.presentation.sheet_names import MATCH_SHEET, PRINT_SHEET
from xl_mastermind.workbook_files.edition import Edition

pytestmark = pytest.mark.slow

RANGES = match_layout().ranges


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("match") / "match.xlsx"
    path.write_bytes(built(first_game(Rules(3, 4)), edition=Edition.PLAIN))
    return path


@pytest.fixture
def iron_sheet(file: Path) -> BoardApplication:
    return IronCalcBoard.of(file, LAYOUTS["Little"], MATCH_SHEET)


@pytest.fixture
def document(file: Path, calc_without_extension: Calc) -> Iterator[Document]:
    document = calc_without_extension.open(file, AsTemplate=True)
    yield document
    document.close()


@pytest.fixture
def calc_sheet(document: Document) -> BoardApplication:
    return CalcBoard(document, LAYOUTS["Little"])


@pytest.fixture(params=["iron_sheet", "calc_sheet"])
def sheet(request: pytest.FixtureRequest) -> BoardApplication:
    sheet: BoardApplication = request.getfixturevalue(request.param)
    return sheet


def write(sheet: BoardApplication, name: str, texts: Sequence[str]) -> None:
    sheet.put(RANGES[name].rows_through(len(texts) - 1), [[text] for text in texts])


def enter(sheet: BoardApplication, rows: Sequence[ResultLine]) -> None:
    write(sheet, "results", [row.text for row in rows])
    write(sheet, "names", [row.name for row in rows])


def value(sheet: BoardApplication, name: str) -> str:
    return str(sheet.read(RANGES[name])[0][0])


def check_results(sheet: BoardApplication, rows: Sequence[ResultLine]) -> None:
    match = read_match(rows)
    remarks = [str(cell) for (cell,) in sheet.read(RANGES["remarks"])][: len(rows)]
    for row, (line, remark) in enumerate(zip(rows, remarks, strict=True), 1):
        expected = match.remarks.get(row, "")
        if remark.startswith(f"{NOT_READ}expected"):
            assert expected.startswith(NOT_READ), line
            assert parse_result(line.text) is None
        else:
            assert remark.replace("No result.", "") == expected, line
    ranking: list[list[object]] = [
        [place, player.name, *("" if n is None else n for n in player.figures.values())]
        for place, player in match.places
    ]
    cells = bounding_range([RANGES["ranking_place"], RANGES["ranking_streak"]])
    blanks: list[list[object]] = [[""] * 7] * (MAX_NAMES - len(ranking))
    for values, row_cells in zip([*ranking, *blanks], sheet.read(cells), strict=True):
        assert row_cells == [pytest.approx(c) if c != "" else c for c in values]
    bars = [*match.histogram, match.not_found_count]
    assert [cell for (cell,) in sheet.read(RANGES["bars"])] == bars
    games = [*match.guesses_by_game.items()][-MAX_GAMES:]
    titles = [value(sheet, f"grid_title_{n + 1}") for n, _ in enumerate(games)]
    assert [*map(fold_case, titles)] == [fold_case(game) for game, _ in games]
    grid = [
        [guesses.get(player.name, -1) for _, guesses in games]
        for _, player in match.places
    ]
    shown = [row[: len(games)] for row in sheet.read(RANGES["grid"])[: len(grid)]]
    assert shown == grid


@pytest.mark.parametrize("people", [5, MAX_NAMES - len(TYPED_NAMES)])
def test_sheet_counts_as_python(sheet: BoardApplication, people: int) -> None:
    rows = [line for line, *_ in random_lines(people, people, MAX_LINES)]
    enter(sheet, rows)
    check_results(sheet, rows)


def test_sheet_counts_a_single_line_anywhere(sheet: BoardApplication) -> None:
    for line in (MAX_LINES, 60, 1):  # each block of arrays without the others
        rows = [ResultLine("")] * MAX_LINES
        rows[line - 1] = ResultLine("Little #5 in 3", "Ann")
        enter(sheet, rows)
        check_results(sheet, rows)


def test_sheet_asks_for_an_uncertain_name(sheet: BoardApplication) -> None:
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


def test_formula_follows_no_moved_cell(
    document: Document, calc_sheet: BoardApplication
) -> None:
    results = RANGES["results"]
    rows = [ResultLine(f"Little #{n} in {n}", "Ann") for n in range(1, 6)]
    enter(calc_sheet, rows)
    sheet = document.model.Sheets.getByName(MATCH_SHEET)
    source = sheet.getCellRangeByName(results.cell(1).address)
    target = sheet.getCellRangeByName(results.cell(7).address).getCellByPosition(0, 0)
    sheet.moveRange(target.CellAddress, source.RangeAddress)
    calc_sheet.put(results.cell(1), [["Letters in 9"]])
    moved = [*rows, ResultLine(""), ResultLine(""), ResultLine(rows[1].text)]
    moved[1] = ResultLine("Letters in 9", "Ann")
    check_results(calc_sheet, moved)


def test_columns_have_headings_and_lines_numbers(iron_sheet: BoardApplication) -> None:
    tables = (
        ("results", "names", "Result Name"),
        ("ranking", "ranking", "Name Games Found Average Best Streak"),
        ("team_1_members", "team_1_average", "Team 1 Games Found Average"),
        ("team_2_members", "team_2_average", "Team 2 Games Found Average"),
    )
    for first, last, headings in tables:
        cells = bounding_range([RANGES[first].row(-1), RANGES[last].row(-1)])
        assert row_texts(iron_sheet.read(cells)) == [headings]
    numbers = [[line] for line in range(1, MAX_LINES + 1)]
    assert iron_sheet.read(RANGES["line_numbers"]) == numbers


def test_new_sheet_shows_no_result(iron_sheet: BoardApplication) -> None:
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
    iron_sheet: BoardApplication, lines: list[str], messages: dict[str, str]
) -> None:
    enter(iron_sheet, [*map(ResultLine, lines)])
    assert {name: value(iron_sheet, name) for name in messages} == messages


@pytest.mark.table("team_2", "lines", "verdict")
def test_verdict_compares_two_teams(
    iron_sheet: BoardApplication, team_2: str, lines: list[str], verdict: str
) -> None:
    write(iron_sheet, "team_1_members", ["ann", " Bob ", "ANN"])
    write(iron_sheet, "team_2_members", [team_2, "absent"])
    enter(iron_sheet, [*map(ResultLine, lines)])
    assert value(iron_sheet, "verdict") == verdict
    assert iron_sheet.read(RANGES["team_2_games"])[1] == ["none"]


def test_print_has_a_board_for_two_then_a_class_list(
    calc_sheet: BoardApplication, file: Path
) -> None:
    enter(calc_sheet, [ResultLine(f"{name}: Little in 3") for name in ("Zoe", "Ann")])
    board, class_list = (
        row_texts(calc_sheet.read(page)) for page in printed_pages(file, PRINT_SHEET)
    )
    assert [row[:22].strip() for row in board] == [
        *("Mastermind", "Name Name", "code code", ""),
        *(f"{attempt} {attempt}" for attempt in range(1, 11)),
        *("One player hides a cod", "● a digit in the right"),
    ]
    assert class_list == [
        *("Class list", "Name Game # Game # Game # Game # Game #", "1 Zoe", "2 Ann"),
        *(str(line) for line in range(3, MAX_NAMES + 1)),
    ]
