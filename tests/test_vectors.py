"""The test vectors, checked by a reader that shares no code with the package."""

import json
from collections import Counter
from itertools import product
from pathlib import Path
from string import ascii_uppercase, digits
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]

FILE = Path(__file__).parents[1] / "docs" / "test-vectors.json"
VECTORS: dict[str, list[Record]] = json.loads(FILE.read_text("ascii"))


def answer(game: str, secret: str, guess: str) -> tuple[int, int]:
    black = sum(map(str.__eq__, secret, guess))
    both = sum((Counter(secret) & Counter(guess)).values())
    return black, 0 if "black" in game else both - black


def codes_that_fit(game: str, turns: list[Record]) -> list[str]:
    pegs, colours = map(int, game.split(maxsplit=1)[0].split("x"))
    symbols = digits[colours < 10 :] if colours < 11 else ascii_uppercase
    codes = [*map("".join, product(symbols[:colours], repeat=pegs))]
    if "distinct" in game:
        codes = [code for code in codes if len({*code}) == pegs]
    for turn in turns:
        marks = turn["black"], turn["white"]
        codes = [code for code in codes if answer(game, code, turn["guess"]) == marks]
    return codes


def test_answers_match_the_vectors() -> None:
    for pair in VECTORS["feedback"]:
        expected = pair["black"], pair["white"]
        assert answer(pair["game"], pair["secret"], pair["guess"]) == expected, pair


def test_partitions_match_the_vectors() -> None:
    for record in VECTORS["partitions"]:
        game, guess = record["game"], record["guess"]
        sizes = Counter(answer(game, code, guess) for code in codes_that_fit(game, []))
        parts = {f"{black},{white}": n for (black, white), n in sizes.items()}
        assert parts == record["codes_by_answer"]


def test_survivors_match_the_vectors() -> None:
    for record in VECTORS["candidate_counts"]:
        for number, count in enumerate(record["codes_left"], 1):
            turns = record["turns"][:number]
            assert len(codes_that_fit(record["game"], turns)) == count


def test_puzzles_of_the_vectors_have_one_solution() -> None:
    for puzzle in VECTORS["puzzles"]:
        assert codes_that_fit(puzzle["game"], puzzle["clues"]) == [puzzle["code"]]


def test_totals_match_the_vectors() -> None:
    minimums = {record["game"]: record for record in VECTORS["minimums"]}
    for record in VECTORS["strategies"]:
        histogram, minimum = record["histogram"], minimums[record["game"]]
        assert sum(histogram) == len(codes_that_fit(record["game"], []))
        total = sum(n * guesses for guesses, n in enumerate(histogram, 1))
        assert minimum.get("least_total", 0) <= total == record["total"]
        assert minimum.get("worst_case", 0) <= len(histogram) == record["max"]
