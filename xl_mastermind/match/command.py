"""`match`: the results of several players, from a chat or a file."""

import itertools
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from xl_mastermind.files import write_file
from xl_mastermind.match.page import match_page
from xl_mastermind.match.result_lines import (
    BAR_COUNT,
    EXAMPLE,
    EXPECTED_RESULT,
    NAME_MISSING,
    NOT_FOUND_SYMBOL,
    Line,
    Match,
    PlayerRecord,
    fold_case,
    rank,
    read_match,
)
from xl_mastermind.terminal.options import add_options, check_output_file
from xl_mastermind.terminal.output import Command, StreamError, Table, check_stream

FAILURES: Final = ()

_STDIN: Final = "-"
"""Stands for standard input."""

_MOST_BYTES: Final = 1 << 25
"""A chat of many years is shorter."""

_BAR: Final = 20
"""Characters of the longest bar."""

_SAID: Final = {NAME_MISSING: f"Whose result is it? Write it as Ann: {EXAMPLE}."}
"""Remarks by those of the sheet that they replace."""


def match_options(parser: ArgumentParser) -> None:
    text = f"lines such as “Ann: {EXAMPLE}”; {_STDIN}: standard input"
    parser.add_argument("file", metavar=f"FILE.txt|{_STDIN}", help=text)
    text = "names with commas between them; twice, for two teams"
    parser.add_argument("--team", metavar="NAMES", action="append", help=text)
    text = "the tables as a web page"
    parser.add_argument("--html", metavar="FILE.html", type=Path, help=text)
    add_options(parser, "--json")


def match(options: Namespace) -> Command:
    """Count the results of several players."""
    teams = [_names(text) for text in options.team or ()]
    if len(teams) not in {0, 2}:
        raise ValueError(f"expected --team twice, for two teams, got {len(teams)}")
    check_output_file(options.html, ".html")
    lines = [*_read(options.file)]
    found = read_match(lines)
    if not found.standings:
        where = "standard input" if options.file == _STDIN else options.file
        raise ValueError(f"expected names and results, Ann: {EXAMPLE}, in {where}")
    remarks = {
        row: said for row, said in found.remarks.items() if said != EXPECTED_RESULT
    }
    other = len(found.remarks) - len(remarks)
    totals = [found.team(", ".join(names), names) for names in teams]
    tables = [*_tables(found, totals)]
    if options.html:
        write_file(options.html, match_page(tables))
    for table in tables:
        yield table
        yield ""
    for row, said in remarks.items():
        yield f"line {row}: {_SAID.get(said, said)}"
    for name in itertools.chain(*teams):
        if fold_case(name) not in found.standings:
            yield f"no result of {name}"
    if other:
        yield f"no result lines: {other:,}"
    if options.html:
        yield f"wrote {options.html}"
    return _record(found, totals)


def _names(text: str) -> list[str]:
    return [*filter(None, (" ".join(name.split()) for name in text.split(",")))]


def _read(file: str) -> Iterator[Line]:
    """Yield the lines of a file; after a tab stands a name, as the sheet copies it."""
    for line in _text(file).splitlines():
        result, _, name = line.partition("\t")
        yield result, name


def _text(file: str) -> str:
    if file == _STDIN:
        check_stream(sys.stdin, "standard input")
        try:
            return sys.stdin.read(_MOST_BYTES)
        except OSError as error:
            raise StreamError.from_error("standard input", error) from None
    with Path(file).open("rb") as stream:
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise ValueError(f"expected a text of at most {_MOST_BYTES:,} bytes: {file}")
    return content.decode("utf-8-sig", errors="replace")


def _tables(match: Match, teams: Sequence[PlayerRecord]) -> Iterator[Table]:
    """Yield the ranking, the teams, who needed how many, and how often."""
    heads = ("Games", "Found", "Average", "Best", "Streak")
    columns = {"": "right", "Name": "left"} | dict.fromkeys(heads, "right")
    ranked = (
        (str(place), each.name, *_figures(each), str(each.best or ""), str(each.streak))
        for place, each in _places(match.ranking)
    )
    yield Table("Ranking", columns, [*ranked])
    if teams:
        columns = {"Team": "left"} | dict.fromkeys(heads[:3], "right")
        together = ((team.name, *_figures(team)) for team in sorted(teams, key=rank))
        yield Table("Teams", columns, [*together])
    if match.numbers:
        columns = {"Game": "left", "Guesses": "left"}
        players = (
            (
                game,
                ", ".join(
                    f"{name} {guesses or NOT_FOUND_SYMBOL}" for name, guesses in who
                ),
            )
            for game, who in match.numbers.items()
        )
        yield Table("Who needed how many", columns, [*players])
    columns = {"Guesses": "right", "Games": "right", "": "left"}
    yield Table("How many guesses", columns, [*_bars(match)])


def _bars(match: Match) -> Iterator[tuple[str, str, str]]:
    """Yield how many guesses were needed how often, with a bar."""
    counts = {str(place): count for place, count in enumerate(match.lengths, 1)}
    counts[f"{BAR_COUNT}+"] = counts.pop(str(BAR_COUNT))
    counts["not found"] = match.not_found
    most = max(counts.values())
    for name, count in counts.items():
        if count:
            yield name, str(count), "█" * round(_BAR * count / most)


def _places(ranking: Sequence[PlayerRecord]) -> Iterator[tuple[int, PlayerRecord]]:
    """Yield the standings with their places; equal ones have the same."""
    keys = [*map(rank, ranking)]
    for key, standing in zip(keys, ranking, strict=True):
        yield keys.index(key) + 1, standing


def _figures(standing: PlayerRecord) -> tuple[str, str, str]:
    average = "" if standing.average is None else f"{standing.average:.2f}"
    return str(standing.games), str(standing.found), average


def _record(match: Match, teams: Sequence[PlayerRecord]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "standings": [
            {
                "place": place,
                "name": each.name,
                "games": each.games,
                "found": each.found,
                "average": each.average,
                "best": each.best or None,
                "streak": each.streak,
            }
            for place, each in _places(match.ranking)
        ],
        "numbers": [
            {
                "game": game,
                "players": [
                    {"name": name, "guesses": guesses or None} for name, guesses in who
                ],
            }
            for game, who in match.numbers.items()
        ],
        "histogram": match.lengths,
        "not_found": match.not_found,
        "remarks": [
            {"line": row, "said": _SAID.get(said, said)}
            for row, said in match.remarks.items()
        ],
    }
    if teams:
        record["teams"] = [
            {
                "names": team.name,
                "games": team.games,
                "found": team.found,
                "average": team.average,
            }
            for team in teams
        ]
    return record
