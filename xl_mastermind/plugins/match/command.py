"""The command `match`: the results of several players, from a chat or a file."""

import itertools
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from xl_mastermind.files import write_file
from xl_mastermind.plugins.match import result_lines
from xl_mastermind.plugins.match.inputs import MatchInputs, read_inputs
from xl_mastermind.plugins.match.page import match_page
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.solve.rating import rate_turns
from xl_mastermind.tables import Table, csv_lines
from xl_mastermind.terminal.options import add_options, check_output_file
from xl_mastermind.terminal.output import Command

FAILURES: Final = ()

_MAX_CSV_CELLS: Final = 1_000_000

_MAX_TABLE_NAMES: Final = 1000
"""Names up to which columns are aligned; rich needs minutes to align more rows."""


def match_options(parser: ArgumentParser) -> None:
    text = (
        f"lines such as “Ann: {result_lines.EXAMPLE}”, tables of forms, workbooks,"
        " folders and zip files of these, or a pattern such"
        f' as "class/*.xlsx"; {result_lines.STDIN}: standard input'
    )
    parser.add_argument(
        "files", metavar=f"FILE|FOLDER|{result_lines.STDIN}", nargs="+", help=text
    )
    text = "names with commas between them; twice, for two teams"
    parser.add_argument("--team", metavar="NAMES", action="append", help=text)
    text = "the tables as a web page"
    parser.add_argument("--html", metavar="FILE.html", type=Path, help=text)
    text = "the ranking and the guesses of each game as a table"
    parser.add_argument("--csv", metavar="FILE.csv", type=Path, help=text)
    add_options(parser, "--rate", "--json")


def match(options: Namespace) -> Command:
    """Count the results of several players."""
    teams = [
        [*filter(None, map(result_lines.normalize_blanks, names.split(",")))]
        for names in options.team or ()
    ]
    if len(teams) not in {0, 2}:
        raise ValueError(f"expected --team twice, for two teams, got {len(teams)}")
    check_output_file(options.html, ".html")
    check_output_file(options.csv, ".csv")
    outputs = [*filter(None, (options.html, options.csv))]
    inputs = read_inputs(options.files, outputs)
    results, boards = result_lines.read_match(inputs.lines), inputs.boards
    has_results = results.records or result_lines.NOT_RANKED in results.remarks.values()
    if not (has_results or inputs.reasons):
        where = ", ".join(
            "standard input" if f == result_lines.STDIN else f for f in options.files
        )
        raise ValueError(
            f"expected names and results, Ann: {result_lines.EXAMPLE}, in {where}"
        )
    team_records = [*map(results.team_record, teams)]
    tables = [*_tables(results, team_records)] if results.records else []
    contents = _as_json(results, team_records) | _notes_as_json(results, inputs)
    if options.rate:
        costs = [(name, result, _cost(result)) for name, result in boards]
        tables += [_cost_table(costs)] if boards else []
        contents["costs"] = [
            {"name": name, "game": str(r.rules), "number": r.number, "cost": cost}
            for name, r, cost in costs
        ]
    if options.csv:
        _write_csv(options.csv, results)
    if options.html:
        write_file(options.html, match_page(tables))
    for table in tables:
        is_aligned = len(results.records) <= _MAX_TABLE_NAMES
        lines = table.title, *map("  ".join, table.texts())
        yield from [table] if is_aligned else lines
        yield ""
    yield from _notes(results, inputs, itertools.chain(*teams))
    for path in outputs:
        yield f"wrote {path}"
    return contents


def _notes(
    match: result_lines.Match, inputs: MatchInputs, members: Iterable[str]
) -> Iterator[str]:
    """Yield remarks, the number of other lines, skipped files, and unknown members."""
    for row, remark in match.remarks.items():
        yield f"{inputs.lines[row - 1].place}: {remark}"
    yield from inputs.remarks
    if match.other_line_count:
        yield f"other lines: {match.other_line_count:,}"
    for file, reason in inputs.reasons.items():
        yield f"skipped {file}: {reason}"
    for name in members:
        if result_lines.fold_case(name) not in match.records:
            yield f"no result of {name}"


def _notes_as_json(match: result_lines.Match, inputs: MatchInputs) -> dict[str, Any]:
    """Return the remarks and skipped files; "ok" is true if no file is skipped."""
    remarks: list[dict[str, Any]] = []
    for row, text in match.remarks.items():
        line = inputs.lines[row - 1]
        remarks.append({"file": line.file, "line": line.number, "text": text})
    remarks += [{"file": None, "line": None, "text": text} for text in inputs.remarks]
    skipped = [{"file": f, "reason": reason} for f, reason in inputs.reasons.items()]
    return {"remarks": remarks, "skipped": skipped, "ok": not skipped}


