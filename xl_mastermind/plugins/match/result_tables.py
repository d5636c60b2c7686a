"""Result lines of tables: forms, and lists from spreadsheets."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from xl_mastermind.plugins.match.result_lines import (
    DATE_OR_TIME,
    FILE_END,
    MAX_NAME_LENGTH,
    ResultLine,
    begins_with_result,
    fold_case,
    has_date,
    has_title,
    normalize_blanks,
    parse_result,
)

_SEPARATORS: Final = "\t;,|"

_NAME_HEADING: Final = re.compile("n[ao]m|naam|navn", re.IGNORECASE)
"""The word for a name in many languages."""

_ANONYMOUS: Final = re.compile(r"an[oó]n[iyí]m\w*", re.IGNORECASE)


class TableRow(NamedTuple):
    """A row of a table."""

    number: int
    """The number of its first line or of its row, from 1."""

    cells: Sequence[str]


def read_table(text: str) -> list[TableRow]:
    """Return the rows of a text whose lines have the same separators, or none."""
    for separator in _SEPARATORS:
        rows = _rows(text, separator)
        results = [row for row in rows if any(map(begins_with_result, row.cells))]
        is_prose = (
            separator == ","
            and any(  # In a table no blank follows a comma.
                all(cell.startswith(" ") for cell in row.cells[1:]) for row in results
            )
        )
        if (results or (rows and text.startswith('"'))) and not is_prose:
            return rows
    return []


def _rows(text: str, separator: str) -> list[TableRow]:
    """Return the rows with a separator, or none if they differ in their number."""
    rows = list[TableRow]()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        number = 1
        for cells in reader:
            if cells and len(cells) != len((rows or [TableRow(0, cells)])[0].cells):
                return []
            if cells:
                rows.append(TableRow(number, cells))
            number = reader.line_num + 1
    except csv.Error:  # A cell is too long: the text is no table.
        return []
    return rows if rows and len(rows[0].cells) > 1 else []


def table_lines(rows: Sequence[TableRow]) -> Iterator[ResultLine]:
    """Yield the lines in columns with results, with the names and numbers of rows."""
    headings = rows[0].cells if rows and _are_headings(rows) else ()
    results = [
        row.cells
        for row in rows
        if row.cells is not headings and any(map(_has_result, row.cells))
    ]
    columns = sorted(
        {n for cells in results for n, cell in enumerate(cells) if _has_result(cell)}
    )
    name_columns = _name_columns(headings, results, columns)
    for row in rows:
        names = [row.cells[n] for n in name_columns if _is_name(row.cells[n])]
        for cell in (row.cells[column] for column in columns):
            if row.cells is not headings:
                for line in cell.splitlines():
                    yield ResultLine(line, _joined(names), row.number)
            elif has_title(cell) and re.search(r"\d", cell):  # It may be a result.
                yield ResultLine(f"{cell} (heading)", "", row.number)
        yield FILE_END


def _are_headings(rows: Sequence[TableRow]) -> bool:
    """Return whether the first row has neither numbers nor a result, as others do."""
    first, *others = (row.cells for row in rows)
    has_number = any(
        cell[:1].isdigit() or has_date(cell) for cell in first if not has_title(cell)
    )
    return (
        not has_number
        and not any(map(begins_with_result, first))
        and any(begins_with_result(cell) for cells in others for cell in cells)
    )


def _has_result(cell: str) -> bool:
    return has_title(cell) and any(map(parse_result, cell.splitlines()))


def _name_columns(
    headings: Sequence[str], rows: Sequence[Sequence[str]], result_columns: list[int]
) -> Sequence[int]:
    """
    Return the column with names: that with this heading, or the last before results.

    Columns with this heading side by side are first name and surname.
    """
    keys = dict[int, tuple[bool | int, ...]]()
    for column in range(len(rows[0]) if rows else 0):
        cells = [row[column] for row in rows if row[column].strip()]
        name_count = sum(map(_is_name, cells))
        if column in result_columns or name_count * 2 <= len(cells):
            continue
        keys[column] = (
            bool(headings and _NAME_HEADING.search(headings[column])),
            column < result_columns[0],
            len({*map(fold_case, cells)}) > 1,
            not any(map(re.compile(r"\d").search, cells)),
            -abs(column - result_columns[0]),
        )
    if not keys:
        return ()
    last = first = max(keys, key=keys.__getitem__)
    while keys[last][0] and keys.get(first - 1, (False,))[0]:
        first -= 1
    return range(first, last + 1)


def _is_name(cell: str) -> bool:
    """Return whether a cell may be a name: no time, number, address or “anonymous”."""
    text = normalize_blanks(cell)
    return (
        any(map(str.isalpha, text))
        and "@" not in text
        and len(text) <= MAX_NAME_LENGTH
        and not (has_date(text) or DATE_OR_TIME.search(text))
        and not _ANONYMOUS.fullmatch(text)
    )


def _joined(names: Sequence[str]) -> str:
    """Return the names of a row together, or the last if it repeats another."""
    *others, last = names or [""]
    words = {*fold_case(last).split()}
    is_repeated = any(words & {*fold_case(name).split()} for name in others)
    return last if is_repeated else " ".join(names)
