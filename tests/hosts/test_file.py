"""The buttons on workbook files, read back by openpyxl, with no program at hand."""

import io
import os
import re
import resource
import signal
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import openpyxl
import pytest
from boards import MASTERMIND, fresh, played, pressed, with_marks, yours
from helpers import rest_long
from libreoffice import Calc, descendants, environment, options, why_not
from openpyxl.workbook import Workbook
from openpyxl.workbook.defined_name import DefinedName

from xl_mastermind.hosts.file import NotReplacedError, press_button, read_boards
from xl_mastermind.sheet.board import (
    INPUTS,
    SINCE_SCORES,
    SOMEBODY_ELSE,
    Board,
)
from xl_mastermind.sheet.build import workbook_bytes, write_workbook
from xl_mastermind.sheet.buttons import BOARD_BUTTONS, press
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.layout import (
    BOARD_SHEET,
    SCORES_SHEET,
    SHEETS,
    STATE_SHEET,
    BoardLayout,
)
from xl_mastermind.sheet.words import NO_NUMBER

SETTINGS = {
    "strategy": "Most parts",
    "first_guess": "1123",
    "show_marks": False,
    "show_next_guess": True,
}

BOARDS = {
    "fresh": fresh("4x6", "3625"),
    "other settings": fresh("4x6", "3625", **SETTINGS),
    "in progress": played("1122", "1344"),
    "revealed": replace(played("1122"), revealed=True),
    "lost": played(*["1122"] * 10),
    "yours": yours(("1122", [1, 0]), ("1344", [1, 2])),
    "half typed": with_marks(played("1122", [1, None, None, 4]), [1, None]),
    "text": played([" 1", "1", "2", "2 "], ["=1+1", "'", "\n", "_x0041_"]),
    "wrong": with_marks(played([7, -1, 2.5, "x"], [True, 0, 12, "?"]), ["y", 9]),
    "distinct": played("012", board=fresh("3x10 distinct", "057")),
    "black only": played("1122", board=fresh("4x6 black", "3625")),
    "letters": played("ABC", ["c", " l", None], board=fresh("3x26", "XYZ")),
    "super": played("11223", board=fresh("5x8", "87654")),
}

Save = Callable[[Board], Path]

LONG = pytest.mark.long


@pytest.fixture
def save(tmp_path: Path) -> Save:
    def saved(board: Board) -> Path:
        path = tmp_path / "MasterMind.xlsm"
        write_workbook(path, board)
        return path

    return saved


def typed(board: Board) -> dict[str, Block]:
    """Return what was typed on a board; blanks and empty texts are the same."""
    return {
        area: [[None if cell == "" else cell for cell in row] for row in block]
        for area, block in board.to_values().items()
        if area not in {*SINCE_SCORES} - {"game_number"}
    }


def only_board(path: Path) -> Board:
    (board,) = read_boards(path).boards
    return board


def shown(path: Path, name: str) -> list[Cell]:
    """Return the values of a named area, as openpyxl finds it."""
    (values,) = all_shown(path, name)
    return values


def all_shown(path: Path, *names: str) -> Iterator[list[Cell]]:
    """Return the values of some named areas."""
    workbook = openpyxl.load_workbook(path, read_only=True, data_only=True)
    for name in names:
        ((sheet, address),) = workbook[BOARD_SHEET].defined_names[name].destinations
        cells = workbook[sheet][address.replace("$", "")]
        rows = cells if isinstance(cells, tuple) else ((cells,),)
        yield [cell.value for row in rows for cell in row]


# Reading and pressing


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_read_as_it_was_written(name: str, save: Save) -> None:
    board = only_board(save(BOARDS[name]))
    assert typed(board) == typed(BOARDS[name])
    assert board.rules == BOARDS[name].rules


@pytest.mark.parametrize(
    "button", [b.name for b in BOARD_BUTTONS if b.name != "new_game"]
)
@pytest.mark.parametrize("name", rest_long(["yours", "text"]))
def test_a_button_does_to_a_file_what_it_does_to_a_board(
    name: str, button: str, save: Save
) -> None:
    path = save(BOARDS[name])
    after = press_button(path, button)
    expected = pressed(button, BOARDS[name])
    assert typed(after) == typed(expected)
    assert typed(only_board(path)) == typed(expected)
    assert after.sentence == expected.sentence


