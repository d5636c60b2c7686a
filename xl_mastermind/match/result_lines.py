"""
A match: the results of some players, as boards write them, counted and compared.

The sheet Match does the same in formulas, for as many lines as it has room for.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.game.rules import Rules
from xl_mastermind.spreadsheet.games import GAMES, title

GAME_TITLES: Final = tuple(title(Rules.parse(game)) for game in GAMES.values())
"""The games that have names; other titles are such as `Mastermind 6x9 distinct`."""

EXAMPLE: Final = "Mastermind #382 in 5"

EXPECTED_RESULT: Final = f"Expected a line such as {EXAMPLE}."
NAME_MISSING: Final = "Whose result is it? Type the name beside it."
DUPLICATE_RESULT: Final = "Counted once: the same game as in line {line}."
"""Remarks on lines that do not count."""

NOT_FOUND_SYMBOL: Final = "\N{EN DASH}"
"""Stands in place of a number of guesses."""

BAR_COUNT: Final = 12
"""Bars of the distribution; the last has all games that are longer too."""

MAX_SYMBOLS: Final = 36
"""Symbols of a game at most: the digits and letters."""

PEG_CHARACTERS: Final = "●○·?*o."
"""Lines of these are the answers of a game; the last three stand for pipes."""

INVISIBLE_CHARACTERS: Final = "\N{LEFT-TO-RIGHT MARK}\r"
BLANK_CHARACTERS: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\t"
"""Characters that chats and other programs put in: left out, and taken for blanks."""

DATE_DELIMITERS: Final = (("[", "] "), ("0123456789", " - "))
"""The beginnings and ends of a chat's date, before the sender's name."""

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

Line: TypeAlias = tuple[str, str]
"""A line, and the name typed beside it, if there is one."""


class Result(NamedTuple):
    """The contents of a result line."""

    game: str
    number: int
    """Of the game, 0 if the line has none."""

    guesses: int
    """With which the code was found; 0 if it was not."""

    sender: str
    """Before the line, as a chat writes it, or blank."""


def parse_result(line: str) -> Result | None:
    """
    Return what a result line says, or `None` if it is none.

    Examples
    --------
    >>> parse_result("Ann: Mastermind #382 in 5")
    Result(game='Mastermind', number=382, guesses=5, sender='Ann')
    >>> parse_result("Little: not found in 6")
    Result(game='Little', number=0, guesses=0, sender='')
    >>> parse_result("See you in 5")
    """
    match = _LINE.fullmatch(_plain(line))
    if match is None:
        return None
    number, guesses = int(match["number"] or 0), int(match["guesses"])
    if not guesses or (match["number"] and not number):
        return None
    found_with = 0 if match["lost"] else guesses
    sender = _sender(match["before"] or "")
    return Result(_title(match), number, found_with, sender)


def _plain(line: str) -> str:
    """Return a line with single blanks and nothing unseen."""
    for character in INVISIBLE_CHARACTERS:
        line = line.replace(character, "")
    for character in BLANK_CHARACTERS:
        line = line.replace(character, " ")
    return " ".join(filter(None, line.split(" ")))


def is_blank(line: str) -> bool:
    """Return whether a line is blank, or has pegs alone, as those below a result."""
    return not {*_plain(line)} - {*PEG_CHARACTERS, " "}


def _title(match: re.Match[str]) -> str:
    """Return the title of a game as boards write it; symbols in the case they have."""
    if match["size"]:
        symbols = (match["symbols"] or "").partition("=")[2]
        game = f"Mastermind {fold_case(match['size']).lower()}"
        return f"{game} symbols={symbols}" if symbols else game
    return next(
        title for title in GAME_TITLES if fold_case(title) == fold_case(match["game"])
    )


def _sender(before: str) -> str:
    """Return the name in what stands before a result, without a chat's date."""
    for begins, ends in DATE_DELIMITERS:
        if before[:1] and before[0] in begins:
            _, end, after = before.partition(ends)
            before = after if end else before
    return before.partition(": ")[0].strip()


