"""The page of known values has the stored values."""

import shlex

import pytest
import vectors
from command_line import run_json
from known_values import (
    KINDS,
    PAGE,
    disagreements,
    games,
    read_totals,
    read_values,
    render_page,
)

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.problem import Problem
from xl_mastermind.lab.exact.search import Search
from xl_mastermind.solve.trees import bundled_tree, play_tree, total_guesses


def test_page_has_the_stored_values() -> None:
    page = PAGE.read_text("utf-8")
    assert page == render_page(page, read_values()), "run: make values"


def test_stored_values_match_publications() -> None:
    assert disagreements(read_values()) == []


TOTALS = {record["game"]: record for record in read_totals()}


def test_totals_of_the_page_are_at_most_the_published_ones() -> None:
    for game, record in TOTALS.items():
        totals = [figure["total"] for figure in record["published"]]
        total = record.get("total", read_values().get(game, {}).get("total"))
        if total:
            assert total <= min(totals, default=total), game
            assert total == read_values().get(game, {}).get("total", total)


def test_tree_of_super_has_the_best_known_total() -> None:
    tree = bundled_tree(Rules(5, 8), "lookahead")
    assert tree
    histogram = play_tree(codebook(Rules(5, 8)), tree)
    figures = {"total": total_guesses(histogram), "max": len(histogram)}
    assert figures.items() <= TOTALS["5x8"].items()


@pytest.mark.parametrize("game", ["2x5", "3x5", "4x4", "6x2"])
def test_command_of_a_total_computes_it(game: str) -> None:
    words = shlex.split(TOTALS[game]["command"])
    answer = run_json(*words, "--game", game)
    assert answer["total"] == TOTALS[game]["total"]


def test_vectors_are_those_of_the_package() -> None:
    text = vectors.VECTORS_FILE.read_text("ascii")
    assert text == vectors.format_vectors(vectors.vectors()), "run: make vectors"
    assert len(text) < 200_000


def test_page_has_every_game_once() -> None:
    written = [each for kind in KINDS for each in games(kind)]
    assert len(set(written)) == len(written) > 100
    assert set(read_values()) == set(written)


@pytest.mark.parametrize("written", ["2x7", "3x5 distinct", "3x4 black", "7x2"])
def test_stored_values_match_the_search(written: str) -> None:
    search = Search(Problem.from_game(Rules.parse(written)))
    known = read_values()[written]
    assert known["total"] == search.optimum().lower
    assert known["worst"] == search.worst_case().lower