@pytest.mark.parametrize("name", ["other settings", "revealed", "yours", "letters"])
def test_new_game_keeps_the_settings_and_hides_a_code(name: str, save: Save) -> None:
    before, path = BOARDS[name], save(BOARDS[name])
    board = press_button(path, "new_game")
    kept = ("game", *SETTINGS, "codemaker")
    assert {area: typed(board)[area] for area in kept} == {
        area: typed(before)[area] for area in kept
    }
    assert not any(map(any, (*board.guesses, *board.typed_marks)))
    assert board.has_secret is (before.codemaker != SOMEBODY_ELSE)
    assert typed(only_board(path)) == typed(board)


def test_a_whole_game_is_played_in_a_file(save: Save) -> None:
    path = save(fresh("4x6", "3625"))
    guesses = 0
    while press_button(path, "hint").solved_in is None:
        guesses += 1
        assert shown(path, "hidden_code") == ["?"] * 4
        assert shown(path, "code_status") == ["hidden"]
        assert shown(path, "codes_left")[guesses] in (None, "")
    assert shown(path, "hidden_code") == [3, 6, 2, 5]
    assert shown(path, "code_status") == ["found"]
    ((said,),) = [shown(path, "message")]
    assert str(said).startswith(f"Knuth found it in {guesses + 1}.\n")


def test_a_person_types_between_two_buttons(save: Save) -> None:
    path = save(played("1122"))
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    sheet = workbook[BOARD_SHEET]
    sheet["I4"], sheet["J4"], sheet["K4"], sheet["L4"] = 1, "3", 4, 4
    sheet["X9"] = "Entropy"
    sheet["Z9"] = 1122
    workbook.save(path)
    board = press_button(path, "check")
    assert board.guesses[1] == [1, "3", 4, 4]
    assert (board.strategy, board.first_guess) == ("Entropy", 1122)
    assert path.read_bytes() == workbook_bytes(board)
    assert shown(path, "marks")[:4] == [1, 0, 0, 1]
    assert shown(path, "codes_left")[:2] == [256, 44]


def test_the_file_host_does_what_every_host_does(save: Save) -> None:
    # Read the areas, press, write the areas: as Excel's host does it.
    board = BOARDS["in progress"]
    written = press("hint", board.to_values())
    values = board.to_values() | {a: b for a, b in written.items() if a in INPUTS}
    assert typed(press_button(save(board), "hint")) == typed(Board.from_values(values))


# The number of the game


def typed_on(path: Path, **cells: str | float | None) -> None:
    """Type on the board of a file, which then has no values of its formulas."""
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    for address, value in cells.items():
        workbook[BOARD_SHEET][address] = value
    workbook.save(path)


def test_the_secret_is_that_of_the_number_where_no_value_is_kept(save: Save) -> None:
    path = save(played("1122"))
    typed_on(path)
    assert shown(path, "secret") == [None] * 4
    assert only_board(path).secret == [3, 6, 2, 5]
    typed_on(path, X8=2611)
    assert only_board(path).secret == [*MASTERMIND.code_numbered(2611)]
    assert press_button(path, "check").marks[0] == [0, 0]
    assert shown(path, "secret") == [*MASTERMIND.code_numbered(2611)]


def test_a_number_typed_after_reveal_is_a_game_that_reaches_the_scores(
    save: Save,
) -> None:
    path = save(played("1122"))
    press_button(path, "reveal_code")
    assert shown(path, "noted_for") == shown(path, "game_number")
    typed_on(path, X8=2611, **dict.fromkeys(("I3", "J3", "K3", "L3")))
    board = only_board(path)
    assert (board.status, board.recorded) == ("hidden", False)
    assert press_button(path, "solve").solved_in
    rows = read_boards(path).scores or []
    assert [row[3] for row in rows] == ["Nobody", "Knuth"]
    assert shown(path, "noted_for") == [2611]


@pytest.mark.parametrize(
    "number", rest_long([None, 0, 1.5, 10**9, True, "2611", "x"], quick=2)
)
def test_what_is_no_number_gives_a_sentence(
    number: str | float | None, save: Save
) -> None:
    path = save(played("1122"))
    typed_on(path, X8=number)
    for button in ("hint", "check", "reveal_code"):
        assert press_button(path, button).message == NO_NUMBER
        message, shown_number, secret = all_shown(
            path, "message", "game_number", "secret"
        )
        assert (message, shown_number) == ([NO_NUMBER], [number])
        assert {*secret} <= {None, ""}


