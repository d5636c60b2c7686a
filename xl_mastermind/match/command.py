"""The command `match`: the results of several players, from a chat or a file."""

import codecs
import csv
import io
import itertools
import operator
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from xl_mastermind.files import write_file
from xl_mastermind.match.page import match_page
from xl_mastermind.match.result_lines import (
    BAR_COUNT,
    EXAMPLE,
    NOT_FOUND_SYMBOL,
    RANKING_FIGURES,
    TEAM_FIGURES,
    Match,
    PlayerRecord,
    ResultLine,
    fold_case,
    normalize_blanks,
    parse_result,
    ranking_key,
    read_match,
)
from xl_mastermind.match.workbooks import (
    WORKBOOK_ENDINGS,
    FinishedBoard,
    read_finished_boards,
)
from xl_mastermind.solve.rating import rate_turns
from xl_mastermind.terminal.options import add_options, check_output_file
from xl_mastermind.terminal.output import Command, StreamError, Table, check_stream
from xl_mastermind.workbook_files.package import TooLargeError

FAILURES: Final = ()

_STDIN: Final = "-"

_MAX_BYTES: Final = 1 << 25
"""More than a chat of many years."""

_MAX_CSV_CELLS: Final = 1_000_000

_MAX_BAR_LENGTH: Final = 20

_MAX_TABLE_NAMES: Final = 1000
"""Names of a match whose tables have aligned columns; rich takes minutes for more."""


def match_options(parser: ArgumentParser) -> None:
    text = f"lines such as “Ann: {EXAMPLE}”; {_STDIN}: standard input; or workbooks"
    parser.add_argument("files", metavar=f"FILE|{_STDIN}", nargs="+", help=text)
    text = "names with commas between them; twice, for two teams"
    parser.add_argument("--team", metavar="NAMES", action="append", help=text)
    text = "the tables as a web page"
    parser.add_argument("--html", metavar="FILE.html", type=Path, help=text)
    text = "the ranking and the guesses of each game as a table"
    parser.add_argument("--csv", metavar="FILE.csv", type=Path, help=text)
    add_options(parser, "--rate", "--json")


def match(options: Namespace) -> Command:
    """Count the results of several players."""
    teams = [*map(_team_names, options.team or ())]
    if len(teams) not in {0, 2}:
        raise ValueError(f"expected --team twice, for two teams, got {len(teams)}")
    check_output_file(options.html, ".html", inputs=options.files)
    check_output_file(options.csv, ".csv", inputs=options.files)
    lines, boards, skipped = _read_files(options.files)
    results = read_match([*lines, *(board.line for board in boards)])
    if not results.records:
        where = ", ".join("standard input" if f == _STDIN else f for f in options.files)
        raise ValueError(f"expected names and results, Ann: {EXAMPLE}, in {where}")
    team_records = [*map(results.team_record, teams)]
    tables = [*_tables(results, team_records)]
    record = _as_json(results, team_records)
    if options.rate:
        costs = [*map(_cost, boards)]
        tables += [_cost_table(boards, costs)] if boards else []
        record["costs"] = [
            {"name": board.name, "game": str(board.result.rules)}
            | {"number": board.result.number, "cost": cost}
            for board, cost in zip(boards, costs, strict=True)
        ]
    if options.csv:
        _write_csv(options.csv, results)
    if options.html:
        write_file(options.html, match_page(tables))
    for table in tables:
        is_aligned = len(results.records) <= _MAX_TABLE_NAMES
        yield from [table] if is_aligned else _unaligned_lines(table)
        yield ""
    yield from _remarks(results, boards, len(lines))
    yield from skipped
    for name in itertools.chain(*teams):
        if fold_case(name) not in results.records:
            yield f"no result of {name}"
    for path in filter(None, (options.html, options.csv)):
        yield f"wrote {path}"
    return record


def _team_names(text: str) -> list[str]:
    """Return the names between commas."""
    return [*filter(None, map(normalize_blanks, text.split(",")))]


def _unaligned_lines(table: Table) -> Iterator[str]:
    yield table.title
    yield from map("  ".join, table.rows)


def _remarks(
    match: Match, boards: Sequence[FinishedBoard], line_count: int
) -> Iterator[str]:
    """Yield the remarks on lines and, after them, on boards."""
    for row, remark in match.remarks.items():
        index = row - line_count - 1
        where = f"line {row}" if index < 0 else f"workbook of {boards[index].name}"
        yield f"{where}: {remark}"
    if match.other_line_count:
        yield f"other lines: {match.other_line_count:,}"


def _read_files(
    files: Sequence[str],
) -> tuple[list[ResultLine], list[FinishedBoard], list[str]]:
    """Return lines, finished games, and a sentence for each skipped workbook."""
    workbooks = [file for file in files if file.lower().endswith(WORKBOOK_ENDINGS)]
    texts = [file for file in files if file not in workbooks]
    if len(texts) > 1:
        raise ValueError(f"expected one text, got {len(texts)}: {', '.join(texts)}")
    lines = [line for file in texts for line in _read_lines(file)]
    boards, skipped = list[FinishedBoard](), list[str]()
    for file in map(Path, workbooks):
        file.stat()  # raises an error for a missing file
        try:
            games = read_finished_boards(file)
        except TooLargeError as error:
            skipped.append(f"skipped: {error}")
            continue
        if games is None:
            skipped.append(f"skipped, no board that can be read: {file}")
        elif not games:
            skipped.append(f"no finished game with a number: {file}")
        boards += games or []
    return lines, boards, skipped


