"""Write a finished game as a web page: one file that loads nothing."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.board.state import CHEATS, COMPUTER, SOMEBODY_ELSE, BoardState
from xl_mastermind.cells.values import Cell, is_number
from xl_mastermind.files import write_file_beside
from xl_mastermind.game.peg_colours import peg_colour
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.presentation.games import title
from xl_mastermind.presentation.html_page import PEG_STYLE, html_page
from xl_mastermind.presentation.messages import (
    colours_in_words,
    pluralize,
    rules_in_words,
)
from xl_mastermind.solve.analysis import explain_turns
from xl_mastermind.solve.evaluation import TurnRecord
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY

TILE_STYLE: Final = Path(__file__).with_name("page.css").read_text("ascii") + PEG_STYLE
"""The style sheet of pages with codes and feedback."""

_CODEMAKER_SENTENCES: Final = {
    COMPUTER: "",
    SOMEBODY_ELSE: "Somebody else hid the code. ",
    CHEATS: "The codemaker cheated: no code was fixed. ",
}
"""A sentence for each codemaker; the page of a numbered game has its number."""

_SAMPLED_GUESS: Final = " The guess is the best of a part of the guesses."

_CHALLENGE: Final = """\
<p>Can you find the code too? Type {number} beside “Game” on the board {board} in the
workbook MasterMind, before you open the guesses.</p>
"""

_BODY: Final = """\
<main>
<h1>{heading}</h1>
<p>{about}</p>
{challenge}<p>A black peg counts a {colour} in the right place{whites}.</p>
<details{fold}>
<summary>The guesses</summary>
<ol role="list">
{turns}</ol>
{hidden}</details>
</main>"""


class _TurnEntry(NamedTuple):
    turn: Turn
    candidate_count: Cell  # blank if unknown
    sentence: str


def game_page(
    rules: Rules, number: int, strategy: str, steps: Sequence[TurnRecord]
) -> str:
    """
    Return a web page of the game in which a strategy breaks the code of a number.

    Pegs have texts for screen readers. Each turn has a sentence that compares its
    guess with that of the default strategy.
    """
    rival = None if strategy == DEFAULT_STRATEGY else DEFAULT_STRATEGY
    sentences = explain_turns(rules, [step.turn for step in steps], rival)
    entries = [
        _TurnEntry(turn, count, sentence + _SAMPLED_GUESS * is_sampled)
        for (turn, count, is_sampled), sentence in zip(steps, sentences, strict=True)
    ]
    about = f"The strategy {strategy} made the guesses."
    return _page(rules, number, rules.code_from_number(number), about, entries)


def write_page(board: BoardState) -> Path:
    """
    Write the page of a board's finished game beside its workbook; return its path.

    A player without a name is “a person”, since others read the page.
    """
    cell = board.number if board.codemaker == COMPUTER else None
    number = int(cell) if is_number(cell) else 0
    solved_attempt = board.attempts.solved_attempt
    entries, sources = [], []
    for attempt, turn in board.attempts.turns_by_attempt.items():
        if not solved_attempt or attempt <= solved_attempt:
            row = attempt - 1
            count, sentence = board.codes_left[row], board.explanations[row]
            entries.append(_TurnEntry(turn, count, sentence))
            sources.append(board.guess_source[row])
    about = _CODEMAKER_SENTENCES[board.codemaker]
    about += _sources_in_words(sources, board.player, is_found=bool(solved_attempt))
    page = _page(board.rules, number, board.secret, about, entries)
    name = f"{title(board.rules)} {number or 'page'}"
    return write_file_beside(Path(board.workbook), name, ".html", page)


def _sources_in_words(sources: Sequence[str], player: str, *, is_found: bool) -> str:
    """Return a sentence about the sources of guesses: strategies, or "" the player."""
    hints = [*filter(None, sources)]
    strategies = " and ".join(sorted({*hints}))
    if len(hints) == len(sources):
        return f"The solver made the guesses, with {strategies}."
    if is_found and sources[-1]:
        guesses = pluralize(len(sources) - len(hints), "guess")
        found = f"{sources[-1]} found it in {len(sources)}"
        return f"{found}, after {guesses} of {player or 'a person'}."
    helped = f", with {pluralize(len(hints), 'hint')} of {strategies}" if hints else ""
    return f"{player or 'A person'} made the guesses{helped}."


def _page(
    rules: Rules,
    number: int,
    secret: Code | None,
    about: str,
    entries: Sequence[_TurnEntry],
) -> str:
    """Return the page of a game, with number 0 for none."""
    is_won = entries[-1].turn.feedback == rules.win
    number_words = f", number {number}" if number else ""
    guesses = pluralize(len(entries), "guess")
    codes = pluralize(rules.code_count, "possible code")
    board = title(rules)
    outcome = "found" if is_won else "not found"
    heading = f"{board}{number_words}: {outcome} in {guesses}"
    colour = colours_in_words(rules).removesuffix("s")
    white_rule = f", a white one a {colour} that belongs elsewhere"
    challenge = _CHALLENGE.format(number=number, board=escape(board))
    secret_section = ""
    if secret and not is_won:
        image = code_image(secret, "The hidden code", rules)
        secret_section = f"<h2>The hidden code</h2>\n{image}\n"
    items = (_turn_item(n, entry, rules) for n, entry in enumerate(entries, 1))
    body = _BODY.format(
        heading=escape(heading),
        about=f"{escape(rules_in_words(rules))}: {codes}. {escape(about)}",
        colour=colour,
        challenge=challenge if number else "",
        fold="" if number else ' open=""',
        whites="" if rules.black_only else white_rule,
        turns="".join(items),
        hidden=secret_section,
    )
    return html_page(heading, body, TILE_STYLE, rules.pegs)


def _image(css_class: str, text: str, children: Iterable[str]) -> str:
    """Return an element with a label for screen readers."""
    attributes = f'class="{css_class}" role="img" aria-label="{escape(text)}"'
    return f"<div {attributes}>{''.join(children)}</div>"


def code_image(code: Code, title: str, rules: Rules) -> str:
    """Return the tiles of a code with its words."""
    tiles, words = [], []
    for symbol in rules.format_code(code):
        colour = peg_colour(symbol)
        css_class = f"tile p{symbol}" if colour else "tile"
        tiles.append(f'<span class="{css_class}" aria-hidden="true">{symbol}</span>')
        words.append(f"{colour.name} {symbol}" if colour else symbol)
    return _image("code", f"{title}: {', '.join(words)}", tiles)


def feedback_image(feedback: Feedback, rules: Rules) -> str:
    """Return the pegs of a feedback with its words."""
    black, white = (max(0, count) for count in feedback)
    none = rules.pegs - black - white if feedback.is_complete else 0
    kinds = ["black"] * black + ["white"] * white + ["none"] * none
    pegs = [f'<span class="peg {kind}"></span>' for kind in kinds]
    pegs += [] if feedback.is_complete else ['<span aria-hidden="true">?</span>']
    return _image("answer", f"Answer: {feedback_in_words(feedback, rules)}", pegs)


def _turn_item(number: int, entry: _TurnEntry, rules: Rules) -> str:
    (guess, feedback), count, sentence = entry
    is_win = feedback == rules.win
    codes_left = f"{pluralize(int(count), 'code')} left" if is_number(count) else ""
    return f"""\
<li class="{"win" if is_win else "open"}">
<h3>Guess {number}</h3>
<div class="row">
{code_image(guess, f"Guess {number}", rules)}
{feedback_image(feedback, rules)}
<strong>{"Solved" if is_win else codes_left}</strong>
</div>
<p>{escape(sentence)}</p>
</li>
"""
