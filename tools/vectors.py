"""
Write the test vectors: answers of this package that other programs can check.

    make vectors
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from known_values import read_values

from xl_mastermind.files import write_file
from xl_mastermind.game.codes import all_codes
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.plugins.puzzles.puzzle import LEVELS, MAX_CLUES, puzzle
from xl_mastermind.solve.analysis import partition
from xl_mastermind.solve.evaluation import evaluate, play
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import candidate_counts

Record: TypeAlias = dict[str, Any]

VECTORS_FILE: Final = Path(__file__).parents[1] / "docs" / "test-vectors.json"

_PAIRS: Final = (
    ("3x26", "RBW", "WWR"),  # a well-known example; two white pegs
    ("4x6", "1122", "2211"),
    ("4x6", "1112", "1121"),
    ("4x6", "1123", "1111"),
    ("4x6", "1234", "1111"),
    ("4x6", "6163", "1135"),
    ("4x6", "3345", "3354"),
    ("4x6", "1212", "2121"),
    ("4x6 black", "1122", "2211"),
    ("4x10 distinct", "0123", "3210"),
    ("5x8", "11223", "22311"),
    ("5x8", "88777", "78787"),
)
"""Pairs of secret and guess that programs often get wrong: colours repeat."""

_GAMES: Final = (
    *("2x3", "3x4", "4x6", "4x6 black", "3x5 distinct", "4x10 distinct", "5x8"),
    *("6x4", "3x26"),
)
_RANDOM_PAIRS: Final = 30
"""Games with random pairs, and the number of pairs of each."""

_EVALUATED_GAMES: Final = (
    *("2x3", "3x3", "3x4", "4x4", "4x5", "4x6", "3x4 black", "4x6 black"),
    *("3x5 distinct", "4x6 distinct", "4x10 distinct"),
)

_PLAYED_GAMES: Final = (
    *(("4x6", "3625"), ("4x6", "6666"), ("3x4 black", "432"), ("5x8", "87654")),
    *(("4x10 distinct", "9876"), ("6x4", "434343")),
)
"""Games of `knuth` whose numbers of candidates are counted, and their secrets."""

_PUZZLES: Final = 5
"""Puzzles of each game and level."""


def vectors() -> dict[str, list[Record]]:
    """Return the records by kind."""
    return {
        "feedback": [*_feedback()],
        "partitions": [*_partitions()],
        "candidate_counts": [*_candidate_counts()],
        "strategies": [*_strategies()],
        "minimums": [*_minimums()],
        "puzzles": [*_puzzles()],
    }


def format_vectors(records_by_kind: dict[str, list[Record]]) -> str:
    """Return the records as JSON, one a line."""
    kinds = []
    for kind, records in records_by_kind.items():
        lines = ",\n".join(map(json.dumps, records))
        kinds.append(f'"{kind}": [\n{lines}\n]')
    return "{\n" + ",\n".join(kinds) + "\n}\n"


def _feedback() -> Iterator[Record]:
    for game, secret, guess in _PAIRS:
        rules = Rules.parse(game)
        yield _pair(rules, rules.parse_code(secret), rules.parse_code(guess))
    random = Random(1)
    for game in _GAMES:
        rules = Rules.parse(game)
        codes = all_codes(rules)
        for _ in range(_RANDOM_PAIRS):
            secret, guess = (codes[random.randrange(len(codes))] for _ in range(2))
            yield _pair(rules, tuple(secret.tolist()), tuple(guess.tolist()))


def _pair(rules: Rules, secret: Code, guess: Code) -> Record:
    record = {"game": str(rules), "secret": rules.format_code(secret)}
    return record | _turn(rules, Turn(guess, rules.feedback(secret, guess)))


def _turn(rules: Rules, turn: Turn) -> Record:
    guess = rules.format_code(turn.guess)
    return {"guess": guess, "black": turn.feedback.black, "white": turn.feedback.white}


def _partitions() -> Iterator[Record]:
    for game in _GAMES:
        rules = Rules.parse(game)
        for guess in first_guesses(rules):
            sizes = partition(rules, guess).sizes
            parts = {str(feedback): size for feedback, size in sizes.items() if size}
            code = rules.format_code(guess)
            yield {"game": game, "guess": code, "codes_by_answer": parts}


def _candidate_counts() -> Iterator[Record]:
    for game, secret in _PLAYED_GAMES:
        rules = Rules.parse(game)
        turns = [played.turn for played in play(rules, secret, "knuth")]
        records = [_turn(rules, turn) for turn in turns]
        yield {
            "game": game,
            "turns": records,
            "codes_left": candidate_counts(rules, turns),
        }


def _strategies() -> Iterator[Record]:
    for game in _EVALUATED_GAMES:
        for name, strategy in STRATEGIES.items():
            if not (strategy.is_random or strategy.is_exact):
                yield evaluate(game, name).to_dict()


def _minimums() -> Iterator[Record]:
    for game, values in read_values().items():
        names = {"total": "least_total", "worst": "worst_case"}
        known = {names[key]: values[key] for key in names if key in values}
        yield {"game": game, **known}


def _puzzles() -> Iterator[Record]:
    for game in MAX_CLUES:
        rules = Rules.parse(game)
        for level in LEVELS:
            for number in range(1, _PUZZLES + 1):
                made = puzzle(rules, number, level)
                turns = [_turn(rules, clue) for clue in made.clues]
                code = rules.format_code(made.code)
                yield {"game": game, "clues": turns, "code": code}


if __name__ == "__main__":
    write_file(VECTORS_FILE, format_vectors(vectors()))
