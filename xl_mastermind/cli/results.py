"""Print the results of studies as tables, and write trees."""

from argparse import ArgumentParser
from pathlib import Path

from xl_mastermind.files import write_file
from xl_mastermind.solve.game_tree import Tree
from xl_mastermind.solve.results import Result, are_numbers, cell_text
from xl_mastermind.terminal.options import SHARED_OPTIONS
from xl_mastermind.terminal.output import Table


def add_format_options(parser: ArgumentParser) -> None:
    """Add `--json` and `--csv`, which exclude each other."""
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--json", **SHARED_OPTIONS["--json"])
    formats.add_argument("--csv", action="store_true", help="print a table as CSV")


def result_table(*results: Result) -> Table:
    """Return the table of results that have the same columns."""
    title, headings, _ = results[0].table()
    rows = [row for result in results for row in result.table().rows]
    alignments = ["right" if is_right else "left" for is_right in are_numbers(rows)]
    texts = [[cell_text(cell, results[0].rules) for cell in row] for row in rows]
    return Table(title, dict(zip(headings, alignments, strict=False)), texts)


def write_tree(path: Path, tree: Tree) -> None:
    """Write a tree as text, or for Graphviz if the file name ends in ``.dot``."""
    is_graph = path.suffix.lower() == ".dot"
    write_file(path, tree.to_dot() if is_graph else str(tree))
