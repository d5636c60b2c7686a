"""
A match: parse result lines of chats, and count the results of each player.

The sheet Match reads only the lines that boards print, by formulas.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, takewhile
from operator import attrgetter
from textwrap import shorten
from typing import Final, NamedTuple

from xl_mastermind.game.board_limits import attempt_count
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES_BY_NOTATION, title
from xl_mastermind.presentation.messages import RESULT_HINTS

NAMED_TITLES: Final = {
    title(rules): rules for rules in map(Rules.parse, GAMES_BY_NOTATION)
}
"""Games by title; another title is, for example, `Mastermind 6x9 black`."""

STDIN: Final = "-"

EXAMPLE: Final = "Mastermind #382 in 5"

NOT_READ: Final = "Not read: "
TWO_RESULTS: Final = f"{NOT_READ}two results in one line."
TOO_MANY_GUESSES: Final = f"{NOT_READ}{{title}} has {{attempts}} attempts."
NOT_RANKED: Final = "Not ranked: with hints."
NAME_MISSING: Final = f"Whose result is it? Write Ann: {EXAMPLE}"
DUPLICATE_RESULT: Final = "Counted once: the same game as in {place}."
"""Remarks on lines without a counted result."""

NOT_FOUND_SYMBOL: Final = "\N{EN DASH}"
"""The symbol in place of a number of guesses."""

BAR_COUNT: Final = 12
"""The number of bars of won games; the last bar includes all longer games."""

BAR_NAMES: Final = (*map(str, range(1, BAR_COUNT)), f"{BAR_COUNT}+", "not found")

BAR: Final = "█"
MAX_BAR_LENGTH: Final = 20
"""The character of a bar in tables, and the maximum number of characters."""

MAX_NAME_LENGTH: Final = 60
_MAX_REMARK_LENGTH: Final = 80
"""The maximum number of characters of a name, and of a line in a remark."""

_PEG_CHARACTERS: Final = "·?o."
"""Characters of the feedback below a result, besides ignored characters."""

_IGNORED_CHARACTERS: Final = '*`~"“”„«»•‣▪◦●○'
"""Bullets, quotes, pegs and signs for bold text, anywhere in a line."""

_WITHOUT_IGNORED: Final = str.maketrans("", "", _IGNORED_CHARACTERS)

_INVISIBLE: Final = {"Cc", "Cf"}
"""The categories of control and format characters."""

_SEPARATORS: Final = ":,|–—،-"
"""Characters between a date, a name and a result."""

_NAME_BORDERS: Final = f" {_SEPARATORS};<>[]_'’‘"
"""Characters that are removed from both ends of a name."""

_TIME_SUFFIXES: Final = (
    *("am", "pm", "a.m.", "p.m.", "a. m.", "p. m.", "uhr", "h"),
    *("م", "ص", "π.μ.", "μ.μ.", "öö", "ös"),
)
"""Words that may follow a time."""

_TITLE: Final = re.compile("|".join(map(re.escape, NAMED_TITLES)), re.IGNORECASE)
_OPTIONS: Final = r"(?: distinct| black)*(?: symbols=[^\s:#]+)?"
_SIZED_TITLE: Final = f"Mastermind [0-9]{{1,2}}x[0-9]{{1,2}}{_OPTIONS}"
_RESULT: Final = re.compile(
    rf"(?P<title>{_SIZED_TITLE}|{_TITLE.pattern})"
    r":?(?: ?# ?(?P<number>\d[\d,.]*))?"
    r" ?:? (?:in (?P<guesses>\d{1,2})|(?P<lost>not found)(?: in \d{1,2})?)"
    rf"(?P<hints>{RESULT_HINTS})?"
    r"(?P<tail>[^\d<]*)(?:<[^<>]*>(?:[^\w<]|_)*)?$",
    re.IGNORECASE,
)
_GUESSES: Final = re.compile(r" in \d| not found", re.IGNORECASE)

# No pattern backtracks by more than a constant at each character.

_BRACKETS: Final = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_NUMBERING: Final = re.compile(r"^\d{1,3}[.)] ")
_TIME: Final = re.compile(r".*(?:\d:\d\d|\d\.\d\d(?![\d.]))")
_TIME_SUFFIX: Final = re.compile(
    rf" ?(?:{'|'.join(map(re.escape, sorted(_TIME_SUFFIXES, key=len)[::-1]))})(?!\w)",
    re.IGNORECASE,
)
_NAME_END: Final = re.compile(r" ?[,|–—-] | \S*\d|\d")
DATE_OR_TIME: Final = re.compile(r":|\d[-./]")
_UNCERTAIN: Final = re.compile(rf"{DATE_OR_TIME.pattern}|;|,\S")
_SEPARATOR: Final = re.compile(rf"[{_SEPARATORS}] | [|–—-]")


_ZOOM_SENDER: Final = re.compile(
    r"^(\d\d:\d\d:\d\d) (?:from|von|de|da|van|от) (.{1,99}?)"
    r" (?:to|an|à|a|para|aan|per|кому) [^:]{1,99}:",
    re.IGNORECASE,
)
"""The time, the sender and the receiver of a message in Zoom."""


class ResultLine(NamedTuple):
    """A line of a chat or of the sheet Match."""

    text: str
    name: str = ""
    """The name beside the line, or blank."""

    number: int | None = None
    """The number of the line or row in its file, which may be a single board."""

    file: str = STDIN

    @property
    def place(self) -> str:
        """The line of standard input, or the file and its line."""
        file = [] if self.file == STDIN else [self.file]
        return ", ".join([*file, *([f"line {self.number}"] if self.number else [])])


FILE_END: Final = ResultLine("\f")
"""The line after each text: a name above it belongs to no result below it."""


class ParsedResult(NamedTuple):
    """The contents of a result line."""

    game: str
    number: int
    """The number of the game, 0 if the line has none."""

    guesses: int
    """The number of guesses, 0 if the code was not found."""

    sender: str
    """The name before the result, or blank if it is missing or uncertain."""

    remark: str = ""
    """The reason why the line does not count, blank if it counts."""


def parse_result(line: str) -> ParsedResult | None:
    """
    Return the contents of a result line, `None` for another line.

    `docs/match.md` states the rule.

    Examples
    --------
    >>> parse_result("[31.12.26, 12:03] Ann: Mastermind #382 in 5!")
    ParsedResult(game='Mastermind', number=382, guesses=5, sender='Ann', remark='')
    >>> parse_result("Little: not found")
    ParsedResult(game='Little', number=0, guesses=0, sender='', remark='')
    >>> parse_result("See you in 5")
    """
    line = _clean_line(line)
    match = _RESULT.search(line)
    while match:
        tail = match["tail"].lower().replace("o", "")  # An o may be a peg.
        character_before = line[: match.start()][-1:]
        is_in_word = character_before.isdigit() or _has_letters(character_before)
        if not (is_in_word or _has_letters(tail)):
            break
        match = _RESULT.search(line, match.end("title"))
    if not match:
        return None
    sized_title = f"Mastermind {match['title'][len('Mastermind ') :]}"
    game = _TITLES_BY_KEY.get(fold_case(match["title"]), sized_title)
    number = re.sub(r"\D", "", match["number"] or "")
    guesses = int(match["guesses"] or 0)
    try:
        attempts = attempt_count(game_rules(game))
    except ValueError:  # A size such as 0x6 is no game.
        return None
    has_wrong_number = match["number"] and not (len(number) < 10 and int(number))
    if has_wrong_number or not (match["lost"] or guesses):
        return None
    before, remark = line[: match.start()], ""
    if _TITLE.search(before) and _GUESSES.search(before):
        remark = TWO_RESULTS
    elif guesses > attempts:
        remark = TOO_MANY_GUESSES.format(title=game, attempts=attempts)
    elif match["hints"]:
        remark = NOT_RANKED
    return ParsedResult(game, int(number or 0), guesses, _parse_sender(before), remark)


@cache
def game_rules(game: str) -> Rules:
    """Return the rules of a game by its title."""
    return NAMED_TITLES.get(game) or Rules.parse(game)


def has_date(text: str) -> bool:
    """Return whether a text has two numbers with together at least four digits."""
    numbers = re.findall(r"\d+", text)
    return len(numbers) > 1 and sum(map(len, numbers)) >= 4


def has_title(text: str) -> bool:
    """Return whether a text contains the title of a game."""
    return bool(_TITLE.search(text))


def begins_with_result(text: str) -> bool:
    """Return whether a text begins with a result, without a name before it."""
    match = _RESULT.match(_clean_line(text.strip().partition("\n")[0]))
    return match is not None and parse_result(match[0]) is not None


def size_order(rules: Rules) -> int:
    """Return the sort key of games with the same number: the size of the game."""
    size = rules.pegs * 37 + rules.colours
    return (size * 2 + rules.distinct) * 2 + rules.black_only


def _has_letters(text: str) -> bool:
    """Return whether a text has letters; those without capitals count as signs."""
    return text.lower() != text.upper()


def normalize_blanks(text: str) -> str:
    """Return a text with single blanks and without invisible characters."""
    if not text.isprintable():
        text = "".join(
            character
            for character in text
            if character.isspace() or unicodedata.category(character) not in _INVISIBLE
        )
    return " ".join(text.split())


def _clean_line(line: str) -> str:
    text = normalize_blanks(line.translate(_WITHOUT_IGNORED))
    return _ZOOM_SENDER.sub(r"\1 \2:", text, 1)


def is_blank(line: str) -> bool:
    """Return whether a line is blank, or contains only pegs, as below a result."""
    return not {*_clean_line(line)} - {*_PEG_CHARACTERS, " "}


def _parse_sender(before: str) -> str:
    """Return the name in the text before a result, blank if it is uncertain."""
    text = _NUMBERING.sub("", _strip(_without_dates(before)), 1)
    if time := _TIME.match(text):
        after = text[time.end() :]
        suffix = _TIME_SUFFIX.match(after)
        after = after[suffix.end() if suffix else 0 :]
        text = _strip(after)
        has_separator = suffix or after.lstrip()[:1] in f"{_SEPARATORS}<[]"
        if not has_separator and _SEPARATOR.search(text):
            return ""  # The first word may be a suffix of the time.
    name = _strip(text.partition(": ")[0])
    return "" if _UNCERTAIN.search(name) else name


def _without_dates(text: str) -> str:
    """Return a text without brackets that contain a colon or four digits."""
    return _BRACKETS.sub(
        lambda brackets: (
            " "
            if ":" in brackets[1] or sum(map(str.isdigit, brackets[1])) >= 4
            else brackets[0]
        ),
        text,
    )


def parse_sender_line(line: str) -> str:
    """
    Return the name in a line with only a name and a time, blank for another line.

    Telegram, Discord and Teams write it above a message.

    Examples
    --------
    >>> parse_sender_line("Ann Smith, [24 Nov 2026 at 18:05]")
    'Ann Smith'
    >>> parse_sender_line("Ann \N{EM DASH} Today at 18:05")
    'Ann'
    >>> parse_sender_line("See you at 18:05")
    ''
    """
    text = _clean_line(line)
    if not _TIME.match(text):
        return ""
    name = _without_dates(text)
    if time := _TIME.match(name):
        rest = _TIME_SUFFIX.sub("", name[time.end() :], 1)
        if rest:
            name = _parse_sender(name) if name[0].isdigit() else ""
        elif end := _NAME_END.search(name):
            name = name[: end.start()]
    name = _strip(name)
    has_small_word = any(word[0].islower() for word in name.split())
    return "" if has_small_word or _UNCERTAIN.search(name) else name


def _strip(text: str) -> str:
    """Return a text without blanks, separators and brackets at its ends."""
    return text.strip(_NAME_BORDERS)


def shorten_name(name: str) -> str:
    """Return whole words of a name of more than the maximum length."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    return name[: MAX_NAME_LENGTH + 1].rpartition(" ")[0] or name[:MAX_NAME_LENGTH]


