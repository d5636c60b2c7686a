"""Random lines of a chat, with the result that each contains."""

import random
from typing import Final, NamedTuple

from xl_mastermind.match.result_lines import ResultLine

GAMES: Final = {
    "Mastermind": 10,
    "Little": 6,
    "Brain Breaker": 10,
    "Bulls and Cows": 10,
    "Super Mastermind": 12,
    "Letters": 12,
    "Mastermind 6x9": 12,
    "Mastermind 5x8 distinct": 12,
    "Mastermind 2x4 symbols=A1b2": 6,
    "Mastermind 12x13 distinct black symbols=QWERTZUiopasd": 12,
}
"""Titles, and the attempts of their boards."""

PEOPLE: Final = (
    *("Ann", "Bob", "Zoë", "O'Neil", "Lea-Marie", "José", "小明", "İnci", "Weiß"),
    *("Kai (Mum)", "Mastermind fan", "Ann - Marie", "7", "Little John"),
    *(f"Kid {n}" for n in range(1, 30)),
)
"""Senders of chat lines."""

TYPED_NAMES: Final = ("Ann*", "A?n", "~Tom", ">5", "=Max", "a|b", "a|lb", "Tom")
"""Further names beside lines: wildcards or comparisons for careless formulas."""

CHATS: Final = (
    *("{}: {}", "{}:{}", "{} : {}", "~ {}: {}", "> {}: {}", "• {}: {}", "*{}*: {}"),
    *("“{}”: {}", "12. {}: {}", "- {}: {}", "{} - {}", "\N{BYTE ORDER MARK}{}: {}"),
    *("[31.12.26, 12:03:10] {}: {}", "\u200f[13.06.2023, 18:08:08] {}: {}"),
    *("31/12/26, 12:03 - {}: {}", "2016-06-27, 8:04:08 AM: {}: {}"),
    "\u200e[31/12/26, 12:03\N{NARROW NO-BREAK SPACE}PM] {}: {}",
    *("2023년 2월 1일 오전 10:11, {} : {}", "20.06.17, 8:28 p. m. - {}: {}"),
    *("{}, [24 Nov 2026 at 18:05]: {}", "\u2068{}\u2069: {}", "[2026-11-27] {}: {}"),
    *("{}: I got {}", "<{}> {}", "18:05 <{}> {}", "[{}] [6:05 PM] {}", "{}: yes!{}"),
    *("24.11.2026 klo 23.59 - {}: {}", "[24.11.2026 klo 8.05.12] {}: {}"),
    *("24.11.2026 18.05 - {}: {}", "{}: 🎉{}"),
)
"""Forms of a name and a result that Python and formulas read."""

TIMES_BEFORE_NAMES: Final = ("18:05 {}: {}", "10:11 {} {}", "9:05 am {}: {}")
"""Forms in which a name with a dash is uncertain."""

TAILS: Final = (
    *("", "", "", ".", "!", " 🎉", "*", " :)", "”", " <This message was edited>"),
    *("\n●○··\n●●●●", " ●? ○?", "\n*o..", "…", "\u200e", " ●○", " 哈哈"),
)

DAMAGES: Final = (
    *((" in ", " inn "), (" in ", " in 0 "), (" in ", " in 9"), ("#", "no. ")),
    *(("#", "#x"), ("x", "xx"), ("Mas", "MyMas"), ("x8", "x8%"), ("x9", "xe9")),
    *(
        ("6x", "13x"),
        ("5x8", "9x8"),
        ("=A", "=AA"),
        (" in ", " in 2"),
        (" in ", " <a "),
    ),
    *(("Mas", "Little in 5, Mas"), ("Mas", "Letters not found. Mas")),
)
"""Changes of a text that leave no result, or one with too many guesses."""


class ChatLine(NamedTuple):
    """A line with its result."""

    line: ResultLine
    name: str
    """The name of the player, blank if it is missing."""

    game: str
    """The title of the game and its number, blank if the line has no result."""

    guesses: int
    """0 if the code was not found."""


def random_lines(seed: int, people: int, count: int) -> list[ChatLine]:
    """Return lines as a class pastes them."""
    draw = random.Random(seed)
    return [_random_line(draw, PEOPLE[:people]) for _ in range(count)]


def _random_line(draw: random.Random, people: tuple[str, ...]) -> ChatLine:
    """Return a line with a result, or one that looks like it."""
    name, title = draw.choice(people), draw.choice([*GAMES])
    guesses = draw.randint(0, GAMES[title])
    number = draw.choice([0, *range(1, 20), 20261231, 999999999])
    sign = draw.choice(["#", "#", "# "])
    digits = draw.choice([f"{number}", f"{number}", f"{number:,}", f"0{number}"[-9:]])
    in_guesses = draw.choice([" in ", " in ", ": in "]) + str(guesses)
    if not guesses:
        in_guesses = draw.choice([": not found in 10", " not found", ": not found"])
    text = f"{title} {sign}{digits}" if number else title
    has_hints = draw.random() < 0.05
    text += in_guesses + " with hints" * has_hints + draw.choice(TAILS)
    text = draw.choice([text, text, text, text.upper(), text.lower()])
    game = f"{title} #{number}" if number else title
    game = "" if has_hints else game
    kind = draw.random()
    if kind < 0.1:
        old, new = draw.choice(DAMAGES)
        if old in text and not text.endswith(">"):
            return ChatLine(ResultLine(text.replace(old, new), name), name, "", 0)
    if kind < 0.15:
        return ChatLine(
            ResultLine(draw.choice(["Hello", "", "See you in 5"])), "", "", 0
        )
    if kind < 0.2:
        return ChatLine(ResultLine(text), "", game, guesses)
    if kind < 0.5:
        beside = draw.choice(
            [*TYPED_NAMES, name, name.replace("İ", "I").lower(), f" {name} "]
        )
        return ChatLine(ResultLine(text, beside), beside.strip(), game, guesses)
    forms = CHATS if " - " in name else CHATS + TIMES_BEFORE_NAMES
    line = ResultLine(draw.choice(forms).format(name, text))
    return ChatLine(line, name, game, guesses)
