"""`solve`: games that a strategy plays, in words, as JSON, in files."""

import datetime as dt
import json
import re
from pathlib import Path

import pytest
from boards import Paper, saved_boards
from command_line import (
    EVERY_GAME,
    GAMES,
    active_board,
    asked,
    is_refused,
    process,
    run,
)
from helpers import rest_long

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.sheet.layout import GAMES as SHEETS
from xl_mastermind.solve import suggest
from xl_mastermind.solve.evaluate import play


def turn_as_json(rules: Rules, turn: Turn, left: int) -> dict[str, object]:
    (black, white), guess = turn.feedback, rules.format_code(turn.guess)
    whites = {} if rules.black_only else {"white": white}
    return {"guess": guess, "black": black, **whites, "candidates": left}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("strategy", ["knuth", "first-consistent", "entropy"])
def test_solve_tells_the_game_as_it_was_played(game: str, strategy: str) -> None:
    rules = Rules.parse(game)
    answer = asked(
        "solve", "--game", game, "--secret", GAMES[game], "--strategy", strategy
    )
    fields = ["game", "number", "secret", "strategy", "turns", "solved"]
    assert list(answer) == fields
    assert (answer["game"], answer["secret"]) == (str(rules), GAMES[game])
    assert rules.format_code(rules.code_numbered(answer["number"])) == GAMES[game]
    assert (answer["strategy"], answer["solved"]) == (strategy, True)
    played = [*play(rules, rules.parse_code(GAMES[game]), strategy)]
    assert answer["turns"] == [turn_as_json(rules, *turn) for turn in played]
    turns = [turn for turn, _ in played]
    for number, turn in enumerate(answer["turns"], 1):
        assert turn["candidates"] == len(candidates(rules, turns[:number]))
    assert answer["turns"][-1]["candidates"] == 1


def test_solve_ends_with_what_friends_may_see() -> None:
    lines = run("solve", "--number", "2611", "--game", "3x4 black").lines
    start = lines.index("To show friends, without the code:") + 1
    turns = asked("solve", "--number", "2611", "--game", "3x4 black")["turns"]
    assert lines[start : start + 1 + len(turns)] == [
        f"Mastermind 3x4 #2611 in {len(turns)}",
        *("●" * turn["black"] + "·" * (3 - turn["black"]) for turn in turns),
    ]


def test_solve_begins_with_the_first_guess_it_is_given() -> None:
    turns = asked("solve", "--secret", "3625", "--first", "1234")["turns"]
    assert turns[0] == {"guess": "1234", "black": 0, "white": 2, "candidates": 312}


def test_solve_has_no_limit_of_turns() -> None:
    words = ["--game", "3x26", "--secret", "ZZZ", "--strategy", "first-consistent"]
    assert len(asked("solve", *words)["turns"]) > 12


