"""
A match: parse result lines as boards write them, and count the results of each player.

The sheet Match computes the same in formulas, for a limited number of lines.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.game.rules import Rules
from xl_mastermind.spreadsheet.games import GAMES, title

GAME_TITLES: Final = tuple(title(Rules.parse(game)) for game in GAMES.values())
"""Titles of the named games; another title is, for example, `Mastermind 6x9 black`."""

EXAMPLE: Final = "Mastermind #382 in 5"

EXPECTED_RESULT: Final = f"Expected a line such as {EXAMPLE}."
NAME_MISSING: Final = "Whose result is it? Type the name beside it."
DUPLICATE_RESULT: Final = "Counted once: the same game as in line {line}."
"""Remarks on lines without a counted result."""

NOT_FOUND_SYMBOL: Final = "\N{EN DASH}"
"""The symbol in place of a number of guesses."""

BAR_COUNT: Final = 12
"""Bars of the histogram; the last one includes all longer games."""

MAX_SYMBOLS: Final = 36
"""Symbols of a game: digits and letters."""

PEG_CHARACTERS: Final = "●○·?*o."
"""Characters of the feedback below a result; a pipe gets the last three."""

INVISIBLE_CHARACTERS: Final = "\N{LEFT-TO-RIGHT MARK}\r"
BLANK_CHARACTERS: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\t"
"""Characters that chats and other programs insert: ignored, and read as blanks."""

DATE_DELIMITERS: Final = (("[", "] "), ("0123456789", " - "))
"""First characters and ends of a chat's date, which precedes the sender's name."""

_NAMES: Final = "|".join(map(re.escape, GAME_TITLES))
_SIZE: Final = "[0-9]{1,2}x[0-9]{1,2}"
_SYMBOLS: Final = f"[0-9a-z]{{1,{MAX_SYMBOLS}}}"
_LINE: Final = re.compile(
    rf"(?:(?P<before>.*): )?(?P<game>{_NAMES}"
    rf"|Mastermind (?P<size>{_SIZE}(?: distinct)?(?: black)?)"
    rf"(?P<symbols> symbols={_SYMBOLS})?)"
    r"(?: #(?P<number>[0-9]{1,9}))?(?P<lost>: not found)? in (?P<guesses>[0-9]{1,2})",
    re.IGNORECASE,
)

ResultLine: TypeAlias = tuple[str, str]
"""A line, and the name beside it or a blank."""


class Result(NamedTuple):
    """The contents of a result line."""

    game: str
    number: int
    """The number of the game, 0 if the line has none."""

    guesses: int
    """The number of guesses, 0 if the code was not found."""

    sender: str
    """The name that a chat writes before the line, or blank."""


def parse_result(line: str) -> Result | None:
    """
    Return the contents of a result line, `None` for another line.

    Examples
    --------
    >>> parse_result("Ann: Mastermind #382 in 5")
    Result(game='Mastermind', number=382, guesses=5, sender='Ann')
    >>> parse_result("Little: not found in 6")
    Result(game='Little', number=0, guesses=0, sender='')
    >>> parse_result("See you in 5")
    """
    match = _LINE.fullmatch(_normalize_blanks(line))
    if match is None:
        return None
    number, guesses = int(match["number"] or 0), int(match["guesses"])
    if not guesses or (match["number"] and not number):
        return None
    sender = _parse_sender(match["before"] or "")
    solved_in = 0 if match["lost"] else guesses
    return Result(_game_title(match), number, solved_in, sender)


def _normalize_blanks(line: str) -> str:
    """Return a line with single blanks and without invisible characters."""
    for character in INVISIBLE_CHARACTERS:
        line = line.replace(character, "")
    for character in BLANK_CHARACTERS:
        line = line.replace(character, " ")
    return " ".join(filter(None, line.split(" ")))


def is_blank(line: str) -> bool:
    """Return whether a line is blank, or contains only pegs, as below a result."""
    return not {*_normalize_blanks(line)} - {*PEG_CHARACTERS, " "}


def _game_title(match: re.Match[str]) -> str:
    """Return the title of a game as boards write it; symbols keep their case."""
    if match["size"]:
        symbols = (match["symbols"] or "").partition("=")[2]
        game = f"Mastermind {fold_case(match['size']).lower()}"
        return f"{game} symbols={symbols}" if symbols else game
    return next(
        title for title in GAME_TITLES if fold_case(title) == fold_case(match["game"])
    )


def _parse_sender(before: str) -> str:
    """Return the name in the text before a result, without a chat's date."""
    for first_characters, date_end in DATE_DELIMITERS:
        if before and before[0] in first_characters:
            before = before.partition(date_end)[2] or before
    return before.partition(": ")[0].strip()


