"""`solve` and `next`: a strategy breaks a code, or suggests the next guess."""

from argparse import ArgumentParser, Namespace
from itertools import repeat
from pathlib import Path
from typing import Any, Final

from xl_mastermind.game.codemaker import draw_game_number
from xl_mastermind.game.codes import candidates, codebook
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.game_result import GameResult, turn_record
from xl_mastermind.solve.evaluation import PlayedTurn, play_with_samples
from xl_mastermind.solve.strategies import parse_strategy
from xl_mastermind.solve.suggestion import suggest_guess
from xl_mastermind.terminal import game_output
from xl_mastermind.terminal import options as terminal_options
from xl_mastermind.terminal.output import Command, shell_command

FAILURES: Final = terminal_options.SEARCH_FAILURES

_MAX_LISTED: Final = 1000
"""Number of printed codes that match a pattern."""


def solve_options(parser: ArgumentParser) -> None:
    names = ("--game", *terminal_options.STRATEGY_OPTIONS, "--seed", "--json", "--rate")
    terminal_options.add_options(parser, *names)
    files, text = "FILE.xlsm|FILE.xlsx", "write the game as a workbook"
    parser.add_argument("--output", metavar=files, type=Path, help=text)
    terminal_options.add_options(parser, "--force")
    hidden = parser.add_mutually_exclusive_group()
    text = "the code to find; default: random"
    hidden.add_argument("--secret", metavar="CODE", help=text)
    terminal_options.add_options(hidden, "--number")


def solve(options: Namespace) -> Command:
    """Let a strategy break a code; print the game, or write a workbook."""
    rules, strategy = options.game, parse_strategy(options.strategy).name
    first = terminal_options.first_guess(options)
    number = _number_of_secret(options, rules)
    secret = rules.code_from_number(number)
    _check_output(options)
    game: list[tuple[PlayedTurn, bool]] = []
    yield f"{rules}, number {number}: {strategy} looks for the hidden code."
    for played, is_sampled in play_with_samples(
        rules, secret, strategy, first, options.seed
    ):
        game.append((played, is_sampled))
        yield game_output.turn_line(len(game), played, rules, is_sampled=is_sampled)
    turns = [played.turn for played, _ in game]
    if options.output:
        from xl_mastermind.cli.build import write_game  # noqa: PLC0415, 0.4 s

        guesses = [turn.guess for turn in turns]
        write_game(options.output, rules, number, guesses, strategy, options.first)
    result = GameResult(rules, number, (*turns,), (strategy,) * len(turns))
    yield from game_output.shareable_lines(result)
    yield f"The code was {rules.format_code(secret)}: solved in {len(game)}."
    ratings = game_output.rate(turns, rules) if options.rate else []
    yield from game_output.rating_tables(ratings)
    records = []
    for ((turn, count), is_sampled), rating in zip(
        game, ratings or repeat({}), strict=False
    ):
        left = _candidate_record(count, is_sampled=is_sampled)
        records.append(turn_record(turn, rules) | left | rating)
    if options.output:
        text = "Open the workbook with a double click, or in Excel or Calc with: "
        yield [text, shell_command("open", options.output)]
    return {
        "game": str(rules),
        "number": number,
        "secret": rules.format_code(secret),
        "strategy": strategy,
        "turns": records,
        "solved": True,
    }


def _number_of_secret(options: Namespace, rules: Rules) -> int:
    """Return the game number of the options, of their code, or a new one."""
    codebook(rules)  # a game that is too large raises an error
    if options.secret not in (None, "random"):
        return rules.number_from_code(rules.parse_code(options.secret))
    return options.number or draw_game_number(rules, options.seed)


def _check_output(options: Namespace) -> None:
    """Raise an error if the workbook cannot be written, before the game."""
    if options.force and not options.output:
        raise ValueError("expected --output with --force, got --force alone")
    if options.output:
        from xl_mastermind.cli.build import check_board  # noqa: PLC0415, 0.4 s

        check_board(options.output, options.game, force=options.force)


def _candidate_record(count: int, *, is_sampled: bool) -> dict[str, Any]:
    return {"candidates": count, **({"sampled": True} if is_sampled else {})}


def next_options(parser: ArgumentParser) -> None:
    terminal_options.add_options(
        parser, "--game", *terminal_options.STRATEGY_OPTIONS, "--seed", "--json"
    )
    text = "the known pegs, ? for an unknown one"
    parser.add_argument("--pattern", metavar='"1??2"', help=text)
    terminal_options.add_options(parser, "turns")


def next(options: Namespace) -> Command:  # noqa: A001, the command's name
    """Suggest the next guess of a game."""
    rules, strategy = options.game, parse_strategy(options.strategy).name
    first = terminal_options.first_guess(options)
    turns = terminal_options.turns_so_far(options)
    if first and turns and turns[0].guess != first:
        raise ValueError(
            f"expected {rules.format_code(first)} in turn 1, as --first says,"
            f" got {options.turns[0]!r}"
        )
    text = options.pattern
    pattern = None if text is None else rules.parse_pattern(text)
    guess, count, is_sampled = suggest_guess(
        rules, turns, strategy, first=first, seed=options.seed, pattern=pattern
    )
    yield [
        *game_output.tiles(guess, rules),
        f"  {game_output.codes_left_text(count, is_sampled=is_sampled)}",
    ]
    record: dict[str, Any] = {
        "game": str(rules),
        "strategy": strategy,
        "guess": rules.format_code(guess),
        **_candidate_record(count, is_sampled=is_sampled),
    }
    if pattern is not None:
        codes = candidates(rules, turns, pattern)[:_MAX_LISTED]
        yield game_output.code_list_line(codes, rules, count)
        record["pattern"] = rules.format_pattern(pattern)
        record["matching"] = [*map(rules.format_code, codes)]
    return record
