"""Wrong usage and wrong input: exit code 2, and one line that says what came."""

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import (
    a_folder,
    below_a_file,
    is_refused,
    run,
    where_nothing_can_be_made,
)


def test_seeds_are_taken_alike_by_every_command() -> None:
    for seed in ("0", "-5", "123456789012345678901234567890"):
        words = ["--game", "2x3", "--strategy", "random", "--seed", seed]
        codes = [run(command, *words).code for command in ("solve", "next", "evaluate")]
        assert codes == [0, 0, 0], seed


@pytest.mark.parametrize(
    ("words", "endings"),
    [
        (("evaluate", "--plot"), ".png or .svg"),
        (("solve", "--html"), ".html"),
    ],
)
@pytest.mark.parametrize("name", ["", "a", "a.pdf", ".png", ".html", "a.png.txt"])
def test_pictures_and_pages_have_their_endings(
    words: tuple[str, ...], endings: str, name: str, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        said = run(*words, name)
    assert is_refused(said)
    assert said.err.startswith(
        f"xl-mastermind: expected a file name ending in {endings}, got "
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "COMMAND"),
        (("play",), "play"),
        (("",), "''"),
        (("solve", "extra"), "extra"),
        (("solve", "--unknown"), "--unknown"),
        (("solve", "--strat", "knuth"), "--strat"),
        (("solve", "--secret"), "--secret"),
        (("assist", "--json"), "--json"),
        (("build", "--json", "x.xlsm"), "--json"),
        (("open", "--in", "word"), "word"),
        # secrets and first guesses
        (("solve", "--secret", "7777"), "'7'"),
        (("solve", "--secret", ""), "''"),
        (("solve", "--secret", "112"), "'112'"),
        (("solve", "--secret", "11223"), "'11223'"),
        (("solve", "--secret", "11 22"), "' '"),
        (("solve", "--secret", "１１２２"), "'１'"),  # noqa: RUF001
        (("solve", "--secret", "٣٦٢٥"), "'٣'"),
        (("solve", "--secret", "11\x002"), r"'\x00'"),
        (("solve", "--secret", "-1"), "-"),
        (("solve", "--secret", "1" * 10_000), "10000"),
        (("solve", "--secret", "0012", "--game", "ab"), "'0012'"),
        (("solve", "--first", "7777"), "'7'"),
        (("solve", "--first", ""), "''"),
        (("next", "--first", "12"), "'12'"),
        (("evaluate", "--first", "1111", "--game", "ab"), "'1111'"),
        # numbers of games
        (("solve", "--number"), "--number"),
        (("solve", "--number", "0"), "1 to 999,999,999 or today, got '0'"),
        (("solve", "--number", "-1"), "--number"),
        (("solve", "--number", "1000000000"), "got '1000000000'"),
        (("solve", "--number", "9" * 5000), "got '999"),
        (("solve", "--number", "2.5"), "got '2.5'"),
        (("solve", "--number", "1e3"), "got '1e3'"),
        (("solve", "--number", "2,611"), "got '2,611'"),
        (("solve", "--number", " 7"), "got ' 7'"),
        (("solve", "--number", "٣"), "got '٣'"),
        (("solve", "--number", ""), "got ''"),
        (("solve", "--number", "yesterday"), "got 'yesterday'"),
        # games
        (("solve", "--game", "4x0"), "0"),
        (("solve", "--game", "0x6"), "0"),
        (("solve", "--game", "13x6"), "13"),
        (("solve", "--game", "4x27"), "27"),
        (("solve", "--game", "4x3 distinct"), "3"),
        (("solve", "--game", ""), "expected a game"),
        (("solve", "--game", "  "), "expected a game"),
        (("solve", "--game", "chess"), "'chess'"),
        (("solve", "--game", "4x6 red"), "'red'"),
        (("solve", "--game", "４x６"), "'４x６'"),  # noqa: RUF001
        (("solve", "--game", "-4x6"), "--game"),
        (("solve", "--game", "4x6.5"), "'4x6.5'"),
        (("solve", "--game", "99999999999999999999x6"), "99999999999999999999x6"),
        (("solve", "--game", "4x6 symbols=12345"), "5"),
        (("solve", "--game", "4x6 symbols=112345"), "'112345'"),
        (("solve", "--game", "4x6 symbols="), "symbols="),
        (("solve", "--game", "4x6 symbols=12345ä"), "'12345ä'"),
        (("evaluate", "--game", "12x26"), "12x26"),
        (("next", "--game", "12x26"), "12x26"),
        # strategies and seeds
        (("solve", "--strategy", "magic"), "'magic'"),
        (("solve", "--strategy", ""), "''"),
        (("solve", "--strategy", "all"), "'all'"),
        (("next", "--strategy", "knut"), "'knut'"),
        (("evaluate", "--strategy", "\n"), r"'\n'"),
        (("solve", "--seed", "x"), "'x'"),
        (("solve", "--seed", ""), "''"),
        (("solve", "--seed", "1.5"), "'1.5'"),
        (("solve", "--seed", "9" * 5000), "expected a whole number, not too long"),
        # turns
        (("next", "1122:3,1"), "'1122:3,1'"),
        (("next", "1122:9,0"), "'1122:9,0'"),
        (("next", "1122:3,2"), "'1122:3,2'"),
        (("next", "1122:-1,0"), "'1122:-1,0'"),
        (("next", "1122"), "'1122'"),
        (("next", "1122:"), "'1122:'"),
        (("next", ":1,0"), "':1,0'"),
        (("next", "1122:1"), "'1122:1'"),
        (("next", "1122:1,0,0"), "'1122:1,0,0'"),
        (("next", "1122:1,x"), "'1122:1,x'"),
        (("next", "1122:1, 0"), "'1122:1, 0'"),
        (("next", "1122:1,0\n"), r"'1122:1,0\n'"),
        (("next", "1122:٣,0"), "'1122:٣,0'"),
        (("next", "1122:bug:"), "'1122:bug:'"),
        (("next", "1122:999999999999999999999,0"), "999999999999999999999"),
        (("next", "7122:1,0"), "'7122:1,0'"),
        (("next", ""), "''"),
        (("next", "1122:1,0", "1111:2,0"), "turn 2"),
        (("next", "1122:4,0"), "turn 1"),
        (("next", "1122:1,0", "1344:4,0", "1344:4,0"), "turn 2"),
        (("next", "--game", "4x6 black", "1122:1,0"), "'1122:1,0'"),
        (("next", "--game", "ab", "1123:1,0"), "'1123:1,0'"),
        # patterns
        (("next", "--pattern", "1?2"), "expected 4 pegs, got 3 in pattern '1?2'"),
        (("next", "--pattern", ""), "expected 4 pegs, got 0 in pattern ''"),
        (("next", "--pattern", "17??"), "expected symbols of 123456 or ?, got '7'"),
        (("next", "--pattern", "1?1?", "--game", "ab"), "different symbols"),
        (("next", "--pattern", "11??", "1122:1,0"), "matches the pattern '11??'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_wrong_input_is_told_in_one_line(words: tuple[str, ...], told: str) -> None:
    said = run(*words)
    assert is_refused(said)
    assert told in said.err


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("\x1b[31mred", r"got \x1b[31mred"),
        ("\udcff", r"got \udcff"),
        ("\u202eabc", r"got \u202eabc"),
        ("a" * 100_000, "a" * 100),
    ],
)
def test_what_was_typed_is_shown_and_never_obeyed(typed: str, told: str) -> None:
    said = run("build", typed)
    assert is_refused(said)
    assert said.err.removesuffix("\n").isprintable()
    assert said.err.endswith(f"{told}\n")
    assert len(said.err) < 1200


