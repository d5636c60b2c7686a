"""Print the results of studies as tables, and write trees."""

from argparse import ArgumentParser
from pathlib import Path

from xl_mastermind.files import write_file
from xl_mastermind.solve.game_tree import Tree
from xl_mastermind.solve.results import ResultBase
from xl_mastermind.tables import Table
from xl_mastermind.terminal.options import SHARED_OPTIONS


def add_format_options(parser: ArgumentParser) -> None:
    """Add `--json` and `--csv`, which exclude each other."""
    formats = parser.add_mutually_exclusive_group()
    formats.add_argument("--json", **SHARED_OPTIONS["--json"])
    formats.add_argument("--csv", action="store_true", help="print a table as CSV")


def result_table(*results: ResultBase) -> Table:
    """Return the table of results that have the same columns."""
    rows = [row for result in results for row in result.table().rows]
    return results[0].table()._replace(rows=rows)


def write_tree(path: Path, tree: Tree) -> None:
    """Write a tree as text, or for Graphviz if the file name ends in ``.dot``."""
    is_graph = path.suffix.lower() == ".dot"
    write_file(path, tree.to_dot() if is_graph else str(tree))