def _cost(board: FinishedBoard) -> float:
    """Return the cost of all guesses."""
    return sum(
        rating.cost for rating in rate_turns(board.result.rules, board.result.turns)
    )


def _cost_table(boards: Sequence[FinishedBoard], costs: Sequence[float]) -> Table:
    """Return the cost of each game, the lowest first."""
    columns = {"Name": "left", "Game": "left", "Guesses": "right", "Cost": "right"}
    rows = [
        (board.name, board.result.game, str(len(board.result.turns)), f"{cost:.2f}")
        for cost, board in sorted(
            zip(costs, boards, strict=True), key=operator.itemgetter(0)
        )
    ]
    return Table("Cost of guesses", columns, rows)


def _write_csv(file: Path, match: Match) -> None:
    """Write the ranking and the guesses of each game as a table."""
    games = [dict(players) for players in match.guesses_by_game.values()]
    size = len(games) * len(match.records)
    if size > _MAX_CSV_CELLS:
        raise ValueError(f"expected at most {_MAX_CSV_CELLS:,} cells, got {size:,}")
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["place", "name", *RANKING_FIGURES, *match.guesses_by_game])
    for place, each in match.places:
        name = f"'{each.name}" if each.name[0] in "=+-@" else each.name  # no formula
        guesses = [game.get(each.name, "") for game in games]
        results = [NOT_FOUND_SYMBOL if n == 0 else n for n in guesses]
        writer.writerow([place, name, *each.figures.values(), *results])
    write_file(file, f"\N{BYTE ORDER MARK}{stream.getvalue()}")


def _read_lines(file: str) -> Iterator[ResultLine]:
    """Yield the lines of a file; a name after a tab is beside its line."""
    for line in re.split(r"\r\n|[\r\n]", _read_text(file)):
        text, _, name = line.partition("\t")
        is_beside = name and parse_result(text)
        yield ResultLine(text, name) if is_beside else ResultLine(line)


def _read_text(file: str) -> str:
    """Return the text of a file or of standard input."""
    where = "standard input" if file == _STDIN else file
    if file == _STDIN:
        check_stream(sys.stdin, where)
        try:
            content = getattr(sys.stdin, "buffer", sys.stdin).read(_MAX_BYTES + 1)
        except OSError as error:
            raise StreamError.from_error(where, error) from None
    else:
        with Path(file).open("rb") as stream:
            content = stream.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise ValueError(f"expected a text of at most {_MAX_BYTES:,} bytes: {where}")
    return content if isinstance(content, str) else _decode(content, where)


def _decode(content: bytes, where: str) -> str:
    """Return the text of a file in UTF-8 or, with a byte order mark, UTF-16."""
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if is_utf_16 else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"expected a text in UTF-8, got other bytes in line {line} of {where}"
        ) from None


def _tables(match: Match, teams: Sequence[PlayerRecord]) -> Iterator[Table]:
    """Yield the ranking, the teams, the guesses of each game, and the histogram."""
    columns = {"": "right", "Name": "left"} | _figure_headers(RANKING_FIGURES)
    ranking = [
        (str(place), each.name, *_figure_texts(each, RANKING_FIGURES))
        for place, each in match.places
    ]
    yield Table("Ranking", columns, ranking)
    if teams:
        columns = {"Team": "left"} | _figure_headers(TEAM_FIGURES)
        rows = [
            (team.name, *_figure_texts(team, TEAM_FIGURES))
            for team in sorted(teams, key=ranking_key)
        ]
        yield Table("Teams", columns, rows)
    if match.guesses_by_game:
        columns = {"Game": "left", "Guesses": "left"}
        games = [
            (game, ", ".join(f"{name} {n or NOT_FOUND_SYMBOL}" for name, n in players))
            for game, players in match.guesses_by_game.items()
        ]
        yield Table("Guesses by game", columns, games)
    columns = {"Guesses": "right", "Games": "right", "": "left"}
    yield Table("Number of guesses", columns, [*_bars(match)])


def _bars(match: Match) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the histogram, with a bar each."""
    counts = {str(guesses): n for guesses, n in enumerate(match.histogram, 1)}
    counts[f"{BAR_COUNT}+"] = counts.pop(str(BAR_COUNT))
    counts["not found"] = match.not_found_count
    max_count = max(counts.values())
    for name, count in counts.items():
        if count:
            bar = "█" * round(_MAX_BAR_LENGTH * count / max_count)
            yield name, str(count), bar


def _figure_headers(names: Iterable[str]) -> dict[str, str]:
    return {name.capitalize(): "right" for name in names}


def _figure_texts(record: PlayerRecord, names: Iterable[str]) -> Iterator[str]:
    for figure in map(record.figures.get, names):
        text = f"{figure:.2f}" if isinstance(figure, float) else str(figure)
        yield "" if figure is None else text


def _as_json(match: Match, teams: Sequence[PlayerRecord]) -> dict[str, Any]:
    standings = [
        {"place": place, "name": each.name} | each.figures
        for place, each in match.places
    ]
    numbers = [
        {
            "game": game,
            "players": [{"name": name, "guesses": n or None} for name, n in players],
        }
        for game, players in match.guesses_by_game.items()
    ]
    record: dict[str, Any] = {
        "standings": standings,
        "numbers": numbers,
        "histogram": match.histogram,
        "not_found": match.not_found_count,
        "remarks": [{"line": row, "text": text} for row, text in match.remarks.items()],
    }
    if teams:
        record["teams"] = [
            {"names": team.name} | {name: team.figures[name] for name in TEAM_FIGURES}
            for team in teams
        ]
    return record