# The scores


def test_what_is_played_in_a_file_is_kept(save: Save) -> None:
    path = save(fresh("4x6", "3625"))
    assert read_boards(path).scores == []
    for button in ("solve", "new_game", "hint", "clear", "solve", "clear", "check"):
        press_button(path, button)
    scores = read_boards(path).scores
    assert scores is not None
    assert [row[:1] + row[2:5] for row in scores] == [
        [1, "Mastermind", "Knuth", 5],
        [2, "Mastermind", "Knuth", scores[1][4]],
    ]


def test_the_scores_go_into_another_workbook_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    rows: Block = [
        [1, 46023.5, "Mastermind", "You", 5, None, 5.0],
        [2, 46023.75, "Bulls and Cows", "Nobody", 10, 0.25, None],
    ]
    write_workbook(path, fresh(), scores=rows)
    assert read_boards(path).scores == rows
    workbook = openpyxl.load_workbook(path)
    assert workbook[SCORES_SHEET].tables[SCORES_SHEET].ref == "B15:H17"


def test_the_workbook_of_version_1_1_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    old = Path(__file__).parents[1] / "data" / "MasterMind-1.1.xlsm"
    path.write_bytes(old.read_bytes())
    before = only_board(path)
    assert before.has_secret
    after = press_button(path, "hint")
    assert typed(after) == typed(pressed("hint", before))
    assert press_button(path, "solve").solved_in
    saved = read_boards(path)
    assert saved.scores
    assert saved.boards[0].secret == before.secret
    ((_, _, _, breaker, *_),) = saved.scores
    assert breaker == "Knuth"


def test_what_was_noted_in_a_workbook_of_version_1_1_counts(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    old = Path(__file__).parents[1] / "data" / "MasterMind-1.1.xlsm"
    workbook = openpyxl.load_workbook(old, keep_vba=True)
    workbook[STATE_SHEET]["M1"] = "shown"
    workbook.save(path)
    before = only_board(path)
    assert before.status == "shown"
    after = press_button(path, "check")
    assert (after.revealed, after.secret) == (True, before.secret)
    assert after.number == MASTERMIND.number_of(before.secret_code or ())
    assert only_board(path).revealed


def test_a_workbook_from_before_there_were_scores(save: Save) -> None:
    path = save(played("1122"))
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    del workbook[SCORES_SHEET]
    for column, peg in zip("IJKL", only_board(path).secret, strict=True):
        workbook[STATE_SHEET][f"{column}1"] = str(peg)
    for name in {*SINCE_SCORES} - {"reveal"}:  # which is one of the other edition
        del workbook[BOARD_SHEET].defined_names[name]
    workbook.save(path)
    assert read_boards(path).scores is None
    press_button(path, "solve")
    assert len(read_boards(path).scores or []) == 1


# Files that are none


@pytest.mark.parametrize("content", [b"", b"PK", b"not a workbook", b"\0" * 4096])
def test_a_file_that_is_no_workbook_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=f"MasterMind workbook, got {re.escape(str(path))}"
    ):
        read_boards(path)
    with pytest.raises(ValueError, match="MasterMind workbook"):
        press_button(path, "solve")
    assert path.read_bytes() == content


def test_a_zip_that_is_no_workbook_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("letter.txt", "Dear Sir or Madam,")
    with pytest.raises(ValueError, match="MasterMind workbook"):
        read_boards(path)


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam,")
    with pytest.raises(ValueError, match="MasterMind workbook"):
        read_boards(path)


def other_workbook(*sheets: str, **cells: str | int) -> Workbook:
    workbook = Workbook()
    workbook.active.title = sheets[0]  # type: ignore[union-attr]
    for sheet in sheets[1:]:
        workbook.create_sheet(sheet)
    for address, value in cells.items():
        workbook[STATE_SHEET][address] = value
    return workbook


