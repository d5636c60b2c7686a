"""Proofs for Python; optimal games in which every guess must be a candidate."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import xl_mastermind as xl
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.lab.exact.problem import Problem
from xl_mastermind.lab.exact.search import Search


def least_total(rules: Rules) -> int:
    """Return the least total of guesses among the candidates, by trying all."""

    @cache
    def total(codes: frozenset[Code]) -> int:
        totals = []
        for guess in codes:
            parts: dict[tuple[int, int], set[Code]] = {}
            for code in codes - {guess}:
                parts.setdefault(rules.feedback(code, guess), set()).add(code)
            totals.append(sum(total(frozenset(part)) for part in parts.values()))
        return len(codes) + min(totals, default=0)

    return total(frozenset(map(tuple, xl.all_codes(rules).tolist())))


@pytest.mark.slow
@pytest.mark.table("game")
def test_possible_guesses_match_brute_force(game: str) -> None:
    proof = xl.optimum(game, possible_guesses=True, needs_tree=True)
    assert proof.is_proved
    assert proof.upper == least_total(proof.rules)
    assert proof.tree is not None
    assert proof.tree.check().total == proof.upper
    assert_guesses_are_candidates(proof.rules, proof.tree.to_dict())


def assert_guesses_are_candidates(
    rules: Rules, node: dict[str, Any], turns: tuple[tuple[str, str], ...] = ()
) -> None:
    guess = node["guess"]
    assert rules.parse_code(guess) in xl.candidates(rules, turns)
    for answer, child in node["answers"].items():
        assert_guesses_are_candidates(rules, child, (*turns, (guess, answer)))


@pytest.mark.table("game", "totals")
def test_possible_guesses_have_published_totals(
    game: str, totals: dict[str, int]
) -> None:
    rules = Rules.parse(game)
    search = Search(Problem.from_game(rules, only_candidates=True))
    codes = np.arange(rules.code_count)
    proved_totals = {
        guess: search.total_with(rules.parse_code(guess), codes, ()) for guess in totals
    }
    assert proved_totals == totals
    assert search.total() == min(totals.values())


def test_possible_guesses_limit_the_maximum_and_turns() -> None:
    candidates_only = xl.optimum("4x6", ["1122:1,0"], possible_guesses=True)
    all_codes = xl.optimum("4x6", ["1122:1,0"])
    assert all_codes.lower < candidates_only.lower
    with pytest.raises(ValueError, match="expected enough guesses, got 4"):
        xl.optimum("3x5", possible_guesses=True, max_guesses=4)


def test_optimum_and_worst_case_read_every_form() -> None:
    total = xl.optimum("3x4", ["112:1,0"]).to_dict()
    maximum = xl.worst_case("3x4", ["112:1,0"]).to_dict()
    rules, turn = Rules(3, 4), ([1, 1, 2], (1, 0))
    assert xl.optimum(rules, [turn]).to_dict() == total
    assert xl.worst_case(rules, [turn]).to_dict() == maximum
    assert (total["total"], maximum["guesses"]) == (41, 3)


@pytest.mark.table("options", "message")
def test_optimum_rejects_wrong_options(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        xl.optimum("3x4", **options)  # type: ignore[arg-type]
