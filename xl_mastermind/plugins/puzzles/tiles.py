"""Codes and feedback of web pages, as tiles and pegs with labels."""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.game.rules import Code, Feedback, Rules, feedback_in_words

TILE_STYLE: Final = Path(__file__).with_name("tiles.css").read_text("ascii") + "".join(
    f".p{symbol} {{ background: {colour.fill}; color: {colour.ink}; }}\n"
    for symbol, colour in PEG_COLOURS.items()
)
"""The style sheet of tiles and pegs; the variable `--side` is the width of a tile."""


def _image(css_class: str, text: str, children: Iterable[str]) -> str:
    """Return an element with a label for screen readers."""
    attributes = f'class="{css_class}" role="img" aria-label="{escape(text)}"'
    return f"<div {attributes}>{''.join(children)}</div>"


def code_image(code: Code, title: str, rules: Rules) -> str:
    """
    Return the tiles of a code with its words.

    >>> html = code_image((10, 1), "Clue 1", Rules(2, 10, symbols="0123456789"))
    >>> html.partition('aria-label="')[2].partition('"')[0]
    'Clue 1: 9, 0'
    """
    tiles, words = [], []
    for symbol in rules.format_code(code):
        colour = PEG_COLOURS.get(symbol)
        css_class = f"tile p{symbol}" if colour else "tile"
        tiles.append(f'<span class="{css_class}" aria-hidden="true">{symbol}</span>')
        words.append(f"{colour.name} {symbol}" if colour else symbol)
    return _image("code", f"{title}: {', '.join(words)}", tiles)


def feedback_image(feedback: Feedback, rules: Rules) -> str:
    """Return the pegs of a complete feedback with its words."""
    black, white = feedback
    none = rules.pegs - black - white
    kinds = ["black"] * black + ["white"] * white + ["none"] * none
    pegs = (f'<span class="peg {kind}"></span>' for kind in kinds)
    return _image("answer", f"Answer: {feedback_in_words(feedback, rules)}", pegs)
