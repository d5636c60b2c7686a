"""Wrong usage and wrong input: exit code 2, and one line with the wrong value."""

import shlex
from pathlib import Path

import pytest
from command_line import is_refused, run, run_json

from xl_mastermind.cli import COMMAND_GROUPS, COMMANDS, EXAMPLES


def test_commands_accept_the_same_seeds() -> None:
    for seed in ("0", "-5", "123456789012345678901234567890"):
        words = ["--game", "2x3", "--strategy", "random", "--seed", seed]
        codes = [run(command, *words).code for command in ("solve", "next", "evaluate")]
        assert codes == [0, 0, 0], seed


def test_play_and_solve_draw_the_same_code() -> None:
    number = run_json("solve", "--seed", "7")["number"]
    assert f"Mastermind #{number}: " in run("play", "--seed", "7").out


def test_no_arguments_print_the_help() -> None:
    said = run()
    assert (said.code, said.err) == (0, "")
    assert said == run("--help")
    groups = [line.rstrip(":") for line in said.lines if line.endswith(":")]
    assert groups == [*COMMAND_GROUPS, "games", "options"]
    for name, (_, text) in COMMANDS.items():
        assert f"  {name} " in said.out
        assert f"  {text}\n" in said.out


@pytest.mark.parametrize("command", COMMANDS)
def test_example_ends_the_help(command: str) -> None:
    example = EXAMPLES[command]
    said = run(command, *shlex.split(example), "--help")
    assert said.code == 0
    assert said.lines[-2:] == [
        "example:",
        f"  xl-mastermind {command} {example}".rstrip(),
    ]


@pytest.mark.parametrize(
    ("typed", "printed_text"),
    [
        ("\x1b[31mred", r"got \x1b[31mred"),
        ("\udcff", r"got \udcff"),
        ("\u202eabc", r"got \u202eabc"),
        ("a" * 100_000, "a" * 100),
    ],
)
def test_error_escapes_typed_characters(typed: str, printed_text: str) -> None:
    said = run("build", typed)
    assert is_refused(said)
    assert said.err.removesuffix("\n").isprintable()
    assert said.err.endswith(f"{printed_text}\n")
    assert len(said.err) < 1200


def test_file_name_with_nul_is_rejected(tmp_path: Path) -> None:
    assert is_refused(run("build", str(tmp_path / "a\0.xlsm")))
