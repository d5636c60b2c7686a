"""The command line, line by line as it is promised; most of it in this process."""

import io
import itertools
import json
import os
import re
import signal
import string
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

import brute_force
import openpyxl
import pytest
from helpers import golden

from xl_mastermind import cli
from xl_mastermind import setup as install
from xl_mastermind.cli import main, parse_answer
from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import NAMED_GAMES, Code, Feedback, Rules, Turn
from xl_mastermind.hosts.file import press_button, read_boards
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.build import (
    first_board,
    first_boards,
    workbook_bytes,
    write_workbook,
)
from xl_mastermind.sheet.layout import GAMES as SHEETS
from xl_mastermind.sheet.layout import SCORES_SHEET
from xl_mastermind.solve import strategies
from xl_mastermind.solve.codemaker import new_code
from xl_mastermind.solve.evaluate import evaluate, play
from xl_mastermind.solve.exact.search import Problem, Search
from xl_mastermind.solve.exact.theory import entries
from xl_mastermind.solve.strategies import STRATEGIES, next_guess
from xl_mastermind.solve.trees import parse_tree

BY_RULE = [name for name, s in STRATEGIES.items() if not (s.at_random or s.exact)]

GAMES = {
    "4x6": "3625",
    "brain-breaker": "1253",
    "4x10 distinct": "0579",
    "4x6 black": "3625",
    "4x6 distinct black symbols=abcdef": "dfbe",
    "3x4 symbols=FALS": "SAF",
    "3x26": "CAB",
    "5x8": "87654",
}
"""Games, and a code of each."""


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Said]
Asked = Callable[..., Any]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def ran(*words: str) -> Said:
        code: object = None
        try:
            code = main(words)
        except SystemExit as left:
            code = left.code
        assert isinstance(code, int)
        colours = re.compile(r"\x1b\[[0-9;]*m")
        return Said(code, *(colours.sub("", text) for text in capsys.readouterr()))

    return ran


@pytest.fixture
def asked(run: Run) -> Asked:
    """Run a command that answers in JSON: one object, nothing else."""

    def answered(*words: str) -> Any:  # noqa: ANN401, whatever JSON holds
        said = run(*words, "--json")
        assert (said.code, said.err) == (0, "")
        assert said.out.count("\n") == 1
        assert said.out.endswith("\n")
        return json.loads(said.out)

    return answered


def process(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:  # noqa: ANN401
    """Run a command in a process of its own."""
    environment = {k: v for k, v in os.environ.items() if k != "FORCE_COLOR"}
    return subprocess.run(  # noqa: S603, our own program
        [sys.executable, "-m", "xl_mastermind", *words],
        env=environment | options.pop("env", {"PYTHONUTF8": "1"}),
        check=False,
        capture_output=True,
        encoding=options.pop("encoding", "utf-8"),
        **options,
    )


def is_refused(said: Said) -> bool:
    """Return whether a command said one line on standard error, and nothing else."""
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("xl-mastermind: ")
    assert "Traceback" not in said.err
    return said.code == 2


def turn_as_json(rules: Rules, turn: Turn, left: int) -> dict[str, object]:
    (black, white), guess = turn.feedback, rules.format_code(turn.guess)
    whites = {} if rules.black_only else {"white": white}
    return {"guess": guess, "black": black, **whites, "candidates": left}


# solve


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("strategy", ["knuth", "first-consistent", "entropy"])
def test_solve_tells_the_game_as_it_was_played(
    game: str, strategy: str, asked: Asked
) -> None:
    rules = Rules.parse(game)
    answer = asked(
        "solve", "--game", game, "--secret", GAMES[game], "--strategy", strategy
    )
    assert list(answer) == ["game", "secret", "strategy", "turns", "solved"]
    assert (answer["game"], answer["secret"]) == (str(rules), GAMES[game])
    assert (answer["strategy"], answer["solved"]) == (strategy, True)
    played = [*play(rules, rules.parse_code(GAMES[game]), strategy)]
    assert answer["turns"] == [turn_as_json(rules, *turn) for turn in played]
    turns = [turn for turn, _ in played]
    for number, turn in enumerate(answer["turns"], 1):
        assert turn["candidates"] == len(candidates(rules, turns[:number]))
    assert answer["turns"][-1]["candidates"] == 1


def test_solve_tells_the_winning_turn_as_the_last(asked: Asked) -> None:
    *_, last = asked("solve", "--secret", "3625")["turns"]
    assert last == {"guess": "3625", "black": 4, "white": 0, "candidates": 1}


def test_turns_of_black_only_games_have_no_white(asked: Asked) -> None:
    for turn in asked("solve", "--game", "4x6 black")["turns"]:
        assert list(turn) == ["guess", "black", "candidates"]


def test_solve_begins_with_the_first_guess_it_is_given(asked: Asked) -> None:
    turns = asked("solve", "--secret", "3625", "--first", "1234")["turns"]
    assert turns[0] == {"guess": "1234", "black": 0, "white": 2, "candidates": 312}


def test_solve_has_no_limit_of_turns(asked: Asked) -> None:
    words = ["--game", "3x26", "--secret", "ZZZ", "--strategy", "first-consistent"]
    assert len(asked("solve", *words)["turns"]) > 12


@pytest.mark.parametrize("secret", [[], ["--secret", "random"]])
def test_a_random_secret_is_repeated_by_its_seed(
    secret: list[str], asked: Asked
) -> None:
    first, again = (asked("solve", *secret, "--seed", "7") for _ in range(2))
    assert first == again
    other_seeds = {asked("solve", "--seed", str(n))["secret"] for n in range(20)}
    assert len(other_seeds) > 1
    unseeded = {asked("solve", *secret)["secret"] for _ in range(20)}
    assert len(unseeded) > 1


@pytest.mark.parametrize("name", ["random", "random-consistent"])
def test_a_random_strategy_is_repeated_by_its_seed(name: str, asked: Asked) -> None:
    words = ["solve", "--secret", "3625", "--strategy", name, "--seed"]
    first, again = (asked(*words, "7") for _ in range(2))
    assert first == again
    assert first["strategy"] == "random"
    games = {json.dumps(asked(*words, str(seed))) for seed in range(10)}
    assert len(games) > 1
    rules = Rules(4, 6)
    turns: list[Turn] = []
    for turn in first["turns"]:
        guess = rules.parse_code(turn["guess"])
        assert guess in candidates(rules, turns)
        turns.append(Turn(guess, Feedback(turn["black"], turn["white"])))


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("mastermind", "4x6"),
        ("4X6", "4x6"),
        ("ab", "4x10 distinct"),
        ("letters", "4x26"),
        ("4x6 black distinct", "4x6 distinct black"),
        ("4x6 symbols=123456", "4x6"),
        ("4x6 distinct black symbols=abcdef", "4x6 distinct black symbols=abcdef"),
    ],
)
def test_a_game_is_printed_with_what_is_not_usual(
    written: str, printed: str, asked: Asked
) -> None:
    assert asked("next", "--game", written)["game"] == printed


def test_solve_prints_a_line_for_each_turn(run: Run) -> None:
    said = run("solve", "--secret", "3625")
    assert said.code == 0
    assert said.err == ""
    numbered = [line.split() for line in said.lines if re.match(r" +[0-9]", line)]
    turns = [*play(Rules(4, 6), (3, 6, 2, 5))]
    assert [line[:5] for line in numbered] == [
        [str(number), *map(str, turn.guess)]
        for number, (turn, _) in enumerate(turns, 1)
    ]
    assert "1 black, 0 white  256 codes left" in said.out
    assert "3625" in said.lines[-1]