def fold_case(text: str) -> str:
    """Return a text in the case that comparisons use, also for Turkish letters."""
    return text.replace("İ", "I").lower().replace("ı", "i").replace("ß", "ss")


_TITLES_BY_KEY: Final = {fold_case(title): title for title in NAMED_TITLES}

RANKING_FIGURES: Final = ("games", "found", "average", "best", "streak")
TEAM_FIGURES: Final = RANKING_FIGURES[:3]
"""The columns of figures in the tables of players and of teams."""


@dataclass
class PlayerRecord:
    """The results of one name, in its first spelling, or of one team."""

    name: str
    guesses: list[int] = field(default_factory=list)
    """The number of guesses in each game, in order; 0 for a code not found."""

    @property
    def found(self) -> list[int]:
        """The number of guesses in each won game."""
        return [*filter(None, self.guesses)]

    @property
    def figures(self) -> dict[str, float | None]:
        """The figures by name; average and best are `None` without a won game."""
        found, guesses = self.found, self.guesses
        average = sum(found) / len(found) if found else None
        streak = len([*takewhile(bool, reversed(guesses))])
        values = len(guesses), len(found), average, min(found, default=None), streak
        return dict(zip(RANKING_FIGURES, values, strict=True))


def ranking_key(record: PlayerRecord) -> tuple[int, int]:
    """Return the sort key: more codes found, then the lower average, come first."""
    found = record.found
    return -len(found), sum(found)


