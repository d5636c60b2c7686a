"""A strategy played against one secret, or against every secret."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.conversion import check_seed
from xl_mastermind.game.rules import Code, CodeLike, Rules, Turn, as_rules
from xl_mastermind.solve.choice import (
    PositionBatch,
    choose_guesses,
    choose_guesses_by_order,
)
from xl_mastermind.solve.code_order import code_order
from xl_mastermind.solve.random_games import play_at_random
from xl_mastermind.solve.results import GuessCounts, position_in_words
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    parse_strategy,
)
from xl_mastermind.solve.suggestion import suggest_guess
from xl_mastermind.solve.trees import Node, play_tree
from xl_mastermind.solve.user_strategy import (
    GuessFunction,
    function_name,
    function_tree,
)
from xl_mastermind.tables import Cell, Table

FoundCallback: TypeAlias = Callable[[int], object]
"""Called repeatedly with the number of secrets found since the last call."""

_GuessChooser: TypeAlias = Callable[[PositionBatch], Indices]
"""Returns the guess at each position."""

_BATCH_CANDIDATES: Final = 1 << 13
"""Candidates of the positions examined together."""


@dataclass(frozen=True, repr=False)
class Evaluation(GuessCounts):
    """
    The numbers of guesses of a strategy for every secret of a game.

    Attributes
    ----------
    first : Code or None
        The first guess; None if it is not the same for all secrets.
    histogram : tuple of int
        Numbers of secrets found with 1, 2, ... guesses.
    order : str
        The order of the codes, unless lexicographic.
    """

    rules: Rules
    strategy: str
    first: Code | None
    histogram: tuple[int, ...]
    order: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "game": str(self.rules),
            "strategy": self.strategy,
            **({"order": self.order} if self.order else {}),
            **self.figures(),
        }

    def table(self) -> Table:
        """Return the figures as a row."""
        cells: dict[str, Cell] = {
            "Strategy": self.strategy,
            **({"Order": self.order} if self.order else {}),
            **self.figure_cells(),
        }
        title = position_in_words(self.rules, (), self.codes)
        return Table(title, [*cells], [[*cells.values()]], self.rules)


class PlayedTurn(NamedTuple):
    """A turn of a finished game, and the number of candidates after it."""

    turn: Turn
    candidate_count: int


def play(
    rules: Rules | str,
    secret: CodeLike,
    strategy: str = DEFAULT_STRATEGY,
    *,
    first: CodeLike | None = None,
    seed: int | str | None = None,
) -> Iterator[PlayedTurn]:
    """
    Yield each turn of a strategy that breaks `secret`, with its number of candidates.

    Parameters
    ----------
    rules, secret
        The game, and the code to find.
    strategy, first, seed
        As `next_guess` takes them.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> for turn, count in play(rules, (4, 5, 6, 3), "minimax"):
    ...     print(rules.format_code(turn.guess), *turn.feedback, count)
    1122 0 0 256
    3345 0 3 20
    4653 2 2 2
    4563 4 0 1
    """
    rules = as_rules(rules)
    secret, seed = rules.check_code(secret), check_seed(seed)
    first = None if first is None else rules.check_code(first)
    for played, _ in play_with_samples(rules, secret, strategy, first, seed):
        yield played


def play_with_samples(
    rules: Rules,
    secret: Code,
    strategy: str,
    first: Code | None,
    seed: int | str | None,
) -> Iterator[tuple[PlayedTurn, bool]]:
    """Yield the turns of `play`, and whether their guesses are from samples."""
    book = codebook(rules)
    candidates = None
    turns: list[Turn] = []
    while not turns or turns[-1].feedback != rules.win:
        guess, _, is_sampled = suggest_guess(
            rules, turns, strategy, first=first, seed=seed
        )
        turns.append(Turn(guess, rules.feedback(secret, guess)))
        candidates = book.candidates_after(turns[-1], candidates)
        yield PlayedTurn(turns[-1], len(candidates)), is_sampled


def evaluate(  # noqa: PLR0913 - options are given by name
    rules: Rules | str,
    strategy: str | GuessFunction = DEFAULT_STRATEGY,
    *,
    first: CodeLike | None = None,
    seed: int | str | None = None,
    order: str = "",
    progress: FoundCallback | None = None,
    executor: Executor | None = None,
    resume_file: str | Path | None = None,
) -> Evaluation:
    """
    Play a strategy against every secret of a game.

    Parameters
    ----------
    rules, first, seed
        As `next_guess` takes them.
    strategy : str or function
        A name of `STRATEGIES`; ``random`` plays each secret once. Or a function that
        returns the next guess from the `Rules` and a list of `Turn`; it is called once
        for each list of turns, so that equal turns have equal guesses.
    order : str, optional
        Another order of the codes, for strategies that guess candidates; see
        `code_order`.
    progress : function of int, optional
        Called repeatedly with the number of secrets found since the last call.
    executor : concurrent.futures.Executor, optional
        Searches the parts after the first guess of a lookahead, such as that of a Dask
        cluster; by default threads do.
    resume_file : path or str, optional
        The path of the lookahead's tree, which the caller writes. The parts found are
        written beside it, and read by the next evaluation.

    Raises
    ------
    StrategyError
        If the function raises an error, returns no code of this game, or has not found
        a code after 100 guesses. It names the turn, and a code that fits the turns.

    Examples
    --------
    >>> knuth = evaluate(Rules(4, 6), "knuth")
    >>> knuth.total, knuth.max, knuth.histogram
    (5801, 5, (1, 6, 62, 533, 694))
    >>> from xl_mastermind import candidates
    >>> def last_consistent(rules, turns):
    ...     return candidates(rules, turns)[-1]
    >>> evaluate("3x3", last_consistent)
    3x3: 27 codes
    Strategy         First  Average  Most  Total  Codes with 1, 2, ... guesses
    last_consistent  333     3.2963     5     89  1 3 12 9 2
    """
    rules, seed = as_rules(rules), check_seed(seed)
    progress = progress or (lambda _: None)
    first = None if first is None else rules.check_code(first)
    if callable(strategy):
        rule, name = None, function_name(strategy)
    else:
        rule = parse_strategy(strategy)
        name = rule.name
    if order and not (rule and rule.takes_order):
        names = " or ".join(s.name for s in STRATEGIES.values() if s.takes_order)
        raise ValueError(f"expected {names} with an order, got {name!r}")
    book = codebook(rules)
    if rule is None or rule.width:
        file = None if resume_file is None else Path(resume_file)
        tree = strategy_tree(
            rules, strategy, first, progress, executor=executor, resume_file=file
        )
        return Evaluation(rules, name, tree.guess, play_tree(book, tree))
    if rule.is_random:
        counts = play_at_random(book, first, seed, progress)
    else:
        choose: _GuessChooser = partial(choose_guesses, book, rule)
        if order:
            ranks = code_order(book, order, seed).argsort()
            choose = partial(choose_guesses_by_order, book, rule, ranks)
            first = first or book.code(int(choose(_start(book))[0]))
        first = first or suggest_guess(rules, (), name).guess
        counts = _count_guesses(book, book.index(first), choose, progress)
    histogram = tuple(counts[guesses] for guesses in range(1, max(counts) + 1))
    return Evaluation(rules, name, first, histogram, order)


def strategy_tree(  # noqa: PLR0913 - options are given by name
    rules: Rules,
    strategy: str | GuessFunction,
    first: Code | None = None,
    progress: FoundCallback = lambda _: None,
    *,
    executor: Executor | None = None,
    resume_file: Path | None = None,
) -> Node:
    """
    Return the tree of a strategy, or raise a ValueError for a random one.

    `progress`, `executor` and `resume_file` are for a lookahead; see `evaluate`.
    """
    if callable(strategy):
        return function_tree(codebook(rules), strategy, first, progress)
    rule = parse_strategy(strategy)
    if rule.is_random:
        raise ValueError(f"expected a strategy that is not random, got {rule.name}")
    book = codebook(rules)
    if rule.width:
        from xl_mastermind.lab.lookahead import lookahead_tree  # noqa: PLC0415, 0.1 s

        return lookahead_tree(
            book, rule, first, progress, executor=executor, resume_file=resume_file
        )
    code = first or suggest_guess(rules, (), rule.name).guess
    tree_by_path: dict[tuple[int, ...], Node] = {}
    choose = partial(choose_guesses, book, rule)
    for positions, guesses, _ in _walk(book, book.index(code), choose):
        paths = map(tuple, positions.feedbacks.tolist())
        for path, guess in zip(paths, guesses.tolist(), strict=True):
            tree_by_path[path] = Node(book.code(guess), {})
    for path in sorted(tree_by_path, key=lambda path: (len(path), path))[1:]:
        feedback = rules.feedback_from_number(path[-1])
        tree_by_path[path[:-1]].subtrees[feedback] = tree_by_path[path]
    return tree_by_path[()]


def _start(book: Codebook) -> PositionBatch:
    no_turns = np.empty((1, 0), dtype=np.int64)
    starts = np.array([0, len(book)])
    return PositionBatch(
        np.arange(len(book)), starts, no_turns, no_turns.astype(np.uint8)
    )


def _walk(
    book: Codebook, first: int, choose: _GuessChooser
) -> Iterator[tuple[PositionBatch, Indices, PositionBatch]]:
    """Yield batches of a strategy's positions, with their guesses and parts."""
    stack = [_start(book)]
    guesses = np.array([first])
    while stack:
        positions = stack.pop()
        if positions.histories.size:
            guesses = choose(positions)
        parts = _parts(book, positions, guesses)
        yield positions, guesses, parts
        stack += _batches(parts, ~_is_won(book, parts) & (np.diff(parts.starts) > 2))


