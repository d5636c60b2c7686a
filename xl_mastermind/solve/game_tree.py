"""The guesses of a strategy for every answer, as a tree of a game."""

from dataclasses import dataclass
from typing import Any

from xl_mastermind.game.codes import Indices, codebook
from xl_mastermind.game.conversion import check_text
from xl_mastermind.game.rules import Code, CodeLike, Rules, Turn, as_rules
from xl_mastermind.solve import trees
from xl_mastermind.solve.evaluation import strategy_tree
from xl_mastermind.solve.results import GuessCounts, ResultBase, position_in_words
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY
from xl_mastermind.solve.trees import Node
from xl_mastermind.solve.user_strategy import GuessFunction
from xl_mastermind.tables import Table, cell_text


@dataclass(frozen=True, repr=False)
class CheckedTree(GuessCounts):
    """The numbers of guesses that a tree needs for every code that fits its turns."""

    rules: Rules
    turns: tuple[Turn, ...]
    first: Code
    histogram: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        turns = [*map(self.rules.format_turn, self.turns)]
        return {"game": str(self.rules), "turns": turns, **self.figures()}

    def table(self) -> Table:
        """Return the figures as a row."""
        title = f"{position_in_words(self.rules, self.turns, self.codes)}, each found"
        cells = self.figure_cells()
        return Table(title, [*cells], [[*cells.values()]], self.rules)


@dataclass(frozen=True, repr=False)
class Tree(ResultBase):
    r"""
    The guesses of a strategy for every answer, after some turns or from the start.

    `root` is the first guess, and the node after each feedback that leaves three or
    more codes. Of one or two codes the tree guesses the first, then the other.

    Examples
    --------
    >>> tree = Tree.parse("game: 2x2\n12\n")
    >>> tree.check().histogram
    (1, 2, 1)
    >>> print(tree, end="")
    game: 2x2
    12
    """

    rules: Rules
    turns: tuple[Turn, ...]
    root: Node

    @classmethod
    def parse(cls, text: str, rules: Rules | str | None = None) -> "Tree":
        """
        Return the tree of a text, which `str` writes, or raise a ValueError.

        `rules` is the game if the text does not name it. Comments after ``#``, blank
        lines and tabs in place of blanks are allowed.
        """
        game = None if rules is None else as_rules(rules)
        return cls(*trees.parse_tree(check_text(text, "a tree as text"), game))

    @classmethod
    def from_strategy(
        cls,
        rules: Rules | str,
        strategy: str | GuessFunction = DEFAULT_STRATEGY,
        first: CodeLike | None = None,
    ) -> "Tree":
        """Return the tree of a strategy, or raise a ValueError for a random one."""
        game = as_rules(rules)
        code = None if first is None else game.check_code(first)
        return cls(game, (), strategy_tree(game, strategy, code))

    def __str__(self) -> str:
        """Return the tree as text."""
        return trees.format_tree(self.rules, self.root, self.turns)

    def check(self) -> CheckedTree:
        """
        Play the tree against every code that fits its turns, and count the guesses.

        A missing guess, or one for no code, raises a ValueError with its turns.
        """
        book = codebook(self.rules)
        candidates = book.candidates(self.turns)
        if not len(candidates):
            raise ValueError(f"no code fits these {len(self.turns)} turns")
        histogram = trees.play_tree(book, self.root, candidates)
        return CheckedTree(self.rules, self.turns, self.root.guess, histogram)

    def to_dot(self) -> str:
        """
        Return the tree in the language of Graphviz.

        Edges are answers, with the number of codes. A leaf has the last one or two
        codes, in the order of their guesses.
        """
        rules, book = self.rules, codebook(self.rules)
        lines = [f'digraph "{rules}" {{', "  rankdir=LR;", "  node [shape=box];"]
        positions: list[tuple[int, Node | None, Indices]]
        positions = [(0, self.root, book.candidates(self.turns))]
        count = 1
        while positions:
            number, node, codes = positions.pop()
            if node is None:
                last = ", ".join(rules.format_code(book.code(int(i))) for i in codes)
                lines.append(f'  n{number} [label="{last}", shape=plain];')
                continue
            lines.append(f'  n{number} [label="{rules.format_code(node.guess)}"];')
            for feedback, part in book.parts(book.index(node.guess), codes).items():
                if feedback != rules.win:
                    label = f"{cell_text(feedback, rules)} ({len(part):,})"
                    lines.append(f'  n{number} -> n{count} [label="{label}"];')
                    positions.append((count, node.subtrees.get(feedback), part))
                    count += 1
        return "\n".join([*lines, "}"]) + "\n"

    def to_dict(self) -> dict[str, Any]:
        """Return the guesses as nested plain values."""

        def node_dict(node: Node) -> dict[str, Any]:
            answers = {
                cell_text(feedback, self.rules): node_dict(child)
                for feedback, child in node.subtrees.items()
            }
            return {"guess": self.rules.format_code(node.guess), "answers": answers}

        return {
            "game": str(self.rules),
            "turns": [*map(self.rules.format_turn, self.turns)],
            **node_dict(self.root),
        }

    def table(self) -> Table:
        """Return a row for each answer to the first guess: the next guess."""
        candidates = codebook(self.rules).candidates(self.turns)
        game = position_in_words(self.rules, self.turns, len(candidates))
        first = self.rules.format_code(self.root.guess)
        rows = [(feedback, node.guess) for feedback, node in self.root.subtrees.items()]
        title = f"{game}; tree of {first}, then"
        return Table(title, ("Answer", "Next guess"), rows, self.rules)
