"""Print the results of studies as tables and as CSV, and write trees."""

import csv
import io
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

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


def csv_lines(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield records as CSV with a header; lists are joined by blanks."""
    columns = dict.fromkeys(name for record in records for name in record)
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow(
            {
                name: " ".join(map(str, value)) if isinstance(value, list) else value
                for name, value in record.items()
            }
        )
    yield from text.getvalue().splitlines()


def write_tree(path: Path, tree: Tree) -> None:
    """Write a tree as text, or for Graphviz if the file name ends in ``.dot``."""
    is_graph = path.suffix.lower() == ".dot"
    write_file(path, tree.to_dot() if is_graph else str(tree))
