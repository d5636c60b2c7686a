"""`Session`: a game in progress in Python and notebooks."""

import datetime as dt
from typing import Any

import pytest

from xl_mastermind.game.rules import Feedback, Rules, Turn
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.session import Session


def test_last_hint_can_be_the_code() -> None:
    session = Session("4x6", number=382, attempts=2)
    session.guess("1111")
    assert session.hint("entropy") == session.candidates[0]


def test_today_is_the_number_of_the_date() -> None:
    days = {f"{dt.datetime.now().astimezone():%Y%m%d}" for _ in range(1)}
    number = Session("4x6", number="today").number
    days.add(f"{dt.datetime.now().astimezone():%Y%m%d}")  # after midnight
    assert str(number) in days


def test_seed_repeats_the_game_and_its_hints() -> None:
    first, second = Session("5x8", seed=3), Session("5x8", seed=3)
    assert (first.number, first.hint("random")) == (
        second.number,
        second.hint("random"),
    )


@pytest.mark.table("arguments", "message")
def test_wrong_argument_raises_a_value_error(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Session(**arguments)


def test_number_can_be_a_text() -> None:
    sessions = [Session("4x6", number=n) for n in (382, "382", "#382", "000382")]
    assert {(session.number, session.secret) for session in sessions} == {
        (382, (4, 5, 3, 6))
    }


def test_result_mentions_hints_whatever_follows() -> None:
    session = Session("4x6", number=382)
    session.hint()
    session.guess("3456")
    session.undo()
    session.guess("6543")
    session.guess("4536")
    assert session.result
    assert session.result.title_line == "Mastermind #382 in 2 with hints"
    session.undo()
    session.guess(session.hint())
    session.guess("4536")
    assert session.result.title_line == "Mastermind #382 in 3 with hints"


def test_suggestion_is_a_hint_only_if_it_is_played() -> None:
    session = Session("4x6", codemaker="person")
    session.guess(session.suggest().guess, "0 0")
    session.undo()
    session.guess("4536", "4 0")
    assert session.result
    assert session.result.title_line == "Mastermind in 1"
    session.undo()
    session.guess(session.suggest().guess, "4 0")
    assert session.result.title_line == "Mastermind in 1 with hints"


@pytest.mark.table("codemaker", "method", "arguments", "message")
def test_wrong_answer_changes_nothing(
    codemaker: str, method: str, arguments: list[Any], message: str
) -> None:
    session = Session("4x6", codemaker=codemaker)
    session.guess("1111", *["1 0"] * (codemaker == "person"))
    turns = session.turns
    with pytest.raises(ValueError, match=message):
        getattr(session, method)(*arguments)
    assert session.turns == turns


def test_contradictory_answers_can_be_corrected() -> None:
    session = Session("4x6", codemaker="person", attempts=2)
    session.guess("1111", "2 0")
    session.guess("2222", "3 0")
    assert (session.is_over, session.candidates) == (False, [])
    with pytest.raises(ValueError, match="all 2 attempts are used"):
        session.guess("3333", "1 0")
    session.correct(2, "1 0")
    assert session.is_over


def test_secret_of_another_player_has_no_number() -> None:
    session = Session("4x6", secret=(4, 5, 3, 6))
    assert (session.secret, session.number) == ((4, 5, 3, 6), None)
    assert repr(session) == "<Session 4x6 own code: no guess, 1,296 codes left>"
    session.guess("4536")
    assert str(session.result).startswith("Mastermind in 1\n")


def test_session_can_have_any_number_of_attempts() -> None:
    session = Session("4x6", number=382, attempts=10**12)
    session.guess("1122")
    assert not session.is_over


def test_lost_game_searches_no_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("xl_mastermind.game.game.contradiction_in_words")
    session = Session("6x16", number=382, attempts=1)  # it would take 15 s
    session.guess("AAAAAA")
    assert session.is_over


def test_wrong_guess_changes_nothing() -> None:
    session = Session("ab", number=5)
    with pytest.raises(ValueError, match="different symbols"):
        session.guess("1123")
    with pytest.raises(ValueError, match="no guess to take back"):
        session.undo()
    assert session.turns == ()


@pytest.mark.parametrize(
    ("guesses", "message"),
    [(["4536"], "the code is found"), (["1122"] * 2, "all 2 attempts are used")],
)
def test_finished_game_accepts_no_guess(guesses: list[str], message: str) -> None:
    session = Session("4x6", number=382, attempts=2)
    for guess in guesses:
        session.guess(guess)
    for method in (session.hint, lambda: session.guess("1234")):
        with pytest.raises(ValueError, match=message):
            method()
    session.undo()
    assert session.result is None
    session.guess("1234")


def test_result_is_printed_without_guesses() -> None:
    session = Session("4x6", number=382, attempts=2)
    session.guess("1122")
    assert session.result is None
    session.guess("3345")
    assert str(session.result) == "Mastermind #382: not found in 2\n····\n○○○·"
    assert session.result
    assert session.result.to_dict() == {
        "game": "4x6",
        "number": 382,
        "turns": [
            {"guess": "1122", "black": 0, "white": 0},
            {"guess": "3345", "black": 0, "white": 3},
        ],
        "solved": False,
    }


def test_text_names_game_turns_and_candidates() -> None:
    session = Session("4x6", number=382)
    assert repr(session) == "<Session 4x6 number 382: no guess, 1,296 codes left>"
    session.guess("1122")
    assert repr(session) == "<Session 4x6 number 382: 1122:0,0, 256 codes left>"
    cheat = Session("2x2", codemaker="cheats")
    assert repr(cheat) == "<Session 2x2 codemaker cheats: no guess, 4 codes left>"


def test_notebook_shows_tiles_and_pegs() -> None:
    turns = (Turn((1, 2, 5), Feedback(1, 1)), Turn((1, 2, 4), Feedback(3, 0)))
    page = GameResult(Rules(3, 9), 7, turns)._repr_html_()
    assert page.startswith("<table><caption>Mastermind 3x9 #7 in 2</caption>")
    assert page.count("background:#0072B2") == 2
    assert '<td><span title="1 black, 1 white">● ○ ·</span></td>' in page
