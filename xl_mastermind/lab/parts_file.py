"""The file in which an interrupted lookahead leaves the parts of its tree."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.game.rules import Code, Feedback, Rules
from xl_mastermind.solve.trees import Node, parse_tree, play_tree


def parts_file(tree_file: Path, rules: Rules, strategy: str, first: Code) -> Path:
    """Return the file beside a tree's that has the parts of an unfinished tree."""
    name = f"{rules}-{strategy}-{rules.format_code(first)}".replace(" ", "-")
    return tree_file.with_name(f"{tree_file.name}.{name}.part")


def read_parts(
    file: Path | None, book: Codebook, first: Code, parts: Mapping[Feedback, Indices]
) -> Node:
    """Return the tree of the parts that an interrupted search wrote."""
    if not file or not file.exists():
        return Node(first, {})
    text = file.read_text("ascii", errors="replace")
    try:
        _, _, parsed = parse_tree(text, book.rules)
        tree = Node(first, parsed.subtrees)
        found = [codes for answer, codes in parts.items() if answer in tree.subtrees]
        play_tree(book, tree, np.concatenate([[book.index(first)], *found]))
    except ValueError as error:
        raise ValueError(f"{error}: {file}") from None
    return tree
