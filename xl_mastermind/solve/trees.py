"""
Trees of guesses as text, and their numbers of guesses for every secret.

The first line is ``game: 4x6``; the second, if there are turns before the tree,
``turns: 1122:1,0``. Each further line is a position, indented by the number of guesses
before it: the feedback that leads to it, unless it is the first, and the guess.
Positions of one or two codes may be missing; the first code is then the guess.
"""

import gzip
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.game.conversion import short_repr
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn

_GAME: Final = "game: "
_TURNS: Final = "turns: "
"""Prefixes of the lines before the tree."""

_MAX_CODES: Final = 1 << 22
"""Codes of a game whose tree starts without turns."""

_MAX_GUESSES: Final = 1 << 27
"""Guesses for all secrets: 32 for each of `_MAX_CODES`."""

_POSITION: Final = re.compile(r"( *)([0-9]{1,2}),([0-9]{1,2}) (\S+)")


class Node(NamedTuple):
    """A guess, and the tree after each feedback that leaves three or more codes."""

    guess: Code
    subtrees: "dict[Feedback, Node]"

    def subtree_after(self, turns: Sequence[Turn]) -> "Node | None":
        """Return the tree after some turns, or None if they are not in it."""
        tree: Node | None = self
        for turn in turns:
            if tree is None or tree.guess != turn.guess:
                return None
            tree = tree.subtrees.get(turn.feedback)
        return tree


def format_tree(rules: Rules, tree: Node, turns: Sequence[Turn] = ()) -> str:
    """Return a tree as text."""

    def lines(tree: Node, prefix: str = "", depth: int = 1) -> Iterator[str]:
        yield f"{prefix}{rules.format_code(tree.guess)}"
        for feedback, subtree in tree.subtrees.items():
            yield from lines(subtree, f"{' ' * depth}{feedback} ", depth + 1)

    header = [f"{_GAME}{rules}"]
    if turns:
        header.append(f"{_TURNS}{_format_turns(rules, turns)}")
    return "".join(f"{line}\n" for line in (*header, *lines(tree)))


def parse_tree(
    text: str, rules: Rules | None = None
) -> tuple[Rules, tuple[Turn, ...], Node]:
    """
    Return the game of a text, which must be `rules` if given, its turns and its tree.

    Comments after ``#`` and blank lines are skipped; a tab is one blank.
    """
    text_lines = text.splitlines()
    plain_lines = (line.partition("#")[0].expandtabs(1).rstrip() for line in text_lines)
    numbered = [(number, line) for number, line in enumerate(plain_lines, 1) if line]
    lines = iter([*numbered, (len(text_lines) + 1, "")])
    number, line = next(lines)
    turns: tuple[Turn, ...] = ()
    try:
        rules = _parse_game(line, rules)
        if line.startswith(_GAME):
            number, line = next(lines)
        if line.startswith(_TURNS):
            turns = tuple(map(rules.parse_turn, line.removeprefix(_TURNS).split()))
            number, line = next(lines)
        path: list[dict[Feedback, Node]] = [{}]
        tree = Node(rules.parse_code(line), path[0])
        if not turns:
            _check_size(rules)
        feedbacks = {*rules.feedbacks}
        for number, line in list(lines)[:-1]:  # noqa: B007, in the error
            _parse_position(line, rules, feedbacks, path)
    except ValueError as error:
        raise ValueError(f"{error} in line {number}") from None
    return rules, turns, tree


def _parse_game(line: str, rules: Rules | None) -> Rules:
    """Return the game of a line, by default `rules`, or raise a ValueError."""
    game = Rules.parse(line.removeprefix(_GAME)) if line.startswith(_GAME) else rules
    if not game:
        raise ValueError(
            f"expected the game, such as '{_GAME}4x6', got {short_repr(line)}"
        )
    if rules and rules != game:
        raise ValueError(f"expected the game {rules}, got {game}")
    return game


def _check_size(rules: Rules) -> None:
    if rules.code_count > _MAX_CODES:
        raise ValueError(
            f"expected a tree of at most {_MAX_CODES:,} codes,"
            f" got {rules.code_count:,} in {rules}"
        )


def _parse_position(
    line: str, rules: Rules, feedbacks: set[Feedback], path: list[dict[Feedback, Node]]
) -> None:
    """Add the guess of a line to the subtrees on the path."""
    match = _POSITION.fullmatch(line)
    if not match:
        raise ValueError(f"expected an answer and a guess, got {short_repr(line)}")
    blanks, black, white, guess = match.groups()
    depth, feedback = len(blanks), Feedback(int(black), int(white))
    if not 1 <= depth <= len(path):
        raise ValueError(
            f"expected 1 to {len(path)} blanks before {short_repr(line.strip())}"
        )
    if feedback not in feedbacks:
        rules.check_feedback(feedback)
    if feedback in path[depth - 1]:
        raise ValueError(f"expected a new answer, got {black},{white} again,")
    path[depth:] = [{}]
    path[depth - 1][feedback] = Node(rules.parse_code(guess), path[depth])


