"""The command `match` reads workbooks of any program, also in folders."""

import csv
import json
import os
import re
import sys
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from boards import built, fresh, played
from command_line import run, run_json
from expected_values import DATA
from libreoffice import Calc

from xl_mastermind.board.state import input_values
from xl_mastermind.board.workbook_file import fill_board
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.files import bundled_file
from xl_mastermind.game.game import Game
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match import MATCH_SHEET
from xl_mastermind.plugins.match.match_sheet import match_layout
from xl_mastermind.plugins.match.workbooks import read_workbook
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells

BOARD = fresh("3x4")
HIDDEN_CODE = BOARD.rules.format_code(
    BOARD.rules.code_from_number(int(str(BOARD.number)))
)
WRONG = "111" if HIDDEN_CODE != "111" else "222"
GAME = f"Little #{BOARD.number}"


def write_workbook(file: Path, *guesses: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(built(played(*guesses, game=BOARD), has_optional_sheets=False))
    return file


def results_of(values: dict[str, RangeValues]) -> list[GameResult]:
    """Return the results of a board of Mastermind with these values."""
    board = built(fresh("4x6"), edition=Edition.PLAIN, has_optional_sheets=False)
    return read_workbook(fill_board(board, 0, values)).games


def ranking(*words: str | Path) -> list[tuple[str, int]]:
    record = run_json("match", *map(str, words))
    return [(place["name"], place["best"]) for place in record["standings"]]


def test_match_ranks_and_rates_workbooks(tmp_path: Path) -> None:
    files = [
        write_workbook(tmp_path / "Ann.xlsm", WRONG, HIDDEN_CODE),
        write_workbook(tmp_path / "Bob.xlsm", *[WRONG] * 6),
        write_workbook(tmp_path / "Cy.xlsm", WRONG),
    ]
    table = tmp_path / "class.csv"
    words = ["match", *map(str, files), "--rate"]
    record = run_json(*words)
    assert [(place["name"], place["found"]) for place in record["standings"]] == [
        ("Ann", 1),
        ("Bob", 0),
    ]
    assert record["costs"][0]["cost"] >= 0
    result = run(*words, "--csv", str(table))
    assert f"no finished game with a number: {files[2]}" in result.out
    with table.open(encoding="utf-8-sig", newline="") as stream:
        rows = [*csv.reader(stream)]
    assert [row[-1] for row in rows] == [GAME, "2", "–"]


@pytest.mark.table("source", "ending")
def test_line_of_a_board_names_its_hints(source: str, ending: str) -> None:
    game = Game.start(Rules(4, 6), 10, number=382)
    values = input_values(played("1122", "4536", game=game))
    (result,) = results_of(values | {"guess_source": [[source]]})
    assert result.title_line == f"Mastermind #382 in 2{ending}"


@pytest.mark.table("number", "entries", "lines")
def test_match_counts_the_attempts_of_a_board(
    number: Cell, entries: list[Cell], lines: tuple[str, ...]
) -> None:
    values = {"game_number": [[number]], "guess_input": [[entry] for entry in entries]}
    results = results_of(values)
    texts = [game.title_line.removeprefix("Mastermind ") for game in results]
    assert texts == [*lines]


@pytest.mark.parametrize(
    ("codemaker", "count"),
    [("rubbish", 1), (" computer", 1), ("Cheats", 0), ("SOMEBODY ELSE", 0)],
)
def test_match_reads_a_codemaker_as_boards_do(codemaker: str, count: int) -> None:
    values: dict[str, RangeValues] = {
        "game_number": [[382]],
        "guess_input": [[1122], [4536]],
        "codemaker": [[codemaker]],
    }
    assert len(results_of(values)) == count


def test_revealed_game_of_a_board_is_not_found() -> None:
    values: dict[str, RangeValues] = {
        "game_number": [[382]],
        "guess_input": [[1122], [4536], [1122]],
        "revealed_games": [["#7 #382 "]],
    }
    (result,) = results_of(values)
    assert result.title_line == "Mastermind #382: not found in 1"


# Names


def test_folders_name_the_players_of_equal_files(tmp_path: Path) -> None:
    write_workbook(tmp_path / "Ann" / "MasterMind.xlsm", WRONG, HIDDEN_CODE)
    write_workbook(tmp_path / "Bob" / "MasterMind.xlsm", HIDDEN_CODE)
    assert ranking(tmp_path) == [("Bob", 1), ("Ann", 2)]
    remark = "2 files have the player name MasterMind: counted as Ann, Bob\n"
    assert remark in run("match", str(tmp_path)).out


def test_name_on_scores_comes_first(tmp_path: Path) -> None:
    for name, file in (("Zoë", "a.xlsm"), ("zoë ", "b.xlsm"), ("Max", "Cy.xlsm")):
        path = write_workbook(tmp_path / file, HIDDEN_CODE)
        book = openpyxl.load_workbook(path)
        (address,) = book["Scores"].defined_names["player"].destinations
        book["Scores"][address[1].split(":")[0]] = name
        book.save(path)
    assert {name for name, _ in ranking(tmp_path)} == {"Zoë (a)", "Zoë (b)", "Max"}


def test_lines_on_match_count_without_a_finished_game(tmp_path: Path) -> None:
    """A line without a name is that of the file's player."""
    results = match_layout().ranges["results"]
    lines = {
        results.cell(0).address: f"{GAME} in 2",
        results.cell(1).address: f"Bob: {GAME} in 3",
    }
    workbook = bundled_file("MasterMind.xlsx").read_bytes()
    file = tmp_path / "Ann.xlsx"
    file.write_bytes(fill_cells(workbook, {}, {MATCH_SHEET: lines}))
    assert ranking(file) == [("Ann", 2), ("Bob", 3)]


def test_match_reads_a_table_in_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["ID", "Start time", "Email", "Name", "Your result"])
    for name, guesses in (("Ann", 3), ("Bob", 2)):
        row = [1, datetime(2026, 11, 27), "anonymous", name, f"{GAME} in {guesses}\n●"]  # noqa: DTZ001 - workbooks have no time zones
        book.worksheets[0].append(row)
    book.save(tmp_path / "form.xlsx")
    assert ranking(tmp_path) == [("Bob", 2), ("Ann", 3)]