def _cost(result: GameResult) -> float | None:
    """Return the cost of all guesses, None in a game that is too large to rate."""
    try:
        return sum(rating.cost for rating in rate_turns(result.rules, result.turns))
    except ValueError:
        return None


def _cost_table(costs: Iterable[tuple[str, GameResult, float | None]]) -> Table:
    """Return the cost of each game, the lowest first, unrated games last."""
    rows = []
    for name, result, cost in sorted(costs, key=lambda row: (row[2] is None, row[2])):
        text = result_lines.NOT_FOUND_SYMBOL if cost is None else f"{cost:.2f}"
        rows.append((name, result.game, str(len(result.turns)), text))
    headings, right = ("Name", "Game", "Guesses", "Cost"), ("Guesses", "Cost")
    return Table("Cost of guesses", headings, rows, right_headings=right)


def _write_csv(file: Path, match: result_lines.Match) -> None:
    """Write the ranking and the guesses of each game as a table."""
    games = match.guesses_by_game
    size = len(games) * len(match.records)
    if size > _MAX_CSV_CELLS:
        raise ValueError(f"expected at most {_MAX_CSV_CELLS:,} cells, got {size:,}")
    rows = _standings(match)
    for row in rows:
        name = row["name"]
        # Spreadsheets would run a name such as =1+1 as a formula.
        row["name"] = "'" * (name[0] in "=+-@") + name
        for game, players in games.items():
            guesses = players.get(name)
            row[game] = result_lines.NOT_FOUND_SYMBOL if guesses == 0 else guesses
    write_file(file, "\N{BYTE ORDER MARK}" + "\n".join([*csv_lines(rows), ""]))


def _tables(
    match: result_lines.Match, teams: Sequence[result_lines.PlayerRecord]
) -> Iterator[Table]:
    places = [((str(place), record.name), record) for place, record in match.places]
    figures = result_lines.RANKING_FIGURES
    yield _figure_table("Ranking", ("", "Name"), figures, places)
    if teams:
        ranking = sorted(teams, key=result_lines.ranking_key)
        names = [((team.name,), team) for team in ranking]
        yield _figure_table("Teams", ("Team",), result_lines.TEAM_FIGURES, names)
    lost = result_lines.NOT_FOUND_SYMBOL
    games = [
        (game, ", ".join(f"{name} {n or lost}" for name, n in players.items()))
        for game, players in match.guesses_by_game.items()
    ]
    if games:
        yield Table("Guesses by game", ("Game", "Guesses"), games)
    headings = ["Guesses", "Games", ""]
    yield Table(
        "Number of guesses", headings, [*_bars(match)], right_headings=headings[:2]
    )


def _figure_table(
    title: str,
    headings: Sequence[str],
    figures: Sequence[str],
    records: Iterable[tuple[Sequence[str], result_lines.PlayerRecord]],
) -> Table:
    """Return a table of records, each after its first cells."""
    right = [*map(str.capitalize, figures)]
    rows = [
        [*cells, *(_figure_text(record.figures[name]) for name in figures)]
        for cells, record in records
    ]
    return Table(title, [*headings, *right], rows, right_headings=["", *right])


def _figure_text(figure: float | None) -> str:
    if figure is None:
        return ""
    return f"{figure:.2f}" if isinstance(figure, float) else str(figure)


def _bars(match: result_lines.Match) -> Iterator[tuple[str, str, str]]:
    counts = [*match.histogram, match.not_found_count]
    for name, count in zip(result_lines.BAR_NAMES, counts, strict=True):
        if count:
            length = round(result_lines.MAX_BAR_LENGTH * count / max(counts))
            yield name, str(count), result_lines.BAR * length


def _standings(match: result_lines.Match) -> list[dict[str, Any]]:
    return [
        {"place": place, "name": record.name} | record.figures
        for place, record in match.places
    ]


def _as_json(
    match: result_lines.Match, teams: Sequence[result_lines.PlayerRecord]
) -> dict[str, Any]:
    numbers = []
    for game, guesses in match.guesses_by_game.items():
        players = [{"name": name, "guesses": n or None} for name, n in guesses.items()]
        numbers.append({"game": game, "players": players})
    contents: dict[str, Any] = {
        "standings": _standings(match),
        "numbers": numbers,
        "histogram": match.histogram,
        "not_found": match.not_found_count,
    }
    if teams:
        names = result_lines.TEAM_FIGURES
        contents["teams"] = [
            {"names": team.name} | {name: team.figures[name] for name in names}
            for team in teams
        ]
    return contents
