"""
A strategy against one secret, and against every secret.

The command line, the worksheet functions, the pages and the help sheet ask here.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.conversion import check_seed, check_text
from xl_mastermind.game.rules import Code, CodeLike, Rules, Turn, as_rules
from xl_mastermind.solve.choice import Positions, choose_each, choose_in_order
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, parse_strategy
from xl_mastermind.solve.suggestion import first_guess, suggest_guess
from xl_mastermind.solve.trees import Tree, total_guesses

_MOST_CELLS: Final = 1 << 23
"""Cells of the table in which games at random are played side by side."""

_BATCH: Final = 1 << 13
"""Candidates of the positions that are looked at together."""


@dataclass(frozen=True)
class Evaluation:
    """
    How many guesses a strategy needs over every secret of a game.

    Attributes
    ----------
    first : Code or None
        The first guess; none if it differs from secret to secret.
    histogram : tuple of int
        Number of secrets found with 1, 2, ... guesses.
    order : str
        The order of the codes, if it is another than the usual one.
    """

    rules: Rules
    strategy: str
    first: Code | None
    histogram: tuple[int, ...]
    order: str = ""

    @property
    def total(self) -> int:
        """Number of guesses over all secrets."""
        return total_guesses(self.histogram)

    @property
    def average(self) -> float:
        """Guesses a secret, on average."""
        return self.total / sum(self.histogram)

    @property
    def max(self) -> int:
        """The greatest number of guesses that a secret needs."""
        return len(self.histogram)


class Played(NamedTuple):
    """A turn of a game played to its end, and the codes left after it."""

    turn: Turn
    candidate_count: int


class TurnRecord(NamedTuple):
    """A `Played` turn, and whether its guess is the best of a sample only."""

    turn: Turn
    candidate_count: int
    is_sampled: bool


def play(
    rules: Rules | str,
    secret: CodeLike,
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: CodeLike | None = None,
    seed: int | str | None = None,
) -> Iterator[Played]:
    """
    Yield the turns in which a strategy breaks `secret`, the winning one last.

    Parameters
    ----------
    rules, secret
        The game, and the code to find.
    strategy, first, seed
        As `next_guess` takes them.

    Yields
    ------
    Played
        Each turn with the number of codes that still fit.

    Raises
    ------
    ValueError
        If a code is not one of this game, or the strategy is unknown.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> for turn, left in play(rules, (4, 5, 6, 3), "minimax"):
    ...     print(rules.format_code(turn.guess), *turn.feedback, left)
    1122 0 0 256
    3345 0 3 20
    4653 2 2 2
    4563 4 0 1
    """
    for turn, left, _ in game_record(rules, secret, strategy, first=first, seed=seed):
        yield Played(turn, left)


def game_record(
    rules: Rules | str,
    secret: CodeLike,
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: CodeLike | None = None,
    seed: int | str | None = None,
) -> Iterator[TurnRecord]:
    """Yield the turns of `play`, with what is known of their guesses."""
    rules = as_rules(rules)
    secret = rules.check_code(secret)
    book = codebook(rules)
    candidates = None
    turns: list[Turn] = []
    while not turns or turns[-1].feedback != rules.win:
        chosen = suggest_guess(rules, turns, strategy, first=first, seed=seed)
        turns.append(Turn(chosen.guess, rules.feedback(secret, chosen.guess)))
        candidates = book.candidates_after(turns[-1], candidates)
        yield TurnRecord(turns[-1], len(candidates), chosen.is_sampled)


def evaluate(  # noqa: PLR0913 - options are given by name
    rules: Rules | str,
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: CodeLike | None = None,
    seed: int | str | None = None,
    order: str = "",
    progress: Callable[[int], object] | None = None,
) -> Evaluation:
    """
    Play a strategy against every secret of a game.

    Parameters
    ----------
    rules, strategy, first, seed
        As `next_guess` takes them. The strategy ``random`` plays each secret once.
    order : str, optional
        Another order of the codes, for a strategy that takes the first of some
        candidates; see `code_order`.
    progress : function of int, optional
        Called from time to time with the number of secrets found since.

    Raises
    ------
    ValueError
        If `first` is not a code of this game, or the strategy is unknown.

    Examples
    --------
    >>> knuth = evaluate(Rules(4, 6), "knuth")
    >>> knuth.total, knuth.max, knuth.histogram
    (5801, 5, (1, 6, 62, 533, 694))
    """
    rules, chosen, seed = as_rules(rules), parse_strategy(strategy), check_seed(seed)
    book = codebook(rules)
    choose = partial(choose_each, book, chosen)
    start = _whole_game(book)
    if first is not None:
        first = rules.check_code(first)
    if order:
        if not chosen.takes_order:
            names = " or ".join(s.name for s in STRATEGIES.values() if s.takes_order)
            raise ValueError(f"expected {names} with an order, got {chosen.name!r}")
        places = code_order(rules, order, seed).argsort()
        choose = partial(choose_in_order, book, chosen, places)
        first = first or book.code(int(choose(start)[0]))
    elif first is None and not chosen.is_random:
        first = first_guess(rules, chosen)
    if first is None or chosen.is_random:
        counts = _count_at_random(book, first, seed, progress)
    else:
        counts = _count(book, start, book.index(first), choose, progress)
    histogram = tuple(counts[guesses] for guesses in range(1, max(counts) + 1))
    return Evaluation(rules, chosen.name, first, histogram, order)


def code_order(
    rules: Rules, written: str, seed: int | str | None = None
) -> NDArray[np.int64]:
    """Return all codes in an order by name, or by pegs, the last to change first."""
    check_text(written, "an order as text")
    codes, pegs = codebook(rules).codes, [*range(1, rules.pegs + 1)]
    if written == "shuffled":
        shuffled = [*range(len(codes))]
        Random(seed).shuffle(shuffled)
        return np.array(shuffled)
    named = {"lexicographic": pegs, "reversed": pegs, "from-right": pegs[::-1]}
    name = written.removesuffix("-reversed")
    digits = [*map(int, name)] if name.isascii() and name.isdigit() else []
    by_peg = named.get(name) or digits
    if sorted(by_peg) != pegs:
        raise ValueError(
            "expected an order (lexicographic, reversed, from-right, shuffled, or the"
            f" pegs, such as {''.join(map(str, pegs[::-1]))}), got {written!r}"
        )
    order = np.lexsort([codes[:, peg - 1] for peg in reversed(by_peg)])
    return order[::-1] if written.endswith("reversed") else order


def peg_orders(rules: Rules) -> list[str]:
    """Return every order by pegs, in both directions."""
    pegs = "123456789"[: rules.pegs]
    orders = ["".join(order) for order in itertools.permutations(pegs)]
    return [f"{order}{way}" for order in orders for way in ("", "-reversed")]


def strategy_tree(rules: Rules, strategy: str, first: Code | None = None) -> Tree:
    """Return all guesses of a strategy, as `Tree` has them; not of one at random."""
    chosen = parse_strategy(strategy)
    if chosen.is_random:
        raise ValueError(
            f"expected a strategy that always guesses alike, got {chosen.name}"
        )
    book = codebook(rules)
    trees: dict[tuple[int, ...], Tree] = {}  # by the answers that led there
    code = first_guess(rules, chosen) if first is None else rules.check_code(first)
    choose = partial(choose_each, book, chosen)
    for step in _walk(book, _whole_game(book), book.index(code), choose):
        paths = map(tuple, step.positions.answers.tolist())
        for path, guess in zip(paths, step.guesses.tolist(), strict=True):
            trees[path] = Tree(book.code(guess), {})
    for path in sorted(trees, key=lambda path: (len(path), path))[1:]:
        feedback = rules.feedback_from_number(path[-1])
        trees[path[:-1]].subtrees[feedback] = trees[path]
    return trees[()]


class _Step(NamedTuple):
    """Positions, the guess at each, and the sizes of the parts; whether one has won."""

    positions: Positions
    guesses: NDArray[np.int64]
    sizes: NDArray[np.int64]
    has_won: NDArray[np.bool_]


def _whole_game(book: Codebook) -> Positions:
    nothing = np.empty((1, 0), dtype=np.int64)
    starts = np.array([0, len(book)])
    return Positions(np.arange(len(book)), starts, nothing, nothing.astype(np.uint8))


def _walk(
    book: Codebook,
    start: Positions,
    first: int,
    choose: Callable[[Positions], NDArray[np.int64]],
) -> Iterator[_Step]:
    """Walk through the game tree of a strategy, many positions at a time."""
    win = book.rules.feedback_number(book.rules.win)
    stack = [start]
    guesses = np.array([first])
    while stack:
        positions = stack.pop()
        if positions.histories.size:
            guesses = choose(positions)
        parts = _parts(book, positions, guesses)
        sizes, has_won = np.diff(parts.starts), parts.answers[:, -1] == win
        yield _Step(positions, guesses, sizes, has_won)
        stack += _batches(parts, ~has_won & (sizes > 2))


def _count(
    book: Codebook,
    start: Positions,
    first: int,
    choose: Callable[[Positions], NDArray[np.int64]],
    progress: Callable[[int], object] | None,
) -> Counter[int]:
    """Return the number of secrets by guesses."""
    counts: Counter[int] = Counter()
    for positions, _, sizes, has_won in _walk(book, start, first, choose):
        turn = positions.histories.shape[1] + 1
        # Of one or two codes the first is guessed, then the other.
        has_few = ~has_won & (sizes <= 2)
        counts[turn] += int(np.count_nonzero(has_won))
        counts[turn + 1] += int(np.count_nonzero(has_few))
        counts[turn + 2] += int(np.count_nonzero(sizes[has_few] == 2))
        if progress and (has_won | has_few).any():
            progress(int(sizes[has_won | has_few].sum()))
    return +counts


def _parts(
    book: Codebook, positions: Positions, guesses: NDArray[np.int64]
) -> Positions:
    """Return the parts of positions by a guess at each."""
    parents = np.repeat(np.arange(len(guesses)), np.diff(positions.starts))
    keys = parents << 8 | book.elementwise_feedback(
        guesses[parents], positions.candidates
    )
    order = keys.argsort(kind="stable")
    keys, starts = np.unique(keys[order], return_index=True)
    parents, answers = keys >> 8, (keys & 255).astype(np.uint8)
    return Positions(
        positions.candidates[order],
        np.append(starts, len(order)),
        np.column_stack([positions.histories, guesses])[parents],
        np.column_stack([positions.answers[parents], answers]),
    )


def _batches(positions: Positions, wanted: NDArray[np.bool_]) -> Iterator[Positions]:
    """Yield the positions that are wanted, some at a time."""
    sizes = np.diff(positions.starts)
    candidates = positions.candidates[np.repeat(wanted, sizes)]
    histories, answers = positions.histories[wanted], positions.answers[wanted]
    ends = np.cumsum(sizes[wanted])
    first = start = 0
    while first < len(ends):
        last = max(first + 1, int(np.searchsorted(ends, start + _BATCH, "right")))
        end, batch = int(ends[last - 1]), slice(first, last)
        starts = np.concatenate([[start], ends[batch]]) - start
        yield Positions(candidates[start:end], starts, histories[batch], answers[batch])
        first, start = last, end


def _count_at_random(
    book: Codebook,
    first: Code | None,
    seed: int | str | None,
    progress: Callable[[int], object] | None,
) -> Counter[int]:
    """Return the number of secrets by guesses, a game of its own for each secret."""
    rng = np.random.default_rng(Random(seed).getrandbits(64))
    counts: Counter[int] = Counter()
    step = max(1, _MOST_CELLS // len(book))
    for start in range(0, len(book), step):
        secrets = np.arange(start, min(start + step, len(book)))
        fits = np.ones((len(secrets), len(book)), dtype=np.bool_)
        guesses = 0
        while len(secrets):
            sizes = fits.sum(axis=1)
            nth = np.where(sizes > 2, rng.integers(sizes), 0)
            places = np.flatnonzero(fits)[np.cumsum(sizes) - sizes + nth]
            guess = places % len(book)
            if first is not None and not guesses:
                guess[:] = book.index(first)
            guesses += 1
            answers = book.feedback_matrix(guess)
            true_answers = answers[np.arange(len(secrets)), secrets]
            fits &= answers == true_answers[:, None]
            open_games = guess != secrets
            winners = int(np.count_nonzero(~open_games))
            counts[guesses] += winners
            if progress and winners:
                progress(winners)
            secrets, fits = secrets[open_games], fits[open_games]
    return counts