@dataclass
class Match:
    """The results of some players, in the order of their first results."""

    records: dict[str, PlayerRecord] = field(default_factory=dict)
    """Records by the name without case."""

    guesses_by_game: dict[str, dict[str, int]] = field(default_factory=dict)
    """The guesses by name, 0 for a code not found, of each game with a number."""

    remarks: dict[int, str] = field(default_factory=dict)
    """Remarks by the number, from 1, of a line with a title that does not count."""

    other_line_count: int = 0
    """Lines without a title."""

    @property
    def places(self) -> Iterator[tuple[int, PlayerRecord]]:
        """The places and the records, the best first; equal records share a place."""
        ranking = sorted(self.records.values(), key=ranking_key)
        keys = [*map(ranking_key, ranking)]
        for key, record in zip(keys, ranking, strict=True):
            yield 1 + bisect_left(keys, key), record

    @property
    def histogram(self) -> list[int]:
        """The number of games won with 1, 2, ... guesses, or at least `BAR_COUNT`."""
        found = chain.from_iterable(record.found for record in self.records.values())
        counts = Counter(min(guesses, BAR_COUNT) for guesses in found)
        return [counts[guesses] for guesses in range(1, BAR_COUNT + 1)]

    @property
    def not_found_count(self) -> int:
        """The number of lost games."""
        return sum(record.guesses.count(0) for record in self.records.values())

    def team_record(self, names: Iterable[str]) -> PlayerRecord:
        """Return the results of some names together."""
        keys = {*map(fold_case, names)} & self.records.keys()
        guesses = chain.from_iterable(self.records[key].guesses for key in keys)
        return PlayerRecord(", ".join(names), [*guesses])