def play_tree(
    book: Codebook, tree: Node, candidates: Indices | None = None
) -> tuple[int, ...]:
    """
    Return the numbers of secrets that a tree finds with 1, 2, ... guesses.

    The secrets are the candidates, by default all codes. A missing guess for three or
    more codes, a guess for no code, or more than `_MAX_GUESSES` raise a ValueError.
    """
    counts, guess_count = Counter[int](), 0
    start = np.arange(len(book)) if candidates is None else candidates
    positions: list[tuple[Indices, Node, tuple[Turn, ...]]] = [(start, tree, ())]
    while positions:
        codes, node, path = positions.pop()
        guess_count += len(codes)
        if guess_count > _MAX_GUESSES:
            raise ValueError(
                f"expected a tree of at most {_MAX_GUESSES:,} guesses for all"
                f" codes, got more: {len(path) + 1} or more for some codes"
            )
        parts = book.parts(book.index(node.guess), codes)
        for feedback, part in parts.items():
            turns = (*path, Turn(node.guess, feedback))
            if feedback == book.rules.win:
                counts[len(turns)] += 1
            elif subtree := node.subtrees.get(feedback):
                positions.append((part, subtree, turns))
            elif len(part) > 2:
                raise ValueError(
                    f"expected a guess for {len(part):,} codes, got none after"
                    f" {_format_turns(book.rules, turns)}"
                )
            else:  # guess one or two codes in their order
                counts.update(range(len(turns) + 1, len(turns) + 1 + len(part)))
        for feedback in node.subtrees:
            if feedback not in parts or feedback == book.rules.win:
                turns = (*path, Turn(node.guess, feedback))
                raise ValueError(
                    "expected possible answers, got one for no code after"
                    f" {_format_turns(book.rules, turns)}"
                )
    return tuple(counts[turn] for turn in range(1, max(counts) + 1))


def tree_totals(book: Codebook, tree: Node) -> list[tuple[int, int]]:
    """Return the numbers of candidates and of guesses at each position of a tree."""
    pairs = []

    def total_of(codes: Indices, node: Node | None) -> int:
        total = 2 * len(codes) - 1  # one code needs 1 guess, two need 1 + 2
        if node:
            total = len(codes)
            parts = book.parts(book.index(node.guess), codes)
            for feedback, part in parts.items():
                if feedback != book.rules.win:
                    total += total_of(part, node.subtrees.get(feedback))
        pairs.append((len(codes), total))
        return total

    total_of(np.arange(len(book)), tree)
    return pairs


def _format_turns(rules: Rules, turns: Sequence[Turn]) -> str:
    return " ".join(map(rules.format_turn, turns))


def total_guesses(histogram: Sequence[int]) -> int:
    """Return the number of guesses for all secrets."""
    return sum(n * guesses for guesses, n in enumerate(histogram, 1))


@lru_cache(maxsize=16)
def bundled_tree(rules: Rules, strategy: str) -> Node | None:
    """Return the bundled tree of a strategy for a game, or None."""
    plain_rules = Rules(rules.pegs, rules.colours, rules.distinct, rules.black_only)
    name = f"{str(plain_rules).replace(' ', '-')}-{strategy}.txt"
    for file in (Path(__file__).parent / "data").glob(f"{name}*"):
        text = gzip.decompress if file.suffix == ".gz" else bytes
        return parse_tree(text(file.read_bytes()).decode("ascii"), plain_rules)[2]
    return None


def bundled_subtree(rules: Rules, strategy: str, turns: Sequence[Turn]) -> Node | None:
    """Return the bundled tree of a strategy after some turns, or None outside of it."""
    tree = bundled_tree(rules, strategy)
    return tree and tree.subtree_after(turns)


def bundled_guess(
    book: Codebook, strategy: str, history: Sequence[Code], candidates: Indices
) -> Code | None:
    """Return the guess of a bundled tree; None outside the tree or with a pattern."""
    if not all(map(all, history)):  # a 0 makes the guess a pattern
        return None
    smallest = book.code(int(candidates[0]))
    turns = [Turn(guess, book.rules.feedback(smallest, guess)) for guess in history]
    node = bundled_subtree(book.rules, strategy, turns)
    return node.guess if node else None
