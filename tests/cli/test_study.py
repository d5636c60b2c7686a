"""`evaluate` and `check`: strategies and trees against every code."""

import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import (
    BY_RULE,
    asked,
    is_refused,
    run,
)
from helpers import golden

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.evaluate import evaluate


@pytest.mark.parametrize(
    "known",
    [entry for entry in golden("totals") if entry["game"] in ("4x6", "4x5")],
    ids=lambda entry: "-".join(
        str(entry[key]) for key in ("game", "strategy", "first")
    ),
)
def test_evaluate_tells_the_known_totals(known: dict[str, Any]) -> None:
    first = [] if known["own_first"] else ["--first", known["first"]]
    words = ["--game", known["game"], "--strategy", known["strategy"], *first]
    answer = asked("evaluate", *words)
    fields = ["game", "strategy", "first", "codes", "total", "average", "max"]
    assert list(answer) == [*fields, "histogram"]
    assert {key: answer[key] for key in ("game", "strategy", "first", "total")} == {
        key: known[key] for key in ("game", "strategy", "first", "total")
    }
    assert answer["max"] == known["most"] == len(answer["histogram"])
    assert answer["codes"] == sum(answer["histogram"])
    counted = [n * count for n, count in enumerate(answer["histogram"], 1)]
    assert answer["total"] == sum(counted)
    assert answer["average"] == answer["total"] / answer["codes"]


def test_evaluate_counts_the_secrets_by_guesses() -> None:
    answer = asked("evaluate", "--strategy", "knuth")
    assert answer["histogram"] == [1, 6, 62, 533, 694]


def test_evaluate_all_is_a_list_without_random() -> None:
    answers = asked("evaluate", "--game", "3x4", "--strategy", "all")
    assert [answer["strategy"] for answer in answers] == BY_RULE
    for answer in answers:
        assert answer == asked(
            "evaluate", "--game", "3x4", "--strategy", answer["strategy"]
        )


@pytest.mark.parametrize("name", ["random", "random-consistent"])
def test_evaluate_plays_each_secret_once_at_random(name: str) -> None:
    words = ["evaluate", "--strategy", name, "--seed"]
    answer = asked(*words, "1")
    assert (answer["strategy"], answer["first"]) == ("random", None)
    assert sum(answer["histogram"]) == answer["codes"] == 1296
    assert answer == asked(*words, "1")
    assert len({asked(*words, str(seed))["total"] for seed in range(5)}) > 1


def test_evaluate_writes_codes_in_symbols() -> None:
    answer = asked("evaluate", "--game", "3x5 distinct black symbols=VWXYZ")
    assert answer["game"] == "3x5 distinct black symbols=VWXYZ"
    assert answer["first"] == "VWX"
    assert answer["codes"] == 60


def test_evaluate_prints_a_row_for_each_strategy() -> None:
    said = run("evaluate", "--game", "3x4", "--strategy", "all")
    assert (said.code, said.err) == (0, "")
    for name in BY_RULE:
        found = evaluate(Rules(3, 4), name)
        (line,) = [line for line in said.lines if line.split()[:1] == [name]]
        assert f"{found.average:.4f}" in line.split()
        assert line.split()[-found.most :] == [str(n) for n in found.histogram]


def test_evaluate_tells_every_first_guess() -> None:
    answers = asked("evaluate", "--strategy", "knuth", "--first", "all")
    assert [one["first"] for one in answers] == ["1111", "1112", "1122", "1123", "1234"]
    for answer in answers:
        words = ("evaluate", "--strategy", "knuth", "--first", answer["first"])
        assert answer == asked(*words)
    lines = run("evaluate", "--strategy", "knuth", "--first", "all").lines[-5:]
    for line, answer in zip(lines, answers, strict=True):
        found = line.replace(",", "").split()
        average = f"{answer['average']:.4f}"
        assert found[:3] == ["knuth", answer["first"], average]
        assert found[3:5] == [str(answer["max"]), str(answer["total"])]


def test_evaluate_takes_the_codes_in_another_order() -> None:
    words = ("evaluate", "--game", "3x4", "--strategy", "first-consistent", "--order")
    answers = asked(*words, "all", "--first", "112")
    assert [one["order"] for one in answers[:3]] == ["123", "123-reversed", "132"]
    assert len(answers) == 12
    for one in (answers[0], answers[-1]):
        assert asked(*words, one["order"], "--first", "112") == one
    row = run(*words, "reversed").lines[-1].split()
    assert row[:3] == ["first-consistent", "reversed", "444"]
    assert is_refused(run("evaluate", "--order", "reversed"))