# solve --output


def active_board(path: Path) -> Board:
    saved = read_boards(path)
    return saved.boards[saved.active]


@pytest.mark.parametrize("game", GAMES)
def test_the_played_workbook_shows_the_game(
    game: str, asked: Asked, tmp_path: Path
) -> None:
    path = tmp_path / "played.xlsm"
    words = ["--game", game, "--secret", GAMES[game], "--strategy", "most-parts"]
    turns = asked("solve", *words, "--output", str(path))["turns"]
    boards, active, _ = read_boards(path)
    board = boards[active]
    assert board.rules == Rules.parse(game)
    others = [Rules.parse(other) for other in SHEETS.values()]
    there = [board.rules, *others] if board.rules not in others else others
    assert [each.rules for each in boards] == there
    rest = [each for each in boards if each is not board]
    assert not any(any(map(any, each.guesses)) for each in rest)
    assert all(each.status == "hidden" for each in rest)
    guesses = ["".join(map(str, row)) for row in board.guesses if row[0] is not None]
    assert guesses == [turn["guess"] for turn in turns][: len(board.guesses)]
    blacks = [turn["black"] for turn in turns][: len(board.guesses)]
    assert [black for black, _ in board.marks[: len(blacks)]] == blacks
    assert board.strategy == "Most parts"
    assert board.status in ("found", "shown")


def test_the_played_workbook_keeps_as_many_turns_as_it_has_rows(
    asked: Asked, tmp_path: Path
) -> None:
    path = tmp_path / "played.xlsm"
    words = ["--game", "3x26", "--secret", "ZZZ", "--strategy", "first-consistent"]
    turns = asked("solve", *words, "--output", str(path))["turns"]
    assert len(turns) > 10
    board = active_board(path)
    guesses = ["".join(map(str, row)) for row in board.guesses]
    assert guesses == [turn["guess"] for turn in turns[:10]]
    assert board.lost


def test_the_played_workbook_can_be_played_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    run("solve", "--secret", "3625", "--first", "1234", "--output", str(path))
    assert active_board(path).first_guess == "1234"
    board = press_button(path, "new_game")
    assert board.status == "hidden"
    assert press_button(path, "solve").guesses[0] == [1, 2, 3, 4]


