"""The codemaker who cheats, against a plain adversary."""

import brute_force
from brute_force import Answer, Game
from helpers import codes_of, games
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.codemaker import cheating_answers


def plain(rules: Rules) -> Game:
    words = [word for word in str(rules).split() if not word.startswith("symbols")]
    return brute_force.game(" ".join(words))


def answers_that_keep_most(game: Game, guesses: list[Code]) -> list[Answer]:
    left = [*range(len(game.codes))]
    answers = []
    for guess in guesses:
        parts = game.parts(game.codes.index(guess), left)
        answer = min(parts, key=lambda given: (-len(parts[given]), given))
        answers.append(answer)
        left = parts[answer]
    return answers


@given(st.data(), games(most_codes=360))
def test_the_largest_part_stays_and_of_equal_ones_the_smallest_answer(
    data: st.DataObject, rules: Rules
) -> None:
    guesses = data.draw(st.lists(codes_of(rules), max_size=5))
    answers = cheating_answers(rules, guesses)
    assert answers == answers_that_keep_most(plain(rules), guesses)
    assert candidates(rules, [*map(Turn, guesses, answers)])


def test_a_code_that_is_the_only_one_left_is_found() -> None:
    rules = Rules(1, 3)
    answers = cheating_answers(rules, [(1,), (2,), (3,), (1,), (3,)])
    assert answers == [(0, 0), (0, 0), (1, 0), (0, 0), (1, 0)]