def test_one_first_guess_is_a_list_too() -> None:
    words = ("evaluate", "--game", "3x4 distinct", "--first", "all")
    (answer,) = asked(*words)
    assert answer["first"] == "123"


def test_a_code_may_be_written_as_all() -> None:
    words = ("evaluate", "--game", "3x3 symbols=ALX", "--first")
    assert asked(*words, "ALL")["first"] == "ALL"
    assert len(asked(*words, "all")) == 3


@pytest.mark.parametrize("name", ["new/evaluated.png", "evaluated.svg", "e.SVG"])
def test_evaluate_draws_a_picture(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    words = ("evaluate", "--game", "3x3", "--strategy", "all", "--plot", str(path))
    said = run(*words)
    assert (said.code, said.err) == (0, "")
    assert said.lines[-1] == f"wrote {path}"
    assert path.stat().st_size > 5000


def test_a_picture_needs_matplotlib(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = run("evaluate", "--plot", str(tmp_path / "a.png"))
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        "xl-mastermind: expected matplotlib to draw with, found none; install it"
        " with: pip install 'xl-mastermind[plot]'\n"
    )


# A tree that was written


@pytest.mark.parametrize(
    "words",
    [
        ["--game", "4x5"],
        ["--game", "4x6", "--max-guesses", "5"],
        ["--game", "4x5 distinct"],
        ["--game", "3x4 black symbols=WXYZ"],
        ["--game", "3x12", "ABC:1,0", "ADE:0,1"],
        ["--game", "4x6 distinct black", "1234:1"],
        ["--game", "1x1"],
    ],
)
def test_check_finds_what_optimum_has_proved(words: list[str], tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="exact search needs numba")
    file = str(tmp_path / "tree.txt")
    proved = asked("optimum", "--tree", file, *words)
    found = asked("check", file)
    turns = [word for word in words if ":" in word]
    assert (found.pop("turns"), proved.pop("proved")) == (turns, True)
    assert found == proved
    said = run("check", file).out
    assert f"Total {found['total']:,}: {found['average']:.4f} guesses" in said
    assert all(turn in said for turn in turns)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_out_of_time_the_best_tree_known_is_written(
    workers: str, tmp_path: Path
) -> None:
    pytest.importorskip("numba", reason="exact search needs numba")
    file = tmp_path / "tree.txt"
    words = ["--game", "7x3", "--workers", workers, "--time-limit", "0"]
    answer = asked("optimum", *words, "--tree", str(file))
    assert (answer["proved"], answer["total"]) == (False, None)
    found = asked("check", str(file))
    assert (found["total"], found["first"]) == (answer["upper"], answer["first"])
    said = run("optimum", *words, "--tree", str(file)).out
    written = f"total {found['total']:,}, at most {found['max']}"
    assert said.splitlines()[-1] == f"wrote {file}: {written}"
    file.unlink()
    said = run("optimum", *words, "--max-guesses", "5", "--tree", str(file)).out
    assert said.splitlines()[-1] == "no tree is written"
    assert not file.exists()


def test_check_refuses_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"

    def refused(content: bytes, *words: str) -> str:
        file.write_bytes(content)
        said = run("check", str(file), *words)
        assert is_refused(said)
        return said.err

    assert "in line 1" in refused(b"")
    assert "expected a tree as text" in refused(b"\x89PNG\r\n\x1a\n")
    assert "in line 1" in refused(b"game: 4x6\n1122\n", "--game", "4x5")
    assert "in line 2" in refused(b"game: 4x6\n1127\n")
    assert "for 256 codes, got none after 1122:0,0" in refused(b"game: 4x6\n1122\n")
    assert "no code fits" in refused(b"game: 2x2\nturns: 11:0,0 12:0,0\n11\n")
    assert "at most 16,777,216 codes" in refused(b"game: 12x20\n" + b"A" * 12)
    assert is_refused(run("check", str(tmp_path)))
    assert is_refused(run("check", str(tmp_path / "nothing")))
    assert is_refused(run("check"))
    if Path("/dev/zero").exists():
        assert "bytes" in run("check", "/dev/zero").err


def test_check_takes_a_tree_of_an_editor(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    file.write_bytes(b"\xef\xbb\xbfgame: 2x2\r\n12\r\n")
    assert asked("check", str(file))["total"] == 8
    file.write_bytes(b"12\n")
    assert asked("check", str(file), "--game", "2x2")["histogram"] == [1, 2, 1]
