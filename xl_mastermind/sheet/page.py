"""A game that is over as a web page: one file, nothing loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.files import write_beside
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.sheet.board import CHEATS, COMPUTER, SOMEBODY_ELSE, Game
from xl_mastermind.sheet.cells import Cell, is_number, shown_text
from xl_mastermind.sheet.layout import title
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
from xl_mastermind.sheet.words import plural, sentence
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

_HIDDEN_BY: Final = {
    SOMEBODY_ELSE: "Somebody else hid the code.",
    CHEATS: "The codemaker cheated: no code was fixed.",
}
"""What is said of a game without a number."""

_SAMPLED: Final = " The guess is the best of a part of the guesses."

_AGAIN: Final = """\
<p>To look for the same code, type {number} beside “Game” on the board
{board} in the workbook of the Python package xl-mastermind.</p>
"""

_HIDDEN: Final = """\
<h2>The hidden code</h2>
{}
"""


class _Told(NamedTuple):
    """A turn, the codes left after it if they are known, and what is said of it."""

    turn: Turn
    left: Cell
    words: str


def game_page(
    rules: Rules, number: int, strategy: str, steps: Sequence[TurnRecord]
) -> str:
    """Return a web page that shows how a strategy has broken the code of a number."""
    # It is one file without a script, which loads nothing from elsewhere. Pegs are told
    # in words to those who do not see them. Every turn has its sentence, which compares
    # its guess with that of the usual strategy. The winning turn is the last.
    secret = rules.code_numbered(number)
    rival = None if strategy == DEFAULT_STRATEGY else DEFAULT_STRATEGY
    sentences = tell_turns(rules, [step.turn for step in steps], rival)
    told = [
        _Told(turn, left, sentence(words) + (_SAMPLED if sampled else ""))
        for (turn, left, sampled), words in zip(steps, sentences, strict=True)
    ]
    about = f"The strategy {strategy} made the guesses."
    return _page(rules, number, secret, about, told)


def write_page(
    game: Game, codes_left: Sequence[Cell], player: str, workbook: Path
) -> Path:
    """Write the page of a board's game that is over, and return its path."""
    # It lies where `write_beside` puts it. A player without a name is “a person”, since
    # others read the page.
    number = int(shown_text(game.number)) if game.codemaker == COMPUTER else 0
    page = _board_page(game, codes_left, number, player)
    return write_beside(
        workbook, f"{title(game.rules)} {number or 'page'}", ".html", page
    )


def _board_page(
    game: Game, codes_left: Sequence[Cell], number: int, player: str
) -> str:
    rows = zip(game.rows, codes_left, game.story, game.played_by, strict=True)
    played = [
        (_Told(turn, left, sentence(words) if words else ""), shown_text(strategy))
        for turn, left, words, strategy in [*rows][: game.solved_in]
        if isinstance(turn, Turn)
    ]
    told = [turn for turn, _ in played]
    found = told[-1].turn.guess if game.solved_in else None
    hints = [strategy for _, strategy in played if strategy]
    about = _made_by(hints, len(told), player)
    if not number:
        about = f"{_HIDDEN_BY[game.codemaker]} {about}"
    return _page(game.rules, number, game.secret or found, about, told)


def _made_by(hints: Sequence[str], guesses: int, player: str) -> str:
    """Return who made the guesses, in a sentence."""
    strategies = " and ".join(sorted({*hints}))
    if len(hints) == guesses:
        return f"The solver made the guesses, with {strategies}."
    helped = f", with {plural(len(hints), 'hint')} of {strategies}" if hints else ""
    return f"{player or 'A person'} made the guesses{helped}."


def _page(
    rules: Rules, number: int, secret: Code | None, about: str, told: Sequence[_Told]
) -> str:
    """Return the page of a game; its number may be 0, and its code unknown."""
    guesses = f"{len(told)} guess{'es' if len(told) > 1 else ''}"
    won = told[-1].turn.feedback == rules.win
    code = rules.format_code(secret) if secret else "code"
    heading = f"{code} {'found' if won else 'not found'} in {guesses}"
    numbered = f", number {number}" if number else ""
    again = _AGAIN.format(number=number, board=escape(title(rules))) if number else ""
    hidden = _HIDDEN.format(_tiles(secret, "The hidden code", rules)) if secret else ""
    turns = [_turn(row, each, rules) for row, each in enumerate(told, 1)]
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
<p>The game is {escape(str(rules))}{numbered}, with
{plural(rules.code_count, "possible code")}.
{escape(about)}</p>
{again}<p>A black peg counts a colour in the right place{whites}.</p>
{hidden}<h2>The guesses</h2>
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


def _turn(number: int, told: _Told, rules: Rules) -> str:
    (guess, given), left, words = told
    won = given == rules.win
    kind = "win" if won else "open"
    known = f"{plural(int(left), 'code')} left" if is_number(left) else ""
    stands = "Solved" if won else known
    return f"""\
<li class="{kind}">
<h3>Guess {number}</h3>
<div class="row">
{_tiles(guess, f"Guess {number}", rules)}
{_answer(given, rules)}
<strong>{stands}</strong>
</div>
<p>{escape(words)}</p>
</li>
"""
