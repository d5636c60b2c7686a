"""Wrong usage and wrong input: exit code 2, and one line that says what came."""

from pathlib import Path

import pytest
from command_line import (
    is_refused,
    run,
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
        (("solve", "--unknown"), "--unknown"),
        (("solve", "--strat", "knuth"), "--strat"),
        (("solve", "--secret"), "--secret"),
        (("open", "--in", "word"), "word"),
        # secrets and first guesses
        (("solve", "--secret", "7777"), "'7'"),
        (("solve", "--secret", "11223"), "'11223'"),
        (("solve", "--secret", "11 22"), "' '"),
        (("solve", "--secret", "１１２２"), "'１'"),  # noqa: RUF001
        (("solve", "--secret", "٣٦٢٥"), "'٣'"),
        (("solve", "--secret", "11\x002"), r"'\x00'"),
        (("solve", "--secret", "1" * 10_000), "10000"),
        (("next", "--first", "12"), "'12'"),
        (("evaluate", "--first", "1111", "--game", "ab"), "'1111'"),
        # numbers of games
        (("solve", "--number"), "--number"),
        (("solve", "--number", "0"), "1 to 999,999,999 or today, got '0'"),
        (("solve", "--number", "9" * 5000), "got '999"),
        (("solve", "--number", "2.5"), "got '2.5'"),
        (("solve", "--number", "٣"), "got '٣'"),
        (("solve", "--number", "yesterday"), "got 'yesterday'"),
        # games
        (("solve", "--game", "4x0"), "0"),
        (("solve", "--game", "13x6"), "13"),
        (("solve", "--game", "4x27"), "27"),
        (("solve", "--game", "4x3 distinct"), "3"),
        (("solve", "--game", ""), "expected a game"),
        (("solve", "--game", "chess"), "'chess'"),
        (("solve", "--game", "４x６"), "'４x６'"),  # noqa: RUF001
        (("solve", "--game", "4x6 symbols=12345"), "5"),
        (("solve", "--game", "4x6 symbols=112345"), "'112345'"),
        (("evaluate", "--game", "12x26"), "12x26"),
        # strategies and seeds
        (("solve", "--strategy", "magic"), "'magic'"),
        (("solve", "--strategy", "all"), "'all'"),
        (("evaluate", "--strategy", "\n"), r"'\n'"),
        (("solve", "--seed", "x"), "'x'"),
        (("solve", "--seed", "1.5"), "'1.5'"),
        (("solve", "--seed", "9" * 5000), "expected a whole number, not too long"),
        # turns
        (("next", "1122:3,1"), "'1122:3,1'"),
        (("next", "1122"), "'1122'"),
        (("next", "1122:1"), "'1122:1'"),
        (("next", "1122:1,0\n"), r"'1122:1,0\n'"),
        (("next", "1122:٣,0"), "'1122:٣,0'"),
        (("next", "1122:999999999999999999999,0"), "999999999999999999999"),
        (("next", "7122:1,0"), "'7122:1,0'"),
        (("next", "1122:1,0", "1111:2,0"), "turn 2"),
        (("next", "--game", "4x6 black", "1122:1,0"), "'1122:1,0'"),
        (("next", "--game", "ab", "1123:1,0"), "'1123:1,0'"),
        # patterns
        (("next", "--pattern", "1?2"), "expected 4 pegs, got 3 in pattern '1?2'"),
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


def test_a_name_with_a_zero_is_refused(tmp_path: Path) -> None:
    assert is_refused(run("build", str(tmp_path / "a\0.xlsm")))
