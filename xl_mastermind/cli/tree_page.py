"""Write the tree of a strategy as a web page that folds out without scripts."""

from collections.abc import Iterator
from html import escape
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.peg_colours import peg_colour
from xl_mastermind.game.rules import Code, Rules, feedback_in_words
from xl_mastermind.solve.evaluation import Evaluation
from xl_mastermind.solve.strategies import strategy_label
from xl_mastermind.solve.trees import Node
from xl_mastermind.spreadsheet.games import title
from xl_mastermind.spreadsheet.html_page import PEG_STYLE, html_page
from xl_mastermind.spreadsheet.messages import feedback_symbols, pluralize

_STYLE: Final = f"""\
body {{ max-width: 60rem; line-height: 1.7; }}
details {{ margin-left: 1.2rem; border-left: 2px solid var(--hair);
  padding-left: .6rem; }}
summary {{ cursor: pointer; }}
p {{ margin: 0 0 0 1.2rem; border-left: 2px solid var(--hair);
  padding-left: 1.6rem; }}
@media (max-width: 40rem) {{
  body {{ padding: 0 .5rem; font-size: .9rem; }}
  details {{ margin-left: .3rem; padding-left: .2rem; }}
  p {{ margin-left: .3rem; padding-left: 1.2rem; }}
  summary, p {{ white-space: nowrap; }}
  u {{ display: none; }}
}}
u {{ text-decoration: none; }}
b {{ display: inline-block; min-width: 1.3rem; margin-right: .15rem; padding: 0 .1rem;
  border-radius: .25rem; text-align: center; line-height: 1.5;
  background: var(--paper); }}
i {{ display: inline-block; min-width: 3.6rem; font-style: normal;
  letter-spacing: .1rem; color: var(--black-peg); background: var(--white-peg); }}
{PEG_STYLE}"""


def tree_page(evaluation: Evaluation, tree: Node) -> str:
    """Return the web page with all guesses of a strategy."""
    rules, strategy = evaluation.rules, strategy_label(evaluation.strategy)
    code_count = pluralize(rules.code_count, "code")
    heading = f"{title(rules)}: every guess of {strategy}"
    book = codebook(rules)
    lines = "\n".join(_position_lines(book, tree, np.arange(len(book)), 1))
    body = f"""\
<h1>{escape(heading)}</h1>
<div>{escape(str(rules))}, {code_count}: {evaluation.average:.4f}
guesses on average, at most {evaluation.max}. Make a guess, then open the line of its
answer.</div>
{lines}"""
    return html_page(heading, body, _STYLE)


def _position_lines(
    book: Codebook,
    tree: Node,
    codes: NDArray[np.int64],
    turn: int,
    text: str = "Guess 1",
) -> Iterator[str]:
    """Yield the lines of a position: its guess, and the position after each answer."""
    rules = book.rules
    guess = f"{text}: {_tile_html(tree.guess, rules)}"
    is_open = ' open=""' if turn == 1 else ""
    yield f"<details{is_open}><summary>{guess}</summary>"
    answers = book.feedback_vector(book.index(tree.guess), codes)
    for feedback in rules.feedbacks:
        part = codes[answers == book.rules.feedback_number(feedback)]
        if not len(part) or feedback == rules.win:
            continue
        pegs = feedback_symbols(*feedback, rules.pegs, "").rstrip("·") or "·"
        # Where a phone has no room for the words, the pegs say the same.
        answer = f"<i>{pegs}</i> <u>{feedback_in_words(feedback, rules)}:</u> "
        if reply := tree.subtrees.get(feedback):
            left = pluralize(len(part), "code")
            counted = f"{answer}{left} left<u>, guess {turn + 1}</u>"
            yield from _position_lines(book, reply, part, turn + 1, counted)
        else:  # the first of them is guessed, then the other
            tiles = [_tile_html(book.code(int(place)), rules) for place in part]
            yield f"<p>{answer}{', then '.join(tiles)}</p>"
    yield "</details>"


def _tile_html(code: Code, rules: Rules) -> str:
    tiles = []
    for symbol in rules.format_code(code):
        look = f' class="p{symbol}"' if peg_colour(symbol) else ""
        tiles.append(f"<b{look}>{symbol}</b>")
    return "".join(tiles)
