"""The sheet Match in IronCalc, and in a LibreOffice without the extension."""

import io
import random
import string
from collections.abc import Iterator, Sequence
from pathlib import Path

import openpyxl
import pytest
from board_oracle import BoardApplication, TypedKeys
from boards import built
from calc_boards import LAYOUTS, CalcBoard
from engines import IronCalcBoard
from libreoffice import Calc, Document
from package_checks import printed_pages, row_texts

from xl_mastermind.bundle.values import computed_values
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.cell_range import bounding_range
from xl_mastermind.game.board_limits import attempt_count
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match import MATCH_SHEET, PRINT_SHEET
from xl_mastermind.plugins.match.line_formulas import MAX_LINES, MAX_NAMES
from xl_mastermind.plugins.match.match_sheet import MAX_GAMES, match_layout
from xl_mastermind.plugins.match.result_lines import (
    NAME_MISSING,
    NAMED_TITLES,
    ResultLine,
    fold_case,
    read_match,
)
from xl_mastermind.presentation.games import title
from xl_mastermind.presentation.messages import RESULT, RESULT_HINTS, RESULT_LOST
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells

RANGES = match_layout().ranges

TYPE_NAME = "\N{LEFTWARDS ARROW} Type the name here."
EXPECTED = "Expected a line such as Mastermind #382 in 5."

FEWER_ATTEMPTS = "Its board has fewer attempts."

GAMES = [
    *NAMED_TITLES.values(),
    *map(Rules.parse, ("6x9", "3x5", "3x5 distinct", "2x4 symbols=A1b2", "8x13")),
]

PEOPLE = (
    *(
        "Ann",
        "Bob",
        "Zoë",
        "O'Neil",
        "Lea-Marie",
        "José",
        "小明",
        "はな",
        "ハナ",
        "Weiß",
    ),
    *("Gal·la", "İnci", "Νίκος", "Little John", "Mastermind fan", "Super"),
    *(f"Kid {letter}" for letter in string.ascii_uppercase),
)
"""Names before results."""

TYPED_NAMES = ("Ann*", "A?n", "~Tom", ">5", "Ann, 7b", "TRUE", "\uff21nn")
"""More names beside results: wildcards or comparisons for careless formulas."""


