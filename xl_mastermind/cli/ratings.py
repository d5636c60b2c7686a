"""What each guess of a game cost, for `--rate`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from xl_mastermind.cli.output import err, out
from xl_mastermind.game.rules import UNKNOWN, Rules, Turn
from xl_mastermind.sheet.words import note_on
from xl_mastermind.solve.suggest import survivors

if TYPE_CHECKING:
    from xl_mastermind.solve.rating import Rating


def rate(turns: Sequence[Turn], rules: Rules) -> "list[Rating]":
    """Return what each guess cost; nothing if no code fits the answers."""
    if not (turns and survivors(rules, turns)[-1]):
        return []
    # What searches takes a while to import, and few games are rated.
    from xl_mastermind.solve.exact.compiled import prepare  # noqa: PLC0415
    from xl_mastermind.solve.rating import MOST_RATED, rate_guesses  # noqa: PLC0415

    if rules.code_count <= MOST_RATED:
        prepare(err.print, rules)
    return rate_guesses(rules, turns)


def rating_as_json(rating: "Rating", rules: Rules) -> dict[str, Any]:
    return {
        "cost": rating.cost,
        "best": rules.format_code(rating.best),
        "luck": rating.luck,
        "note": note_on(rating),
    }


def print_ratings(ratings: "Sequence[Rating]", rules: Rules) -> None:
    if not ratings:
        return
    rows = [
        (
            str(number),
            f"{rating.cost:.2f}",
            UNKNOWN if rating.luck is None else f"{rating.luck:.2f}",
            rules.format_code(rating.best),
            note_on(rating),
        )
        for number, rating in enumerate(ratings, 1)
    ]
    heads = dict.fromkeys(("Guess", "Cost", "Luck"), "right") | {"Best": "", "": ""}
    out.print_table("What each guess cost, in guesses", heads, rows)
