"""Public functions return the same from several threads as from one."""

from concurrent.futures import ThreadPoolExecutor

from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.lab.optimal import cached_search
from xl_mastermind.solve.analysis import Ranking, rank_guesses
from xl_mastermind.solve.rating import Rating, rate_turns
from xl_mastermind.solve.suggestion import next_guess, suggestion_or_error


def test_threads_share_an_exact_search() -> None:
    rules, secret = Rules(4, 6), (1, 2, 3, 6)
    guesses = [(1, 1, 1, 2), (1, 2, 2, 2), (3, 2, 1, 4), (6, 5, 4, 3), (6, 6, 2, 2)]
    games = [[Turn(guess, rules.feedback(secret, guess))] for guess in guesses]

    def study(turns: list[Turn]) -> tuple[Code, list[Rating], Ranking]:
        return (
            next_guess(rules, turns, "optimal"),
            rate_turns(rules, turns),
            rank_guesses(rules, turns, "optimal", count=3),
        )

    expected = [*map(study, games)]
    cached_search.cache_clear()
    suggestion_or_error.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(study, games * 2)] == expected * 2
