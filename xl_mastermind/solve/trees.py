"""
Trees of guesses as text, and their numbers of guesses for every secret.

The first line is the game, ``game: 4x6``; the turns follow if some are made before,
``turns: 1122:1,0``. Then there is a line a position, indented by the guesses before
it: the feedback that led there, unless it is the first, and the guess. Positions of
one or two codes may be left out: the first of them is guessed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn

_GAME: Final = "game: "
_TURNS: Final = "turns: "
"""Words before the tree."""

_MOST_CODES: Final = 1 << 22
"""Codes of a game that a tree plays from the start; a longer file is refused."""

_MOST_TURNS: Final = 60
"""Turns before a tree, as many as an exact search takes."""

_MOST_ANSWERS: Final = 1 << 27
"""Guesses of all secrets that are answered: 32 each, where there are `_MOST_CODES`."""

_REPLY: Final = re.compile(r"( *)([0-9]{1,2}),([0-9]{1,2}) ([0-9A-Za-z]+)")


class Tree(NamedTuple):
    """A guess, and how it goes on after each feedback that leaves three codes."""

    guess: Code
    subtrees: "dict[Feedback, Tree]"

    def subtree_after(self, turns: Sequence[Turn]) -> "Tree | None":
        """Return the tree after some turns, if they are in it."""
        tree: Tree | None = self
        for turn in turns:
            if tree is None or tree.guess != turn.guess:
                return None
            tree = tree.subtrees.get(turn.feedback)
        return tree


class GameTree(NamedTuple):
    """A tree of a whole game, or of what is left of it after some turns."""

    rules: Rules
    turns: Sequence[Turn]
    tree: Tree


def format_tree(rules: Rules, tree: Tree, turns: Sequence[Turn] = ()) -> str:
    """Return a tree as text."""

    def lines(tree: Tree, depth: int) -> Iterator[str]:
        yield rules.format_code(tree.guess)
        for feedback, reply in tree.subtrees.items():
            first, *rest = lines(reply, depth + 1)
            yield f"{' ' * (depth + 1)}{feedback.black},{feedback.white} {first}"
            yield from rest

    head = [f"{_GAME}{rules}"]
    if turns:
        head.append(f"{_TURNS}{_in_words(rules, turns)}")
    return "".join(f"{line}\n" for line in (*head, *lines(tree, 0)))


def parse_tree(text: str, rules: Rules | None = None) -> GameTree:
    """Return the tree that a text writes, with its game unless that is given."""
    numbered = enumerate([*text.splitlines(), ""], 1)
    number, line = next(numbered)
    turns: tuple[Turn, ...] = ()
    try:
        rules = _parse_game(line, rules)
        if line.startswith(_GAME):
            number, line = next(numbered)
        if line.startswith(_TURNS):
            turns = _parse_turns(line, rules)
            number, line = next(numbered)
        path: list[dict[Feedback, Tree]] = [{}]
        tree = Tree(rules.parse_code(line), path[0])
        if not turns:
            _check_size(rules)
        feedbacks = {*rules.feedbacks}
        for number, line in list(numbered)[:-1]:  # noqa: B007, in the error
            _parse_reply(line, rules, feedbacks, path)
    except ValueError as error:
        raise ValueError(f"{error} in line {number}") from None
    return GameTree(rules, turns, tree)


def _parse_game(line: str, rules: Rules | None) -> Rules:
    """Return the game that a line says, or the one that is given if it says none."""
    game = Rules.parse(line.removeprefix(_GAME)) if line.startswith(_GAME) else rules
    if not game:
        raise ValueError(f"expected the game, such as '{_GAME}4x6', got {line!r}")
    if rules and rules != game:
        raise ValueError(f"expected the game {rules}, got {game}")
    return game


def _parse_turns(line: str, rules: Rules) -> tuple[Turn, ...]:
    words = line.removeprefix(_TURNS).split()
    if len(words) > _MOST_TURNS:
        raise ValueError(f"expected at most {_MOST_TURNS} turns, got {len(words):,}")
    return tuple(map(rules.parse_turn, words))


def _check_size(rules: Rules) -> None:
    """Raise an error if a tree of a whole game is too long for a file."""
    if rules.code_count > _MOST_CODES:
        raise ValueError(
            f"expected a tree of at most {_MOST_CODES:,} codes,"
            f" got {rules.code_count:,} in {rules}"
        )


def _parse_reply(
    line: str,
    rules: Rules,
    feedbacks: set[Feedback],
    path: list[dict[Feedback, Tree]],
) -> None:
    """Put a line's guess into the replies to the last guess before it on the path."""
    match = _REPLY.fullmatch(line)
    if not match:
        raise ValueError(f"expected an answer and a guess, got {line!r}")
    blanks, black, white, guess = match.groups()
    depth, feedback = len(blanks), Feedback(int(black), int(white))
    if not 1 <= depth <= len(path):
        raise ValueError(f"expected 1 to {len(path)} blanks before {line.strip()!r}")
    if feedback not in feedbacks:
        rules.check_feedback(feedback)
    if feedback in path[depth - 1]:
        raise ValueError(f"expected another answer than {black},{white}, which was")
    path[depth:] = [{}]
    path[depth - 1][feedback] = Tree(rules.parse_code(guess), path[depth])


