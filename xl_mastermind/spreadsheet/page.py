"""A game that is over as a web page: one file, nothing loaded from elsewhere."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.files import write_file_beside
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.solve.analysis import explain_turns
from xl_mastermind.solve.evaluation import TurnRecord
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY
from xl_mastermind.spreadsheet.board import CHEATS, COMPUTER, SOMEBODY_ELSE, BoardState
from xl_mastermind.spreadsheet.cells import Cell, is_number
from xl_mastermind.spreadsheet.games import title
from xl_mastermind.spreadsheet.messages import (
    colours_in_words,
    guesses_in_words,
    pluralize,
    rules_in_words,
)
from xl_mastermind.spreadsheet.palette import COLOUR_CSS, PEG_CSS, peg_colour

_CSS: Final = Path(__file__).with_name("page.css").read_text("ascii")

PAGE_STYLE: Final = f":root {{ {COLOUR_CSS}}}\n{_CSS}{PEG_CSS}"
"""The looks of a page with codes and answers."""

_HIDDEN_BY: Final = {
    COMPUTER: "",
    SOMEBODY_ELSE: "Somebody else hid the code. ",
    CHEATS: "The codemaker cheated: no code was fixed. ",
}
"""A sentence about a game for each codemaker; a game with a number has that."""

_SAMPLED: Final = " The guess is the best of a part of the guesses."

_CHALLENGE: Final = """\
<p>Can you find the code too? Type {number} beside “Game” on the board {board} in the
workbook MasterMind, before you open the guesses.</p>
"""

_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading}</title>
<style>
{style}</style>
</head>
<body style="--pegs: {pegs}">
<main>
<h1>{heading}</h1>
<p>{about}</p>
{challenge}<p>A black peg counts a {colour} in the right place{whites}.</p>
<details{fold}>
<summary>The guesses</summary>
<ol role="list">
{turns}</ol>
{hidden}</details>
</main>
</body>
</html>
"""


class _Told(NamedTuple):
    """A turn, the codes left after it if they are known, and its sentence."""

    turn: Turn
    left: Cell
    words: str


def game_page(
    rules: Rules, number: int, strategy: str, steps: Sequence[TurnRecord]
) -> str:
    """
    Return a web page that shows how a strategy breaks the code of a number.

    It is one file without scripts, which loads nothing. Pegs have words for screen
    readers. Every turn has a sentence that compares its guess with that of the
    usual strategy.
    """
    rival = None if strategy == DEFAULT_STRATEGY else DEFAULT_STRATEGY
    sentences = explain_turns(rules, [step.turn for step in steps], rival)
    turns = [
        _Told(turn, left, words + _SAMPLED * is_sampled)
        for (turn, left, is_sampled), words in zip(steps, sentences, strict=True)
    ]
    about = f"The strategy {strategy} made the guesses."
    return _page(rules, number, rules.code_from_number(number), about, turns)


def write_page(
    board: BoardState, story: Sequence[str], player: str, workbook: Path
) -> Path:
    """
    Write the page of a board's game that is over, and return its path.

    A player without a name is “a person”, since others read the page.
    """
    numbered = board.number if board.codemaker == COMPUTER else None
    number = int(numbered) if is_number(numbered) else 0
    attempts = board.attempts
    rows = zip(attempts.rows, board.codes_left, story, board.guess_source, strict=True)
    shown = [*rows][: attempts.solved_attempt]
    played = [row for row in shown if isinstance(row[0], Turn)]
    turns = [
        _Told(turn, left, words)
        for turn, left, words, _ in played
        if isinstance(turn, Turn)
    ]
    players = [strategy for *_, strategy in played]
    about = _HIDDEN_BY[board.codemaker]
    about += _made_by(players, player, is_found=bool(attempts.solved_attempt))
    page = _page(board.rules, number, board.secret, about, turns)
    name = f"{title(board.rules)} {number or 'page'}"
    return write_file_beside(workbook, name, ".html", page)


