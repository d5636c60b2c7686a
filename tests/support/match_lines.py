"""Random lines of a chat, with the result that each contains."""

import random
import tomllib
from typing import Final, NamedTuple

from expected_values import DATA

from xl_mastermind.plugins.match.result_lines import ResultLine

_LINES: Final = tomllib.loads((DATA / "chat_lines.toml").read_text("utf-8"))

PEOPLE: Final = (*_LINES["people"], *(f"Kid {n}" for n in range(1, 30)))
"""Senders of chat lines."""

TYPED_NAMES: Final = _LINES["typed_names"]


class ChatLine(NamedTuple):
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
    name, title = draw.choice(people), draw.choice([*_LINES["games"]])
    guesses = draw.randint(0, _LINES["games"][title])
    number = draw.choice([0, *range(1, 20), 20261231, 999999999])
    sign = draw.choice(["#", "#", "# "])
    digits = draw.choice([f"{number}", f"{number}", f"{number:,}", f"0{number}"[-9:]])
    in_guesses = draw.choice([" in ", " in ", ": in "]) + str(guesses)
    if not guesses:
        in_guesses = draw.choice([": not found in 10", " not found", ": not found"])
    text = f"{title} {sign}{digits}" if number else title
    has_hints = draw.random() < 0.05
    text += in_guesses + " with hints" * has_hints + draw.choice(_LINES["tails"])
    text = draw.choice([text, text, text, text.upper(), text.lower()])
    game = f"{title} #{number}" if number else title
    game = "" if has_hints else game
    kind = draw.random()
    if kind < 0.1:
        old, new = draw.choice(_LINES["damages"])
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
    is_plain = " - " not in name
    forms = _LINES["chats"] + _LINES["times_before_names"] * is_plain
    line = ResultLine(draw.choice(forms).format(name, text))
    return ChatLine(line, name, game, guesses)
