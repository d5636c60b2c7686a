"""The codemaker who cheats, against a plain adversary; numbers of new games."""

import brute_force
import pytest
from brute_force import Feedback, Game
from drawn_games import codes_of, games
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codemaker import cheating_feedbacks, draw_game_number
from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Rules, Turn


def answers_that_keep_most(game: Game, guesses: list[Code]) -> list[Feedback]:
    left = [*range(len(game.codes))]
    answers = []
    for guess in guesses:
        parts = game.parts(game.codes.index(guess), left)
        answer = min(parts, key=lambda given: (-len(parts[given]), given))
        answers.append(answer)
        left = parts[answer]
    return answers


@given(st.data(), games(max_codes=360))
def test_cheating_codemaker_keeps_the_largest_part(
    data: st.DataObject, rules: Rules
) -> None:
    guesses = data.draw(st.lists(codes_of(rules), max_size=5))
    answers, game = cheating_feedbacks(rules, guesses), brute_force.game(str(rules))
    assert answers == answers_that_keep_most(game, guesses)
    assert candidates(rules, [*map(Turn, guesses, answers)])


@pytest.mark.parametrize(
    "game", ["1x1", "2x2", "4x6", "4x10 distinct", "4x26", "6x10", "8x26", "12x26"]
)
def test_new_game_numbers_are_short_where_possible(game: str) -> None:
    rules = Rules.parse(game)
    numbers = {draw_game_number(rules) for _ in range(200)}
    assert min(numbers) >= 1
    assert max(numbers) <= max(999_999, min(rules.code_count, 999_999_999))
    assert len(numbers) > 100
    if rules.code_count < 10:  # or a code is missing once in 10**24 runs
        codes = {rules.code_from_number(number) for number in numbers}
        assert len(codes) == rules.code_count
