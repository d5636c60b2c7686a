"""
Trees of guesses as text: a line a position, indented by the guesses before it.

A line is the feedback that led there, unless it is the first, and the guess.
Positions of one or two codes are left out: the first of them is guessed.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from xl_mastermind.game.rules import Code, Feedback, Rules, Turn


class Tree(NamedTuple):
    """A guess, and how it goes on after each feedback that leaves three codes."""

    guess: Code
    replies: Mapping[Feedback, "Tree"]

    def after(self, turns: Sequence[Turn]) -> "Tree | None":
        """
        Return the tree after some turns, if they are in it.

        Examples
        --------
        >>> tree = Tree((1, 2), {Feedback(0, 1): Tree((2, 3), {})})
        >>> tree.after([Turn((1, 2), Feedback(0, 1))])
        Tree(guess=(2, 3), replies={})
        >>> tree.after([Turn((1, 3), Feedback(0, 1))])
        """
        tree: Tree | None = self
        for turn in turns:
            if tree is None or tree.guess != turn.guess:
                return None
            tree = tree.replies.get(turn.feedback)
        return tree


def format_tree(rules: Rules, tree: Tree) -> str:
    r"""
    Return a tree as text.

    Examples
    --------
    >>> tree = Tree((1, 2), {Feedback(0, 1): Tree((2, 3), {})})
    >>> format_tree(Rules(2, 3), tree)
    '12\n 0,1 23\n'
    """

    def lines(tree: Tree, depth: int) -> Iterator[str]:
        yield rules.format_code(tree.guess)
        for given, reply in tree.replies.items():
            first, *others = lines(reply, depth + 1)
            yield f"{' ' * (depth + 1)}{given.black},{given.white} {first}"
            yield from others

    return "".join(f"{line}\n" for line in lines(tree, 0))


def parse_tree(rules: Rules, text: str) -> Tree:
    r"""
    Return the tree that a text writes.

    Examples
    --------
    >>> parse_tree(Rules(2, 3), "12\n 0,1 23\n").replies
    {Feedback(black=0, white=1): Tree(guess=(2, 3), replies={})}
    """
    first, *others = text.splitlines()
    path: list[dict[Feedback, Tree]] = [{}]
    root = Tree(rules.parse_code(first), path[0])
    for line in others:
        answer, guess = line.split()
        depth = line.index(answer)
        black, white = map(int, answer.split(","))
        replies: dict[Feedback, Tree] = {}
        reply = Tree(rules.parse_code(guess), replies)
        path[depth - 1][Feedback(black, white)] = reply
        path[depth:] = [replies]
    return root


@lru_cache(maxsize=16)
def shipped_tree(rules: Rules, strategy: str) -> Tree | None:
    """
    Return the tree of a strategy for a game that comes with this package, if any.

    Examples
    --------
    >>> tree = shipped_tree(Rules(4, 6), "optimal")
    >>> tree.guess
    (1, 1, 2, 3)
    """
    plain = Rules(rules.pegs, rules.colours, rules.distinct, rules.black_only)
    name = f"{str(plain).replace(' ', '-')}-{strategy}.txt"
    file = Path(__file__).parent / "data" / name
    return parse_tree(plain, file.read_text("ascii")) if file.is_file() else None