def test_the_last_path_that_is_printed_is_the_played_workbook(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "new" / "played.xlsm"
    said = run("solve", "--output", str(path))
    *_, last = re.findall(r"\S+\.xlsm(?=\s|$)", said.out)
    assert Path(last) == path
    assert path.exists()


def test_a_path_is_printed_as_it_was_given(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a:smile:b [red]c Ä.xlsm"
    assert name in run("solve", "--output", name).out
    assert (tmp_path / name).exists()
    assert name in run("build", name).out


def test_an_earlier_workbook_is_replaced(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    for secret in ("1122", "3625"):
        run("solve", "--secret", secret, "--output", str(path))
        assert "".join(map(str, active_board(path).secret)) == secret


# next


@pytest.mark.parametrize("strategy", BY_RULE)
@pytest.mark.parametrize("game", ["4x6", "3x4 symbols=FALS", "4x6 black"])
def test_next_gives_each_guess_of_a_game(
    game: str, strategy: str, asked: Asked
) -> None:
    rules = Rules.parse(game)
    turns: list[str] = []
    left = rules.code_count
    for turn, left_after in play(rules, rules.parse_code(GAMES[game]), strategy):
        answer = asked("next", "--game", game, "--strategy", strategy, *turns)
        guess = rules.format_code(turn.guess)
        assert answer == {
            "game": str(rules),
            "strategy": strategy,
            "guess": guess,
            "candidates": left,
        }
        assert list(answer) == ["game", "strategy", "guess", "candidates"]
        black, white = turn.feedback
        turns.append(
            f"{guess}:{black}" if rules.black_only else f"{guess}:{black},{white}"
        )
        left = left_after


def test_next_takes_letters_in_any_case(asked: Asked) -> None:
    for written in ("abca:1,0", "ABCA:1,0", "aBcA:1,0"):
        assert asked("next", "--game", "letters", written)["guess"] == "ADEF"


def test_next_has_its_first_guess_only_at_first(asked: Asked) -> None:
    assert asked("next", "--first", "1235")["guess"] == "1235"
    assert asked("next", "--first", "1235", "1122:1,0")["guess"] == "1344"


def test_next_is_repeated_by_its_seed(asked: Asked) -> None:
    words = ["next", "--strategy", "random", "--seed"]
    assert asked(*words, "3") == asked(*words, "3")
    assert len({asked(*words, str(seed))["guess"] for seed in range(20)}) > 1


@pytest.mark.parametrize("strategy", BY_RULE)
def test_next_takes_a_pattern_of_the_code(strategy: str, asked: Asked) -> None:
    words = ("next", "--strategy", strategy, "--pattern", "3??4")
    answer = asked(*words, "1122:1,0")
    rules, turns = Rules(4, 6), [Turn((1, 1, 2, 2), Feedback(1, 0))]
    matching = [c for c in candidates(rules, turns) if (c[0], c[3]) == (3, 4)]
    assert answer["candidates"] == len(matching) == 8
    assert answer["matching"] == [*map(rules.format_code, matching)]
    assert answer["pattern"] == "3??4"
    guess = next_guess(rules, turns, strategy, pattern=(3, 0, 0, 4))
    assert answer["guess"] == rules.format_code(guess)


def test_next_lists_a_thousand_codes_that_match(run: Run, asked: Asked) -> None:
    answer = asked("next", "--pattern", "????")
    assert (answer["candidates"], len(answer["matching"])) == (1296, 1000)
    assert run("next", "--pattern", "????").out.endswith(" 5453 5454 and 296 more\n")
    said = run("next", "--pattern", "3??4", "1122:1,0")
    assert said.out.splitlines()[1] == "3134 3144 3154 3164 3324 3424 3524 3624"


SAMPLED = ("315853:0,2", "195717:0,2", "473249:0,2")
"""Turns of 6x9 after which not all guesses are compared."""


def test_a_guess_from_a_sample_says_so(run: Run, asked: Asked) -> None:
    words = ("next", "--game", "6x9", *SAMPLED)
    answer = asked(*words)
    assert [*answer] == ["game", "strategy", "guess", "candidates", "sampled"]
    assert (answer["candidates"], answer["sampled"]) == (3153, True)
    assert "3,153 codes left (sampled: " in run(*words).out


def test_solve_says_which_guesses_are_from_a_sample(
    run: Run, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategies, "MOST_EXACT", 1000)
    words = ("solve", "--secret", "4563", "--first", "1122")
    first, second, *_, last = asked(*words)["turns"]
    assert "sampled" not in first
    assert second["sampled"]
    assert "sampled" not in last
    assert run(*words).out.count("(sampled: ") == 2


def test_next_prints_the_guess(run: Run) -> None:
    said = run("next", "1122:1,0")
    assert said == (0, " 1  3  4  4   256 codes left\n", "")


# evaluate


@pytest.mark.parametrize(
    "known",
    [entry for entry in golden("totals") if entry["game"] in ("4x6", "4x5")],
    ids=lambda entry: "-".join(
        str(entry[key]) for key in ("game", "strategy", "first")
    ),
)
def test_evaluate_tells_the_known_totals(known: dict[str, Any], asked: Asked) -> None:
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


def test_evaluate_counts_the_secrets_by_guesses(asked: Asked) -> None:
    answer = asked("evaluate", "--strategy", "knuth")
    assert answer["histogram"] == [1, 6, 62, 533, 694]


def test_evaluate_all_is_a_list_without_random(asked: Asked) -> None:
    answers = asked("evaluate", "--game", "3x4", "--strategy", "all")
    assert [answer["strategy"] for answer in answers] == BY_RULE
    for answer in answers:
        assert answer == asked(
            "evaluate", "--game", "3x4", "--strategy", answer["strategy"]
        )


@pytest.mark.parametrize("name", ["random", "random-consistent"])
def test_evaluate_plays_each_secret_once_at_random(name: str, asked: Asked) -> None:
    words = ["evaluate", "--strategy", name, "--seed"]
    answer = asked(*words, "1")
    assert (answer["strategy"], answer["first"]) == ("random", None)
    assert sum(answer["histogram"]) == answer["codes"] == 1296
    assert answer == asked(*words, "1")
    assert len({asked(*words, str(seed))["total"] for seed in range(5)}) > 1


def test_evaluate_random_begins_as_it_is_told(asked: Asked) -> None:
    answer = asked("evaluate", "--strategy", "random", "--first", "1122")
    assert answer["first"] == "1122"
    assert answer["histogram"][0] == 1


def test_evaluate_writes_codes_in_symbols(asked: Asked) -> None:
    answer = asked("evaluate", "--game", "3x5 distinct black symbols=VWXYZ")
    assert answer["game"] == "3x5 distinct black symbols=VWXYZ"
    assert answer["first"] == "VWX"
    assert answer["codes"] == 60


def test_evaluate_prints_a_row_for_each_strategy(run: Run) -> None:
    said = run("evaluate", "--game", "3x4", "--strategy", "all")
    assert (said.code, said.err) == (0, "")
    for name in BY_RULE:
        found = evaluate(Rules(3, 4), name)
        (line,) = [line for line in said.lines if line.split()[:1] == [name]]
        assert f"{found.average:.4f}" in line.split()
        assert line.split()[-found.most :] == [str(n) for n in found.histogram]


def test_seeds_are_taken_alike_by_every_command(run: Run) -> None:
    for seed in ("0", "-5", "123456789012345678901234567890"):
        words = ["--game", "2x3", "--strategy", "random", "--seed", seed]
        codes = [run(command, *words).code for command in ("solve", "next", "evaluate")]
        assert codes == [0, 0, 0], seed


def test_evaluate_tells_every_first_guess(run: Run, asked: Asked) -> None:
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


def test_evaluate_tells_every_first_guess_of_every_strategy(asked: Asked) -> None:
    answers = asked("evaluate", "--game", "3x3", "--strategy", "all", "--first", "all")
    firsts = ["111", "112", "123"]
    assert [(one["strategy"], one["first"]) for one in answers] == [
        *itertools.product(BY_RULE, firsts)
    ]


def test_one_first_guess_is_a_list_too(asked: Asked) -> None:
    words = ("evaluate", "--game", "3x4 distinct", "--first", "all")
    (answer,) = asked(*words)
    assert answer["first"] == "123"


def test_a_code_may_be_written_as_all(asked: Asked) -> None:
    words = ("evaluate", "--game", "3x3 symbols=ALX", "--first")
    assert asked(*words, "ALL")["first"] == "ALL"
    assert len(asked(*words, "all")) == 3


@pytest.mark.parametrize("name", ["new/evaluated.png", "evaluated.svg", "e.SVG"])
def test_evaluate_draws_a_picture(name: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / name
    words = ("evaluate", "--game", "3x3", "--strategy", "all", "--plot", str(path))
    said = run(*words)
    assert (said.code, said.err) == (0, "")
    assert said.lines[-1] == f"wrote {path}"
    assert path.stat().st_size > 5000


def test_a_picture_leaves_json_alone(asked: Asked, tmp_path: Path) -> None:
    words = ("evaluate", "--game", "3x3")
    path = tmp_path / "a.png"
    assert asked(*words, "--plot", str(path)) == asked(*words)
    assert path.exists()


def test_a_picture_needs_matplotlib(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = run("evaluate", "--plot", str(tmp_path / "a.png"))
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        "xl-mastermind: expected matplotlib to draw with, found none; install it"
        " with: pip install 'xl-mastermind[plot]'\n"
    )


@pytest.mark.parametrize(
    ("words", "endings"),
    [
        (("evaluate", "--plot"), ".png or .svg"),
        (("solve", "--html"), ".html"),
    ],
)
@pytest.mark.parametrize("name", ["", "a", "a.pdf", ".png", ".html", "a.png.txt"])
def test_pictures_and_pages_have_their_endings(
    words: tuple[str, ...], endings: str, name: str, run: Run, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        said = run(*words, name)
    assert is_refused(said)
    assert said.err.startswith(
        f"xl-mastermind: expected a file name ending in {endings}, got "
    )
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("game", ["4x6", "5x8"])
def test_solve_writes_a_web_page(game: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.html"
    words = ("solve", "--game", game, "--secret", GAMES[game])
    said = run(*words, "--html", str(path))
    assert (said.code, said.err) == (0, "")
    assert f"wrote {path}" in said.lines
    rules = Rules.parse(game)
    found = f"<h1>Mastermind: {GAMES[game]} found in "
    text = path.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert found in text
    guesses = [*play(rules, rules.parse_code(GAMES[game]))]
    assert text.count("<h3>") == len(guesses)


def test_a_web_page_leaves_json_and_the_workbook_alone(
    asked: Asked, tmp_path: Path
) -> None:
    words = ("solve", "--secret", "3625")
    page, book = tmp_path / "a.html", tmp_path / "a.xlsm"
    both = ("--html", str(page), "--output", str(book))
    assert asked(*words, *both) == asked(*words)
    assert page.exists()
    assert book.exists()


# optimum, worst-case


@pytest.mark.parametrize(
    ("words", "total", "most"),
    [
        (["--game", "4x6"], 5625, 6),
        (["--max-guesses", "5"], 5626, 5),
        (["--most", "5", "--game", "mastermind"], 5626, 5),
        (["--game", "3x8"], 2359, 6),
        (["--game", "2x3 black symbols=XYZ"], 25, 4),
        (["1122:1,0", "3344:0,0"], 83, 3),
    ],
)
def test_optimum_proves_the_least_total(
    words: list[str], total: int, most: int, asked: Asked
) -> None:
    answer = asked("optimum", *words)
    assert list(answer) == [
        *("game", "codes", "total", "average", "max", "first", "histogram", "proved")
    ]
    histogram = answer["histogram"]
    assert (answer["total"], answer["max"], answer["proved"]) == (total, most, True)
    assert len(histogram) == most
    assert sum(histogram) == answer["codes"]
    assert sum(n * guesses for guesses, n in enumerate(histogram, 1)) == total
    assert answer["average"] == total / answer["codes"]
    Rules.parse(answer["game"]).parse_code(answer["first"])


@pytest.mark.parametrize("command", ["optimum", "worst-case"])
def test_several_workers_answer_as_one(command: str, run: Run) -> None:
    words = (command, "--game", "4x5", "--json")
    one, two = (json.loads(run(*words, "--workers", n).out) for n in ("1", "2"))
    for name in ("first", "histogram"):  # there are several that are best
        one.pop(name, None)
        two.pop(name, None)
    assert one == two


@pytest.mark.parametrize(
    ("game", "guesses"), [("3x8 distinct", 6), ("3x8 distinct black", 9), ("1x5", 5)]
)
def test_worst_case_proves_the_least_greatest_number(
    game: str, guesses: int, asked: Asked
) -> None:
    answer = asked("worst-case", "--game", game)
    assert list(answer) == ["game", "guesses", "first", "proved"]
    assert (answer["guesses"], answer["proved"]) == (guesses, True)


# Auxiliary games: Jäger & Peczarski 2015.


@pytest.mark.parametrize(
    ("words", "guesses", "first"),
    [
        (["--game", "2x3 distinct", "--extra-colour"], 3, None),
        (["--game", "3x8 distinct", "--extra-colour"], 6, None),
        (["--game", "2x5 distinct", "--fixed-first", "2"], 4, "12"),
        (["--game", "2x6 distinct", "--fixed-first", "2"], 4, "12"),
        (["--game", "3x14 distinct", "--fixed-first", "3"], 8, "ABC"),
    ],
)
def test_worst_case_of_an_auxiliary_game(
    words: list[str], guesses: int, first: str | None, asked: Asked
) -> None:
    answer = asked("worst-case", *words)
    option = words[2].removeprefix("--").replace("-", "_")
    assert list(answer) == ["game", option, "guesses", "first", "proved"]
    assert answer[option] is True or answer[option] == int(words[-1])
    assert (answer["guesses"], answer["proved"]) == (guesses, True)
    assert first in (None, answer["first"])


def test_the_extra_colour_is_written_as_a_star(asked: Asked, run: Run) -> None:
    words = ("worst-case", "--game", "3x8 distinct symbols=STUVWXYZ", "--extra-colour")
    first = asked(*words)["first"]
    assert set(first) <= set("*STUVWXYZ")
    said = run(*words).out
    assert f"First guess {first} (*: the extra colour)" in said
    assert "Guesses at most: 6, proved" in said


def test_tables_are_those_of_the_paper_as_far_as_time_allows(
    asked: Asked, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [
        entry
        for entry in entries()
        if entry.known.lower < 6 or entry.table == "End-games"
    ]
    monkeypatch.setattr(cli, "entries", lambda: few)
    found = asked("tables")["entries"]
    assert [one["name"] for one in found] == [entry.name for entry in few]
    for one in found:
        assert one["proved"]
        assert one["paper"]["lower"] <= one["guesses"]
        assert one["guesses"] <= (one["paper"]["upper"] or 6)
    said = run("tables").out
    titles = list(dict.fromkeys(entry.table for entry in few))
    assert re.findall("|".join(titles), said) == titles
    assert "in the paper" not in said
    long = [entry for entry in entries() if entry.name in {"AB(4,7)", "ABB(3,8)"}]
    monkeypatch.setattr(cli, "entries", lambda: long)
    for one in asked("tables", "--time-limit", "0")["entries"]:
        assert one["lower"] <= one["paper"]["lower"]
        assert one["upper"] >= one["paper"]["upper"]


def test_optimum_and_the_strategy_have_one_tree(asked: Asked) -> None:
    found = asked("optimum")
    assert found["histogram"] == [1, 8, 95, 644, 541, 7]
    played = asked("evaluate", "--strategy", "optimal")
    assert played["histogram"] == found["histogram"]


def test_optimum_and_worst_case_say_it_in_words(run: Run) -> None:
    said = run("optimum")
    assert "Least total 5,625, proved: 4.3403 guesses on average, at most 6" in said.out
    assert "Guesses at most: 5, proved" in run("worst-case").out
    said = run("optimum", "--game", "4x8", "--time-limit", "0")
    assert re.search(r"Least total: [\d,]+ to [\d,]+, not proved", said.out)


def test_out_of_time_there_are_bounds(asked: Asked) -> None:
    answer = asked("optimum", "--game", "4x7", "--time-limit", "0")
    assert answer["total"] is answer["average"] is answer["max"] is None
    assert answer["proved"] is False
    assert answer["lower"] < 11228 < answer["upper"]
    answer = asked("worst-case", "--game", "4x12 distinct", "--time-limit", "0")
    assert answer["guesses"] is None
    assert answer["proved"] is False
    assert answer["lower"] <= 8 <= answer["upper"]


_SYMBOLS = string.digits + string.ascii_uppercase


@pytest.mark.parametrize(
    "words",
    [
        ("optimum", "--game", "6x9"),
        ("worst-case", "--game", "12x20"),
        ("optimum", "--time-limit", "-1"),
        ("worst-case", "--time-limit", "soon"),
        ("optimum", "--max-guesses", "0"),
        ("optimum", "--max-guesses", "²"),
        ("optimum", "--max-guesses", "9" * 5000),
        ("optimum", "1122:4,0"),
        ("optimum", "1122:0,0", "1122:1,0"),
        ("worst-case", "112:0,0"),
        ("worst-case", "--fixed-first", "2"),
        ("worst-case", "--fixed-first", "0"),
        ("worst-case", "--fixed-first", "1", "--extra-colour"),
        ("worst-case", "--fixed-first", "1", "1122:1,0"),
        ("worst-case", "--extra-colour", "1122:1,0"),
        ("worst-case", "--extra-colour", "--game", "12x20 distinct"),
        ("worst-case", "--extra-colour", "--game", f"2x36 symbols={_SYMBOLS}"),
        ("optimum", "--workers", "0"),
        ("worst-case", "--workers=-3"),
        ("tables", "--workers", "x"),
        ("optimum", "--workers", "1000000"),
        ("tables", "--workers", "9" * 5000),
        ("tables", "--time-limit", "-1"),
        ("tables", "4x6"),
    ],
)
def test_an_exact_search_that_cannot_be_is_refused(
    words: tuple[str, ...], run: Run
) -> None:
    assert is_refused(run(*words))


def test_too_few_guesses_are_said_to_be_so(run: Run) -> None:
    said = run("optimum", "--max-guesses", "4")
    assert not is_refused(said)
    assert said.code == 1


def test_without_numba_exact_search_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('no numba')")
    path = {"PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}
    for command in ("optimum", "worst-case", "tables"):
        done = process(command, env=path)
        said = Said(done.returncode, done.stdout, done.stderr)
        assert not is_refused(said)
        assert said.code == 1
        assert "pip install 'xl-mastermind[exact]'" in said.err


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("command", ["optimum", "worst-case"])
def test_an_interrupted_search_gives_bounds_that_hold(
    command: str, workers: str
) -> None:
    words = ["--game", "4x12 distinct", "--json", "--workers", workers]
    with subprocess.Popen(  # noqa: S603, our own program
        [sys.executable, "-m", "xl_mastermind", command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as search:
        assert search.stderr is not None
        assert "at least" in search.stderr.readline()
        search.send_signal(signal.SIGINT)
        out, err = search.communicate()  # all of us, until the last worker ends
    answer = json.loads(out)
    assert "Traceback" not in err
    assert (search.returncode, answer["proved"]) == (0, False)
    if command == "optimum":
        assert 11880 * 4 < answer["lower"] <= answer["upper"] < 11880 * 8
    else:
        assert 6 <= answer["lower"] <= 8 <= answer["upper"]


def test_the_tree_of_an_optimum_is_written(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "tree.txt"
    assert run("optimum", "--game", "3x4", "--tree", str(path)).code == 0
    rules = Rules(3, 4)
    search = Search(Problem.of_game(rules))
    tree = parse_tree(rules, path.read_text())
    histogram = search.histogram(tree)
    assert sum(n * turn for turn, n in enumerate(histogram, 1)) == search.total()


# build, and lightly open, setup and doctor


def test_build_writes_the_workbook(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new" / "MasterMind.xlsm"
    said = run("build", str(path))
    assert (said.code, said.err) == (0, "")
    assert str(path) in said.out
    assert path.read_bytes() == workbook_bytes(*first_boards())


def test_build_writes_boards_of_other_games(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "others.xlsm"
    games = ["6x9", "2x3 distinct black symbols=abc", "super", "6x9"]
    said = run("build", str(path), *(f"--game={game}" for game in games))
    assert (said.code, said.err) == (0, "")
    boards, active, _ = read_boards(path)
    assert [board.rules for board in boards] == [*map(Rules.parse, games[:3])]
    assert active == 0
    assert all(board.has_secret for board in boards)


@pytest.mark.parametrize("game", ["9x2", "4x", "0x6", "2x27", ""])
def test_build_refuses_a_board_that_cannot_be(
    game: str, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "others.xlsm"
    said = run("build", str(path), "--game", "4x6", "--game", game)
    assert (said.code, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert not path.exists()


def test_build_has_a_usual_place(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("build").code == 0
    assert (tmp_path / "workbook" / "MasterMind.xlsm").exists()


Opened = list[tuple[Path, str | None]]
"""The files that were opened, and in which program."""


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Pretend that a spreadsheet program opens whatever it is given."""
    opened: Opened = []

    def open_workbook(path: Path, program: str | None, _: install.Machine) -> str:
        opened.append((path, program))
        return "opened"

    monkeypatch.setattr(install, "open_workbook", open_workbook)
    monkeypatch.setattr(install, "needs_setup", lambda _: False)
    monkeypatch.setattr(install, "find_libreoffice", lambda _: None)
    monkeypatch.setattr(install, "is_outdated", lambda _: False)
    return opened


def test_open_writes_a_workbook_that_is_not_there(
    run: Run, tmp_path: Path, programs: Opened
) -> None:
    path = tmp_path / "MasterMind.xlsm"
    assert run("open", str(path), "--in", "calc") == (0, "opened\n", "")
    assert programs == [(path, "calc")]
    secrets = [tuple(active_board(path).secret)]
    for _ in range(3):
        path.unlink()
        run("open", str(path))
        secrets.append(tuple(active_board(path).secret))
    assert len(set(secrets)) > 1


def test_open_keeps_a_game_in_progress(
    run: Run, tmp_path: Path, programs: Opened
) -> None:
    path = tmp_path / "MasterMind.xlsm"
    write_workbook(path, first_board().with_guess(0, [1, 1, 2, 2]))
    before = path.read_bytes()
    assert run("open", str(path)).code == 0
    assert path.read_bytes() == before
    assert programs == [(path, None)]


def test_what_an_installation_lacks_is_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object) -> str:
        raise install.InstallError("no spreadsheet program: install one")

    monkeypatch.setattr(install, "needs_setup", lambda _: False)
    monkeypatch.setattr(install, "find_libreoffice", lambda _: None)
    monkeypatch.setattr(install, "open_workbook", nothing)
    said = run("open", str(tmp_path / "MasterMind.xlsm"))
    assert said == (1, "", "xl-mastermind: no spreadsheet program: install one\n")


def test_doctor_fails_with_its_findings(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = [
        install.Finding(ok=True, what="Python 3.11"),
        install.Finding(ok=False, what="Excel was not found", cure="install [it]"),
    ]
    monkeypatch.setattr(install, "find_libreoffice", lambda _: None)
    monkeypatch.setattr(install, "doctor", lambda *_: findings)
    said = run("doctor")
    assert (said.code, said.err) == (1, "")
    assert said.lines == ["ok  Python 3.11", "FIX Excel was not found: install [it]"]
    as_json = run("doctor", "--json")
    assert (as_json.code, as_json.err) == (1, "")
    assert json.loads(as_json.out) == {
        "ok": False,
        "findings": [
            {"ok": True, "what": "Python 3.11", "cure": ""},
            {"ok": False, "what": "Excel was not found", "cure": "install [it]"},
        ],
    }
    monkeypatch.setattr(install, "doctor", lambda *_: findings[:1])
    assert run("doctor").code == 0
    assert json.loads(run("doctor", "--json").out)["ok"]


def test_setup_says_what_it_did(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "find_libreoffice", lambda _: None)
    monkeypatch.setattr(install, "setup", lambda _: ["wrote [a]", "done"])
    assert run("setup") == (0, "wrote [a]\ndone\n", "")


# Wrong usage and wrong input: exit 2, one line that says what came


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
def test_wrong_input_is_told_in_one_line(
    words: tuple[str, ...], told: str, run: Run
) -> None:
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
def test_what_was_typed_is_shown_and_never_obeyed(
    typed: str, told: str, run: Run
) -> None:
    said = run("build", typed)
    assert is_refused(said)
    assert said.err.removesuffix("\n").isprintable()
    assert said.err.endswith(f"{told}\n")
    assert len(said.err) < 1200


@pytest.mark.parametrize("command", ["solve", "next", "evaluate"])
def test_wrong_input_leaves_nothing_where_json_is_expected(
    command: str, run: Run
) -> None:
    assert is_refused(run(command, "--strategy", "magic", "--json"))
    assert is_refused(run(command, "--game", "12x26", "--json"))


@pytest.mark.parametrize("command", [("solve", "--output"), ("build",)])
@pytest.mark.parametrize(
    "name", ["played.xlsx", "played", "", ".xlsm", "played.xlsm.txt"]
)
def test_a_workbook_has_the_ending_that_excel_needs(
    command: tuple[str, ...], name: str, run: Run, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        said = run(*command, name)
    assert is_refused(said)
    assert ".xlsm" in said.err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["letter.txt", "played"])
def test_open_refuses_what_cannot_be_a_workbook(
    name: str,
    run: Run,
    tmp_path: Path,
    programs: Opened,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_refused(run("open", name))
    assert not [*tmp_path.iterdir()]
    assert not programs


def a_folder(path: Path) -> Path:
    path.mkdir()
    return path


def below_a_file(path: Path) -> Path:
    path.write_text("mine")
    return path / path.name


def too_long(path: Path) -> Path:
    return path.with_name("a" * 300 + path.suffix)


def where_nothing_can_be_made(path: Path) -> Path:
    folder = Path("/proc")
    if not folder.is_dir():
        pytest.skip("there is no folder where not even root can write")
    return folder / path.name


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
    "place", [a_folder, below_a_file, too_long, where_nothing_can_be_made]
)
def test_a_place_that_cannot_be_written_is_named(
    command: tuple[str, ...],
    name: str,
    place: Callable[[Path], Path],
    run: Run,
    tmp_path: Path,
) -> None:
    path = place(tmp_path / name)
    before = sorted(tmp_path.iterdir())
    said = run(*command, str(path))
    assert is_refused(said)
    assert said.err.endswith((f"{path}\n", f"{path.parent}\n"))
    assert sorted(tmp_path.iterdir()) == before


def test_a_name_with_a_nought_is_refused(run: Run, tmp_path: Path) -> None:
    assert is_refused(run("build", str(tmp_path / "a\0.xlsm")))


def test_a_game_too_large_for_a_board_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "played.xlsm"
    said = run("solve", "--json", "--game", "9x2", "--output", str(path))
    assert is_refused(said)
    assert "9x2" in said.err
    assert not path.exists()


# assist

Answers = Callable[..., Said]


@pytest.fixture
def assist(run: Run, monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Run `assist` with what a person types, line by line."""

    def assisted(*lines: str, options: tuple[str, ...] = ()) -> Said:
        typed = "".join(f"{line}\n" for line in lines)
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return run("assist", *options)

    return assisted


def suggested(said: Said) -> list[str]:
    """Return the guesses that were suggested."""
    found = re.findall(r"Guess [0-9]+: ((?: \w )+)", said.out)
    return ["".join(guess.split()) for guess in found]


def answers_of(rules: Rules, secret: Code, strategy: str) -> Iterator[tuple[str, Turn]]:
    """Give an answer to each guess of a game, in every way of writing it."""
    ways = itertools.cycle(
        [
            "{0} {1}",
            "{0}a{1}b",
            "{2}{3}",
            "{0},{1}",
            " {0};  {1} ",
            "{0}A {1}B",
        ]
    )
    for turn, _ in play(rules, secret, strategy):
        black, white = turn.feedback
        way = "-" if black == white == 0 else next(ways)
        yield way.format(black, white, "a" * black, "b" * white), turn


@pytest.mark.parametrize("strategy", BY_RULE)
@pytest.mark.parametrize("secret", ["3625", "1122", "6666", "5164"])
def test_assist_finds_a_code_from_its_answers(
    secret: str, strategy: str, assist: Answers
) -> None:
    rules = Rules(4, 6)
    game = [*answers_of(rules, rules.parse_code(secret), strategy)]
    said = assist(*(line for line, _ in game), options=("--strategy", strategy))
    guesses = [rules.format_code(turn.guess) for _, turn in game]
    assert (said.code, said.err) == (0, "")
    assert suggested(said) == guesses
    assert said.lines[-1] == "That is the code." or said.lines[-1].endswith(
        f"Solved in {len(guesses)}."
    )


def test_assist_asks_again_if_it_does_not_understand(assist: Answers) -> None:
    wrong = ["12", "1", "", "ba", "9 0", "3 1", "x", "1 2 3", "-1 0", "１ ２"]  # noqa: RUF001
    said = assist(*wrong, "1 0", "quit")
    assert said.code == 0
    assert suggested(said) == ["1122", "1344"]
    assert "expected an answer such as 1 2, 1a2b or abb, got '12'" in said.out
    assert "expected black (a) before white (b), such as 1 2" in said.out
    assert "expected 0 to 4 pegs in all, got 9 black and 0 white" in said.out
    assert "3 black and 1 white cannot be" in said.out
    assert said.out.count("expected an answer such as") == len(wrong) - 3


def test_assist_takes_back_an_answer(assist: Answers) -> None:
    said = assist("1 0", "UNDO", "0 1", "undo", "undo", "undo", "quit")
    assert suggested(said) == ["1122", "1344", "1122", "2344", "1122", "1122", "1122"]


def test_assist_takes_a_guess_of_ones_own(assist: Answers) -> None:
    said = assist("1234:1,2", "1234:", "7777:1,0", "123:1,0", "quit")
    rules = Rules(4, 6)
    turn = Turn((1, 2, 3, 4), Feedback(1, 2))
    assert f"{len(candidates(rules, [turn]))} possible" in said.out
    assert "expected an answer such as 1 2, 1a2b or abb, got ''" in said.out
    assert "expected symbols of 123456, got '7' in code '7777'" in said.out
    assert "expected 4 pegs, got 3 in code '123'" in said.out
    assert len(suggested(said)) == 2


def possible(said: Said) -> list[int]:
    """Return how many codes were possible at each guess."""
    found = re.findall(r"([0-9,]+) possible", said.out)
    return [int(number.replace(",", "")) for number in found]


@pytest.mark.parametrize("session", golden("sessions"), ids=lambda s: s["game"])
@pytest.mark.parametrize("form", ["{2}{3}", "{0}a{1}b", "{0} {1}", "{0},{1}"])
def test_assist_plays_the_posts_sessions(
    session: dict[str, Any], form: str, assist: Answers
) -> None:
    lines = []
    for turn in session["turns"][:-1]:
        black, white = turn["black"], turn["white"]
        answer = form.format(black, white, "a" * black, "b" * white)
        lines.append(f"{turn['guess']}:{answer}")
    said = assist(*lines, options=("--game", session["game"]))
    assert possible(said) == session["pools"]
    assert suggested(said)[-1] == session["turns"][-1]["guess"]
    assert "That is the code." in said.out


def test_assist_is_right_where_the_posts_program_is_wrong(assist: Answers) -> None:
    # Its fits() gives 0112 against 0001 one white too many.
    assert Rules.parse("4x10").answer((1, 1, 1, 2), (1, 2, 2, 3)) == (1, 1)
    left = candidates(
        Rules.parse("4x10"), [Turn((1, 2, 2, 3), Feedback(black=1, white=1))]
    )
    assert (1, 1, 1, 2) in left
    said = assist("0112:ab", options=("--game", "4x10"))
    assert possible(said) == [10_000, len(left)]


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        *(("ab", "random"), ("4x10", "random"), ("3x5 distinct", "random")),
        *(("4x6", "knuth"), ("letters", "knuth"), ("4x6 black", "knuth")),
    ],
)
def test_assist_guesses_at_random_in_ab_games(
    game: str, strategy: str, assist: Answers
) -> None:
    said = assist(options=("--game", game))
    assert said.lines[0].startswith(f"{Rules.parse(game)}, {strategy}. ")
    said = assist(options=("--game", game, "--strategy", "entropy"))
    assert said.lines[0].startswith(f"{Rules.parse(game)}, entropy. ")


def test_assist_offers_the_same_guess_at_random_after_undo(assist: Answers) -> None:
    said = assist("0 1", "undo", "0 1", "undo", options=("--game", "ab"))
    first, second, *others = suggested(said)
    assert others == [first, second, first]


@pytest.mark.parametrize(
    ("game", "hints"),
    [
        ("4x6", ["1 2, 1a2b or abb for 1 black, 2 white", "1234:1 2", "1=1 2"]),
        ("ab", ["1 2, 1a2b or abb for 1 black, 2 white", "0123:1 2"]),
        ("letters", ["ABCD:1 2"]),
        ("3x4 black symbols=FALS", ["1 or a for 1 black;", "FAL:1.", "1=1 "]),
        ("2x6", ["1 0, 1a0b or a for 1 black, 0 white", "12:1 0"]),
        ("3x2", ["121:1 2"]),
    ],
)
def test_assists_hints_are_of_the_game(
    game: str, hints: list[str], assist: Answers
) -> None:
    said = assist(options=("--game", game))
    assert all(hint in said.out for hint in hints)
    code, _, answer = re.findall(r"Type it as ((\w+):(.*?))\.", said.out)[0]
    again = assist(code, options=("--game", game))
    assert len(possible(again)) == 2 or "No code fits" in again.out
    assert parse_answer(answer, Rules.parse(game))


def test_assist_keeps_what_contradicts_and_says_what_would_mend_it(
    assist: Answers,
) -> None:
    said = assist("1111:2,0", "2222:3,0", "0 0", "undo", "2222:2,0", "quit")
    sentence = (
        "No code fits from guess 2 on: guess 2 would fit as 2 black, 0 white;"
        " guess 1 as 1 black, 0 white; 3 more would do."
    )
    assert sentence in said.out
    assert "no guess is open; expected undo, or a change such as 1=0 0" in said.out
    assert possible(said) == [1296, 150, 150, 6]
    changed = assist("1111:2,0", "2222:3,0", "2=2 0", "quit")
    assert possible(changed) == [1296, 150, 6]
    changed = assist("1111:2,0", "2222:3,0", "3333:0,0", "1 = a", "undo", "quit")
    assert possible(changed) == [1296, 150, 4, 4]


@pytest.mark.parametrize("change", ["1=1 0", "0=1 0", "9=1 0"])
def test_assist_changes_only_what_was_answered(change: str, assist: Answers) -> None:
    said = assist(change)
    assert "expected a guess that was answered before =" in said.out
    assert possible(said) == [1296]


def test_assist_ends_with_the_winning_answer(assist: Answers) -> None:
    said = assist("4 0", "1 0")
    assert said.lines[-1].endswith("Solved in 1.")
    assert suggested(said) == ["1122"]


LAST = ("1122:1,0", "1344:0,1", "3526:1,2", "1462:1 1")
"""Turns after which Knuth's paper has one code left."""


def test_assist_takes_back_the_last_answer_of_a_game(assist: Answers) -> None:
    said = assist(*LAST, "undo", "1 0")
    assert said.lines[-1] == "That is the code."
    assert possible(said)[-3:] == [1, 7, 1]
    assert suggested(said)[-1] != suggested(said)[-3]


@pytest.mark.parametrize("line", ["", "quit", "4 0"])
def test_assist_ends_on_the_last_candidate(line: str, assist: Answers) -> None:
    said = assist(*LAST, line, "1 0")
    assert possible(said)[-1] == 1
    assert "Change one" not in said.out
    assert said.code == 0


def test_assist_doubts_a_last_candidate_that_is_not_the_code(assist: Answers) -> None:
    said = assist(*LAST, "1 0", "undo", "quit")
    assert "No code fits from guess 5 on" in said.out
    assert possible(said)[-1] == 1


@pytest.mark.parametrize("lines", [[], ["1 0"], ["quit"], ["1 0", "Quit"]])
def test_assist_may_be_left_at_any_time(lines: list[str], assist: Answers) -> None:
    assert assist(*lines)[0::2] == (0, "")


def test_assist_asks_for_black_pegs_alone_where_there_are_no_others(
    assist: Answers,
) -> None:
    said = assist("1 2", "1a1b", "1", "2a", "quit", options=("--game", "3x4 black"))
    assert "expected black pegs only, got 2 white" in said.out
    assert suggested(said)[0] == "111"
    assert len(suggested(said)) == 3


def test_assist_helps_with_letters(assist: Answers) -> None:
    options = ("--game", "3x4 symbols=FALS", "--strategy", "first-consistent")
    said = assist("1 0", "las:1,0", "quit", options=options)
    assert suggested(said)[:2] == ["FFF", "FAA"]


def test_assist_says_which_guesses_are_from_a_sample(assist: Answers) -> None:
    said = assist(*SAMPLED, options=("--game", "6x9", "--strategy", "entropy"))
    assert "3,153 possible (sampled: " in said.out


def test_assist_refuses_what_solve_refuses(assist: Answers) -> None:
    assert is_refused(assist(options=("--game", "4x0")))
    assert is_refused(assist(options=("--strategy", "magic")))


def test_an_interruption_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    said = run("assist")
    assert (said.code, said.err) == (1, "xl-mastermind: interrupted\n")


@pytest.mark.parametrize(
    ("text", "black", "white"),
    [
        *(("1 2", 1, 2), ("1,2", 1, 2), ("1, 2", 1, 2), ("1;2", 1, 2)),
        *(("1a2b", 1, 2), ("1A 2B", 1, 2), ("2b", 0, 2), ("1a", 1, 0), ("0a0b", 0, 0)),
        *(("abb", 1, 2), ("ABB", 1, 2), ("a", 1, 0), ("bb", 0, 2), ("-", 0, 0)),
        *((" 1 2 ", 1, 2), ("4 0", 4, 0), ("aaaa", 4, 0), ("0 0", 0, 0)),
    ],
)
def test_an_answer_may_be_written_in_many_ways(
    text: str, black: int, white: int
) -> None:
    assert parse_answer(text, Rules(4, 6)) == (black, white)


@pytest.mark.parametrize(("text", "black"), [("2", 2), ("aa", 2), ("-", 0), ("2a", 2)])
def test_an_answer_may_be_black_pegs_alone(text: str, black: int) -> None:
    assert parse_answer(text, Rules.parse("4x6 black")) == (black, 0)


# Whole games of every kind, against codes drawn at random

EVERY_GAME = sorted({*NAMED_GAMES, "4x6 black"})


def drawn(game: str) -> tuple[Rules, Code]:
    rules = Rules.parse(game)
    return rules, new_code(rules)


@pytest.mark.parametrize("strategy", ["knuth", "random", "most-parts"])
@pytest.mark.parametrize("game", EVERY_GAME)
def test_next_finds_a_code_drawn_at_random(
    game: str, strategy: str, asked: Asked
) -> None:
    rules, secret = drawn(game)
    turns: list[str] = []
    while True:
        answer = asked("next", "--game", game, "--strategy", strategy, *turns)
        guess = rules.parse_code(answer["guess"])
        black, white = brute_force.answer(secret, guess)
        if black == rules.pegs:
            break
        given_ = f"{black}" if rules.black_only else f"{black},{white}"
        turns.append(f"{answer['guess']}:{given_}")
        assert len(turns) < 30, rules.format_code(secret)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_solve_finds_a_code_drawn_at_random(game: str, asked: Asked) -> None:
    told = asked("solve", "--game", game)
    rules = Rules.parse(game)
    secret = rules.parse_code(told["secret"])
    for turn in told["turns"]:
        black, white = brute_force.answer(secret, rules.parse_code(turn["guess"]))
        assert (turn["black"], turn.get("white", white)) == (black, white)
    assert told["turns"][-1]["guess"] == told["secret"]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_assist_finds_a_code_drawn_at_random(game: str, assist: Answers) -> None:
    rules, secret = drawn(game)
    lines = []
    for turn, left in play(rules, secret, "entropy"):
        black, white = turn.feedback
        lines.append(f"{black}" if rules.black_only else f"{black}a{white}b")
        if left == 1:
            break
    said = assist(*lines, options=("--game", game, "--strategy", "entropy"))
    assert suggested(said)[-1] == rules.format_code(secret)
    assert said.code == 0


# In a process of its own


def test_the_command_is_installed() -> None:
    (command,) = Path(sys.executable).parent.glob("xl-mastermind*")
    said = subprocess.run(  # noqa: S603, our own program
        [command, "--version"], check=True, capture_output=True, text=True
    )
    assert re.fullmatch(r"xl-mastermind [0-9.]+\n", said.stdout)


def test_help_says_what_there_is() -> None:
    said = process("--help")
    assert (said.returncode, said.stderr) == (0, "")
    for command in ("solve", "next", "assist", "evaluate", "build", "open", "setup"):
        assert re.search(rf"^ +{command} ", said.stdout, re.MULTILINE), command


def test_a_process_answers_in_json() -> None:
    said = process("solve", "--secret", "3625", "--json")
    assert (said.returncode, said.stderr) == (0, "")
    assert json.loads(said.stdout)["turns"][0]["guess"] == "1122"


def test_a_process_refuses_in_one_line() -> None:
    said = process("next", "1122:3,1")
    assert is_refused(Said(said.returncode, said.stdout, said.stderr))


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8", "utf-16"])
@pytest.mark.parametrize("words", [("solve",), ("next",), ("evaluate",), ("--help",)])
def test_every_console_can_show_it(words: tuple[str, ...], encoding: str) -> None:
    # On Windows, what goes into a file or a pipe is not in Unicode.
    said = process(*words, env={"PYTHONIOENCODING": encoding}, encoding=encoding)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout


def test_assist_reads_what_is_piped_into_it() -> None:
    said = process("assist", input="1 0\n12\nquit\n")
    assert (said.returncode, said.stderr) == (0, "")
    assert "got '12'" in said.stdout


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "xl_mastermind", "evaluate"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.close()
        assert "Traceback" not in command.stderr.read()


class Terminal:
    """The program in a terminal, and what it has shown there."""

    def __init__(self, *words: str) -> None:
        pty = pytest.importorskip("pty", reason="there are no terminals like this")
        self._mine, its = pty.openpty()
        self._command = subprocess.Popen(  # noqa: S603, our own program
            [sys.executable, "-m", "xl_mastermind", *words],
            stdin=its,
            stdout=its,
            stderr=its,
            start_new_session=True,
        )
        os.close(its)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._command.kill()
        self._command.wait()
        os.close(self._mine)

    def read_until(self, text: str) -> str:
        """Read until something new ends with `text`, or the program ends."""
        start = len(self.shown)
        while not self.shown[start:].endswith(text):
            try:
                read = os.read(self._mine, 4096)
            except OSError:  # how Linux says that the other side is closed
                break
            if not read:
                break
            self.shown += read.decode()
        return self.shown[start:]

    def type(self, text: str) -> None:
        os.write(self._mine, text.encode())

    def interrupt(self) -> None:
        self._command.send_signal(signal.SIGINT)

    def wait(self) -> int:
        self.read_until("\0")
        return self._command.wait()


def test_assist_talks_with_a_person_in_a_terminal() -> None:
    with Terminal("assist") as terminal:
        assert "1,296 possible" in terminal.read_until("> ")
        terminal.type("12\n")
        assert "expected an answer such as" in terminal.read_until("> ")
        terminal.type("1a\n")
        assert "256 possible" in terminal.read_until("> ")
        terminal.type("4 0\n")
        assert terminal.wait() == 0
        assert terminal.shown.endswith("Solved in 2.\r\n")


def test_assist_takes_back_the_last_answer_in_a_terminal() -> None:
    with Terminal("assist") as terminal:
        for line in LAST:
            terminal.read_until("> ")
            terminal.type(f"{line}\n")
        assert "That is the code." in terminal.read_until("answer back.\r\n")
        terminal.type("undo\n")
        assert "7 possible" in terminal.read_until("> ")
        terminal.type("1 0\n")
        assert "1 possible" in terminal.read_until("answer back.\r\n")
        terminal.type("\n")
        assert terminal.wait() == 0


def test_assist_is_left_by_the_end_of_input_in_a_terminal() -> None:
    with Terminal("assist") as terminal:
        terminal.read_until("> ")
        terminal.type("\x04")
        assert terminal.wait() == 0


def test_assist_is_interrupted_in_a_terminal() -> None:
    with Terminal("assist") as terminal:
        terminal.read_until("> ")
        terminal.interrupt()
        assert terminal.wait() == 1
        assert terminal.shown.endswith("xl-mastermind: interrupted\r\n")
        assert "Traceback" not in terminal.shown


# The scores


def test_scores_are_carried_over_and_kept(run: Run, tmp_path: Path) -> None:
    old, new = tmp_path / "old.xlsm", tmp_path / "new.xlsm"
    rows: list[list[object]] = [[1, 46023.5, "4x6", "You", 5, 2.5, None, 5]]
    write_workbook(old, *first_boards(), scores=rows)
    said = run("build", str(new), "--scores-from", str(old))
    assert (said.code, said.err) == (0, "")
    assert f"1 game from {old}" in said.out
    assert read_boards(new).scores == rows
    for words in (["build", str(new)], ["solve", "--output", str(new)]):
        assert run(*words).code == 0
        assert read_boards(new).scores == rows


def test_a_workbook_from_before_there_were_scores_has_none(
    run: Run, tmp_path: Path
) -> None:
    old, new = tmp_path / "old.xlsm", tmp_path / "new.xlsm"
    write_workbook(old, *first_boards())
    workbook = openpyxl.load_workbook(old, keep_vba=True)
    del workbook[SCORES_SHEET]
    workbook.save(old)
    said = run("build", str(new), "--scores-from", str(old))
    assert "is from before there were scores: it has none" in said.out
    assert read_boards(new).scores == []
    missing = run("build", str(new), "--scores-from", str(tmp_path / "none.xlsm"))
    assert missing.code == 2
    assert missing.err.count("\n") == 1


# --rate


@pytest.mark.parametrize("game", ["4x6", "4x6 black", "5x8"])
def test_solve_rates_each_guess_only_if_asked(game: str, run: Run) -> None:
    words = ("solve", "--game", game, "--seed", "1", "--json")
    plain, told = json.loads(run(*words).out), json.loads(run(*words, "--rate").out)
    added = ("best", "luck", "note")
    for turn in told["turns"]:
        assert 0 <= turn["cost"] <= 1
        assert all(turn.pop(name) is not None for name in added)
        del turn["cost"]
    assert told == plain


def test_solve_tells_what_each_guess_cost(run: Run) -> None:
    said = run("solve", "--secret", "3625", "--strategy", "optimal", "--rate")
    table = said.out.partition("What each guess cost")[2].splitlines()[2:]
    turns = said.out.count(" left\n")
    assert [line.split()[:2] for line in table] == [
        [str(number), "0.00"] for number in range(1, turns + 1)
    ]


def test_assist_rates_at_the_end(assist: Answers) -> None:
    said = assist("1111:0 0", "1111:0 0", "quit", options=("--rate",))
    *_, first, second = said.lines
    assert second.split()[1] == "1.00"
    assert second.split()[-1] == "wasted"
    assert first.split()[0] == "1"
    contradictory = assist("1111:0 0", "1111:1 0", "quit", options=("--rate",))
    assert "What each guess cost" not in contradictory.out
    assert "What each guess cost" not in assist("quit", options=("--rate",)).out
