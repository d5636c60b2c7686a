"""Hypothesis strategies for games, codes and texts."""

import string
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import strategies as st

from xl_mastermind.game.rules import Code, Rules, Turn

LOOK_ALIKES = (
    "ßé²①\u017f\ufb01\u0131\u0130\u212a\u0663\uff19\uff21\u0430"
    "\u00a0\u2003\u200b\u2060\ufeff\x1f"
)
"""Characters that upper, strip or isdigit treat as others, and blanks."""


def texts(symbols: str, pegs: int) -> st.SearchStrategy[str]:
    """Draw texts, most of them `pegs` symbols or look-alikes."""
    characters = st.sampled_from(symbols + LOOK_ALIKES)
    return st.text(characters, min_size=pegs, max_size=pegs) | st.text(max_size=6)


def turns_of_guesses(rules: Rules, secret: Code, guesses: Sequence[Code]) -> list[Turn]:
    return [Turn(guess, rules.feedback(secret, guess)) for guess in guesses]


_CHARACTERS = string.ascii_lowercase + string.digits


_SYMBOLS = ["", *("".join(Random(n).sample(_CHARACTERS, 6)) for n in range(20))]


# Computing a strategy takes longer than many tests, so it is cached.


@cache
def games(max_codes: int = 1296) -> st.SearchStrategy[Rules]:
    """Draw the rules of a game of up to 4 pegs and 6 colours, half with new symbols."""
    plain = [
        Rules(pegs, colours, distinct, black_only)
        for pegs in range(1, 5)
        for colours in range(1, 7)
        for distinct in (False, True)
        for black_only in (False, True)
        if colours >= pegs or not distinct
    ]
    fitting = st.sampled_from([r for r in plain if r.code_count <= max_codes])
    renamed = st.tuples(fitting, st.sampled_from(_SYMBOLS)).map(
        lambda drawn: replace(drawn[0], symbols=drawn[1][: drawn[0].colours])
    )
    return fitting | renamed


@cache
def codes_of(rules: Rules) -> st.SearchStrategy[Code]:
    def code(number: int) -> Code:
        colours, pegs = [*range(1, rules.colours + 1)], []
        for _ in range(rules.pegs):
            number, place = divmod(number, len(colours))
            pegs.append(colours.pop(place) if rules.distinct else colours[place])
        return (*pegs,)

    return st.integers(0, rules.code_count - 1).map(code)


@st.composite
def games_in_progress(
    draw: st.DrawFn, max_turns: int = 3, max_codes: int = 1296
) -> tuple[Rules, Code, list[Turn]]:
    """Draw a game, a secret, and some turns without a win."""
    rules = draw(games(max_codes=max_codes))
    code = codes_of(rules)
    secret = draw(code)
    guesses = [g for g in draw(st.lists(code, max_size=max_turns)) if g != secret]
    return rules, secret, turns_of_guesses(rules, secret, guesses)