def _is_won(book: Codebook, parts: PositionBatch) -> NDArray[np.bool_]:
    """Return a boolean per part, True after a winning feedback."""
    win = book.rules.feedback_number(book.rules.win)
    return np.asarray(parts.feedbacks[:, -1] == win)


def _count_guesses(
    book: Codebook,
    first: int,
    choose: _GuessChooser,
    progress: FoundCallback,
) -> Counter[int]:
    counts: Counter[int] = Counter()
    for positions, _, parts in _walk(book, first, choose):
        turn = positions.histories.shape[1] + 1
        sizes, is_won = np.diff(parts.starts), _is_won(book, parts)
        # A tree has no nodes for one or two codes: guess them one after the other.
        has_few = ~is_won & (sizes <= 2)
        counts[turn] += int(np.count_nonzero(is_won))
        counts[turn + 1] += int(np.count_nonzero(has_few))
        counts[turn + 2] += int(np.count_nonzero(sizes[has_few] == 2))
        if (is_won | has_few).any():
            progress(int(sizes[is_won | has_few].sum()))
    return +counts


def _parts(book: Codebook, positions: PositionBatch, guesses: Indices) -> PositionBatch:
    """Return the parts of all positions after their guesses."""
    parents = np.repeat(np.arange(len(guesses)), np.diff(positions.starts))
    keys = parents << 8 | book.elementwise_feedback(
        guesses[parents], positions.candidates
    )
    order = keys.argsort(kind="stable")
    keys, starts = np.unique(keys[order], return_index=True)
    parents, feedbacks = keys >> 8, (keys & 255).astype(np.uint8)
    return PositionBatch(
        positions.candidates[order],
        np.append(starts, len(order)),
        np.column_stack([positions.histories, guesses])[parents],
        np.column_stack([positions.feedbacks[parents], feedbacks]),
    )


def _batches(
    positions: PositionBatch, mask: NDArray[np.bool_]
) -> Iterator[PositionBatch]:
    """Yield the positions of a mask, with a limited number of candidates at a time."""
    sizes = np.diff(positions.starts)
    candidates = positions.candidates[np.repeat(mask, sizes)]
    histories, feedbacks = positions.histories[mask], positions.feedbacks[mask]
    ends = np.cumsum(sizes[mask])
    first = start = 0
    while first < len(ends):
        last = np.searchsorted(ends, start + _BATCH_CANDIDATES, "right")
        batch = slice(first, max(first + 1, int(last)))
        end = int(ends[batch][-1])
        starts = np.concatenate([[start], ends[batch]]) - start
        yield PositionBatch(
            candidates[start:end], starts, histories[batch], feedbacks[batch]
        )
        first, start = batch.stop, end
