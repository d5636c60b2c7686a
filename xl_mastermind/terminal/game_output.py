"""Print games (tiles, results to share, ratings) and studies (tables, trees)."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from xl_mastermind.files import write_file
from xl_mastermind.game.rules import (
    UNKNOWN_SYMBOL,
    Code,
    Rules,
    Turn,
    feedback_in_words,
)
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.solve.evaluation import PlayedTurn
from xl_mastermind.solve.game_tree import CheckedTree, Tree
from xl_mastermind.solve.results import ResultBase
from xl_mastermind.solve.suggestion import candidate_counts
from xl_mastermind.tables import Table
from xl_mastermind.terminal import output

SAMPLED_NOTE: Final = " (sampled: the best of a part of the guesses)"
"""Note beside a guess of a game that is too large to compare all guesses."""


def tiles(code: Code, rules: Rules) -> list[output.Piece]:
    """Return a code as coloured tiles."""
    styles, white = output.TILE_STYLES, output.WHITE_TILE_STYLE
    return [(f" {s} ", styles.get(s, white)) for s in rules.format_code(code)]


def first_guess_line(code: Code, rules: Rules) -> output.Line:
    return ["First guess ", *tiles(code, rules)]


def tree_lines(subject: str, tree: CheckedTree) -> Iterator[output.Line]:
    """Yield the average and maximum number of guesses of a tree, and its histogram."""
    yield f"{subject}: {tree.average:.4f} guesses on average, at most {tree.max}"
    yield f"Codes with 1, 2, ... guesses: {' '.join(map(str, tree.histogram))}"


def write_tree(path: Path, tree: Tree) -> None:
    """Write a tree as text, or for Graphviz if the file name ends in ``.dot``."""
    is_graph = path.suffix.lower() == ".dot"
    write_file(path, tree.to_dot() if is_graph else str(tree))


def result_table(*results: ResultBase) -> Table:
    """Return the table of results that have the same columns."""
    rows = [row for result in results for row in result.table().rows]
    return results[0].table()._replace(rows=rows)


def codes_left_text(count: int, *, is_sampled: bool = False) -> str:
    return (
        f"{messages.pluralize(count, 'code')} left{SAMPLED_NOTE if is_sampled else ''}"
    )


def turn_pieces(number: int, turn: Turn, rules: Rules) -> list[output.Piece]:
    """Return a turn as tiles, pegs and words."""
    pegs = messages.feedback_symbols(*turn.feedback, rules.pegs, "")
    words = feedback_in_words(turn.feedback, rules)
    return [f"{number:>3}  ", *tiles(turn.guess, rules), f"  {pegs}  {words}"]


def turn_line(
    number: int, played: PlayedTurn, rules: Rules, *, is_sampled: bool = False
) -> output.Line:
    """Return a turn with the number of codes that fit after it."""
    left = codes_left_text(played.candidate_count, is_sampled=is_sampled)
    return [*turn_pieces(number, played.turn, rules), f"  {left}"]


def code_list_line(codes: Sequence[Code], rules: Rules, count: int) -> output.Line:
    """Return the first of `count` codes in a line."""
    words = [*map(rules.format_code, codes)]
    if rest := count - len(codes):
        words.append(messages.HIDDEN_CODE_COUNT.format(codes=f"{rest:,}"))
    return " ".join(words)


def shareable_lines(result: GameResult) -> Iterator[output.Line]:
    """Yield the result of a game to share, without guesses."""
    yield from ("", f"{messages.SHOW_FRIENDS}:", *str(result).splitlines(), "")


def rate(turns: Sequence[Turn], rules: Rules) -> list[dict[str, Any]]:
    """Return the ratings of the guesses as records, [] if no code fits the turns."""
    if not (turns and candidate_counts(rules, turns)[-1]):
        return []
    from xl_mastermind.solve.rating import rate_guesses  # noqa: PLC0415, 0.1 s

    return [
        {
            "cost": rating.cost,
            "best": rules.format_code(rating.best_guess),
            "luck": rating.luck,
            "note": messages.rating_note(rating),
        }
        for rating in rate_guesses(rules, turns)
    ]


def rating_tables(ratings: Sequence[dict[str, Any]]) -> Iterator[output.Line]:
    """Yield the table of the ratings, and a note on unknown luck."""
    rows = []
    for number, rating in enumerate(ratings, 1):
        cost, best, luck, note = rating.values()
        luck = UNKNOWN_SYMBOL if luck is None else f"{luck:.2f}"
        rows.append((str(number), f"{cost:.2f}", luck, best, note))
    right = ("Guess", "Cost", "Luck")
    if rows:
        title, headings = "Cost of each guess, in guesses", [*right, "Best", ""]
        yield Table(title, headings, rows, right_headings=right)
    if any(UNKNOWN_SYMBOL in row for row in rows):
        yield "Luck ? is unknown: the answer is incomplete."