def _made_by(players: Sequence[str], person: str, *, is_found: bool) -> str:
    """Return in a sentence who made the guesses: strategies, or blank the player."""
    hints = [*filter(None, players)]
    strategies = " and ".join(sorted({*hints}))
    if len(hints) == len(players):
        return f"The solver made the guesses, with {strategies}."
    if is_found and players[-1]:
        own = guesses_in_words(len(players) - len(hints))
        found = f"{players[-1]} found it in {len(players)}"
        return f"{found}, after {own} of {person or 'a person'}."
    helped = f", with {pluralize(len(hints), 'hint')} of {strategies}" if hints else ""
    return f"{person or 'A person'} made the guesses{helped}."


def _page(
    rules: Rules, number: int, secret: Code | None, about: str, turns: Sequence[_Told]
) -> str:
    """Return the page of a game; its number may be 0, and its code unknown."""
    won = turns[-1].turn.feedback == rules.win
    numbered = f", number {number}" if number else ""
    guesses = guesses_in_words(len(turns))
    codes = pluralize(rules.code_count, "possible code")
    board = escape(title(rules))
    heading = f"{board}{numbered}: {'found' if won else 'not found'} in {guesses}"
    colour = colours_in_words(rules).removesuffix("s")
    tiles = code_image(secret, "The hidden code", rules) if secret and not won else ""
    return _PAGE.format(
        heading=heading,
        style=PAGE_STYLE,
        pegs=rules.pegs,
        about=f"{escape(rules_in_words(rules))}: {codes}. {escape(about)}",
        colour=colour,
        challenge=_CHALLENGE.format(number=number, board=board) if number else "",
        fold="" if number else ' open=""',
        whites=""
        if rules.black_only
        else f", a white one a {colour} that belongs elsewhere",
        turns="".join(_turn(row, each, rules) for row, each in enumerate(turns, 1)),
        hidden=f"<h2>The hidden code</h2>\n{tiles}\n" if tiles else "",
    )


def _picture(name: str, words: str, inside: Iterable[str]) -> str:
    """Return a picture with its words for screen readers."""
    label = escape(words)
    return (
        f'<div class="{name}" role="img" aria-label="{label}">{"".join(inside)}</div>'
    )


def code_image(code: Code, title: str, rules: Rules) -> str:
    """Return the tiles of a code."""
    tiles, words = [], []
    for symbol in rules.format_code(code):
        look = peg_colour(symbol)
        kind = f"tile p{symbol}" if look else "tile"
        tiles.append(f'<span class="{kind}" aria-hidden="true">{symbol}</span>')
        words.append(f"{look.name} {symbol}" if look else symbol)
    return _picture("code", f"{title}: {', '.join(words)}", tiles)


def feedback_image(feedback: Feedback, rules: Rules) -> str:
    """Return the pegs of an answer."""
    black, white = (max(0, count) for count in feedback)
    rest = rules.pegs - black - white if feedback.is_complete else 0
    kinds = ["black"] * black + ["white"] * white + ["none"] * rest
    pegs = [f'<span class="peg {kind}"></span>' for kind in kinds]
    pegs += [] if feedback.is_complete else ['<span aria-hidden="true">?</span>']
    return _picture("answer", f"Answer: {feedback_in_words(feedback, rules)}", pegs)


def _turn(number: int, told: _Told, rules: Rules) -> str:
    (guess, feedback), left, words = told
    won = feedback == rules.win
    codes_left = f"{pluralize(int(left), 'code')} left" if is_number(left) else ""
    return f"""\
<li class="{"win" if won else "open"}">
<h3>Guess {number}</h3>
<div class="row">
{code_image(guess, f"Guess {number}", rules)}
{feedback_image(feedback, rules)}
<strong>{"Solved" if won else codes_left}</strong>
</div>
<p>{escape(words)}</p>
</li>
"""