def fold_case(text: str) -> str:
    """Return a text in the case that comparisons use, also for Turkish letters."""
    return text.upper().replace("İ", "I").replace("ı", "I")


@dataclass
class PlayerRecord:
    """
    The results of one name, or one team.

    Attributes
    ----------
    name : str
        The first spelling of the name.
    game_count : int
        Counted results.
    solved_count : int
        Codes found.
    guess_count : int
        Guesses for all codes found.
    min_guesses : int
        The minimum for one code, 0 if none was found.
    streak : int
        Codes found in a row, up to the last result.
    """

    name: str
    game_count: int = 0
    solved_count: int = 0
    guess_count: int = 0
    min_guesses: int = 0
    streak: int = 0

    @property
    def average(self) -> float | None:
        """Guesses per code found."""
        return self.guess_count / self.solved_count if self.solved_count else None

    def add_result(self, guesses: int) -> None:
        """Count a result; 0 guesses mean that the code was not found."""
        self.game_count += 1
        self.streak = self.streak + 1 if guesses else 0
        if guesses:
            self.solved_count += 1
            self.guess_count += guesses
            self.min_guesses = min(self.min_guesses or guesses, guesses)


def ranking_key(record: PlayerRecord) -> tuple[int, int]:
    """Return the sort key: more codes found, then the lower average, come first."""
    return -record.solved_count, record.guess_count


@dataclass
class Match:
    """
    The results of some players.

    Attributes
    ----------
    records : dict of str to PlayerRecord
        By name without case, in the order of their first results.
    guesses_by_game : dict of str to list
        For each game with a number the names and their guesses, 0 for not found.
    histogram : list of int
        The number of codes found with 1, 2, ... guesses, the last with that many or
        more.
    remarks : dict of int to str
        Remarks on lines, by their numbers from 1.
    """

    records: dict[str, PlayerRecord] = field(default_factory=dict)
    guesses_by_game: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    histogram: list[int] = field(default_factory=lambda: [0] * BAR_COUNT)
    remarks: dict[int, str] = field(default_factory=dict)

    @property
    def ranking(self) -> list[PlayerRecord]:
        """The records, the best first."""
        return sorted(self.records.values(), key=ranking_key)

    @property
    def not_found_count(self) -> int:
        """The number of games without the code found."""
        return sum(
            each.game_count - each.solved_count for each in self.records.values()
        )

    def team_record(self, names: Iterable[str]) -> PlayerRecord:
        """Return the sum of the records of some names."""
        team = PlayerRecord(", ".join(names))
        for key in {*map(fold_case, names)} & self.records.keys():
            member = self.records[key]
            team.game_count += member.game_count
            team.solved_count += member.solved_count
            team.guess_count += member.guess_count
        return team

    def add_result(self, name: str, result: Result) -> None:
        """Count a result of a player."""
        record = self.records.setdefault(fold_case(name), PlayerRecord(name))
        record.add_result(result.guesses)
        if result.guesses:
            self.histogram[min(result.guesses, BAR_COUNT) - 1] += 1
        if result.number:
            players = self.guesses_by_game.setdefault(
                f"{result.game} #{result.number}", []
            )
            players.append((record.name, result.guesses))


def read_match(lines: Iterable[ResultLine]) -> Match:
    """Return the match of some lines."""
    match, first_rows = Match(), dict[tuple[str, str, int], int]()
    titles = dict[tuple[str, int], str]()  # the first of those that differ in case
    for row, (line, name_beside) in enumerate(lines, 1):
        if is_blank(line):
            continue
        result = parse_result(line)
        name = _normalize_blanks(name_beside) or (result.sender if result else "")
        if result is None:
            match.remarks[row] = EXPECTED_RESULT
        elif not name:
            match.remarks[row] = NAME_MISSING
        else:
            game_key = fold_case(result.game), result.number
            result = result._replace(game=titles.setdefault(game_key, result.game))
            result_key = fold_case(name), result.game, result.number
            first = first_rows.setdefault(result_key, row) if result.number else row
            if first == row:
                match.add_result(name, result)
            else:
                match.remarks[row] = DUPLICATE_RESULT.format(line=first)
    return match
