"""A game that is over as a web page: one file, nothing loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final, TypeAlias

from xl_mastermind.files import write_beside
from xl_mastermind.game.rules import Code, Rules, Turn, feedback_in_words
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.board import CHEATS, COMPUTER, SOMEBODY_ELSE, Game
from xl_mastermind.sheet.cells import Cell, is_number, shown_text
from xl_mastermind.sheet.layout import title
from xl_mastermind.sheet.words import plural, sentence
from xl_mastermind.solve.analysis import tell_turns
from xl_mastermind.solve.evaluate import TurnRecord
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY

# A tile is as wide as a narrow phone allows with so many beside one another.
_STYLE: Final = f"""\
:root {{ color-scheme: light; }}
body {{ margin: 0 auto; max-width: 40rem; padding: 1rem; background: {palette.WHITE};
  color: {palette.INK}; font: 1rem/1.5 Calibri, Carlito, system-ui, sans-serif; }}
h1 {{ margin: 0; font-size: 1.6rem; line-height: 1.2; }}
h2 {{ margin: 0 0 .4rem; font: inherit; font-size: .9rem; color: {palette.MUTED}; }}
p {{ margin: .5rem 0; }}
ol {{ margin: 1.5rem 0 0; padding: 0; list-style: none; }}
li {{ margin: 0 0 .75rem; padding: .75rem; border-radius: .5rem;
  background: {palette.PAPER}; border-left: .3rem solid {palette.LINE}; }}
li:last-child {{ border-left-color: {palette.ACCENT}; }}
div {{ display: flex; flex-wrap: wrap; align-items: center; gap: .25rem; }}
.row {{ gap: .5rem 1rem; }}
.tile {{ --side: min(2.75rem, calc((100vw - 5rem) / var(--pegs) - .25rem));
  box-sizing: border-box; width: var(--side); border: 1px solid {palette.MUTED};
  border-radius: .35rem; background: {palette.WHITE}; text-align: center;
  font-weight: bold; font-size: calc(var(--side) / 2); line-height: 2; }}
.peg {{ width: .75rem; height: .75rem; border: 2px solid; border-radius: 50%; }}
.black {{ background: {palette.INK}; }}
.white {{ background: {palette.WHITE}; }}
.none {{ border: 2px dotted {palette.FAINT}; }}
strong {{ color: {palette.ACCENT}; }}
""" + "".join(
    f".p{number} {{ background: {look.fill}; color: {look.ink}; }}\n"
    for number, look in enumerate(palette.PEG_COLOURS, 1)
)

_HIDDEN_BY: Final = {
    SOMEBODY_ELSE: "Somebody else hid the code. ",
    CHEATS: "The codemaker cheated: no code was fixed. ",
}
_SAMPLED: Final = " The guess is the best of a part of the guesses."


_Line: TypeAlias = tuple[Turn, Cell, str]
"""A turn, the codes left after it if they are known, and what is said of it."""


def game_page(
    rules: Rules, number: int, strategy: str, steps: Sequence[TurnRecord]
) -> str:
    """Return the page of a game in which a strategy has found the code of a number."""
    rival = None if strategy == DEFAULT_STRATEGY else DEFAULT_STRATEGY
    sentences = tell_turns(rules, [step.turn for step in steps], rival)
    lines = [
        (step.turn, step.left, sentence(words) + _SAMPLED * step.sampled)
        for step, words in zip(steps, sentences, strict=True)
    ]
    return _page(rules, number, f"The strategy {strategy} made the guesses.", lines)


def write_page(
    game: Game, codes_left: Sequence[Cell], player: str, workbook: Path
) -> Path:
    """Write the page of a game that is over beside the workbook; return its path."""
    number = int(shown_text(game.number)) if game.codemaker == COMPUTER else 0
    lines: list[_Line] = []
    hints: list[str] = []
    rows = zip(game.rows, codes_left, game.story, game.played_by, strict=True)
    for turn, left, words, strategy in [*rows][: game.solved_in]:
        if isinstance(turn, Turn):
            lines.append((turn, left, sentence(words) if words else ""))
            hints += [shown_text(strategy)] if shown_text(strategy) else []
    helped = f", with {plural(len(hints), 'hint')} of " if hints else ""
    who = f"{player or 'A person'} made the guesses{helped}"
    if len(hints) == len(lines):
        who = "The solver made the guesses, with "
    who += " and ".join(sorted({*hints}))
    about = f"{_HIDDEN_BY.get(game.codemaker, '')}{who}."
    page = _page(game.rules, number, about, lines, game.secret)
    name = f"{title(game.rules)} {number or 'page'}"
    return write_beside(workbook, name, ".html", page)


def _page(
    rules: Rules,
    number: int,
    about: str,
    lines: Sequence[_Line],
    secret: Code | None = None,
) -> str:
    """Return the page; whoever wants to look for the code first reads that above it."""
    won = lines[-1][0].feedback == rules.win
    guesses = f"{len(lines)} guess{'es' if len(lines) > 1 else ''}"
    heading = f"{title(rules)}: code {'found' if won else 'not found'} in {guesses}"
    game = f"{rules}, number {number}" if number else str(rules)
    again = f"""
<p>To look for the same code, read no further: type {number} beside “Game” on the board
{escape(title(rules))} in the workbook of the Python package xl-mastermind.</p>"""
    whites = "" if rules.black_only else ", a white one a colour that belongs elsewhere"
    items = [_item(row, line, rules) for row, line in enumerate(lines, 1)]
    what = "The hidden code"
    hidden = f"<h2>{what}</h2>\n{_tiles(secret or (), what, rules)}"
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(heading)}</title>
<style>
{_STYLE}</style>
</head>
<body style="--pegs: {rules.pegs}">
<main>
<h1>{escape(heading)}</h1>
<p>The game is {escape(game)}, with {plural(rules.code_count, "possible code")}.
{escape(about)}</p>{again if number else ""}
<p>A black peg counts a colour in the right place{whites}.</p>
<ol role="list">
{"".join(items)}</ol>
{hidden if secret and not won else ""}
</main>
</body>
</html>
"""


def _item(number: int, line: _Line, rules: Rules) -> str:
    (guess, given), left, words = line
    known = f"{plural(int(left), 'code')} left" if is_number(left) else ""
    stands = "Solved" if given == rules.win else known
    kinds = ["black"] * given.black + ["white"] * given.white
    kinds += ["none"] * (rules.pegs - len(kinds))
    pegs = [f'<span class="peg {kind}"></span>' for kind in kinds]
    return f"""\
<li>
<h2>Guess {number}</h2>
<div class="row">
{_tiles(guess, f"Guess {number}", rules)}
{_picture(f"Answer: {feedback_in_words(given, rules)}", pegs)}
<strong>{stands}</strong>
</div>
<p>{escape(words)}</p>
</li>
"""


def _tiles(code: Code, what: str, rules: Rules) -> str:
    tiles, words = [], []
    for symbol in rules.format_code(code):
        look = palette.peg_colour(symbol)
        kind = f"tile p{symbol}" if look else "tile"
        tiles.append(f'<span class="{kind}" aria-hidden="true">{symbol}</span>')
        words.append(f"{look.name} {symbol}" if look else symbol)
    return _picture(f"{what}: {', '.join(words)}", tiles)


def _picture(words: str, inside: Sequence[str]) -> str:
    """Return something to see, and what it says to those who do not see it."""
    return f'<div role="img" aria-label="{escape(words)}">{"".join(inside)}</div>'
