"""`solve`: a strategy breaks a code, on the screen, in a workbook, as a web page."""

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from xl_mastermind.cli.games import (
    SAMPLED,
    StrategyCommand,
    print_result,
    sample_as_json,
    strategy_name,
    tiles,
)
from xl_mastermind.cli.options import FORCE, RATE, Parser, check_ending, option
from xl_mastermind.cli.output import DONE, out
from xl_mastermind.cli.ratings import print_ratings, rate, rating_as_json
from xl_mastermind.files import check_place, write_file
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules, feedback_in_words
from xl_mastermind.sheet.words import little_pegs, plural
from xl_mastermind.solve.codemaker import new_number, number_of_today
from xl_mastermind.solve.evaluate import TurnRecord, game_record

_RANDOM = "random"
"""Stands for a secret drawn at random."""

_TODAY = "today"
"""Stands for the number that today's date is."""


def _game_number(text: str) -> int:
    """Return the number of a game, for argparse."""
    if text == _TODAY:
        return number_of_today()
    # Python reads no number of more than some thousand digits.
    if re.fullmatch("[0-9]{1,19}", text) and 1 <= int(text) <= LARGEST_NUMBER:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"expected a number from 1 to {LARGEST_NUMBER:,} or {_TODAY}, got {text!r}"
    )


class Solve(StrategyCommand):
    """Let a strategy break a code."""

    secret: str | None
    number: int | None
    rate: bool = RATE
    output: Path | None = option(
        "--output", metavar="FILE.xlsm|FILE.xlsx", type=Path, help="the played workbook"
    )
    html: Path | None = option(
        "--html", metavar="FILE.html", type=Path, help="the game as a web page"
    )
    force: bool = FORCE

    def add_options(self, parser: Parser) -> None:
        super().add_options(parser)
        hidden = parser.add_mutually_exclusive_group()
        hidden.add_argument("--secret", metavar="CODE", help="or random (default)")
        hidden.add_argument(
            "--number",
            metavar="N",
            type=_game_number,
            help=f"the number of the secret, the same everywhere; or {_TODAY}",
        )

    def run(self) -> int:
        rules, strategy = self.game, strategy_name(self.strategy)
        first = self.first_guess()
        number = self._number_of_secret()
        secret = rules.code_numbered(number)
        self._check_files()
        game: list[TurnRecord] = []
        if not self.json:
            out.print(
                f"{rules}, number {number}: {strategy} looks for the hidden code."
            )
        for step in game_record(rules, secret, strategy, first=first, seed=self.seed):
            game.append(step)
            if not self.json:
                _print_turn(len(game), step, rules)
        self._write_files(number, strategy, game)
        ratings = rate([step.turn for step in game], rules) if self.rate else []
        if self.json:
            turns = [_turn_as_json(step, rules) for step in game]
            for turn, rating in zip(turns, ratings, strict=False):
                turn.update(rating_as_json(rating, rules))
            out.print_json(
                {
                    "game": str(rules),
                    "number": number,
                    "secret": rules.format_code(secret),
                    "strategy": strategy,
                    "turns": turns,
                    "solved": True,
                }
            )
            return DONE
        if self.html:
            out.print(f"wrote {self.html}")
        print_result(rules, number, [step.turn for step in game])
        out.print(f"The code was {rules.format_code(secret)}: solved in {len(game)}.")
        print_ratings(ratings, rules)
        if self.output:
            _tell_where(self.output)
        return DONE

    def _number_of_secret(self) -> int:
        """Return the number that is given, that of the code given, or a new one."""
        rules = self.game
        book = codebook(rules)  # or the error that the game is too large
        if self.number is not None:
            return self.number
        if self.secret is not None and self.secret != _RANDOM:
            return rules.number_of(rules.parse_code(self.secret))
        if self.seed is None:
            return new_number(rules)
        return rules.number_of(book.code(Random(self.seed).randrange(len(book))))

    def _check_files(self) -> None:
        """Find out before a game is played whether its files can be written."""
        if self.output:
            from xl_mastermind.cli.workbook import check_board  # noqa: PLC0415

            check_board(self.output, self.game, force=self.force)
        if self.html:
            check_ending(self.html, ".html")
            check_place(self.html, force=self.force)

    def _write_files(
        self, number: int, strategy: str, game: Sequence[TurnRecord]
    ) -> None:
        if self.output:
            from xl_mastermind.cli.workbook import write_game  # noqa: PLC0415
            from xl_mastermind.sheet.board import Board  # noqa: PLC0415

            board = Board.new(self.game, strategy=strategy, first_guess=self.first)
            board = replace(board, number=number)
            write_game(self.output, board, game)
        if self.html:
            from xl_mastermind.sheet.page import game_page  # noqa: PLC0415

            write_file(self.html, game_page(self.game, number, strategy, game))


def _print_turn(number: int, step: TurnRecord, rules: Rules) -> None:
    (guess, given), left, sampled = step
    out.print(
        f"{number:>3}  ",
        *tiles(guess, rules),
        f"  {little_pegs(*given, rules.pegs, '')}  {feedback_in_words(given, rules)}",
        f"  {plural(left, 'code')} left{SAMPLED if sampled else ''}",
    )


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
