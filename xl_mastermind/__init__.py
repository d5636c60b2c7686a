"""
Mastermind in the spreadsheet and on its own: rules, feedback and strategies.

Games are `Rules` or texts such as "4x6"; codes are texts such as "1122", or sequences
or arrays of colours; turns are `Turn`, pairs of a code and its feedback, or texts such
as "1122:1,0". Other values raise a ValueError. All functions may be called from several
threads at once.

Examples
--------
>>> from xl_mastermind import Rules, Turn, evaluate, feedback, next_guess
>>> rules = Rules.parse("4x6")
>>> answer = feedback(secret=(3, 6, 2, 5), guess=(1, 1, 2, 2))
>>> answer
Feedback(black=1, white=0)
>>> next_guess(rules, [Turn((1, 1, 2, 2), answer)], "entropy")
(1, 3, 4, 5)
>>> next_guess("4x6", ["1122:1,0"], "entropy")
(1, 3, 4, 5)
>>> evaluate(rules, "most-parts").total
5668
"""

TYPE_CHECKING = False  # as `typing` has it, which takes a while to import
if TYPE_CHECKING:
    from xl_mastermind.game.codes import all_codes, candidates, feedback_table
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
    from xl_mastermind.session import GameResult, Session
    from xl_mastermind.solve.evaluation import Evaluation, Played, evaluate, play
    from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES
    from xl_mastermind.solve.suggestion import NoCandidateError, next_guess, survivors

__version__ = "1.0.0"

__all__ = [
    "DEFAULT_STRATEGY",
    "NAMED_GAMES",
    "STRATEGIES",
    "UNKNOWN_COUNT",
    "UNKNOWN_SYMBOL",
    "Code",
    "Evaluation",
    "Feedback",
    "GameResult",
    "NoCandidateError",
    "Played",
    "Rules",
    "Session",
    "Turn",
    "all_codes",
    "candidates",
    "evaluate",
    "feedback",
    "feedback_table",
    "next_guess",
    "play",
    "survivors",
]


def __getattr__(name: str) -> object:
    """Return a name listed above; its module is imported when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from xl_mastermind import session  # noqa: PLC0415, as below
    from xl_mastermind.game import codes, rules  # noqa: PLC0415, numpy: 0.2 s
    from xl_mastermind.solve import (  # noqa: PLC0415, as above: 0.4 s in all
        evaluation,
        strategies,
        suggestion,
    )

    homes = map(vars, (codes, rules, evaluation, strategies, suggestion, session))
    return next(home[name] for home in homes if name in home)


def __dir__() -> list[str]:
    """Return the names listed above too, without importing their modules."""
    return sorted({*globals(), *__all__})
