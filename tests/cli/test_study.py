"""`evaluate` and `check`: strategies and trees against every code."""

import json
import sys
from pathlib import Path

import pytest
from command_line import is_refused, run, run_json


@pytest.mark.parametrize("strategy", ["knuth", "random"])
def test_evaluate_prints_progress_for_many_codes(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xl_mastermind.terminal.output._PROGRESS_DELAY", 0)
    monkeypatch.setattr("xl_mastermind.terminal.output._LINE_INTERVAL", 0)
    words = ("evaluate", "--game", "3x4", "--strategy", strategy)
    assert run(*words).errors == []
    monkeypatch.setattr("xl_mastermind.cli.study._MANY_CODES", 63)
    announced, *lines = run(*words, "--json").errors
    assert announced == "3x4 has 64 codes: this can take minutes"
    assert lines[-1] == f"{strategy}: 64 of 64"
    counts = [int(line.split()[1]) for line in lines]
    assert counts == sorted({*counts})
    assert len(counts) > 1


def test_plot_needs_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = run("evaluate", "--plot", str(tmp_path / "a.png"))
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        "xl-mastermind: a plot needs matplotlib; in xl-mastermind's folder, run: pip"
        ' install ".[plot]"\n'
    )


# A tree that was written


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_time_limit_writes_the_best_tree(workers: str, tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    words = ["--game", "7x3", "--workers", workers, "--time-limit", "0"]
    answer = run_json("optimum", *words, "--tree", str(file))
    assert (answer["proved"], answer["total"]) == (False, None)
    found = run_json("check", str(file))
    assert (found["total"], found["first"]) == (answer["upper"], answer["first"])
    said = run("optimum", *words, "--tree", str(file)).out
    written = f"total {found['total']:,}, at most {found['max']}"
    assert said.splitlines()[-1] == f"wrote {file}: {written}"
    file.unlink()
    said = run("optimum", *words, "--max-guesses", "5", "--tree", str(file)).out
    assert said.splitlines()[-1] == "no tree is written"
    assert not file.exists()


def test_check_rejects_invalid_trees(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"

    def refused(content: bytes) -> str:
        file.write_bytes(content)
        said = run("check", str(file))
        assert is_refused(said)
        return said.err

    assert "expected a tree as text" in refused(b"\x89PNG\r\n\x1a\n")
    assert "in line 2" in refused(b"game: 4x6\n1127\n")
    if Path("/dev/zero").exists():
        assert "bytes" in run("check", "/dev/zero").err


def test_check_accepts_trees_of_editors(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    file.write_bytes(b"\xef\xbb\xbf# by hand\r\ngame: 2x2\r\n\r\n12\t# first\r\n\r\n")
    assert run_json("check", str(file))["total"] == 8
    file.write_bytes(b"12\n")
    assert run_json("check", str(file), "--game", "2x2")["histogram"] == [1, 2, 1]


# A strategy of the user


OWN_STRATEGIES = """
from helping_module import COLOURS
import itertools

print("imported")

def first_candidate(rules, turns):
    print("called")
    fits = lambda code: all(rules.feedback(code, g) == f for g, f in turns)
    return next(filter(fits, itertools.product(COLOURS, repeat=3)))

class FirstCandidate:
    def __call__(self, rules, turns):
        return first_candidate(rules, turns)

instance = FirstCandidate()
"""


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    (tmp_path / "helping_module.py").write_text("COLOURS = (1, 2, 3)", "utf-8")
    file = tmp_path / "own.py"
    file.write_text(OWN_STRATEGIES, "utf-8")
    return file


def test_own_strategy_is_compared_with_others(own_file: Path) -> None:
    text = own_file.with_name("tree.txt")
    words = ("evaluate", "--game", "3x3", "--strategy")
    functions = [f"{own_file}:{name}" for name in ("first_candidate", "instance")]
    result = run(*words, ",".join([*functions, "first-consistent"]), "--json")
    own, instance, named = json.loads(result.out)
    assert own["strategy"] == "first_candidate"
    assert own["histogram"] == named["histogram"]
    assert instance == own | {"strategy": "FirstCandidate"}
    assert result.err.splitlines()[:3] == ["imported", "imported", "called"]
    assert run(*words, functions[0], "--tree", str(text)).code == 0
    assert run_json("check", str(text))["total"] == own["total"]
    assert not [*own_file.parent.glob("__pycache__/own*")]


@pytest.mark.table("content", "message")
def test_own_file_that_fails_prints_one_line(
    content: str, message: str, own_file: Path
) -> None:
    own_file.write_text(content, "utf-8")
    result = run("evaluate", "--strategy", f"{own_file}:f")
    assert is_refused(result)
    assert message in result.err