@pytest.mark.parametrize(
    "workbook",
    [
        other_workbook("Sheet1"),
        other_workbook(STATE_SHEET),
        other_workbook(STATE_SHEET, A1="Texas"),
        other_workbook(STATE_SHEET, BOARD_SHEET, A1=7),
        other_workbook(STATE_SHEET, "Sheet1", A1="4x6"),
    ],
    ids=["another", "no game", "no game either", "a number", "no board"],
)
def test_a_workbook_of_other_things_is_refused(
    workbook: Workbook, tmp_path: Path
) -> None:
    path = tmp_path / "Budget.xlsx"
    workbook.save(path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="expected a "):
        press_button(path, "check")
    assert path.read_bytes() == before


def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    with pytest.raises(FileNotFoundError, match=re.escape(str(path))):
        press_button(path, "solve")


def test_a_folder_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "MasterMind.xlsm"
    path.mkdir()
    with pytest.raises(OSError, match=re.escape(str(path))):
        press_button(path, "solve")


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=LONG) for n in (2, 3))])
def test_a_damaged_workbook_is_refused_or_still_right(seed: int, save: Save) -> None:
    board = BOARDS["in progress"]
    path = save(board)
    whole = path.read_bytes()
    draw = Random(seed)
    refused = 0
    for _ in range(20):
        place = draw.randrange(len(whole))
        cut = draw.random() < 0.3
        rest = b"" if cut else draw.randbytes(8) + whole[place + 8 :]
        path.write_bytes(whole[:place] + rest)
        try:
            assert typed(only_board(path)) == typed(board)
        except ValueError:
            refused += 1
    assert refused


@pytest.mark.parametrize(
    "part", ["xl/workbook.xml", f"xl/worksheets/sheet{len(SHEETS) + 5}.xml"]
)
@pytest.mark.parametrize("text", ["", "<sheet", "<html></html>"])
def test_a_part_that_is_no_xml_is_refused(part: str, text: str, save: Save) -> None:
    path = save(BOARDS["in progress"])
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    with zipfile.ZipFile(path, "w") as package:
        for name, content in (parts | {part: text.encode()}).items():
            package.writestr(name, content)
    with pytest.raises(ValueError, match="expected a "):
        read_boards(path)


def test_a_limit_of_file_sizes_keeps_the_file(save: Save, tmp_path: Path) -> None:
    path = save(BOARDS["in progress"])
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(OSError, match=re.escape(str(path))):
            press_button(path, "solve")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


# Files that are not to be replaced


def is_kept(path: Path, error: type[Exception], why: str) -> bool:
    """Return whether a button leaves a workbook as it is, but by force."""
    before = path.read_bytes()
    with pytest.raises(error, match=re.escape(why)) as caught:
        press_button(path, "hint")
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before
    return press_button(path, "hint", force=True).guesses[0] == [1, 1, 2, 2]


def test_a_button_keeps_a_file_that_is_read_only(save: Save) -> None:
    path = save(fresh())
    path.chmod(0o444)
    assert is_kept(path, PermissionError, "the file is read-only")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("~$MasterMind.xlsm", "\x03Ada"),
        (".~lock.MasterMind.xlsm#", ",ada,engine,21.11.2026 12:00,file:///home/ada;"),
        (".~lock.MasterMind.xlsm#", "something else"),
    ],
)
def test_a_button_keeps_a_file_that_is_open_elsewhere(
    name: str, content: str, save: Save
) -> None:
    path = save(fresh())
    path.with_name(name).write_text(content)
    assert is_kept(path, NotReplacedError, f"open in a program, as {name} says")


def copied(workbook: Workbook, sheet: str, name: str) -> None:
    """Copy a sheet before it, with its names, as Excel does."""
    source = workbook[sheet]
    copy = workbook.copy_worksheet(source)
    copy.title = name
    for area in source.defined_names.values():
        copy.defined_names.add(DefinedName(area.name, attr_text=area.value))
    place = workbook.sheetnames.index(sheet)
    workbook.move_sheet(copy, place + 1 - len(workbook.sheetnames))