def test_a_seed_draws_the_secret_that_it_always_drew() -> None:
    drawn = [asked("solve", "--seed", str(seed))["secret"] for seed in (1, 2, 7)]
    assert drawn == ["2246", "1422", "4134"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", [1, 2611, 20_261_122, 999_999_999])
def test_a_number_is_the_same_code_everywhere(game: str, number: int) -> None:
    rules = Rules.parse(game)
    words = ("--strategy", "first-consistent", "--number", str(number))
    told = asked("solve", "--game", game, *words)
    secret = rules.format_code(rules.code_numbered(number))
    assert (told["number"], told["secret"]) == (number, secret)
    assert told["turns"][-1]["guess"] == secret


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_drawn_game_can_be_played_again_by_its_number(game: str) -> None:
    told = asked("solve", "--game", game)
    again = asked("solve", "--game", game, "--number", str(told["number"]))
    assert again == told
    assert 1 <= told["number"] <= 999_999


def test_a_seed_is_for_the_strategy_where_the_number_is_given() -> None:
    words = ("solve", "--number", "2611", "--strategy", "random", "--seed")
    games = [asked(*words, str(seed)) for seed in (*range(10), 0)]
    assert {game["secret"] for game in games} == {"6663"}
    assert games[0] == games[-1]
    assert len({json.dumps(game) for game in games}) > 1


@pytest.mark.parametrize("zone", [14, -12])
def test_today_is_the_date_where_the_player_is(zone: int) -> None:
    # At any moment these two zones have different dates.
    where = dt.timezone(dt.timedelta(hours=zone))
    words = ("solve", "--game", "2x3", "--number", "today", "--json")
    before = dt.datetime.now(where)
    said = process(*words, env={"TZ": f"There{-zone:+}", "PYTHONUTF8": "1"})
    after = dt.datetime.now(where)  # it may have struck midnight
    told = json.loads(said.stdout)["number"]
    assert told in {int(f"{time:%Y%m%d}") for time in (before, after)}


@pytest.mark.parametrize("secret", ["3625", "random"])
@pytest.mark.parametrize("number", ["2611", "today"])
def test_a_secret_is_given_by_its_code_or_its_number(secret: str, number: str) -> None:
    said = run("solve", "--secret", secret, "--number", number)
    assert is_refused(said)
    assert "argument --number: not allowed with argument --secret" in said.err


@pytest.mark.parametrize(
    "hidden", [(), ("--number", "2611"), ("--secret", "123456789"), ("--seed", "7")]
)
def test_a_game_too_large_to_be_played_is_refused_at_once(
    hidden: tuple[str, ...],
) -> None:
    said = run("solve", "--game", "9x10", *hidden)
    assert is_refused(said)
    assert "at most 16,777,216 codes, got 1,000,000,000 in 9x10" in said.err


def test_solve_prints_a_line_for_each_turn() -> None:
    said = run("solve", "--secret", "3625")
    assert said.code == 0
    assert said.err == ""
    numbered = [line.split() for line in said.lines if re.match(r" +[0-9]", line)]
    turns = [*play(Rules(4, 6), (3, 6, 2, 5))]
    assert [line[:5] for line in numbered] == [
        [str(number), *map(str, turn.guess)]
        for number, (turn, _) in enumerate(turns, 1)
    ]
    number = asked("solve", "--secret", "3625")["number"]
    assert said.lines[0] == f"4x6, number {number}: knuth looks for the hidden code."
    assert "1 black, 0 white  256 codes left" in said.out
    assert "3625" in said.lines[-1]


@pytest.mark.parametrize("game", rest_long([*GAMES][::-1]))
def test_the_played_workbook_shows_the_game(game: str, tmp_path: Path) -> None:
    others = [Rules.parse(other) for other in SHEETS.values()]
    path = tmp_path / "played.xlsm"
    words = ["--game", game, "--secret", GAMES[game], "--strategy", "most-parts"]
    turns = asked("solve", *words, "--output", str(path))["turns"]
    boards, board = saved_boards(path)
    assert board.rules == Rules.parse(game)
    there = [board.rules, *others] if board.rules not in others else others
    assert [each.rules for each in boards] == there
    rest = [each for each in boards if each is not board]
    assert not any(any(each.typed_guesses) for each in rest)
    right = Paper.of(board).expected
    guesses = [*filter(None, right.words)]
    assert guesses == [turn["guess"].upper() for turn in turns][: len(right.words)]
    blacks = [turn["black"] for turn in turns][: len(right.words)]
    assert [black for black, *_ in right.turns.values()] == blacks
    assert board.strategy == "Most parts"
    assert right.lost or right.solved is not None


def test_the_played_workbook_keeps_as_many_turns_as_it_has_rows(tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    words = ["--game", "3x26", "--secret", "ZZZ", "--strategy", "first-consistent"]
    turns = asked("solve", *words, "--output", str(path))["turns"]
    assert len(turns) > 12
    right = Paper.of(active_board(path)).expected
    assert right.words == [turn["guess"] for turn in turns[:12]]
    assert right.lost


def test_the_played_workbook_can_be_played_on(tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    run("solve", "--secret", "3625", "--first", "1234", "--output", str(path))
    board = active_board(path)
    assert board.first_guess == "1234"
    again = Paper.of(board).press("new_game").press("solve")
    assert again.typed_guesses[0] == 1234


def test_the_last_path_that_is_printed_is_the_played_workbook(tmp_path: Path) -> None:
    path = tmp_path / "new" / "played.xlsm"
    said = run("solve", "--output", str(path))
    *_, last = re.findall(r"\S+\.xlsm(?=\s|$)", said.out)
    assert Path(last) == path
    assert path.exists()


def test_a_path_is_printed_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a:smile:b [red]c Ä.xlsm"
    assert name in run("solve", "--output", name).out
    assert (tmp_path / name).exists()
    assert name in run("build", name).out


def test_solve_says_which_guesses_are_from_a_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suggest, "MOST_EXACT", 1000)
    words = ("solve", "--secret", "4563", "--first", "1122")
    first, second, *_, last = asked(*words)["turns"]
    assert "sampled" not in first
    assert second["sampled"]
    assert "sampled" not in last
    assert run(*words).out.count("(sampled: ") == 2


@pytest.mark.parametrize("game", ["4x6", "5x8"])
def test_solve_writes_a_web_page(game: str, tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.html"
    words = ("solve", "--game", game, "--secret", GAMES[game])
    said = run(*words, "--html", str(path))
    assert (said.code, said.err) == (0, "")
    assert f"wrote {path}" in said.lines
    rules = Rules.parse(game)
    number = asked(*words)["number"]
    text = path.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert ": code found in " in text
    assert f"The game is {game}, number {number}, with" in text
    guesses = [*play(rules, rules.parse_code(GAMES[game]))]
    assert text.count("<li>") == len(guesses)


def test_a_game_too_large_for_a_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    said = run("solve", "--json", "--game", "9x2", "--output", str(path))
    assert is_refused(said)
    assert "9x2" in said.err
    assert not path.exists()


@pytest.mark.parametrize("game", ["4x6", "4x6 black", "5x8"])
def test_solve_rates_each_guess_only_if_asked(game: str) -> None:
    words = ("solve", "--game", game, "--seed", "1", "--json")
    plain, told = json.loads(run(*words).out), json.loads(run(*words, "--rate").out)
    added = ("best", "luck", "note")
    for turn in told["turns"]:
        assert 0 <= turn["cost"] <= 1
        assert all(turn.pop(name) is not None for name in added)
        del turn["cost"]
    assert told == plain


def test_solve_tells_what_each_guess_cost() -> None:
    said = run("solve", "--secret", "3625", "--strategy", "optimal", "--rate")
    table = said.out.partition("What each guess cost")[2].splitlines()[2:]
    turns = said.out.count(" left\n")
    assert [line.split()[:2] for line in table] == [
        [str(number), "0.00"] for number in range(1, turns + 1)
    ]
