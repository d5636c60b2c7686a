"""Puzzles: one solution, no clue to spare, a level, and how they are solved."""

import re
from random import Random

import brute_force
import pytest
from helpers import mark_rest_as_proof, raises_message

from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.puzzles.explanation import solution_in_words
from xl_mastermind.puzzles.generation import generate_lines
from xl_mastermind.puzzles.level import level
from xl_mastermind.puzzles.puzzle import (
    LEVELS,
    MAX_CLUES,
    Puzzle,
    puzzle_from_number,
    stored_puzzles,
)

KINDS = [(game, name) for game in MAX_CLUES for name in LEVELS]


def numbers(seed: str, count: int) -> list[int]:
    """Return numbers drawn from a seed, the first and the last ones among them."""
    draw = Random(seed)
    some = [draw.randint(1, LARGEST_NUMBER) for _ in range(count - 2)]
    return [1, LARGEST_NUMBER, *some]


def has_one_code_and_no_clue_to_spare(game: str, shown: Puzzle) -> bool:
    """Return whether a naive Mastermind finds the code, and needs every clue for it."""
    naive = brute_force.game(game)
    clues = [(guess, (black, white)) for guess, (black, white) in shown.clues]
    others = (clues[:place] + clues[place + 1 :] for place in range(len(clues)))
    is_needed = all(len(naive.candidates(some)) > 1 for some in others)
    return naive.candidates(clues) == [shown.code] and is_needed and len(clues) > 1


@pytest.mark.parametrize("game", MAX_CLUES)
def test_what_is_stored_can_be_made_again(game: str) -> None:
    made = generate_lines(Rules.parse(game), 3)
    assert [*made] == [*LEVELS]
    for name, lines in made.items():
        assert lines == stored_puzzles()[game, name][:3]


@pytest.mark.parametrize(("game", "name"), KINDS)
def test_there_are_250_stored_puzzles_of_every_level(game: str, name: str) -> None:
    assert len({*stored_puzzles()[game, name]}) == 250


@pytest.mark.parametrize(
    ("game", "name", "count"),
    [
        *((*kind, 8) for kind in KINDS),
        *mark_rest_as_proof([(*kind, 834) for kind in KINDS], quick=0),
    ],
)
def test_a_numbered_puzzle_has_one_code_and_no_clue_to_spare(
    game: str, name: str, count: int
) -> None:
    rules = Rules.parse(game)
    for number in numbers(f"puzzles of {game} {name}", count):
        shown = puzzle_from_number(rules, name, number)
        assert has_one_code_and_no_clue_to_spare(game, shown), number


@pytest.mark.parametrize(("game", "name"), KINDS)
def test_a_number_keeps_the_level_of_what_is_stored(game: str, name: str) -> None:
    rules = Rules.parse(game)
    for number in numbers(f"levels of {game} {name}", 6):
        clues = puzzle_from_number(rules, name, number).clues
        assert level(rules, clues) == name, number
        assert level(rules, clues[::-1]) == name, number


@pytest.mark.parametrize(
    ("game", "turns", "codes", "name"),
    [
        ("3x4", "342:2,0 441:0,1", 1, "easy"),
        ("3x4", "221:0,0 233:1,1 314:1,1", 1, "medium"),
        ("4x6", "1163:0,2 4622:1,1 5253:1,0 6354:0,1", 1, "medium"),
        ("4x6", "3232:0,2 1163:1,1 2236:1,1 4163:1,1", 1, "hard"),
        # What single suppositions do not solve
        ("4x6", "1122:1,0", 256, None),
        ("4x6", "2131:2,0 3545:1,1 6221:2,0", 1, None),
        ("4x6", "1454:2,1 1415:2,1", 1, None),
    ],
)
def test_a_level_is_how_far_one_thinks_ahead(
    game: str, turns: str, codes: int, name: str | None
) -> None:
    rules = Rules.parse(game)
    clues = [rules.parse_turn(turn) for turn in turns.split()]
    fitting = brute_force.game(game).candidates([(g, (*a,)) for g, a in clues])
    assert len(fitting) == codes
    assert level(rules, clues) == name


@pytest.mark.parametrize("game", MAX_CLUES)
def test_a_number_names_a_puzzle_of_its_own(game: str) -> None:
    rules = Rules.parse(game)
    shown = {
        puzzle_from_number(rules, "easy", number).clues for number in range(1, 501)
    }
    assert len(shown) > 450


@pytest.mark.parametrize(("game", "name"), KINDS)
def test_each_sentence_of_a_solution_is_true(game: str, name: str) -> None:
    rules = Rules.parse(game)
    for number in numbers(f"solutions of {game} {name}", 3):
        shown = puzzle_from_number(rules, name, number)
        steps = solution_in_words(rules, shown.clues)
        supposed = [step for step in steps if step.startswith("Suppose")]
        assert bool(supposed) == (name != "easy")
        for step in steps:
            assert is_true(step, rules, shown), step


def is_true(step: str, rules: Rules, shown: Puzzle) -> bool:
    """Return whether what a step finds holds for the code of a puzzle."""
    if step.startswith("Suppose"):
        whole = re.fullmatch(r"Suppose (.*?)\..* But then .*\. So (.*)\.", step)
        assert whole
        assert whole[2] == whole[1].replace(" is ", " is not ")
        return holds(whole[2], rules, shown)
    because, _, found = step.rstrip(".").partition(": ")
    if clue := re.fullmatch(r"Clue (\d) has (no|\d) (black|pegs?)", because):
        turn: Turn = shown.clues[int(clue[1]) - 1]
        count = 0 if clue[2] == "no" else int(clue[2])
        answer = turn.feedback
        assert count == (answer.black if clue[3] == "black" else sum(answer))
    return all(holds(part, rules, shown) for part in found.split(", "))


def holds(claim: str, rules: Rules, shown: Puzzle) -> bool:
    """Return whether a claim is true of the code of a puzzle."""
    code = rules.format_code(shown.code)
    places = ["first", "second", "third", "fourth"]
    words = ["no", "one", "two", "three", "four"]
    if place := re.fullmatch(r"the (\w+) is (not )?(.*)", claim):
        symbol = code[places.index(place[1])]
        return (symbol in place[3].split(" or ")) != bool(place[2])
    if inside := re.fullmatch(r"(\w) is in it", claim):
        return inside[1] in code
    counted = re.fullmatch(r"(?:(exactly|at least|at most) )?(\w+) (\w)s?", claim)
    assert counted, claim
    limit, there = words.index(counted[2]), code.count(counted[3])
    if counted[1] == "at least":
        return there >= limit
    return there <= limit if counted[1] == "at most" else there == limit


@pytest.mark.parametrize(
    ("game", "number", "message"),
    [
        ("4x6", 0, "expected a puzzle's number from 1 to 999,999,999, got 0"),
        (
            "5x8",
            1,
            "expected a game that has puzzles: 4x6, 3x4, 4x5, 4x10 distinct; got 5x8",
        ),
    ],
)
def test_what_has_no_puzzle_is_refused(game: str, number: int, message: str) -> None:
    with raises_message(message):
        puzzle_from_number(Rules.parse(game), "easy", number)
