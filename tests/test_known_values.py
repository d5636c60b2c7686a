"""The page of known values is that of what was found, and going on works."""

import re
import shlex
from pathlib import Path

import known_values
import pytest
from command_line import run
from known_values import KINDS, PAGE, differences, games, made, read, work_out

from xl_mastermind.cli import exact
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.problem import Bounds, Problem
from xl_mastermind.solve.exact.search import Search


def test_the_page_is_that_of_what_was_found() -> None:
    page = PAGE.read_text("utf-8")
    assert page == made(page, read()), "run: make values"


@pytest.mark.long
def test_every_command_of_the_page_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = re.findall(
        r"^ +xl-mastermind (.+)$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert len(commands) > 12
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(exact, "entries", list)
    for words in map(shlex.split, commands):
        is_search = words[0] in ("optimum", "worst-case") and "--tree" not in words
        said = run(*words, *(["--time-limit", "0"] if is_search else []))
        assert said.code == 0, (words, said.err)


def test_nobody_says_anything_else() -> None:
    assert differences(read()) == []


def test_a_difference_is_told() -> None:
    found = {"4x6": {"total": 5624, "worst": 5, "worst again": False}}
    assert differences(found) == [
        "4x6, total: 5624, but 5625 to 5625 by Koyama and Lai 1993",
        "4x6, total: 5624, but 5625 to 5625 by arfst23/Mastermind",
        "4x6, worst: 5, but another by brute force",
    ]


def test_every_game_is_on_the_page_once() -> None:
    written = [each for kind in KINDS for each in games(kind)]
    assert len(set(written)) == len(written) > 100
    assert set(read()) == set(written)


@pytest.mark.parametrize("written", ["2x7", "3x5 distinct", "3x4 black", "7x2"])
def test_values_are_those_of_the_search(written: str) -> None:
    search = Search(Problem.of_game(Rules.parse(written)))
    known = read()[written]
    assert known["total"] == search.optimum().lower
    assert known["worst"] == search.worst_case().lower


def test_it_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "found.json"
    begun: list[int] = []
    optimum = Search.optimum

    def stopped(search: Search, seconds: float) -> Bounds:
        begun.append(len(search.problem.candidates))
        if len(begun) == 2:
            raise KeyboardInterrupt
        return optimum(search, seconds)

    monkeypatch.setattr(Search, "optimum", stopped)
    monkeypatch.setattr(known_values, "_again", lambda *_: True)  # it is compiled
    with pytest.raises(KeyboardInterrupt):
        work_out(["2x2", "2x3"], file, 60)
    work_out(["2x2", "2x3"], file, 60)
    assert begun == [4, 9, 9]
    assert read(file)["2x3"] == {
        "tried": {},
        "total": 21,
        "worst": 3,
        "total again": True,
        "worst again": True,
    }


def test_a_value_is_proved_again_by_the_brute_force() -> None:
    for what, value in (("total", 21), ("worst", 3)):
        assert known_values._again("2x3", what, value, 600)  # noqa: SLF001
        assert known_values._again("2x3", what, value + 1, 600) is False  # noqa: SLF001
    assert known_values._again("4x6", "worst", 5, 600) is None  # noqa: SLF001


def test_what_was_tried_for_as_long_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "found.json"
    limits: list[float] = []

    def in_vain(_search: Search, seconds: float) -> Bounds:
        limits.append(seconds)
        return Bounds(5, 8, None)

    monkeypatch.setattr(Search, "optimum", in_vain)
    for seconds in (2, 2, 1, 3):
        work_out(["2x2"], file, seconds)
    assert limits == [2, 3]
    assert "total again" not in read(file)["2x2"]
