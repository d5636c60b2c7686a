"""The workbook: its package, its sheets, and its values in LibreOffice."""

import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import fonts
import olefile  # type: ignore[import-untyped]
import openpyxl
import pytest
from boards import (
    BOARDS,
    IN_PROGRESS,
    MASTERMIND,
    NEW,
    built,
    fresh,
    layouts_of_other_sheets,
    played,
    write_workbook,
)
from cases import KINDS, mark_rest_as_proof, sheets_with_tree
from expected_values import golden_entries
from libreoffice import WORKBOOK, Calc, environment, skip_reason, used_cells
from package_checks import (
    MACROS,
    WorkbookCells,
    cell_addresses,
    elements,
    findings,
    package_parts,
)

from xl_mastermind.board.buttons import (
    ANALYSE,
    BUTTONS,
    COMPARE,
    COPY_RESULT,
    PANEL_BUTTONS,
    Button,
)
from xl_mastermind.board.state import new_game
from xl_mastermind.board.workbook_file import fill_board
from xl_mastermind.bundle.values import computed_values
from xl_mastermind.bundle.workbook import bundled_games, first_game, workbook_bytes
from xl_mastermind.cells.cell_range import input_range, parse_range
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.excel.macros import vba_modules, vba_project
from xl_mastermind.files import ADD_IN_SUFFIX
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.game import CODEMAKERS
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match import MATCH_SHEET, PRINT_SHEET
from xl_mastermind.plugins.match.match_sheet import match_layout
from xl_mastermind.plugins.puzzles import PUZZLES_SHEET
from xl_mastermind.plugins.puzzles.sheet import puzzles_layout
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import (
    ANALYSIS_SHEET,
    BOARD_SHEET,
    COMPARE_SHEET,
    CONFIG_SHEET,
    ERROR_SHEET,
    FUNCTIONS_SHEET,
    HELP_SHEET,
    SCORES_SHEET,
)
from xl_mastermind.sheets.board.sections import board_layout, board_layouts
from xl_mastermind.sheets.functions_sheet import function_values
from xl_mastermind.solve.analysis import rank_guesses
from xl_mastermind.solve.strategies import STRATEGIES, parse_strategy, strategy_label
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells, named_ranges
from xl_mastermind.workbook_files.stored_values import stored_values

# The workbook as a package


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    return package_parts(WORKBOOK.read_bytes())


@cache
def committed() -> WorkbookCells:
    return WorkbookCells.read(WORKBOOK.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", [pytest.param(Edition.MACROS, marks=pytest.mark.smoke), Edition.PLAIN]
)
def test_bundled_workbook_is_a_fresh_build(edition: Edition) -> None:
    committed = WORKBOOK.with_suffix(edition)
    built_now = built(*bundled_games(), edition=edition)
    assert committed.read_bytes() == fill_cells(built_now, stored_values(committed))


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", [Edition.MACROS, pytest.param(Edition.PLAIN, marks=pytest.mark.proof)]
)
def test_bundled_values_are_those_of_libreoffice(
    edition: Edition, tmp_path: Path
) -> None:
    if reason := skip_reason():
        pytest.skip(reason)
    path, committed = tmp_path / f"built{edition}", WORKBOOK.with_suffix(edition)
    write_workbook(path, *bundled_games())
    values = computed_values(path)
    values[FUNCTIONS_SHEET] |= function_values(edition)  # LibreOffice has none of these
    assert fill_cells(path.read_bytes(), values) == committed.read_bytes()