def test_second_board_of_a_file_is_named_by_the_file(tmp_path: Path) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text(f"hello\nAnn: {GAME} in 3\n", "utf-8")
    file = write_workbook(tmp_path / "Ann.xlsm", HIDDEN_CODE)
    out = run("match", str(tmp_path)).out
    places = re.findall(
        r"^(.*): Counted once: the same game as in (.*)\.$", out, re.MULTILINE
    )
    assert {*places[0]} == {str(file), f"{chat}, line 2"}


# Folders and patterns


def test_match_reads_folders_and_patterns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b c/Ann.XLSM", "Bob.xlsm", "~$Bob.xlsm", "._Cy.xlsm", ".x/Di.xlsm"):
        write_workbook(Path("class", name), HIDDEN_CODE)
    Path("class/chats").mkdir()
    for name, player in (("a", "Eve"), ("b", "Flo")):
        Path(f"class/chats/{name}.txt").write_text(f"{player}: {GAME} in 2")
    everybody = [("Ann", 1), ("Bob", 1), ("Eve", 2), ("Flo", 2)]
    assert sorted(ranking("class")) == everybody
    assert sorted(ranking("class/**/[!~]*.*", "class/Bob.xlsm")) == everybody
    assert ranking("cl*s/*.xlsm", "class/~$Bob.xlsm") == [("Bob", 1)]
    refused = run("match", "class/*.ods")
    assert refused.err.endswith("expected files that match class/*.ods, got none\n")


@pytest.mark.parametrize("ending", ["html", "csv"])
def test_output_in_a_folder_is_no_input(ending: str, tmp_path: Path) -> None:
    write_workbook(tmp_path / "Ann.xlsm", HIDDEN_CODE)
    output = tmp_path / f"match.{ending}"
    for _ in range(2):
        assert run("match", str(tmp_path), f"--{ending}", str(output)).code == 0


def test_match_overwrites_no_chat_in_a_folder(tmp_path: Path) -> None:
    chat = tmp_path / "chat.csv"
    chat.write_text(f"Ann: {GAME} in 3")
    result = run("match", str(tmp_path), "--csv", str(chat))
    expected = f"expected another file than the command reads, got {chat}"
    assert (result.code, result.err) == (2, f"xl-mastermind: {expected}\n")
    assert chat.read_text() == f"Ann: {GAME} in 3"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere: names are Unicode")
def test_match_writes_names_of_other_encodings(tmp_path: Path) -> None:
    file = tmp_path / os.fsdecode(b"class/M\xfcller.xlsm")
    write_workbook(file, HIDDEN_CODE)
    outputs = [tmp_path / "match.csv", tmp_path / "match.html"]
    words = [f"--{output.suffix[1:]}={output}" for output in outputs]
    assert run("match", str(file.parent), *words).code == 0
    assert all("M\ufffdller" in output.read_text("utf-8") for output in outputs)


