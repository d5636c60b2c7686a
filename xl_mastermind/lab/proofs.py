"""Proofs of the least total and of the best worst case, for Python and commands."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.conversion import check_bool, check_positive, check_seconds
from xl_mastermind.game.rules import Code, Rules, Turn, TurnLike, as_rules
from xl_mastermind.lab.compilation import SearchMethod, compile_kernels
from xl_mastermind.lab.exact.ab_games import fixed_guesses
from xl_mastermind.lab.exact.problem import Bounds, Problem
from xl_mastermind.lab.exact.search import BoundsCallback, Search
from xl_mastermind.solve.endgame import endgame_tree, endgame_worst_case
from xl_mastermind.solve.game_tree import Tree
from xl_mastermind.solve.results import ResultBase, position_in_words
from xl_mastermind.solve.suggestion import find_candidates
from xl_mastermind.solve.trees import Node, bundled_tree, play_tree, total_guesses
from xl_mastermind.tables import Table

EXTRA_SYMBOL: Final = "*"
"""The symbol of the extra colour that no code has; its number is 0."""


@dataclass(frozen=True, repr=False)
class Proof(ResultBase):
    """The bounds of a minimal number of guesses, equal if it is proved."""

    rules: Rules
    turns: tuple[Turn, ...]
    code_count: int
    lower: int
    upper: int | None
    first: Code | None

    @property
    def is_proved(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper

    @property
    def first_text(self) -> str | None:
        """The first guess in the game's symbols."""
        if self.first is None:
            return None
        return self.rules.format_pattern(self.first).replace("?", EXTRA_SYMBOL)

    @property
    def proof_record(self) -> dict[str, Any]:
        """Whether the number is proved, and otherwise its bounds."""
        if self.is_proved:
            return {"proved": True}
        return {"lower": self.lower, "upper": self.upper, "proved": False}

    def table(self) -> Table:
        """Return the bounds as a row."""
        return Table(
            position_in_words(self.rules, self.turns, self.code_count),
            ("First", "At least", "At most", "Proved"),
            [[self.first_text, self.lower, self.upper, self.is_proved]],
        )