def fold_case(text: str) -> str:
    """Return a text as texts are compared: without case, in Turkish too."""
    return text.upper().replace("İ", "I").replace("ı", "I")


@dataclass
class PlayerRecord:
    """
    What one name, or one team, has reached.

    Attributes
    ----------
    name : str
        As it was first written.
    games : int
        Results that count.
    found : int
        Codes found.
    guesses : int
        Guesses over all codes found.
    best : int
        The least of them, 0 if none was found.
    streak : int
        Codes found in a row, up to the last result.
    """

    name: str
    games: int = 0
    found: int = 0
    guesses: int = 0
    best: int = 0
    streak: int = 0

    @property
    def average(self) -> float | None:
        """Guesses over the codes found."""
        return self.guesses / self.found if self.found else None

    def add(self, guesses: int) -> None:
        """Count a result: with how many guesses, 0 if the code was not found."""
        self.games += 1
        self.streak = self.streak + 1 if guesses else 0
        if guesses:
            self.found += 1
            self.guesses += guesses
            self.best = min(self.best or guesses, guesses)


def rank(standing: PlayerRecord) -> tuple[int, int]:
    """Return what is least for the first: more found, then the lower average."""
    return -standing.found, standing.guesses


@dataclass
class Match:
    """
    The results of some players.

    Attributes
    ----------
    standings : dict of str to PlayerRecord
        By the folded name, in the order of their first results.
    numbers : dict of str to list
        For each game and number who found it with how many guesses, 0 for not.
    lengths : list of int
        How many codes were found with 1, 2, ... guesses, the last with that many or
        more.
    remarks : dict of int to str
        Remarks on lines, by their places counted from 1.
    """

    standings: dict[str, PlayerRecord] = field(default_factory=dict)
    numbers: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=lambda: [0] * BAR_COUNT)
    remarks: dict[int, str] = field(default_factory=dict)

    @property
    def ranking(self) -> list[PlayerRecord]:
        """The standings, the best first."""
        return sorted(self.standings.values(), key=rank)

    @property
    def not_found(self) -> int:
        """Games whose codes were not found."""
        return sum(each.games - each.found for each in self.standings.values())

    def team(self, label: str, names: Iterable[str]) -> PlayerRecord:
        """Return what some of the names have reached together."""
        total = PlayerRecord(label)
        for key in {*map(fold_case, names)} & self.standings.keys():
            member = self.standings[key]
            total.games += member.games
            total.found += member.found
            total.guesses += member.guesses
        return total


def read_match(lines: Iterable[Line]) -> Match:
    """Return the match of some lines, each with the name beside it or a blank."""
    match, seen = Match(), dict[tuple[str, str, int], int]()
    titles = dict[tuple[str, int], str]()  # the first of those that differ in case
    for place, (line, beside) in enumerate(lines, 1):
        if is_blank(line):
            continue
        result = parse_result(line)
        name = _plain(beside) or (result.sender if result else "")
        if result is None:
            match.remarks[place] = EXPECTED_RESULT
        elif not name:
            match.remarks[place] = NAME_MISSING
        else:
            key = fold_case(result.game), result.number
            result = result._replace(game=titles.setdefault(key, result.game))
            played = fold_case(name), result.game, result.number
            first = seen.setdefault(played, place) if result.number else place
            if first == place:
                _count(match, name, result)
            else:
                match.remarks[place] = DUPLICATE_RESULT.format(line=first)
    return match


def _count(match: Match, name: str, result: Result) -> None:
    standing = match.standings.setdefault(fold_case(name), PlayerRecord(name))
    standing.add(result.guesses)
    if result.guesses:
        match.lengths[min(result.guesses, BAR_COUNT) - 1] += 1
    if result.number:
        game = f"{result.game} #{result.number}"
        match.numbers.setdefault(game, []).append((standing.name, result.guesses))
