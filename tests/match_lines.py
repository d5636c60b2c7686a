"""Random result lines, some of them damaged, and a naive count of them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from xl_mastermind.match.match_sheet import MAX_NAMES
from xl_mastermind.match.result_lines import NOT_FOUND_SYMBOL
from xl_mastermind.spreadsheet.cells import RangeValues

Row: TypeAlias = tuple[str, str]
"""A line, and the name beside it."""

MAX_LINES: Final = 200

PEOPLE: Final = (
    *("Ann", "Bob", "Zoë", "O'Neil", "Ann*", "A?n", "~Tom", "Lea-Marie", "José"),
    *("小明", "7", ">5", "Iris", "İnci", "=Max", *(f"Kid {n}" for n in range(1, 23))),
)
"""Some are wildcards, numbers or comparisons for careless formulas."""

KNOWN: Final = (
    *("Mastermind", "Little", "Brain Breaker", "Bulls and Cows", "AB with repeats"),
    *("Super Mastermind", "Letters", "Black Pegs", "Mastermind 6x9"),
    *("Mastermind 5x8 distinct", "Mastermind 5x8 black", "Mastermind 2x4 symbols=A1b2"),
    "Mastermind 12x13 distinct black symbols=QWERTZUiopasd",
)

DAMAGED: Final[tuple[Callable[[str], str], ...]] = (
    lambda text: text.replace(" in ", " inn "),
    lambda text: f"{text} guesses, hooray",
    lambda text: text.replace("#", "no. "),
    lambda _: "hello *all*?",
    lambda text: text[: len(text) // 2],
    str.upper,
    str.lower,
    lambda text: text.join(("  ", " ")).replace(" in ", "  in\N{NO-BREAK SPACE}"),
    lambda text: text.replace(" in ", " in 0"),
    lambda _: "~*",
    lambda text: text.replace("#", "#x"),
    lambda text: text.replace("#", "#0"),
    lambda _: "See you in 5",
    lambda _: "=1+1",
    lambda _: '"',
    lambda text: f"{text}.",
    lambda text: f"{text}\n●○··\n●●●●",
    lambda text: f"{text}\n{text}",
    lambda text: text.replace("master", "Master\N{LEFT-TO-RIGHT MARK}"),
    lambda text: text.replace("x", "xx"),
    lambda text: f"hi: {text}",
)

CHATS: Final = (
    "{}: {}",
    "[31.12.26, 12:03:10] {}: {}",
    "31/12/26, 12:03 - {}: {}",
    "\N{LEFT-TO-RIGHT MARK}[31/12/26, 12:03\N{NARROW NO-BREAK SPACE}PM] {}: {}",
)

CLASSES: Final = [(1, 5), (2, 29), (3, 37)]
"""Seeds, and numbers of people: the last are too many for the sheet."""

PEGS: Final = ("●○··", "● ○ · ·", "●? ○?", "*o..", "", "····")


def random_lines(seed: int, people: int) -> list[Row]:
    """Return lines as a class pastes them."""
    draw = random.Random(seed)
    rows: list[Row] = []
    while len(rows) < MAX_LINES:
        name = draw.choice(PEOPLE[:people])
        number = draw.choice([str(draw.randint(1, 20)), "20261231", "999999999"])
        game = draw.choice(KNOWN) + (f" #{number}" if draw.random() < 0.9 else "")
        guesses = draw.choice([*range(1, 13), 15])
        lost = draw.random() < 0.2
        text = f"{game}: not found in 10" if lost else f"{game} in {guesses}"
        beside = name
        kind = draw.random()
        if kind < 0.15:
            text, beside = draw.choice(CHATS).format(name, text), ""
        elif kind < 0.35:
            text = draw.choice(DAMAGED)(text)
        elif kind < 0.39:
            beside = ""
        elif kind < 0.43:
            beside = draw.choice([name.lower(), name.upper(), f" {name} "])
        rows.append((text, beside))
        if draw.random() < 0.3:
            rows += [(draw.choice(PEGS), "")] * draw.randint(1, 3)
        if draw.random() < 0.05:
            rows.append((text, beside))
    return rows[:MAX_LINES]


# The naive count


def normalize(text: str) -> str:
    for blank in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\t":
        text = text.replace(blank, " ")
    return text.replace("\N{LEFT-TO-RIGHT MARK}", "")


def fold_case(text: str) -> str:
    return text.upper().replace("İ", "I")


def is_pegs(text: str) -> bool:
    return all(character in "●○·?*o. \n" for character in normalize(text))


def is_count(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= most and int(text) > 0


def is_game(text: str) -> bool:
    if fold_case(text) in map(fold_case, KNOWN):
        return True
    word, _, size = text.partition(" ")
    pegs, times, colours = size.lower().partition("x")
    colours, *words = colours.split(" ")
    sizes = [pegs, colours]
    is_sized = all(len(n) in {1, 2} and n.isascii() and n.isdigit() for n in sizes)
    for option in ("distinct", "black"):
        words = words[words[:1] == [option] :]
    for word_of_symbols in words[:1]:
        key, _, symbols = word_of_symbols.partition("=")
        are_symbols = symbols.isascii() and symbols.isalnum() and len(symbols) <= 36
        words = words[key == "symbols" and are_symbols :]
    is_sized &= not words
    return fold_case(word) == "MASTERMIND" and bool(times) and is_sized


def title_of(game: str) -> str:
    """Return a title with its words as boards write them, and symbols as they are."""
    known = next(
        (known for known in KNOWN if fold_case(known) == fold_case(game)), game
    )
    words = known.lower().split(" ")
    if words[-1].startswith("symbols="):
        return " ".join(
            ["Mastermind", *words[1:-1], f"symbols={game.partition('=')[2]}"]
        )
    return known if known in KNOWN else f"Mastermind {' '.join(words[1:])}"


def parse_line(text: str) -> tuple[str, str, str, int] | None:
    """Return sender, game, number, and guesses, negative if it was not found."""
    first, *rest = normalize(text).split("\n")
    words = first.split() if is_pegs("".join(rest)) else normalize(text).split()
    if len(words) < 3 or words[-2].upper() != "IN" or not is_count(words[-1], 2):
        return None
    guesses, words = int(words[-1]), words[:-2]
    found = not " ".join(words).upper().endswith(": NOT FOUND")
    if not found:
        words = words[:-2]
        words[-1] = words[-1].removesuffix(":")
    number = ""
    if words[-1].startswith("#"):
        number = words.pop()[1:]
        if not is_count(number, 9):
            return None
        number = str(int(number))
    *before, game = " ".join(words).split(": ")
    if not is_game(game):
        return None
    sender = before[0] if before else ""
    if sender.startswith("["):
        sender = sender.partition("] ")[2]
    elif " - " in sender and sender[0].isdigit():
        sender = sender.partition(" - ")[2]
    return sender, game, number, guesses if found else -guesses


@dataclass
class NaiveCount:
    """
    What the lines say.

    Attributes
    ----------
    results : dict of str to list
        Guesses of each name's games, 0 for not found.
    names : dict of str to str
        How each was first written.
    numbers : dict of str to list
        Guesses by game, by game and number.
    remarks : list
        How the sentence of each line begins, blank for those that count.
    """

    results: dict[str, list[int]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, list[str]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    @property
    def ranking(self) -> RangeValues:
        """Place, name, games, found, average, best, streak."""
        rows: list[tuple[str, int, int, float, int, int]] = []
        for key, games in self.results.items():
            found = [guesses for guesses in games if guesses]
            streak = len(games)
            while streak and all(games[-streak:]) is False:
                streak -= 1
            average, best = sum(found) / max(len(found), 1), min(found, default=0)
            name = self.names[key]
            rows.append((name, len(games), len(found), average, best, streak))
        rows.sort(key=lambda row: (-row[2], row[3]))
        keys = [(row[2], row[3]) for row in rows]
        return [
            [keys.index(key) + 1, *row[:3], *(cell or "" for cell in row[3:5]), row[5]]
            for key, row in zip(keys, rows, strict=True)
        ]

    @property
    def bars(self) -> list[int]:
        """Games that took 1, 2, ... guesses, 12 and more, and those not found."""
        games = [guesses for played in self.results.values() for guesses in played]
        bars = [games.count(guesses) for guesses in range(1, 12)]
        return [*bars, sum(guesses >= 12 for guesses in games), games.count(0)]

    @property
    def who(self) -> list[list[str]]:
        """Each game and number, with who needed how many."""
        return [[game, ", ".join(players)] for game, players in self.numbers.items()]


def count(rows: Sequence[Row], room: int = MAX_NAMES) -> NaiveCount:
    """Return what lines say, for as many names as there is room for."""
    counted, seen = NaiveCount(), dict[tuple[str, str], int]()
    titles = dict[str, str]()
    for line, (text, beside) in enumerate(rows, 1):
        parts = parse_line(text)
        counted.remarks.append("")
        if is_pegs(text):
            continue
        if parts is None:
            counted.remarks[-1] = "Expected a line"
            continue
        sender, game, number, guesses = parts
        name = " ".join(normalize(beside).split()) or sender
        key = fold_case(name)
        if not name:
            counted.remarks[-1] = "Whose result"
            continue
        if key not in counted.names and len(counted.names) == room:
            counted.remarks[-1] = f"Not counted: the sheet has room for {room} names"
            continue
        played = f"{title_of(game)} #{number}"
        played = titles.setdefault(fold_case(played), played)
        if number and (key, played) in seen:
            again = f"Counted once: the same game as in line {seen[key, played]}."
            counted.remarks[-1] = again
            continue
        seen[key, played] = line
        counted.names.setdefault(key, name)
        counted.results.setdefault(key, []).append(max(guesses, 0))
        if number:
            shown = (
                f"{counted.names[key]} {guesses if guesses > 0 else NOT_FOUND_SYMBOL}"
            )
            counted.numbers.setdefault(played, []).append(shown)
    return counted