@pytest.mark.parametrize("word", ["class", "class/**", "class/**/*.txt", "class/*/x.*"])
def test_match_follows_no_links_to_folders(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("class/x")
    folder.mkdir(parents=True)
    for name in "abc":
        (folder / name).symlink_to(".")
    (folder / "self").symlink_to("self")
    (folder / "x.txt").write_text(f"Ann: {GAME} in 3")
    overlong_name = "n" * 300
    result = run("match", word, "class/x/self", overlong_name)
    assert "Ann 3" in result.out
    assert "skipped class/x/self: too many levels of symbolic links" in result.out
    assert f"skipped {overlong_name}: file name too long" in result.out


def test_match_reads_deep_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(500):
        Path("d").mkdir()
        os.chdir("d")
    Path("x.txt").write_text(f"Ann: {GAME} in 3")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(450)
    try:
        assert ranking(tmp_path) == [("Ann", 3)]
    finally:
        sys.setrecursionlimit(limit)


# Zip files


def write_zip(file: Path, *parts: tuple[str, bytes | str]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts:
            package.writestr(name, content)
    return file


def test_match_reads_the_zip_file_of_a_platform(tmp_path: Path) -> None:
    board = write_workbook(tmp_path / "board.xlsm", HIDDEN_CODE)
    home = write_zip(tmp_path / "home.zip", ("MasterMind.xlsx", board.read_bytes()))
    file = write_zip(
        tmp_path / "class.zip",
        ("Ann_1_assignsubmission_file_/MasterMind.xlsx", board.read_bytes()),
        ("Bob_2_assignsubmission_file_/home.zip", home.read_bytes()),
        ("Cy\\MasterMind.xlsx", board.read_bytes()),
        ("../../chat.txt", f"Di: {GAME} in 2"),
        ("__MACOSX/._chat.txt", f"Ed: {GAME} in 2"),
    )
    assert ranking(file) == [("Ann", 1), ("Bob", 1), ("Cy", 1), ("Di", 2)]


def test_match_limits_zip_files(tmp_path: Path) -> None:
    chat, line = tmp_path / "chat.txt", f"Ann: {GAME} in 3"
    chat.write_text(line)
    file = write_zip(tmp_path / "0.zip", ("chat.txt", line))
    for number in range(1, 4):
        parts = (file.name, file.read_bytes()), ("chat.txt", line)
        file = write_zip(tmp_path / f"{number}.zip", *parts)
    zeros = write_zip(tmp_path / "zeros.zip", ("zeros.txt", bytes(100_000_001)))
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(b"PK\3\4")
    out = run("match", str(chat), str(file), str(zeros), str(damaged)).out
    assert "2.zip/1.zip: expected a zip file in at most one other" in out
    assert "expected a zip file of at most 100,000,000 bytes unpacked" in out
    assert "damaged.zip: expected a zip file, got another or damaged file" in out


# Names in chats of a folder


def test_result_does_not_take_a_name_of_another_chat(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{GAME} in 3\nAnn, 18:05\n")
    (tmp_path / "b.txt").write_text(f"{GAME} in 2\nBob: {GAME} in 4\n")
    assert ranking(tmp_path) == [("Bob", 4)]


# Files of other programs

Change = Callable[[str, bytes], tuple[str, bytes]]

MAIN, STRICT = "schemas.openxmlformats.org", "purl.oclc.org/ooxml"
STRICT_NAMES = {
    f"{MAIN}/spreadsheetml/2006/main": f"{STRICT}/spreadsheetml/main",
    f"{MAIN}/officeDocument/2006/relationships": (
        f"{STRICT}/officeDocument/relationships"
    ),
}


def with_strict_names(name: str, part: bytes) -> tuple[str, bytes]:
    for plain, strict in STRICT_NAMES.items():
        part = part.replace(plain.encode(), strict.encode())
    return name, part


def with_wrong_styles(name: str, part: bytes) -> tuple[str, bytes]:
    if name == "xl/styles.xml":
        part = re.sub(b"<fill>.*?</fill>", b"<fill/>", part)
        part = part.replace(b'rgb="FF', b'rgb="#')
    return name, part


def with_capitals(name: str, part: bytes) -> tuple[str, bytes]:
    return name.upper(), part


CHANGES = [with_strict_names, with_wrong_styles, with_capitals]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_match_reads_unusual_packages(
    change: Change, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    usual = write_workbook(tmp_path / "usual.xlsm", WRONG, HIDDEN_CODE)
    unusual = tmp_path / "Ann.xlsx"
    with zipfile.ZipFile(usual) as old, zipfile.ZipFile(unusual, "w") as new:
        for name in old.namelist():
            new.writestr(*change(name, old.read(name)))
    assert ranking(unusual) == [("Ann", 2)]
    assert not recwarn


@pytest.mark.slow
@pytest.mark.smoke
def test_match_reads_files_of_other_programs(
    calc_without_extension: Calc, tmp_path: Path
) -> None:
    file = write_workbook(tmp_path / "Ann.xlsm", WRONG, HIDDEN_CODE)
    for name, kind in ("Bob.ods", "calc8"), ("Cy.xlsx", "Calc MS Excel 2007 XML"):
        document = calc_without_extension.open(file)
        document.save_as(tmp_path / name, kind)
        document.close()
    openpyxl.load_workbook(file).save(tmp_path / "Di.xlsx")
    assert ranking(tmp_path) == [(name, 2) for name in ("Ann", "Bob", "Cy", "Di")]


CONTENT = (DATA / "content.xml").read_text("utf-8")

COMMENT = f"<office:annotation>{'comment' * 2000}</office:annotation>"

CALC_NAMES = {
    "game": "$C$3",
    "game_number": "$D$3:.$F$3",
    "codemaker": "$E$3:.$G$3",
    **dict.fromkeys(("secret", "state_key", "cached_state_key"), "$A$1"),
    "guess_input": "$B$2:.$B$12",
}


@pytest.mark.parametrize(
    "guess", ["1<text:s/>2 3", "<text:span>11</text:span>2", "234", f"{COMMENT}234"]
)
def test_match_reads_cells_of_ods(guess: str, tmp_path: Path) -> None:
    names = "".join(
        f'<table:named-range table:name="{name}" table:cell-range-address='
        f'"$&apos;Ann&apos;&apos;s &amp; Bob&apos;.{cells}"/>'
        for name, cells in CALC_NAMES.items()
    )
    file = tmp_path / "Ann.ods"
    with zipfile.ZipFile(file, "w") as package:
        content = CONTENT.format(rows=7, guess=guess, names=names)
        package.writestr("content.xml", content)
    (result,) = read_workbook(file.read_bytes()).games
    assert (str(result.rules), result.number) == ("3x4", 20261127)
    guesses = {result.rules.format_code(turn.guess) for turn in result.turns}
    assert guesses == {re.sub("<.*?>| |comment", "", guess)}


# Files that cannot be read


def test_unreadable_files_are_skipped_with_reasons(tmp_path: Path) -> None:
    write_workbook(tmp_path / "Ann.xlsm", HIDDEN_CODE)
    openpyxl.Workbook().save(tmp_path / "table.xlsx")
    for name, content in (
        ("broken.xlsx", b"PK\x03\x04"),
        ("empty.ods", b""),
        ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        ("locked.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        ("latin.txt", "Zoë: Little in 3".encode("latin-1")),
        ("photo.png", b"\x89PNG"),
    ):
        (tmp_path / name).write_bytes(content)
    with zipfile.ZipFile(tmp_path / "locked.ods", "w") as package:
        package.writestr("content.xml", b"\x8e\x00<")
    result = run("match", str(tmp_path), "--json")
    record = json.loads(result.out)
    assert (result.code, result.err, record["ok"]) == (1, "", False)
    assert [place["name"] for place in record["standings"]] == ["Ann"]
    reasons = {Path(file["file"]).name: file["reason"] for file in record["skipped"]}
    damaged = "expected a workbook as Excel or LibreOffice saves it, got"
    no_password = "expected a workbook without password (.xlsx, .xlsm, .ods)"  # noqa: S105
    assert reasons == {
        "broken.xlsx": f"{damaged} another or damaged file",
        "empty.ods": f"{damaged} another or damaged file",
        "latin.txt": "expected a text in UTF-8, got other bytes in line 1",
        "locked.ods": "expected a workbook without password",
        "locked.xlsx": no_password,
        "old.xls": no_password,
        "photo.png": "expected a workbook or a text",
        "table.xlsx": "expected a MasterMind workbook, got one without a board",
    }
    result = run("match", *map(str, (tmp_path / "Ann.xlsm", tmp_path / "gone.xlsx")))
    assert result.code == 1
    assert result.out.endswith("gone.xlsx: no such file or directory\n")


def test_match_rates_no_game_that_is_too_large(tmp_path: Path) -> None:
    large, file = fresh("8x26"), tmp_path / "Ann.xlsx"
    assert large.secret
    game = large.with_guess(large.secret)
    board = built(large, edition=Edition.PLAIN, has_optional_sheets=False)
    file.write_bytes(fill_board(board, 0, input_values(game)))
    assert run_json("match", str(file), "--rate")["costs"][0]["cost"] is None
    assert re.search(r"8x26 #\d+ +1 +–", run("match", str(file), "--rate").out)
