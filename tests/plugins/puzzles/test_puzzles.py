"""Puzzles have one solution, necessary clues, a level and a true explanation."""

import re
from random import Random

import brute_force
import pytest
from cases import mark_rest_as_proof
from puzzle_generation import generate_lines
from puzzle_level import level

from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.plugins.puzzles.explanation import solution_in_words
from xl_mastermind.plugins.puzzles.puzzle import (
    LEVELS,
    MAX_CLUES,
    NumberedPuzzle,
    puzzle_from_number,
    stored_puzzles,
)

pytestmark = pytest.mark.slow

GAME_LEVELS = [(game, name) for game in MAX_CLUES for name in LEVELS]


def random_numbers(seed: str, count: int) -> list[int]:
    """Return reproducible numbers, including the minimum and the maximum."""
    random = Random(seed)
    numbers = [random.randint(1, MAX_NUMBER) for _ in range(count - 2)]
    return [1, MAX_NUMBER, *numbers]


@pytest.mark.parametrize("game", MAX_CLUES)
def test_generation_repeats_the_stored_puzzles(game: str) -> None:
    generated = generate_lines(Rules.parse(game), 3)
    assert [*generated] == [*LEVELS]
    for name, lines in generated.items():
        stored = stored_puzzles()[game, name]
        assert lines == stored[:3]
        assert len({*stored}) == 250


@pytest.mark.parametrize(
    ("game", "name", "count"),
    [
        *((*case, 8) for case in GAME_LEVELS),
        *mark_rest_as_proof([(*case, 834) for case in GAME_LEVELS], quick=0),
    ],
)
def test_numbered_puzzle_has_one_code_and_necessary_clues(
    game: str, name: str, count: int
) -> None:
    rules, oracle = Rules.parse(game), brute_force.game(game)
    for number in random_numbers(f"puzzles of {game} {name}", count):
        puzzle = puzzle_from_number(rules, name, number)
        clues = [(guess, (black, white)) for guess, (black, white) in puzzle.clues]
        assert len(clues) > 1, number
        assert oracle.candidates(clues) == [puzzle.code], number
        for index in range(len(clues)):
            others = clues[:index] + clues[index + 1 :]
            assert len(oracle.candidates(others)) > 1, number


@pytest.mark.parametrize(("game", "name"), GAME_LEVELS)
def test_numbered_puzzle_has_the_stored_level(game: str, name: str) -> None:
    rules = Rules.parse(game)
    for number in random_numbers(f"levels of {game} {name}", 6):
        clues = puzzle_from_number(rules, name, number).clues
        assert level(rules, clues) == level(rules, clues[::-1]) == name, number


@pytest.mark.table("game", "name", "codes")
def test_number_keeps_its_code_and_guesses(game: str, name: str, codes: str) -> None:
    rules = Rules.parse(game)
    puzzle = puzzle_from_number(rules, name, 20261231)
    written = [puzzle.code, *(clue.guess for clue in puzzle.clues)]
    assert " ".join(map(rules.format_code, written)) == codes


@pytest.mark.parametrize(
    ("game", "name", "numbers", "stored"),
    [
        *((*case, 3, 0) for case in GAME_LEVELS),
        *mark_rest_as_proof([(*case, 167, 250) for case in GAME_LEVELS], quick=0),
    ],
)
def test_conclusions_of_a_solution_leave_one_code(
    game: str, name: str, numbers: int, stored: int
) -> None:
    rules = Rules.parse(game)
    puzzles = [
        puzzle_from_number(rules, name, number)
        for number in (2656, *random_numbers(f"solutions of {game} {name}", numbers))
    ]
    for line in stored_puzzles()[game, name][:stored]:
        code, *guesses = map(rules.parse_code, line.split())
        clues = (Turn(guess, rules.feedback(code, guess)) for guess in guesses)
        puzzles.append(NumberedPuzzle(rules, name, 0, (*clues,), code))
    for puzzle in puzzles:
        steps = solution_in_words(rules, puzzle.clues)
        has_supposition = any(step.startswith("Suppose") for step in steps)
        assert has_supposition == (name != "easy")
        left = [*map(rules.format_code, brute_force.game(game).candidates([]))]
        for step in steps:
            for conclusion in conclusions(step, puzzle):
                left = [code for code in left if is_true(conclusion, code)]
        assert left == [rules.format_code(puzzle.code)], steps


def conclusions(step: str, puzzle: NumberedPuzzle) -> list[str]:
    """Return the conclusions of a step, whose reason must be true."""
    if supposition := re.fullmatch(r"Suppose (.*?)\..* But then .*\. So (.*)\.", step):
        assert supposition[2] == supposition[1].replace(" is ", " is not ")
        return [supposition[2]]
    reason, _, sentence = step.rstrip(".").partition(": ")
    if clue := re.fullmatch(r"Clue (\d) has (no|\d) (black|pegs?)", reason):
        feedback = puzzle.clues[int(clue[1]) - 1].feedback
        count = 0 if clue[2] == "no" else int(clue[2])
        assert count == (feedback.black if clue[3] == "black" else sum(feedback))
    return sentence.split(", ")


def is_true(conclusion: str, code: str) -> bool:
    positions = ["first", "second", "third", "fourth"]
    number_words = ["no", "one", "two", "three", "four"]
    if position := re.fullmatch(r"the (\w+) is (not )?(.*)", conclusion):
        symbol = code[positions.index(position[1])]
        return (symbol in position[3].split(" or ")) != bool(position[2])
    if member := re.fullmatch(r"(\w) is in it", conclusion):
        return member[1] in code
    limit = re.fullmatch(r"(?:(exactly|at least|at most) )?(\w+) (\w)s?", conclusion)
    assert limit, conclusion
    number, count = number_words.index(limit[2]), code.count(limit[3])
    if limit[1] == "at least":
        return count >= number
    return count <= number if limit[1] == "at most" else count == number
