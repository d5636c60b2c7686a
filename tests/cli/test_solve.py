"""`solve`: games that a strategy plays, in words, as JSON, in files."""

import datetime as dt
import json
from pathlib import Path

import pytest
from boards import InMemoryBoard, saved_boards
from command_line import (
    GAMES,
    active_board,
    has_macros,
    run,
    run_json,
    run_process,
)

from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES as SHEETS
from xl_mastermind.solve import suggestion


@pytest.mark.parametrize("game", ["4x6", "letters"])
def test_game_number_repeats_a_game(game: str) -> None:
    told = run_json("solve", "--game", game)
    again = run_json("solve", "--game", game, "--number", str(told["number"]))
    assert again == told
    assert 1 <= told["number"] <= 999_999


@pytest.mark.parametrize("zone", [14, -12])
def test_today_is_the_local_date(zone: int) -> None:
    # At any moment these two zones have different dates.
    where = dt.timezone(dt.timedelta(hours=zone))
    words = ("solve", "--game", "2x3", "--number", "today", "--json")
    before = dt.datetime.now(where)
    said = run_process(*words, env={"TZ": f"There{-zone:+}", "PYTHONUTF8": "1"})
    after = dt.datetime.now(where)  # it may have struck midnight
    told = json.loads(said.stdout)["number"]
    assert told in {int(f"{time:%Y%m%d}") for time in (before, after)}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["4x6", "4x6 distinct black symbols=abcdef"])
def test_output_workbook_has_the_game(game: str, tmp_path: Path) -> None:
    others = [Rules.parse(other) for other in SHEETS.values()]
    path = tmp_path / "played.xlsm"
    words = ["--game", game, "--secret", GAMES[game], "--strategy", "most-parts"]
    turns = run_json("solve", *words, "--output", str(path))["turns"]
    boards, board = saved_boards(path)
    assert board.rules == Rules.parse(game)
    there = [board.rules, *others] if board.rules not in others else others
    assert [board.rules for board in boards] == there
    rest = [each for each in boards if each is not board]
    assert not any(any(board.guess_input) for board in rest)
    right = InMemoryBoard.of(board).expected
    guesses = [*filter(None, right.words)]
    assert guesses == [turn["guess"].upper() for turn in turns][: len(right.words)]
    blacks = [turn["black"] for turn in turns][: len(right.words)]
    assert [turn.feedback.black for turn in right.turns.values()] == blacks
    assert board.strategy == "Most parts"
    assert right.is_lost or right.winning_row is not None


@pytest.mark.slow
def test_output_workbook_has_the_first_turns(tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    words = ["--game", "letters", "--secret", "ZZZZ", "--strategy", "first-consistent"]
    turns = run_json("solve", *words, "--output", str(path))["turns"]
    assert len(turns) > 12
    right = InMemoryBoard.of(active_board(path)).expected
    assert right.words == [turn["guess"] for turn in turns[:12]]
    assert right.is_lost


@pytest.mark.slow
def test_output_workbook_starts_a_new_game(tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    run("solve", "--secret", "3625", "--first", "1234", "--output", str(path))
    board = active_board(path)
    assert board.first_guess == "1234"
    again = InMemoryBoard.of(board).run_button("new_game").run_button("solve")
    assert again.guess_input[0] == 1234


@pytest.mark.slow
@pytest.mark.parametrize("name", ["played.xlsm", "Game.XLSX"])
def test_solve_prints_the_path_last(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    said = run("solve", "--number", "2611", "--output", str(path))
    assert said.out.endswith(f" open {path}\n")
    board = active_board(path)
    assert board.number == 2611
    assert InMemoryBoard.of(board).expected.winning_row is not None
    assert has_macros(path) == (name == "played.xlsm")


@pytest.mark.slow
def test_path_is_printed_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a:smile:b [red]c Ä.xlsm"
    assert name in run("solve", "--output", name).out
    assert (tmp_path / name).exists()
    assert name in run("build", name, "--force").out


def test_solve_marks_sampled_guesses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suggestion, "MAX_PAIRS", 1000)
    uncached = suggestion.suggestion_or_error.__wrapped__
    monkeypatch.setattr(suggestion, "suggestion_or_error", uncached)
    words = ("solve", "--secret", "4563", "--first", "1122")
    first, second, *_, last = run_json(*words)["turns"]
    assert "sampled" not in first
    assert second["sampled"]
    assert "sampled" not in last
    assert run(*words).out.count("(sampled: ") == 2
