"""
Mastermind in the spreadsheet and on its own: rules, feedback, strategies and proofs.

Games are `Rules` or texts such as "4x6"; codes are texts such as "1122", or sequences
or arrays of colours; turns are `Turn`, pairs of a code and its feedback, or texts such
as "1122:1,0". Other values raise a ValueError. Results print themselves as tables, also
in notebooks; their `to_dict` returns plain values. All functions may be called from
several threads at once.

Examples
--------
>>> from xl_mastermind import Rules, evaluate, feedback, next_guess
>>> feedback(secret="3625", guess="1122")
Feedback(black=1, white=0)
>>> next_guess("4x6", ["1122:1,0"], "entropy")
(1, 3, 4, 5)
>>> evaluate("4x6", "most-parts")
4x6: 1,296 codes
Strategy    First  Average  Most  Total  Codes with 1, 2, ... guesses
most-parts  1123    4.3735     6  5,668  1 12 72 635 569 7
"""

TYPE_CHECKING = False  # typing.TYPE_CHECKING without importing typing
if TYPE_CHECKING:
    from xl_mastermind.game.codes import all_codes, candidates, feedback_table
    from xl_mastermind.game.contradictions import Correction
    from xl_mastermind.game.rules import (
        NAMED_GAMES,
        UNKNOWN_COUNT,
        UNKNOWN_SYMBOL,
        Code,
        Feedback,
        Rules,
        Turn,
        feedback,
    )
    from xl_mastermind.lab.proofs import Optimum, WorstCase, optimum, worst_case
    from xl_mastermind.plugins.puzzles.puzzle import NumberedPuzzle, puzzle
    from xl_mastermind.presentation.game_result import GameResult
    from xl_mastermind.session import Session
    from xl_mastermind.solve.analysis import (
        Partition,
        RankedGuess,
        Ranking,
        partition,
        rank_guesses,
    )
    from xl_mastermind.solve.contradictions import Contradictions, contradictions
    from xl_mastermind.solve.evaluation import Evaluation, PlayedTurn, evaluate, play
    from xl_mastermind.solve.game_tree import CheckedTree, Tree
    from xl_mastermind.solve.rating import RatedTurns, Rating, rate_guesses
    from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES
    from xl_mastermind.solve.suggestion import (
        NoCandidateError,
        candidate_counts,
        next_guess,
    )
    from xl_mastermind.solve.user_strategy import StrategyError

__version__ = "1.0.0"

__all__ = [
    "DEFAULT_STRATEGY",
    "NAMED_GAMES",
    "STRATEGIES",
    "UNKNOWN_COUNT",
    "UNKNOWN_SYMBOL",
    "CheckedTree",
    "Code",
    "Contradictions",
    "Correction",
    "Evaluation",
    "Feedback",
    "GameResult",
    "NoCandidateError",
    "NumberedPuzzle",
    "Optimum",
    "Partition",
    "PlayedTurn",
    "RankedGuess",
    "Ranking",
    "RatedTurns",
    "Rating",
    "Rules",
    "Session",
    "StrategyError",
    "Tree",
    "Turn",
    "WorstCase",
    "all_codes",
    "candidate_counts",
    "candidates",
    "contradictions",
    "evaluate",
    "feedback",
    "feedback_table",
    "next_guess",
    "optimum",
    "partition",
    "play",
    "puzzle",
    "rank_guesses",
    "rate_guesses",
    "worst_case",
]

# The modules of these names, the fastest to import first.
_MODULES = (
    "game.rules",
    "game.codes",
    "solve.strategies",
    "solve.suggestion",
    "solve.game_tree",
    "solve.evaluation",
    "solve.user_strategy",
    "solve.contradictions",
    "solve.analysis",
    "solve.rating",
    "lab.proofs",
    "session",
)


def __getattr__(name: str) -> object:
    """Return a public name; import its module at the first use."""
    from importlib import import_module  # noqa: PLC0415, only used here

    if name in __all__:
        for module in _MODULES:
            names = vars(import_module(f"{__name__}.{module}"))
            if name in names:
                globals()[name] = names[name]
                return names[name]
        plugins = import_module(f"{__name__}.plugin").plugins()
        for plugin in plugins:
            if name in plugin.public_names:
                return getattr(plugin.load(plugin.public_names[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return also the public names, without importing their modules."""
    return sorted({*globals(), *__all__})