@pytest.mark.parametrize("command", ["solve", "next", "evaluate"])
def test_wrong_input_leaves_nothing_where_json_is_expected(command: str) -> None:
    assert is_refused(run(command, "--strategy", "magic", "--json"))
    assert is_refused(run(command, "--game", "12x26", "--json"))


@pytest.mark.parametrize("command", [("solve", "--output"), ("build",)])
@pytest.mark.parametrize(
    "name", ["played.ods", "played", "", ".xlsm", "played.xlsm.txt"]
)
def test_a_workbook_has_the_ending_that_excel_needs(
    command: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        said = run(*command, name)
    assert is_refused(said)
    assert ".xlsm" in said.err
    assert not [*tmp_path.iterdir()]


def inside_a_file(path: Path) -> Path:
    path.write_text("mine")
    return path / path.name


def too_long(path: Path) -> Path:
    return path.with_name("a" * 300 + path.suffix)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("solve", "--json", "--output"), "MasterMind.xlsm"),
        (("solve", "--json", "--html"), "game.html"),
        (("evaluate", "--json", "--game", "2x2", "--plot"), "picture.png"),
        (("build",), "MasterMind.xlsm"),
    ],
)
@pytest.mark.parametrize(
    "place",
    [a_folder, inside_a_file, below_a_file, too_long, where_nothing_can_be_made],
)
def test_a_place_that_cannot_be_written_is_named(
    command: tuple[str, ...],
    name: str,
    place: Callable[[Path], Path],
    tmp_path: Path,
) -> None:
    path = place(tmp_path / name)
    before = sorted(tmp_path.iterdir())
    said = run(*command, str(path))
    assert is_refused(said)
    assert said.err.endswith((f"{path}\n", f"{path.parent}\n"))
    assert sorted(tmp_path.iterdir()) == before


def test_a_name_with_a_zero_is_refused(tmp_path: Path) -> None:
    assert is_refused(run("build", str(tmp_path / "a\0.xlsm")))