@pytest.mark.slow
def test_libreoffice_stores_conditions_as_booleans() -> None:
    """With a number format it stores FALSE as 0, and a number --(...>0) as FALSE."""
    condition = re.compile(r"((AND|OR|NOT|IS[A-Z]+)\(.*\)|[^(]*[<>]=?[^(]*)")
    layouts = [
        *(board_layout(fresh(game)) for game in KINDS),
        *layouts_of_other_sheets("3x5"),
        *(match_layout(), puzzles_layout()),
    ]
    cells = [
        (formula, (group.cell_format or {}).get("num_format"))
        for layout in layouts
        for group in layout.groups.values()
        for _, formula in group.formulas()
    ]
    formats = {form for text, form in cells if condition.fullmatch(text)}
    assert formats == {None}
    assert not [text for text, _ in cells if text.startswith("--(")]


@pytest.mark.slow
@pytest.mark.parametrize("ending", [*Edition, ADD_IN_SUFFIX])
def test_excel_has_nothing_to_repair_or_calculate(ending: str) -> None:
    assert findings(WORKBOOK.with_suffix(ending).read_bytes()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", mark_rest_as_proof(NEW, 2))
def test_excel_only_calculates_a_new_workbook(name: str) -> None:
    reasons = {finding.rpartition(": ")[2] for finding in findings(NEW[name]())}
    assert reasons == {"fullCalcOnLoad", "a formula has no value"}


@pytest.mark.parametrize(("ending", "size"), [(".xlsx", 850_000), (".xlsm", 950_000)])
def test_workbook_is_small_enough_for_a_mail(ending: str, size: int) -> None:
    assert WORKBOOK.with_suffix(ending).stat().st_size <= size


def test_workbook_contains_no_local_path(parts: dict[str, bytes]) -> None:
    here = {str(Path.home()), str(Path.cwd()), str(WORKBOOK.parents[1])} - {"/"}
    for name, part in parts.items():
        for path in here:
            assert path.encode() not in part, name


def test_sheets_have_order_and_visibility(parts: dict[str, bytes]) -> None:
    sheets = elements(parts["xl/workbook.xml"], "sheet")
    assert [(sheet.attrib["name"], sheet.get("state")) for sheet in sheets] == [
        *((name, None) for name in (*GAMES, PUZZLES_SHEET)),
        *((name, None) for name in (ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET)),
        *((name, None) for name in (MATCH_SHEET, PRINT_SHEET)),
        *((name, None) for name in (FUNCTIONS_SHEET, HELP_SHEET)),
        (CONFIG_SHEET, "hidden"),
        (ERROR_SHEET, "veryHidden"),
    ]


@pytest.mark.slow
def test_code_names_match_the_modules(parts: dict[str, bytes]) -> None:
    with olefile.OleFileIO(io.BytesIO(parts[MACROS])) as project:
        listing = project.openstream("PROJECT").read().decode("ascii")
    documents = re.findall(r"^Document=(\w+)/", listing, re.MULTILINE)
    owners = [*elements(parts["xl/workbook.xml"], "workbookPr")]
    for name in committed().names:
        owners += elements(parts[committed().part(name)], "sheetPr")
    assert [owner.get("codeName") for owner in owners] == documents
    assert documents[0] == "ThisWorkbook"
    assert parts[MACROS] == vba_project(FUNCTIONS, documents[1:])


@pytest.mark.slow
def test_numbers_in_texts_have_no_green_triangles() -> None:
    parts = package_parts(built(*bundled_games()))
    sheets = [name for name in parts if name.startswith("xl/worksheets/sheet")]
    assert len(sheets) > len(GAMES)
    for sheet in sheets:
        (ignored,) = elements(parts[sheet], "ignoredError")
        every_cell = {"sqref": "A1:XFD1048576", "numberStoredAsText": "1"}
        assert ignored.attrib == every_cell, sheet


def test_buttons_run_existing_macros(parts: dict[str, bytes]) -> None:
    of_boards = (*PANEL_BUTTONS, COPY_RESULT)
    placed: list[tuple[Button, ...]] = [of_boards] * len(GAMES)
    placed += [(ANALYSE,), (COMPARE,)]
    for number, buttons in enumerate(placed, 1):
        drawing = parts[f"xl/drawings/vmlDrawing{number}.vml"]
        texts = ["".join(box.itertext()) for box in elements(drawing, "textbox")]
        macros = [str(macro.text) for macro in elements(drawing, "FmlaMacro")]
        assert texts == [button.caption for button in buttons]
        assert macros == [f"[0]!{button.macro}" for button in buttons]
    (module,) = (
        module for module in vba_modules([], []) if module.name == "MasterMind"
    )
    subs = re.findall(r"^Sub (\w+)\(\)", module.text, re.MULTILINE)
    assert [button.macro for button in BUTTONS.values()] == subs


def test_captions_fit_on_their_buttons(parts: dict[str, bytes]) -> None:
    margins = 10  # in pixels
    captions = set()
    for name, part in parts.items():
        if name.startswith("xl/drawings/vml"):
            for shape in elements(part, "shape"):
                width = re.search(r"width:([\d.]+)pt", shape.attrib["style"])
                assert width
                caption = "".join(elements(shape, "textbox")[0].itertext())
                captions.add(caption)
                pixels = float(width[1]) * 96 / 72
                assert fonts.width(caption) + margins <= pixels, caption
    assert captions >= {button.caption for button in PANEL_BUTTONS}


@pytest.mark.slow
def test_defined_names_match_the_layouts() -> None:
    boards = [BOARDS[name] for name in ("super", "black only", "letters", "distinct")]
    games = (str(board.rules) for board in boards)
    layouts = (*board_layouts(boards), *layouts_of_other_sheets(*games))
    expected = {
        layout.sheet: {
            name: input_range(name, area) for name, area in layout.defined_names.items()
        }
        for layout in layouts
    }
    found = {
        sheet: {name: names[name] for name in names if not name.startswith("_xlnm.")}
        for sheet, names in named_ranges(built(*boards)).items()
    }
    assert {sheet: names for sheet, names in found.items() if names} == expected


# Hidden codes


@pytest.mark.slow
def test_code_is_invisible_in_visible_columns() -> None:
    workbook = openpyxl.load_workbook(
        io.BytesIO(built(IN_PROGRESS, has_optional_sheets=False))
    )
    at = board_layout(new_game(MASTERMIND))
    cells = [
        workbook[at.sheet].cell(row + 1, column + 1)
        for area in (
            at.ranges["secret"],
            at.ranges["entry_steps"],
            at.ranges["entry_codes"],
        )
        for row, column in area.cells()
    ]
    assert {cell.number_format for cell in cells} == {";;;"}
    assert {(c.protection.locked, c.protection.hidden) for c in cells} == {(True, True)}


@pytest.mark.slow
@pytest.mark.table("guess", "game", "secrets")
def test_only_the_number_depends_on_the_code(
    guess: str, game: str, secrets: list[str]
) -> None:
    boards = [played(guess, game=fresh(game, code)) for code in secrets]
    one, other = (
        WorkbookCells.read(built(board, has_optional_sheets=False)) for board in boards
    )
    assert one.formulas == other.formulas
    assert one.cells.keys() == other.cells.keys()
    differing = {
        place for place, cell in one.cells.items() if other.cells[place] != cell
    }
    (at,) = board_layouts(boards[:1])
    assert differing == {(at.sheet, at.game_number.address)}


# Boards


@pytest.mark.slow
def test_every_udf_has_a_fallback() -> None:
    names = "|".join(function.name for function in FUNCTIONS)
    calling = [
        formula.text
        for formula in WorkbookCells.read(built(fresh("3x5"))).formulas
        if re.search(rf"\b({names})\(", formula.text)
    ]
    assert calling
    before = r"_xlfn\.IFNA\(|IF\([^()]*,|IF\(ROW\([^()]*\),|INDEX\("
    guarded = rf"(IFERROR|ISERROR)\((TRANSPOSE\(|{before})*({names})\("
    assert [formula for formula in calling if not re.search(guarded, formula)] == []


def test_analysis_ranks_the_first_guesses() -> None:
    cells = WorkbookCells.read(built(fresh(), has_optional_sheets=False)).cells
    analysis, *_ = layouts_of_other_sheets("4x6")
    area = analysis.ranges["ranked_guesses"]
    ranked = rank_guesses(MASTERMIND, [], "knuth", count=area.height)
    assert len(ranked) == area.height
    for row, one in enumerate(ranked):
        shown = [cells[area.sheet, place] for place in cell_addresses(area.row(row))]
        mark = "●" if one.is_candidate else ""
        figures = [one.expected_size, one.largest_part, one.part_count, one.entropy]
        assert shown[:-5] == [*one.guess, mark]
        assert shown[-5:-1] == pytest.approx(figures, abs=0.005)


def test_board_lists_five_strategies(parts: dict[str, bytes]) -> None:
    checks = elements(parts[committed().part(BOARD_SHEET)], "dataValidation")
    lists = {
        check.attrib["sqref"]: str(elements(check, "formula1")[0].text)
        .strip('"')
        .split(",")
        for check in checks
        if check.get("type") == "list"
    }
    ranges = board_layout(new_game(MASTERMIND)).ranges
    place = ranges["strategy"].address
    names = [parse_strategy(label).name for label in lists[place]]
    assert sorted(names) == [
        *("beginner", "first-consistent", "knuth", "minimax", "optimal")
    ]
    (check,) = (check for check in checks if check.attrib["sqref"] == place)
    assert check.get("showErrorMessage", "0") == "0"
    choices = ranges["codemaker_choices"]
    assert lists[ranges["codemaker"].address] == [choices.absolute_address]
    cells = committed().cells
    shown = [cells[choices.sheet, place] for place in cell_addresses(choices)]
    assert shown == [*CODEMAKERS]


@cache
def small_book() -> openpyxl.Workbook:
    """Return a new workbook with one small board, as openpyxl reads it."""
    return openpyxl.load_workbook(io.BytesIO(built(fresh("3x5"))))


def test_cursor_is_on_an_input_cell() -> None:
    for sheet in small_book():
        cursor = sheet[sheet.sheet_view.selection[0].activeCell]
        if sheet.protection.sheet and sheet.title not in (PRINT_SHEET, HELP_SHEET):
            assert not cursor.protection.locked, sheet.title
    scores = small_book()[SCORES_SHEET]
    (table,) = scores.tables.values()
    first, _ = table.ref.split(":")
    below_its_head = scores[first].offset(1).coordinate
    assert scores.sheet_view.selection[0].activeCell == below_its_head


def test_compare_charts_show_their_strategies() -> None:
    _, plan, _ = layouts_of_other_sheets("3x5")
    sheet = small_book()[COMPARE_SHEET]
    charts = vars(sheet)["_charts"]
    assert len(charts) == 6
    for number, chart in enumerate(charts, 1):
        strategy = plan.ranges[f"strategy_{number}"]
        for series in chart.series[:2]:
            bars = parse_range(series.val.numRef.f)
            assert bars
            formula = str(sheet.cell(bars.top + 1, bars.left + 1).value)
            # Read between the locked cells beside it.
            assert f"INDEX({strategy.shift_columns(-1).absolute_address}:" in formula, (
                number
            )


# The Help sheet


def rows_of(title: str) -> list[list[Cell]]:
    """Return the rows of a sheet without blanks and the first column."""
    rows: dict[str, list[Cell]] = {}
    for (sheet, place), cell in committed().cells.items():
        column, row = re.findall("[A-Z]+|[0-9]+", place)
        if sheet == title and cell != "" and column > "A":
            rows.setdefault(row, []).append(cell)
    return [*rows.values()]


@pytest.mark.slow
def test_help_lists_boards_with_trees() -> None:
    text = " ".join(str(cell) for row in rows_of(HELP_SHEET) for cell in row)
    *others, last = sheets_with_tree()
    assert f"In {', '.join(others)}, and {last}, it plays a guess" in text
    boards = {name: board_layout(new_game(Rules.parse(g))) for name, g in GAMES.items()}
    large = [name for name, plan in boards.items() if not plan.has_code_list]
    assert f"and the codes left of {' and '.join(large)}." in text


def test_help_has_links_to_sections(parts: dict[str, bytes]) -> None:
    cells, page = committed().cells, parts[committed().part(HELP_SHEET)]
    links = {
        cells[HELP_SHEET, link.attrib["ref"]]: link.attrib["location"]
        for link in elements(page, "hyperlink")
        if re.fullmatch("[A-Z]+2", link.attrib["ref"])
    }
    sections = ["Sheets", "Buttons", "Strategies", "Connect Python"]
    assert [*links] == sections
    for section, location in links.items():
        place = location.rpartition("!")[2].replace("$", "")
        assert str(cells[HELP_SHEET, place]).startswith(str(section))


@pytest.mark.slow
@pytest.mark.parametrize(
    "known",
    [e for e in golden_entries("totals") if e["game"] == "4x6" and e["own_first"]],
    ids=lambda entry: entry["strategy"],
)
def test_help_lists_strategy_results(known: dict[str, Any]) -> None:
    label = strategy_label(known["strategy"])
    (row,) = [row for row in rows_of(HELP_SHEET) if row and row[0] == label]
    average = pytest.approx(known["total"] / 1296)
    rule = STRATEGIES[known["strategy"]].rule
    assert row == [label, known["first"], average, known["most"], rule]


def test_large_game_raises() -> None:
    for game in ("9x2", f"1x27 symbols={'0123456789ABCDEFGHIJKLMNOPQ'}"):
        board = new_game(Rules.parse(game))
        with pytest.raises(ValueError, match="a board of at most 8 pegs and 26"):
            workbook_bytes(board)


# Other locales

COUNTRY = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
  <item oor:path="/org.openoffice.Setup/L10N">
    <prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>{}</value></prop>
  </item>
</oor:items>
"""


@pytest.fixture(scope="module")
def turkish_calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice with 1.234,5 and the capitals İRİS of iris."""
    if reason := skip_reason():
        pytest.skip(reason)
    home = tmp_path_factory.mktemp("turkish")
    settings = home / "profile" / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(COUNTRY.format("tr-TR"))
    profile = f"-env:UserInstallation={(home / 'profile').as_uri()}"
    office = Calc(environment(home), "--headless", profile)
    yield office
    office.close()


def test_turkish_locale_computes_equal_values(
    turkish_calc: Calc, calc_without_extension: Calc, tmp_path: Path
) -> None:
    file = tmp_path / "MasterMind.xlsm"
    write_workbook(file, fresh("3x5"), BOARDS["letters"])
    words: RangeValues = [["iris"], ["ILIK"], ["ılık"], ["İRİS"]]
    typed: dict[str, RangeValues] = {"guess_input": words, "first_guess": [["iris"]]}
    file.write_bytes(fill_board(file.read_bytes(), 1, typed))
    shown = []
    for office, number in (
        (turkish_calc, "1.234,5"),
        (calc_without_extension, "1,234.5"),
    ):
        document = office.open(file)
        shown.append(
            [used_cells(sheet).getDataArray() for sheet in document.model.Sheets]
        )
        assert document.formula("=FIXED(1234.5;1)", "AZ9998") == number
        document.close()
    assert shown[0] == shown[1]


@pytest.mark.parametrize("game", ["7x26", "8x26", "8x26 distinct", "8x14 black"])
def test_first_game_has_a_number_if_some_codes_have_none(game: str) -> None:
    first = first_game(Rules.parse(game))
    assert first.number
    assert first.number <= MAX_NUMBER
    assert first == first_game(first.rules)
