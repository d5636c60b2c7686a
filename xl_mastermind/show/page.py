"""A played game as a web page: one file, nothing loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from typing import Final

from xl_mastermind.game.rules import Code, Feedback, Rules, feedback_in_words
from xl_mastermind.sheet.palette import (
    ACCENT,
    FAINT,
    INK,
    LINE,
    MUTED,
    PAPER,
    PEG_COLOURS,
    WHITE,
    peg_colour,
)
from xl_mastermind.sheet.words import plural
from xl_mastermind.solve.analysis import tell_turns
from xl_mastermind.solve.evaluate import TurnRecord
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY

_NIGHT: Final = "#12181F"
"""The ground in dark mode; the board itself stays light."""

# A tile is as wide as a narrow phone allows with so many beside one another.
_STYLE: Final = f"""\
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; max-width: 40rem; padding: 1rem; background: {WHITE};
  color: {INK}; font: 1rem/1.5 Calibri, Carlito, system-ui, sans-serif; }}
h1 {{ margin: 0; font-size: 1.6rem; line-height: 1.2; }}
h2 {{ margin: 1.5rem 0 .5rem; font-size: 1.1rem; }}
p {{ margin: .5rem 0; }}
ol {{ margin: 0; padding: 0; list-style: none; }}
li {{ margin: 0 0 .75rem; padding: .75rem; border-radius: .5rem; background: {PAPER};
  color: {INK}; border-left: .3rem solid {LINE}; }}
li.win {{ border-left-color: {ACCENT}; }}
h3 {{ margin: 0 0 .4rem; font-size: .9rem; font-weight: normal; color: {MUTED}; }}
.row {{ display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }}
.code, .answer {{ display: flex; gap: .25rem; }}
.tile {{ --side: min(2.75rem, calc((100vw - 5rem) / var(--pegs) - .25rem));
  box-sizing: border-box; width: var(--side); height: var(--side); display: flex;
  align-items: center; justify-content: center; border: 1px solid {MUTED};
  border-radius: .35rem; background: {WHITE}; color: {INK}; font-weight: bold;
  font-size: calc(var(--side) / 2); }}
.peg {{ box-sizing: border-box; width: 1rem; height: 1rem; border-radius: 50%; }}
.black {{ background: {INK}; border: 2px solid {INK}; }}
.white {{ background: {WHITE}; border: 2px solid {INK}; }}
.none {{ border: 2px dotted {FAINT}; }}
strong {{ color: {ACCENT}; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: {_NIGHT}; color: {PAPER}; }}
}}
"""


def game_page(
    rules: Rules, number: int, strategy: str, steps: Sequence[TurnRecord]
) -> str:
    """
    Return a web page that shows how a strategy has broken the code of a number.

    It is one file without a script, which loads nothing from elsewhere. Pegs are told
    in words to those who do not see them. Every turn has its sentence, which compares
    its guess with that of the usual strategy. The winning turn is the last.

    Examples
    --------
    >>> from xl_mastermind.solve.evaluate import game_record
    >>> rules = Rules(4, 6)
    >>> game = [*game_record(rules, rules.code_numbered(2611), "knuth")]
    >>> game_page(rules, 2611, "knuth", game).splitlines()[0]
    '<!doctype html>'
    """
    secret = rules.code_numbered(number)
    guesses = f"{len(steps)} guess{'es' if len(steps) > 1 else ''}"
    heading = f"{rules.format_code(secret)} found in {guesses}"
    rival = None if strategy == DEFAULT_STRATEGY else DEFAULT_STRATEGY
    sentences = tell_turns(rules, [step.turn for step in steps], rival)
    turns = [
        _turn(number, step, sentence, rules)
        for number, (step, sentence) in enumerate(zip(steps, sentences, strict=True), 1)
    ]
    whites = "" if rules.black_only else ", a white one a colour that belongs elsewhere"
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mastermind: {heading}</title>
<style>
{_STYLE}{_fills()}</style>
</head>
<body style="--pegs: {rules.pegs}">
<main>
<h1>Mastermind: {heading}</h1>
<p>The game is {escape(str(rules))}, number {number}, with
{plural(rules.code_count, "possible code")}.
The strategy {escape(strategy)} made the guesses.</p>
<p>A black peg counts a colour in the right place{whites}.</p>
<h2>The hidden code</h2>
{_tiles(secret, "The hidden code", rules)}
<h2>The guesses</h2>
<ol role="list">
{"".join(turns)}</ol>
</main>
</body>
</html>
"""


def _fills() -> str:
    return "".join(
        f".p{number} {{ background: {look.fill}; color: {look.ink}; }}\n"
        for number, look in enumerate(PEG_COLOURS, 1)
    )


def _picture(name: str, words: str, inside: str) -> str:
    """Return something to see, and what it says to those who do not see it."""
    return f'<div class="{name}" role="img" aria-label="{escape(words)}">{inside}</div>'


def _tiles(code: Code, what: str, rules: Rules) -> str:
    tiles, words = [], []
    for symbol in rules.format_code(code):
        look = peg_colour(symbol)
        kind = f"tile p{symbol}" if look else "tile"
        tiles.append(f'<span class="{kind}" aria-hidden="true">{symbol}</span>')
        words.append(f"{look.name} {symbol}" if look else symbol)
    return _picture("code", f"{what}: {', '.join(words)}", "".join(tiles))


def _answer(given: Feedback, rules: Rules) -> str:
    rest = rules.pegs - given.black - given.white
    kinds = ["black"] * given.black + ["white"] * given.white + ["none"] * rest
    pegs = "".join(f'<span class="peg {kind}"></span>' for kind in kinds)
    return _picture("answer", f"Answer: {feedback_in_words(given, rules)}", pegs)


def _turn(number: int, step: TurnRecord, sentence: str, rules: Rules) -> str:
    (guess, given), left, sampled = step
    won = given == rules.win
    kind = "win" if won else "open"
    stands = "Solved" if won else f"{plural(left, 'code')} left"
    note = " The guess is the best of a part of the guesses." if sampled else ""
    return f"""\
<li class="{kind}">
<h3>Guess {number}</h3>
<div class="row">
{_tiles(guess, f"Guess {number}", rules)}
{_answer(given, rules)}
<strong>{stands}</strong>
</div>
<p>{escape(sentence[0].upper() + sentence[1:])}.{note}</p>
</li>
"""