@pytest.mark.parametrize("sheet", rest_long([BOARD_SHEET, SCORES_SHEET, "Help"]))
def test_a_button_keeps_a_file_with_a_copied_sheet(sheet: str, save: Save) -> None:
    path = save(fresh("4x6", "3625"))
    press_button(path, "solve")
    press_button(path, "clear")
    kept = read_boards(path)
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    copied(workbook, sheet, "Mine (2)")
    workbook["Mine (2)"]["I3"] = 6  # a guess on the copy of the board
    workbook["Mine (2)"]["B5"] = 77  # a game on the copy of the scores
    workbook.save(path)
    again = read_boards(path)
    assert (again.scores, typed(again.boards[0])) == (
        kept.scores,
        typed(kept.boards[0]),
    )
    assert len(again.boards) == 1
    assert is_kept(path, NotReplacedError, "has added: Mine (2)")


def test_sheets_that_a_person_renamed_are_ours(calc: Calc, save: Save) -> None:
    path = save(fresh("4x6", "3625"))
    document = calc.open(path)
    names = {BOARD_SHEET: "It's mine", "Analysis": "A!1", SCORES_SHEET: "All games"}
    for sheet, name in names.items():
        document.model.Sheets.getByName(sheet).Name = name
    path = path.with_name("renamed.xlsm")
    document.model.storeToURL(
        path.as_uri(), options({"FilterName": "Calc MS Excel 2007 VBA XML"})
    )
    document.close()
    assert openpyxl.load_workbook(path, read_only=True).sheetnames[0] == "It's mine"
    press_button(path, "solve")
    assert len(read_boards(path).scores or []) == 1


def test_renamed_sheets_are_ours_but_not_beside_a_copy(save: Save) -> None:
    path = save(fresh())
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    workbook["Help"].title = "Hilfe"
    workbook.save(path)
    press_button(path, "hint")
    workbook = openpyxl.load_workbook(path, keep_vba=True)
    copied(workbook, "Help", "Copy")
    workbook["Help"].title = "Hilfe"
    workbook.save(path)
    assert is_kept(path, NotReplacedError, "has added: Copy, Hilfe")


def test_a_lock_counts_while_its_owner_lives(
    save: Save, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    path = save(fresh())
    link = tmp_path / "link.xlsm"
    link.symlink_to(path)
    lock = path.with_name(f".~lock.{path.name}#")
    environ = environment(tmp_path_factory.mktemp("ada"))
    calc = Calc(environ)
    document = calc.open(path)
    assert is_kept(link, NotReplacedError, f"open in a program, as {lock.name} says")
    document.close()
    press_button(link, "hint")
    calc.open(path)
    for process in (*descendants(calc.office.process.pid), calc.office.process.pid):
        os.kill(process, signal.SIGKILL)
    calc.office.process.wait()
    assert lock.exists()
    press_button(link, "hint")


# What openpyxl leaves of a workbook


def test_macros_buttons_conditions_and_names_survive_openpyxl(save: Save) -> None:
    path = save(BOARDS["in progress"])
    before = openpyxl.load_workbook(path, keep_vba=True)
    before.save(path)
    after = openpyxl.load_workbook(path, keep_vba=True)
    with zipfile.ZipFile(path) as package:
        names = package.namelist()
        macros = package.read("xl/vbaProject.bin")
        drawings = [package.read(name) for name in names if name.endswith(".vml")]
    with zipfile.ZipFile(io.BytesIO(workbook_bytes(BOARDS["in progress"]))) as package:
        assert macros == package.read("xl/vbaProject.bin")
    for button in BOARD_BUTTONS:
        assert any(f"[0]!{button.macro}<".encode() in drawing for drawing in drawings)
    sheet = after[BOARD_SHEET]
    assert {*sheet.defined_names} == {*BoardLayout(MASTERMIND).named}
    assert conditions(after) == conditions(before)
    assert sum(conditions(after).values()) > 20
    assert after[STATE_SHEET].sheet_state == "veryHidden"


def conditions(workbook: Workbook) -> dict[str, int]:
    """Return how many conditional formats each area of the board has."""
    return {
        str(area.sqref): len(area.rules)
        for area in workbook[BOARD_SHEET].conditional_formatting
    }


def test_a_workbook_that_openpyxl_saved_is_still_played_on(save: Save) -> None:
    path = save(BOARDS["in progress"])
    openpyxl.load_workbook(path, keep_vba=True).save(path)
    board = press_button(path, "solve")
    assert board.solved_in
    assert path.read_bytes() == workbook_bytes(board, scores=read_boards(path).scores)