def board_lines(seed: int, people: int) -> list[ResultLine]:
    """Return lines of boards, some with pegs below, without a name, or impossible."""
    draw = random.Random(seed)
    lines = []
    for _ in range(MAX_LINES):
        rules, name = draw.choice(GAMES), draw.choice(PEOPLE[:people])
        attempts = attempt_count(rules)
        guesses = draw.randint(0, min(attempts + 1, 12))
        number = draw.choice([0, *range(1, 9), 20261231, 999999999])
        game = title(rules) + f" #{number}" * (number > 0)
        text = (RESULT if guesses else RESULT_LOST).format(
            game=game, guesses=guesses or attempts
        )
        text += RESULT_HINTS * (guesses < attempts and draw.random() < 0.1)
        text += draw.choice(["", "\n●○··\n●●●●"])
        lower = name.replace("İ", "I").lower()
        typed_name = draw.choice([name, lower, f"{name}  ", *TYPED_NAMES])
        forms = (
            ResultLine(text, typed_name),
            ResultLine(f"{name}{draw.choice([': ', ' : ', ' '])}{text}"),
            ResultLine(draw.choice(["●○··", "●?○?", "", "Little in 3"])),
        )
        lines.append(draw.choices(forms, (4, 5, 1))[0])
    return lines


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workbook with stored values, as the bundled ones have them."""
    path = tmp_path_factory.mktemp("match") / "match.xlsx"
    workbook = built(first_game(Rules(3, 4)), edition=Edition.PLAIN)
    path.write_bytes(workbook)
    path.write_bytes(fill_cells(workbook, computed_values(path)))
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


def remarks(sheet: BoardApplication, count: int) -> list[str]:
    cells = RANGES["remarks"].rows_through(count - 1)
    return [str(remark) for (remark,) in sheet.read(cells)]


def check_results(sheet: BoardApplication, rows: Sequence[ResultLine]) -> None:
    """Compare the sheet with the command `match`."""
    match = read_match(rows)
    for row, remark in enumerate(remarks(sheet, len(rows)), 1):
        expected = match.remarks.get(row, "").replace(NAME_MISSING, TYPE_NAME)
        if expected.endswith("attempts."):
            expected = FEWER_ATTEMPTS
        assert remark == expected, row
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


@pytest.mark.slow
@pytest.mark.parametrize("people", [5, MAX_NAMES - len(TYPED_NAMES)])
def test_sheet_counts_lines_of_boards_as_python(
    sheet: BoardApplication, people: int
) -> None:
    rows = board_lines(people, people)
    enter(sheet, rows)
    check_results(sheet, rows)


@pytest.mark.slow
def test_first_edit_of_an_opened_file_reaches_the_ranking(
    calc_sheet: BoardApplication,
) -> None:
    line = "Ann: Little #5 in 3"
    calc_sheet.put(RANGES["results"].cell(0), [[TypedKeys(line)]])
    check_results(calc_sheet, [ResultLine(line)])


@pytest.mark.slow
def test_sheet_asks_for_an_uncertain_name(sheet: BoardApplication) -> None:
    befores = (
        *("31.12.26 - Ann", "Ann 18:05", "18:05", "[Ann]", "(Ann)", "Smith, Ann"),
        *("Ann/Bob", "Ann: my result", "٨ Ann", "\uff17 Ann", "Ann -", "• Ann"),
        "A" * 41,
    )
    enter(sheet, [ResultLine(f"{before}: Little in 3") for before in befores])
    assert remarks(sheet, len(befores)) == [TYPE_NAME] * len(befores)
    write(sheet, "names", [f"Kid {n}" for n, _ in enumerate(befores)])
    assert remarks(sheet, len(befores)) == [""] * len(befores)
    assert value(sheet, "summary") == f"{len(befores)} results of {len(befores)} names."


@pytest.mark.slow
def test_sheet_states_that_a_row_is_not_read(sheet: BoardApplication) -> None:
    texts = (
        *("Hello", "See you in 5", "Mastermind", "Mastermind in ?", "Mastermind #382"),
        *("Little in 0", "Little #0 in 3", "Little #1234567890 in 3", "Little #x in 3"),
        *("Little in 5 minutes", "MyLittle in 3", "7Little in 3", "Little in 3!"),
        *("Little #3 in 3, Letters #4 in 5", "Little in 3, Letters #4 in 5"),
        *("Mastermind 13x6 #3 in 4", "Mastermind 4x40 in 4", "Mastermind 5x in 3"),
        *("Mastermind 5x8 black distinct in 3", "Mastermind 5x8% in 3", "#N/A", "5"),
    )
    enter(sheet, [ResultLine(text, "Ann") for text in texts])
    assert remarks(sheet, len(texts)) == [EXPECTED] * len(texts)
    assert value(sheet, "summary") == ""


@pytest.mark.slow
def test_sheet_counts_a_single_line_anywhere(sheet: BoardApplication) -> None:
    for line in (MAX_LINES, 1):
        rows = [ResultLine("")] * MAX_LINES
        rows[line - 1] = ResultLine("Little #5 in 3", "Ann")
        enter(sheet, rows)
        check_results(sheet, rows)


def test_formulas_are_short_and_hidden_columns_few() -> None:
    layout = match_layout()
    formulas = [
        formula for group in layout.groups.values() for _, formula in group.formulas()
    ]
    assert max(map(len, formulas)) <= 600
    assert len(layout.hidden_columns) <= 12


def test_shared_formulas_are_those_of_the_layout() -> None:
    game = first_game(Rules(3, 4))
    workbook = openpyxl.load_workbook(io.BytesIO(built(game, edition=Edition.PLAIN)))
    for layout in (match_layout(), *board_layouts([game], Edition.PLAIN)):
        for group in layout.groups.values():
            if group.is_shared:
                for cells, formula in group.formulas():
                    assert workbook[layout.sheet][cells.address].value == f"={formula}"


@pytest.mark.slow
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


@pytest.mark.slow
def test_new_sheet_shows_no_result(iron_sheet: BoardApplication) -> None:
    check_results(iron_sheet, [ResultLine("")])
    for name in ("summary", "not_counted", "verdict", "more_games"):
        assert value(iron_sheet, name) == ""


@pytest.mark.slow
def test_sheet_states_that_its_rows_are_full(iron_sheet: BoardApplication) -> None:
    enter(iron_sheet, [ResultLine(f"Ann: Little #{n} in 3") for n in range(1, 151)])
    assert value(iron_sheet, "more_games") == f"The last {MAX_GAMES} of 150 games"
    assert value(iron_sheet, "summary") == "150 results of 1 name."
    kids = [f"Kid {chr(kid)}: Little in 3" for kid in range(600, 601 + MAX_NAMES)]
    enter(iron_sheet, [*map(ResultLine, kids), *[ResultLine("")] * 150])
    full = f"1 line does not count: line {MAX_NAMES + 1}."
    assert value(iron_sheet, "not_counted") == full


@pytest.mark.slow
@pytest.mark.table("team_2", "lines", "verdict")
def test_verdict_compares_two_teams(
    iron_sheet: BoardApplication, team_2: str, lines: list[str], verdict: str
) -> None:
    write(iron_sheet, "team_1_members", ["ann", " Bob ", "ANN"])
    write(iron_sheet, "team_2_members", [team_2, "absent"])
    enter(iron_sheet, [*map(ResultLine, lines)])
    assert value(iron_sheet, "verdict") == verdict
    assert iron_sheet.read(RANGES["team_2_games"])[1] == ["none"]


@pytest.mark.slow
def test_print_has_a_board_for_two_then_a_class_list(
    calc_sheet: BoardApplication, file: Path
) -> None:
    enter(calc_sheet, [ResultLine(f"{name}: Little in 3") for name in ("Zoe", "Ann")])
    board, class_list = (
        row_texts(calc_sheet.read(page)) for page in printed_pages(file, PRINT_SHEET)
    )
    assert len(board) == 16
    assert [*map(str.strip, board[3:5])] == ["", "1 1"]
    assert class_list[:4] == [
        *("Class list", "Name Game # Game # Game # Game # Game #", "1 Zoe", "2 Ann")
    ]
    assert len(class_list) == 2 + MAX_NAMES
