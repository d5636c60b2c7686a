"""Puzzles as worksheets to print on A4 or Letter, with the solutions last."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.game.rules import Code, Feedback, Rules, feedback_in_words
from xl_mastermind.plugins.html_page import html_page
from xl_mastermind.plugins.puzzles.explanation import solution_in_words
from xl_mastermind.plugins.puzzles.puzzle import (
    LEVELS,
    MAX_CLUES,
    PUZZLES_PER_PAGE,
    NumberedPuzzle,
)
from xl_mastermind.presentation.games import title as game_title
from xl_mastermind.presentation.messages import guess_in_words

_FOLDER: Final = Path(__file__).parent

_STYLE: Final = "".join(
    (
        (_FOLDER / "tiles.css").read_text("ascii"),
        *(
            f".p{symbol} {{ background: {colour.fill}; color: {colour.ink}; }}\n"
            for symbol, colour in PEG_COLOURS.items()
        ),
        (_FOLDER / "page.css").read_text("ascii"),
    )
)
"""The style sheet; its variable `--side` is the width of a tile."""

_CLUE_SIDES: Final = {3: "11mm", 4: "9.5mm", 5: "8mm"}
"""The side of a tile by the maximum number of clues of a game: they fill the page."""

_EXPLAINED_LEVEL: Final = LEVELS[0]
"""The level with solutions short enough to print their steps."""


def puzzle_page(puzzles: Sequence[NumberedPuzzle]) -> str:
    """Return a page of puzzles of one game and level."""
    rules, level = puzzles[0].rules, puzzles[0].level
    title = f"{game_title(rules)}: {level} puzzles"
    heading = escape(title)
    sections = "".join(
        _section(heading, rules, puzzles[first : first + PUZZLES_PER_PAGE])
        for first in range(0, len(puzzles), PUZZLES_PER_PAGE)
    )
    solutions = "\n".join(_solutions(puzzles))
    body = f"""\
{sections}<section>
<header><h1>Solutions</h1><span>{heading}</span></header>
<div class="solutions{" with-steps" if level == _EXPLAINED_LEVEL else ""}">
{solutions}
</div>
<footer>The same numbers are the same puzzles on the sheet Puzzles of the workbook
MasterMind.</footer>
</section>"""
    return html_page(title, body, _STYLE)


def _section(heading: str, rules: Rules, puzzles: Sequence[NumberedPuzzle]) -> str:
    repeats = "" if rules.distinct else "; a digit may stand twice"
    articles = "".join(map(_article, puzzles))
    return f"""\
<section style="--clue-side: {_CLUE_SIDES[MAX_CLUES[str(rules)]]}">
<header><h1>{heading}</h1><span>Name <i></i></span></header>
<p>A code has {guess_in_words(rules)}{repeats}. Beside each guess
<span class="peg black" role="img" aria-label="a black peg"></span> counts digits in the
right place, <span class="peg white" role="img" aria-label="a white peg"></span> digits
that belong elsewhere. Exactly one code fits all clues.</p>
<div class="grid">
{articles}</div>
</section>
"""


def _article(puzzle: NumberedPuzzle) -> str:
    rules = puzzle.rules
    clues = "".join(
        f'<div class="row"><b>{clue}</b>'
        f"{_code_image(guess, f'Clue {clue}', rules)}{_feedback_image(feedback, rules)}"
        "</div>\n"
        for clue, (guess, feedback) in enumerate(puzzle.clues, 1)
    )
    blank = '<span class="tile"></span>' * rules.pegs
    digits = "<br>".join(rules.symbols)
    notes = f"<span>{digits}</span>" * rules.pegs
    return f"""\
<article>
<h2>Puzzle {puzzle.number}</h2>
<div class="puzzle">
<div class="clues">
{clues}<div class="row mine"><b></b><div class="code">{blank}</div><span>code</span>
</div>
</div>
<div class="notes" aria-hidden="true">{notes}</div>
</div>
</article>
"""


def _solutions(puzzles: Sequence[NumberedPuzzle]) -> Iterator[str]:
    """Yield the code of each puzzle, and the steps that solve an easy one."""
    for puzzle in puzzles:
        title = f"The code of puzzle {puzzle.number}"
        code = _code_image(puzzle.code, title, puzzle.rules)
        row = f'<div class="row"><b>{puzzle.number}</b>{code}</div>'
        if puzzle.level != _EXPLAINED_LEVEL:
            yield row
            continue
        steps = solution_in_words(puzzle.rules, puzzle.clues)
        items = "".join(f"<li>{escape(step)}</li>\n" for step in steps)
        yield f'<div class="solution">{row}<ol>\n{items}</ol></div>'


# Codes and feedback as tiles and pegs with labels


def _image(css_class: str, text: str, children: Iterable[str]) -> str:
    """Return an element with a label for screen readers."""
    attributes = f'class="{css_class}" role="img" aria-label="{escape(text)}"'
    return f"<div {attributes}>{''.join(children)}</div>"


def _code_image(code: Code, title: str, rules: Rules) -> str:
    """
    Return the tiles of a code with its words.

    >>> html = _code_image((10, 1), "Clue 1", Rules(2, 10, symbols="0123456789"))
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


def _feedback_image(feedback: Feedback, rules: Rules) -> str:
    """Return the pegs of a complete feedback with its words."""
    black, white = feedback
    none = rules.pegs - black - white
    kinds = ["black"] * black + ["white"] * white + ["none"] * none
    pegs = (f'<span class="peg {kind}"></span>' for kind in kinds)
    return _image("answer", f"Answer: {feedback_in_words(feedback, rules)}", pegs)
