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


def codes_of(game: str) -> list[str]:
    pegs, colours = map(int, game.split(maxsplit=1)[0].split("x"))
    symbols = (
        digits[1:] if colours < 10 else digits if colours == 10 else ascii_uppercase
    )
    codes = map("".join, product(symbols[:colours], repeat=pegs))
    return [c for c in codes if "distinct" not in game or len({*c}) == pegs]


def codes_that_fit(game: str, turns: list[Record]) -> list[str]:
    codes = codes_of(game)
    for turn in turns:
        marks = turn["black"], turn["white"]
        codes = [c for c in codes if answer(game, c, turn["guess"]) == marks]
    return codes


def guesses_by_code(game: str, codes: list[str], depth: int = 1) -> Counter[int]:
    """Return the numbers of guesses if each guess is the first code that fits."""
    counts = Counter([depth])
    parts: dict[tuple[int, int], list[str]] = {}
    for code in codes[1:]:
        parts.setdefault(answer(game, code, codes[0]), []).append(code)
    return sum((guesses_by_code(game, p, depth + 1) for p in parts.values()), counts)


def test_answers_match_the_vectors() -> None:
    for pair in VECTORS["feedback"]:
        expected = pair["black"], pair["white"]
        assert answer(pair["game"], pair["secret"], pair["guess"]) == expected, pair


def test_partitions_match_the_vectors() -> None:
    for record in VECTORS["partitions"]:
        game, guess = record["game"], record["guess"]
        sizes = Counter(answer(game, code, guess) for code in codes_of(game))
        parts = {f"{black},{white}": n for (black, white), n in sizes.items()}
        assert parts == record["codes_by_answer"]


def test_survivors_match_the_vectors() -> None:
    for record in VECTORS["survivors"]:
        turns = record["turns"]
        counts = [
            len(codes_that_fit(record["game"], turns[:n]))
            for n in range(1, len(turns) + 1)
        ]
        assert counts == record["codes_left"]


def test_puzzles_of_the_vectors_have_one_solution() -> None:
    for puzzle in VECTORS["puzzles"]:
        assert codes_that_fit(puzzle["game"], puzzle["clues"]) == [puzzle["code"]]


def test_totals_match_the_vectors() -> None:
    minimums = {record["game"]: record for record in VECTORS["minimums"]}
    for record in VECTORS["strategies"]:
        game, histogram = record["game"], record["histogram"]
        assert sum(histogram) == record["codes"] == len(codes_of(game))
        total = sum(n * guesses for guesses, n in enumerate(histogram, 1))
        assert total == record["total"]
        assert len(histogram) == record["max"]
        assert minimums[game].get("least_total", 0) <= total
        assert minimums[game].get("worst_case", 0) <= record["max"]
        if record["strategy"] == "first-consistent" and len(codes_of(game)) < 2000:
            counts = guesses_by_code(game, codes_of(game))
            assert [*map(counts.__getitem__, range(1, len(counts) + 1))] == histogram