@dataclass(frozen=True, repr=False)
class Optimum(Proof):
    """
    The least total number of guesses over all codes.

    Attributes
    ----------
    lower, upper : int
        The bounds of the total; equal if it is proved. `upper` is None if no tree is
        known.
    first : Code or None
        The first guess of a tree that attains `upper`.
    tree : Tree or None
        A tree that attains `upper`.
    possible_guesses : bool
        Whether every guess is a candidate.
    """

    tree: Tree | None
    possible_guesses: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, None unless proved."""
        proved_tree = self.tree if self.is_proved else None
        figures = proved_tree.check().figures() if proved_tree else {}
        return {
            "game": str(self.rules),
            **({"possible_guesses": True} if self.possible_guesses else {}),
            "codes": self.code_count,
            "total": figures.get("total"),
            "average": figures.get("average"),
            "max": figures.get("max"),
            "first": self.first_text,
            "histogram": figures.get("histogram"),
            **self.proof_record,
        }


@dataclass(frozen=True, repr=False)
class WorstCase(Proof):
    """
    The least maximum of guesses over all codes.

    Attributes
    ----------
    lower, upper : int
        The bounds of the number; equal if it is proved.
    first : Code or None
        A first guess that attains `upper`, with 0 for the extra colour.
    extra_colour : bool
        Whether guesses may have a colour that no code has.
    opening : tuple of Code
        Guesses that come first for every code.
    """

    extra_colour: bool = False
    opening: tuple[Code, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "game": str(self.rules),
            **({"extra_colour": True} if self.extra_colour else {}),
            **({"fixed_first": len(self.opening)} if self.opening else {}),
            "guesses": self.upper if self.is_proved else None,
            "first": self.first_text,
            **self.proof_record,
        }


def optimum(  # noqa: PLR0913 - options are given by name
    rules: Rules | str,
    turns: Iterable[TurnLike] = (),
    *,
    max_guesses: int | None = None,
    possible_guesses: bool = False,
    time_limit: float | None = None,
    threads: int = 1,
    needs_tree: bool = False,
    progress: BoundsCallback | None = None,
) -> Optimum:
    """
    Prove the least total number of guesses of a game or a position.

    Parameters
    ----------
    rules, turns
        As `next_guess` takes them.
    max_guesses : int, optional
        The maximum number of guesses of trees.
    possible_guesses : bool
        Whether every guess must be a candidate.
    time_limit : float, optional
        Seconds after which the search returns its bounds.
    threads : int
        Number of threads.
    needs_tree : bool
        Whether to return a tree also if the bounds are unproved, and the same tree at
        any number of threads.
    progress : function, optional
        Called repeatedly with the bounds, the depth in turns and the number of
        positions.

    Raises
    ------
    ExactSearchError
        If numba is not installed and the game is not small, or if it is too large.
    UnreachableError
        If `max_guesses` are too few.

    Examples
    --------
    >>> optimum("3x4")
    3x4: 64 codes
    First  At least  At most  Proved
    112         206      206  yes
    """
    rules = as_rules(rules)
    game_turns = _check_position(rules, turns, time_limit, threads)
    check_positive("a maximum number of guesses", max_guesses)
    check_bool("possible_guesses", possible_guesses)
    check_bool("needs_tree", needs_tree)
    problem = Problem.from_game(rules, game_turns, only_candidates=possible_guesses)
    book = codebook(rules)
    candidates, history = book.candidates(game_turns), [t.guess for t in game_turns]
    node = endgame_tree(
        *(book, history, candidates, max_guesses),
        only_candidates=possible_guesses,
        orderly=needs_tree,
    )
    if node:
        bounds = Bounds.from_value(total_guesses(play_tree(book, node, candidates)))
    else:
        search = _new_search(problem, Search.total, threads, progress)
        bounds = search.optimum(time_limit, max_guesses=max_guesses)
        node = _tree_of_bounds(search, bounds, max_guesses, needs_tree=needs_tree)
    first = node.guess if node else bounds.first_guess
    figures = (len(problem.candidates), bounds.lower, bounds.upper, first)
    tree = Tree(rules, game_turns, node) if node else None
    return Optimum(rules, game_turns, *figures, tree, possible_guesses)


def _tree_of_bounds(
    search: Search, bounds: Bounds, max_guesses: int | None, *, needs_tree: bool
) -> Node | None:
    """Return a tree for the upper bound; unless needed only for a proved one."""
    problem, node = search.problem, None
    if not (needs_tree or bounds.is_proved):
        return None
    if not (needs_tree or problem.history or problem.only_candidates):
        name = f"optimal-{max_guesses}" if max_guesses else "optimal"
        node = bundled_tree(problem.rules, name)
    return node or search.tree_of_bounds(
        bounds, max_guesses=max_guesses, orderly=needs_tree
    )


def worst_case(  # noqa: PLR0913 - options are given by name
    rules: Rules | str,
    turns: Iterable[TurnLike] = (),
    *,
    extra_colour: bool = False,
    fixed_first: int = 0,
    time_limit: float | None = None,
    threads: int = 1,
    progress: BoundsCallback | None = None,
) -> WorstCase:
    """
    Prove the least maximum of guesses of a game or a position, as `optimum` does.

    Parameters
    ----------
    rules, turns, time_limit, threads, progress
        As `optimum` takes them.
    extra_colour : bool
        Whether guesses may have a colour, written ``*``, that no code has.
    fixed_first : int
        The number of first guesses that are fixed: all colours in order.

    Examples
    --------
    >>> worst_case("3x4")
    3x4: 64 codes
    First  At least  At most  Proved
    112           4        4  yes
    """
    rules = as_rules(rules)
    game_turns = _check_position(rules, turns, time_limit, threads)
    if game_turns and (extra_colour or fixed_first):
        raise ValueError(
            "expected no turns with an extra colour or fixed first guesses, got"
            f" {rules.format_turn(game_turns[0])!r}"
        )
    check_bool("extra_colour", extra_colour)
    opening = fixed_guesses(rules, fixed_first)
    answer = None
    if extra_colour:
        problem = Problem.with_extra_colour(rules)
    else:
        problem = Problem.from_game(rules, game_turns)
    if not (extra_colour or opening):
        book, history = codebook(rules), [turn.guess for turn in game_turns]
        answer = endgame_worst_case(book, history, book.candidates(game_turns))
    if answer:
        bounds = Bounds.from_value(*answer)
    else:
        search = _new_search(problem, Search.worst_case, threads, progress)
        bounds = search.worst_case(time_limit, opening=opening)
    first = bounds.first_guess
    if first and extra_colour:
        first = tuple(colour - 1 for colour in first)
    figures = (len(problem.candidates), bounds.lower, bounds.upper, first)
    return WorstCase(rules, game_turns, *figures, extra_colour, opening)


def _check_position(
    rules: Rules, turns: Iterable[TurnLike], time_limit: float | None, threads: int
) -> tuple[Turn, ...]:
    check_seconds("a time limit", time_limit)
    check_positive("a number of threads", threads)
    game_turns = (*rules.check_turns(turns),)
    if game_turns:
        find_candidates(codebook(rules), game_turns)
    return game_turns


def _new_search(
    problem: Problem, run: SearchMethod, threads: int, progress: BoundsCallback | None
) -> Search:
    compile_kernels(problem.rules, run=run)
    return Search(problem, threads=threads, progress=progress)
