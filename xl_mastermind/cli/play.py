"""`solve`: a strategy breaks a code, on the screen, in a workbook, as a web page."""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from xl_mastermind.cli.games import (
    SAMPLED,
    StrategyCommand,
    sample_as_json,
    strategy_name,
    tiles,
)
from xl_mastermind.cli.options import FORCE, RATE, check_ending, option
from xl_mastermind.cli.output import DONE, out
from xl_mastermind.cli.ratings import print_ratings, rate, rating_as_json
from xl_mastermind.files import check_place, write_file
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, feedback_in_words
from xl_mastermind.sheet.words import plural
from xl_mastermind.solve.evaluate import TurnRecord, game_record

_RANDOM = "random"
"""Stands for a secret drawn at random."""


class Solve(StrategyCommand):
    """Let a strategy break a code."""

    secret: str = option(
        "--secret", metavar="CODE", default=_RANDOM, help="or random (default)"
    )
    rate: bool = RATE
    output: Path | None = option(
        "--output", metavar="FILE.xlsm", type=Path, help="the played workbook"
    )
    html: Path | None = option(
        "--html", metavar="FILE.html", type=Path, help="the game as a web page"
    )
    force: bool = FORCE

    def run(self) -> int:
        rules, strategy = self.game, strategy_name(self.strategy)
        first = self.first_guess()
        secret = self._secret()
        self._check_files()
        game: list[TurnRecord] = []
        if not self.json:
            out.print(f"{rules}: {strategy} looks for the hidden code.")
        for step in game_record(rules, secret, strategy, first=first, seed=self.seed):
            game.append(step)
            if not self.json:
                _print_turn(len(game), step, rules)
        self._write_files(secret, strategy, game)
        ratings = rate([step.turn for step in game], rules) if self.rate else []
        if self.json:
            turns = [_turn_as_json(step, rules) for step in game]
            for turn, rating in zip(turns, ratings, strict=False):
                turn.update(rating_as_json(rating, rules))
            out.print_json(
                {
                    "game": str(rules),
                    "secret": rules.format_code(secret),
                    "strategy": strategy,
                    "turns": turns,
                    "solved": True,
                }
            )
            return DONE
        if self.html:
            out.print(f"wrote {self.html}")
        out.print(f"The code was {rules.format_code(secret)}: solved in {len(game)}.")
        print_ratings(ratings, rules)
        if self.output:
            _tell_where(self.output)
        return DONE

    def _secret(self) -> Code:
        if self.secret != _RANDOM:
            return self.game.parse_code(self.secret)
        book = codebook(self.game)
        draw = SystemRandom() if self.seed is None else Random(self.seed)
        return book.code(draw.randrange(len(book)))

    def _check_files(self) -> None:
        """Find out before a game is played whether its files can be written."""
        if self.output:
            from xl_mastermind.cli.workbook import check_board  # noqa: PLC0415

            check_board(self.output, self.game, force=self.force)
        if self.html:
            check_ending(self.html, ".html")
            check_place(self.html, force=self.force)

    def _write_files(
        self, secret: Code, strategy: str, game: Sequence[TurnRecord]
    ) -> None:
        if self.output:
            from xl_mastermind.cli.workbook import write_game  # noqa: PLC0415
            from xl_mastermind.sheet.board import Board  # noqa: PLC0415

            guesses = [step.turn.guess for step in game]
            board = Board.new(self.game, secret, strategy, self.first)
            write_game(self.output, board, guesses, force=self.force)
        if self.html:
            from xl_mastermind.show.page import game_page  # noqa: PLC0415

            write_file(self.html, game_page(self.game, secret, strategy, game))


def _print_turn(number: int, step: TurnRecord, rules: Rules) -> None:
    (guess, given), left, sampled = step
    out.print(
        f"{number:>3}  ",
        *tiles(guess, rules),
        f"  {_little_pegs(given, rules.pegs)}  {feedback_in_words(given, rules)}",
        f"  {plural(left, 'code')} left{SAMPLED if sampled else ''}",
    )


def _little_pegs(given: Feedback, pegs: int) -> str:
    rest = pegs - given.black - given.white
    return "●" * given.black + "○" * given.white + "·" * rest


def _turn_as_json(step: TurnRecord, rules: Rules) -> dict[str, Any]:
    (guess, given), left, sampled = step
    whites = {} if rules.black_only else {"white": given.white}
    return {
        "guess": rules.format_code(guess),
        "black": given.black,
        **whites,
        "candidates": left,
        **sample_as_json(sampled=sampled),
    }


def _tell_where(path: Path) -> None:
    program = Path(sys.argv[0])
    command = "python -m xl_mastermind" if program.suffix == ".py" else program
    out.print(
        "Open the workbook with a double click, or in Excel or LibreOffice Calc with:"
        f" {command} open {path}"
    )