def play_tree(
    book: Codebook, tree: Tree, candidates: NDArray[np.int64] | None = None
) -> tuple[int, ...]:
    """
    Play a tree against every secret; return how many need 1, 2, ... guesses.

    The secrets are the candidates, all codes by default. A tree with no guess
    for three or more codes, with one where no code is left, or with so many guesses
    for each secret that it takes minutes, is a ValueError.
    """
    counts: Counter[int] = Counter()
    answered = 0
    positions: list[tuple[NDArray[np.int64], Tree, tuple[Turn, ...]]]
    positions = [(np.arange(len(book)) if candidates is None else candidates, tree, ())]
    while positions:
        codes, node, path = positions.pop()
        answered += len(codes)
        if answered > _MOST_ANSWERS:
            raise ValueError(
                f"expected a tree of at most {_MOST_ANSWERS:,} guesses in all,"
                f" got more, of {len(path) + 1} and more for a code"
            )
        answers = book.feedback_vector(book.index(node.guess), codes)
        sizes = np.bincount(
            answers, minlength=book.rules.feedback_number(book.rules.win) + 1
        ).tolist()
        unused_replies = dict(node.subtrees)
        for feedback in book.rules.feedbacks:
            count = sizes[book.rules.feedback_number(feedback)]
            turns = (*path, Turn(node.guess, feedback))
            if feedback == book.rules.win:
                counts[len(turns)] += count
            elif count and (reply := unused_replies.pop(feedback, None)):
                part = codes[answers == book.rules.feedback_number(feedback)]
                positions.append((part, reply, turns))
            elif count > 2:
                raise ValueError(
                    f"expected a guess for {count:,} codes, got none after"
                    f" {_in_words(book.rules, turns)}"
                )
            else:  # the first of them is guessed, then the other
                counts.update(range(len(turns) + 1, len(turns) + 1 + count))
        for feedback in unused_replies:
            turns = (*path, Turn(node.guess, feedback))
            raise ValueError(
                "expected answers that can come, got one for no code after"
                f" {_in_words(book.rules, turns)}"
            )
    return tuple(counts[turn] for turn in range(1, max(counts) + 1))


def _in_words(rules: Rules, turns: Sequence[Turn]) -> str:
    return " ".join(map(rules.format_turn, turns))


def total_guesses(histogram: Sequence[int]) -> int:
    """Return the number of guesses of all secrets."""
    return sum(n * guesses for guesses, n in enumerate(histogram, 1))


@lru_cache(maxsize=16)
def bundled_tree(rules: Rules, strategy: str) -> Tree | None:
    """Return the tree of a strategy for a game that comes with this package, if any."""
    plain = Rules(rules.pegs, rules.colours, rules.distinct, rules.black_only)
    name = f"{str(plain).replace(' ', '-')}-{strategy}.txt"
    file = Path(__file__).parent / "data" / name
    return parse_tree(file.read_text("ascii"), plain).tree if file.is_file() else None
