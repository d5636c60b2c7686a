"""Orders of the codes, which decide the guesses of strategies that take candidates."""

import itertools
from random import Random

import numpy as np

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.game.conversion import check_text, short_repr
from xl_mastermind.game.rules import Rules


def code_order(book: Codebook, order: str, seed: int | str | None = None) -> Indices:
    """Return the indices of all codes in an order: a name, or pegs such as 4321."""
    check_text(order, "an order as text")
    codes, pegs = book.codes, [*range(1, book.rules.pegs + 1)]
    if order == "shuffled":
        indices = [*range(len(codes))]
        Random(seed).shuffle(indices)
        return np.array(indices)
    pegs_by_name = {"lexicographic": pegs, "reversed": pegs, "from-right": pegs[::-1]}
    name = order.removesuffix("-reversed")
    digits = [*map(int, name)] if name.isascii() and name.isdigit() else []
    sort_pegs = pegs_by_name.get(name) or digits
    if sorted(sort_pegs) != pegs:
        raise ValueError(
            "expected an order (lexicographic, reversed, from-right, shuffled, or the"
            f" pegs, such as {''.join(map(str, pegs[::-1]))}), got {short_repr(order)}"
        )
    sorted_codes = np.lexsort([codes[:, peg - 1] for peg in reversed(sort_pegs)])
    return sorted_codes[::-1] if order.endswith("reversed") else sorted_codes


def peg_orders(rules: Rules) -> list[str]:
    """Return all orders by pegs, in both directions."""
    pegs = "123456789"[: rules.pegs]
    orders = ["".join(order) for order in itertools.permutations(pegs)]
    return [f"{order}{suffix}" for order in orders for suffix in ("", "-reversed")]