class _Row(NamedTuple):
    """The number of a line in the match, from 1, its place, player and result."""

    number: int
    place: str
    name: str
    result: ParsedResult

    @property
    def order(self) -> tuple[int, ...]:
        """The sort key by game: games without a number, then by number and size."""
        if not self.result.number:
            return 0, self.number
        size = size_order(game_rules(self.result.game))
        return self.result.number, size, self.number


def read_match(lines: Iterable[ResultLine]) -> Match:
    """Return the match of some lines."""
    match, rows = Match(), list[_Row]()
    titles = dict[str, str]()  # Titles in lower case, each with its first spelling.
    sender_above = ""
    for number, result_line in enumerate(lines, 1):
        line = result_line.text
        if line == FILE_END.text:
            sender_above = ""
        if is_blank(line):
            continue
        result = parse_result(line)
        if result is None:
            sender_above = parse_sender_line(line)
            if has_title(line):
                text = shorten(line, _MAX_REMARK_LENGTH)
                match.remarks[number] = f"{NOT_READ}{text}"
            else:
                match.other_line_count += 1
            continue
        name = normalize_blanks(result_line.name) or result.sender or sender_above
        if remark := result.remark or ("" if name else NAME_MISSING):
            match.remarks[number] = remark
            continue
        game = titles.setdefault(fold_case(result.game), result.game)
        result = result._replace(game=game)
        place = result_line.place or f"line {number}"
        rows.append(_Row(number, place, shorten_name(name), result))
    _count_results(match, rows)
    return match


def _count_results(match: Match, rows: Sequence[_Row]) -> None:
    """Count for each player and game the result with the most guesses, or not found."""
    counted = dict[tuple[str, str, int], _Row]()
    for row in sorted(rows, key=lambda row: -(row.result.guesses or 100)):
        key = fold_case(row.name)
        game = row.result.game, row.result.number or -row.number
        first = counted.setdefault((key, *game), row)
        if first is not row:
            match.remarks[row.number] = DUPLICATE_RESULT.format(place=first.place)
    for row in rows:
        match.records.setdefault(fold_case(row.name), PlayerRecord(row.name))
    for row in sorted(counted.values(), key=attrgetter("order")):
        result, record = row.result, match.records[fold_case(row.name)]
        record.guesses.append(result.guesses)
        if result.number:
            title = f"{result.game} #{result.number}"
            players = match.guesses_by_game.setdefault(title, {})
            players[record.name] = result.guesses
    match.remarks = dict(sorted(match.remarks.items()))
