"""The command line: play, score and solve where there is no spreadsheet program."""

import argparse
import errno
import io
import itertools
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final, NoReturn, Self

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from xl_mastermind import __version__
from xl_mastermind import setup as install
from xl_mastermind.files import check_place, write_file
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import (
    NAMED_GAMES,
    Code,
    Feedback,
    Rules,
    Turn,
    feedback_in_words,
)
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.hosts import file
from xl_mastermind.hosts.calc import office
from xl_mastermind.hosts.calc.extension import extension_bytes
from xl_mastermind.setup import Finding, InstallError, Machine
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.build import (
    check_size,
    first_board,
    first_boards,
    write_workbook,
)
from xl_mastermind.sheet.buttons import press_on
from xl_mastermind.sheet.cells import Block, pegs_as_cells
from xl_mastermind.sheet.functions import LISTED
from xl_mastermind.sheet.layout import BoardLayout
from xl_mastermind.sheet.palette import INK, WHITE, peg_colour
from xl_mastermind.sheet.words import note_on, plural
from xl_mastermind.show import page, plot
from xl_mastermind.solve.codemaker import new_code
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.evaluate import Evaluation, Step, evaluate, steps
from xl_mastermind.solve.exact.search import (
    Bounds,
    ExactSearchError,
    Problem,
    Search,
    Standing,
    UnreachableError,
    prepare,
)
from xl_mastermind.solve.exact.spread import MOST_WORKERS, Processes, SpreadSearch
from xl_mastermind.solve.exact.theory import Entry, entries, fixed_guesses
from xl_mastermind.solve.rating import MOST_RATED, Rating, rate_guesses
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    parse_strategy,
    suggest,
    survivors,
)
from xl_mastermind.solve.trees import Tree, format_tree, shipped_tree

WORKBOOK: Final = Path("workbook") / "MasterMind.xlsm"
"""Where `build` writes if it is not told."""

DONE, FAILED, WRONG = 0, 1, 2
"""Exit codes: done; not done; wrong usage or input."""

_LONGEST: Final = 1000
"""A message is shortened to so many characters, whatever was typed."""

_PATIENCE: Final = 1.0
"""Seconds after which a progress bar appears."""

_SAMPLED: Final = " (sampled: the best of a part of the guesses)"
"""Stands beside a guess where the game is too large to compare all."""

_SILENCE: Final = 5.0
"""Seconds between lines of progress where a line cannot be written over."""

_RANDOM: Final = "random"
"""Stands for a secret drawn at random."""

_ALL: Final = "all"
"""Stands for every strategy, or for every first guess that is unlike the others."""


class _StreamError(OSError):
    """Standard output cannot be written, or standard input cannot be read."""

    @classmethod
    def of(cls, stream: str, error: OSError) -> Self:
        return cls(error.errno, error.strerror, stream)


class _Stream(Console):
    """Standard output or standard error."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(emoji=False, highlight=False, soft_wrap=True, stderr=stderr)

    def print(self, *objects: Any, **options: Any) -> None:  # noqa: ANN401, as rich's
        """Write text; work goes on without messages that nobody can read."""
        try:
            with self.writing():
                super().print(*objects, **options)
        except OSError:
            if not self.stderr:
                raise

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Tell what goes wrong in writing here from what goes wrong elsewhere."""
        try:
            yield
        except OSError as error:
            # Python would write at its end what is left, and complain.
            handle = os.open(os.devnull, os.O_WRONLY)
            os.dup2(handle, self.file.fileno())
            os.close(handle)
            raise _StreamError.of("standard output", error) from None

    def on_broken_pipe(self) -> None:
        """Leave the error to others; rich would end the process."""
        raise  # noqa: PLE0704, this is called where the error was caught


_out = _Stream()
_err = _Stream(stderr=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after the command's name; those of this process if left out.

    Returns
    -------
    int
        0 done, 2 wrong usage or input, 1 otherwise.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not every console has a ●
            stream.reconfigure(errors="replace")
    try:
        return _run(arguments)
    except _StreamError as error:
        # Who has read enough, as `head` has, need not be told.
        return FAILED if error.errno == errno.EPIPE else _complain(error, FAILED)
    except (
        InstallError,
        office.OfficeError,
        plot.PlotError,
        ExactSearchError,
        UnreachableError,
        MemoryError,
    ) as error:
        return _complain(str(error) or "not enough memory", FAILED)
    except file.NotReplacedError as error:
        return _complain(f"{error}; --force replaces it all the same", WRONG)
    except (ValueError, OSError) as error:
        return _complain(error, WRONG)
    except KeyboardInterrupt:
        return _complain("interrupted", FAILED)


def _run(arguments: Sequence[str] | None) -> int:
    if sys.stdout is None:  # as it is in a process that was begun with `>&-`
        raise _StreamError("expected standard output to be open, it is closed")
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as left:  # after --help, or a word that is wrong
        exit_code = int(left.code or 0)
    else:
        exit_code = options.run(options)
    with _out.writing():
        sys.stdout.flush()
    return exit_code


def _complain(error: object, exit_code: int) -> int:
    """Write one line on standard error."""
    if isinstance(error, OSError) and error.strerror:
        where = f": {error.filename}" if error.filename else ""
        error = f"{error.strerror.lower()}{where}"
    line = " ".join(str(error).split())
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"
    # A terminal would obey some characters, and show others as none.
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    _err.print(f"xl-mastermind: {line}", markup=False)
    return exit_code


# Words of the command line


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Write one line, without the usage, and leave with exit code 2."""
        sys.exit(_complain(message, WRONG))

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401
        """Write what is asked for; argparse would not say where it cannot."""
        with _out.writing():
            print(message, end="", file=file)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="xl-mastermind",
        description="Mastermind: play, score and solve, in a workbook or a terminal.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"%(prog)s {__version__}"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[..., int], text: str) -> _Command:
        added = commands.add_parser(
            name, help=text, description=text, allow_abbrev=False
        )
        added.set_defaults(run=run)
        return _Command(added)

    solve = command("solve", _solve, "let a strategy break a code")
    solve.add_game().add_strategy().add_first().add_seed().add_json()
    solve.add("--secret", metavar="CODE", default=_RANDOM, help="or random (default)")
    solve.add_rate()
    solve.add("--output", metavar="FILE.xlsm", type=Path, help="the played workbook")
    solve.add("--html", metavar="FILE.html", type=Path, help="the game as a web page")
    solve.add_force()
    following = command("next", _next, "the next guess of a game in progress")
    following.add_game().add_strategy().add_first().add_seed().add_json()
    following.add(
        "--pattern", metavar="1??2", help="what is known of the code, ? for any peg"
    )
    following.add(
        "turns", metavar="CODE:BLACK,WHITE", nargs="*", help="the turns so far"
    )
    assist = command("assist", _assist, "help with a game, asked and answered here")
    assist.add_game().add_strategy(default=None).add_rate()
    against_all = command("evaluate", _evaluate, "a strategy against every code")
    against_all.add_game().add_strategy("all").add_first(
        "; all: each that is unlike the others"
    ).add_seed()
    against_all.add_json()
    endings = "|".join(plot.ENDINGS)
    against_all.add(
        "--plot", metavar=f"FILE{endings}", type=Path, help="a picture of it"
    )
    _add_exact(
        command("optimum", _optimum, "the least total number of guesses, proved"),
        command("worst-case", _worst_case, "the least greatest number of guesses"),
    )
    tables = command("tables", _tables, "the worst cases of the AB games, computed")
    tables.add_json().add_workers().add(
        "--time-limit",
        metavar="SECONDS",
        type=_seconds,
        default=60.0,
        help="for each value, default 60; bounds will do then",
    )
    build = command("build", _build, "write the workbook")
    build.add("file", metavar="FILE", type=Path, nargs="?", default=WORKBOOK)
    build.add("--extension", metavar="FILE.oxt", type=Path, help="LibreOffice's part")
    build.add(
        "--game",
        metavar="G",
        type=_game,
        action="append",
        dest="games",
        help="a board for this game, and others if given again; default: seven games",
    )
    build.add(
        "--scores-from",
        metavar="OLD.xlsm",
        type=Path,
        help="take the scores of another workbook along",
    )
    build.add_force()
    opened = command("open", _open, "open a workbook, made if it is not there")
    opened.add(
        "file", metavar="FILE", type=Path, nargs="?", default=Path(WORKBOOK.name)
    )
    opened.add("--in", dest="program", choices=["excel", "calc"], help="the program")
    setup = command("setup", _setup, "connect Excel and Calc with this Python")
    setup.add("--remove", action="store_true", help="take the extension out of Calc")
    doctor = command("doctor", _doctor, "find out what keeps the workbook from working")
    doctor.add_json().add("file", metavar="FILE", type=Path, nargs="?")
    return parser


def _add_exact(optimum: "_Command", worst_case: "_Command") -> None:
    for command in (optimum, worst_case):
        command.add_game().add_json().add_workers()
        command.add(
            "--time-limit", metavar="SECONDS", type=_seconds, help="bounds will do then"
        )
        command.add("turns", metavar="CODE:BLACK,WHITE", nargs="*", help="turns so far")
    optimum.add(
        "--max-guesses",
        "--most",
        dest="most",
        metavar="N",
        type=_whole,
        help="never a guess more than these",
    )
    auxiliary = worst_case.group()
    auxiliary.add_argument(
        "--extra-colour",
        action="store_true",
        help="guesses may have one more colour, many times; no code has it",
    )
    auxiliary.add_argument(
        "--fixed-first",
        metavar="X",
        type=_whole,
        help="the first guesses are fixed: all colours in order",
    )
    optimum.add("--tree", metavar="FILE", type=Path, help="write all guesses to a file")


class _Command:
    """One command, and the options that several commands share."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.add = parser.add_argument
        self.group = parser.add_mutually_exclusive_group

    def add_game(self) -> "_Command":
        names = ", ".join(NAMED_GAMES)
        text = f"PEGSxCOLOURS [distinct] [black] [symbols=...], or {names}"
        self.add("--game", metavar="G", type=_game, default="4x6", help=text)
        return self

    def add_strategy(
        self, *more: str, default: str | None = DEFAULT_STRATEGY
    ) -> "_Command":
        names = ", ".join([*STRATEGIES, *more])
        usual = default or f"random in AB games, else {DEFAULT_STRATEGY}"
        text = f"{names}; default: {usual}"
        self.add("--strategy", metavar="S", default=default, help=text)
        return self

    def add_first(self, more: str = "") -> "_Command":
        self.add("--first", metavar="CODE", help=f"the first guess{more}")
        return self

    def add_seed(self) -> "_Command":
        self.add(
            "--seed", metavar="N", type=_seed, help="makes what is random repeatable"
        )
        return self

    def add_rate(self) -> "_Command":
        self.add("--rate", action="store_true", help="tell what each guess cost")
        return self

    def add_workers(self) -> "_Command":
        self.add(
            "--workers",
            metavar="N",
            type=partial(_whole, most=MOST_WORKERS),
            default=1,
            help="processes that share the work, default 1",
        )
        return self

    def add_force(self) -> "_Command":
        text = "replace a file whatever is lost with it"
        self.add("--force", action="store_true", help=text)
        return self

    def add_json(self) -> "_Command":
        self.add("--json", action="store_true", help="print one JSON object")
        return self


def _game(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except ValueError as error:  # of which argparse would leave out the words
        raise argparse.ArgumentTypeError(str(error)) from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number of seconds, got {text!r}")
    return seconds


def _whole(text: str, most: int = sys.maxsize) -> int:
    # Python reads no number of more than some thousand digits.
    if re.fullmatch("[0-9]{1,19}", text) and 1 <= int(text) <= most:
        return int(text)
    end = f"1 to {most}" if most < sys.maxsize else "1"
    raise argparse.ArgumentTypeError(f"expected a number from {end}, got {text!r}")


def _seed(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected a whole number, not too long, got {text!r}"
        ) from None


def _first(options: argparse.Namespace) -> Code | None:
    rules: Rules = options.game
    return None if options.first is None else rules.parse_code(options.first)


def _print_json(value: object) -> None:
    with _out.writing():
        sys.stdout.write(json.dumps(value) + "\n")


# Boards in a terminal


def _tiles(code: Code, rules: Rules) -> Text:
    """Return a code as coloured tiles."""
    text = Text()
    for symbol in rules.format_code(code):
        look = peg_colour(symbol)
        fill, ink = (look.fill, look.ink) if look else (WHITE, INK)
        text.append(f" {symbol} ", style=f"bold {ink} on {fill}")
    return text


def _little_pegs(given: Feedback, pegs: int) -> str:
    rest = pegs - given.black - given.white
    return "●" * given.black + "○" * given.white + "·" * rest


def _print_turn(number: int, step: Step, rules: Rules) -> None:
    (guess, given), left, sampled = step
    row = Text.assemble(
        f"{number:>3}  ",
        _tiles(guess, rules),
        f"  {_little_pegs(given, rules.pegs)}  {feedback_in_words(given, rules)}",
        f"  {plural(left, 'code')} left{_SAMPLED if sampled else ''}",
    )
    _out.print(row)


def _turn_as_json(step: Step, rules: Rules) -> dict[str, Any]:
    (guess, given), left, sampled = step
    whites = {} if rules.black_only else {"white": given.white}
    return {
        "guess": rules.format_code(guess),
        "black": given.black,
        **whites,
        "candidates": left,
        **_mark_of_sample(sampled=sampled),
    }


def _mark_of_sample(*, sampled: bool) -> dict[str, bool]:
    """Return the field of a guess that is the best of a sample only."""
    return {"sampled": True} if sampled else {}


@contextmanager
def _progress(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function that counts; its bar appears if it all takes a while."""
    start, done = time.monotonic(), 0
    bar = Progress(console=_err, transient=True, disable=not _err.is_terminal)
    task = bar.add_task(text, total=total)

    def advance(count: int) -> None:
        nonlocal done
        done += count
        if time.monotonic() - start > _PATIENCE:
            bar.start()
            bar.update(task, completed=done)

    try:
        yield advance
    finally:
        bar.stop()


# solve, next, assist, evaluate


def _solve(options: argparse.Namespace) -> int:
    rules: Rules = options.game
    strategy = parse_strategy(options.strategy).name
    first = _first(options)
    secret = _secret(options)
    _check_files(options)
    turns: list[Step] = []
    game = steps(rules, secret, strategy, first=first, seed=options.seed)
    if not options.json:
        _out.print(f"{rules}: {strategy} looks for the hidden code.")
    for step in game:
        turns.append(step)
        if not options.json:
            _print_turn(len(turns), step, rules)
    if options.output:
        board = Board.new(rules, secret, strategy, options.first)
        for row, step in enumerate(turns[: BoardLayout(rules).attempts]):
            board = board.with_guess(row, pegs_as_cells(step.turn.guess, rules))
        boards, place = _with_board(board)
        saved = file.saved_before(options.output, force=options.force)
        scores = saved and saved.scores
        write_workbook(options.output, *boards, active=place, scores=scores)
    _write_page(options, secret, strategy, turns)
    ratings = _ratings(options, [step.turn for step in turns])
    if options.json:
        _print_json(
            {
                "game": str(rules),
                "secret": rules.format_code(secret),
                "strategy": strategy,
                "turns": [
                    _turn_as_json(step, rules) | _rating_as_json(rating, rules)
                    for step, rating in itertools.zip_longest(turns, ratings)
                ],
                "solved": True,
            }
        )
        return DONE
    _out.print(f"The code was {rules.format_code(secret)}: solved in {len(turns)}.")
    _print_ratings(ratings, rules)
    if options.output:
        _tell_where(options.output)
    return DONE


def _ratings(options: argparse.Namespace, turns: Sequence[Turn]) -> list[Rating]:
    """Return what each guess cost, if that is asked for and the answers fit."""
    rules: Rules = options.game
    if not (options.rate and turns and survivors(rules, turns)[-1]):
        return []
    if rules.code_count <= MOST_RATED:
        prepare(_err.print, rules)
    return rate_guesses(rules, turns)


def _rating_as_json(rating: Rating | None, rules: Rules) -> dict[str, Any]:
    if rating is None:
        return {}
    return {
        "cost": rating.cost,
        "best": rules.format_code(rating.best),
        "luck": rating.luck,
        "note": note_on(rating),
    }


def _print_ratings(ratings: Sequence[Rating], rules: Rules) -> None:
    if not ratings:
        return
    table = Table(title="What each guess cost, in guesses", box=None)
    for head in ("Guess", "Cost", "Luck"):
        table.add_column(head, justify="right")
    for head in ("Best", ""):
        table.add_column(head)
    for number, rating in enumerate(ratings, 1):
        table.add_row(
            str(number),
            f"{rating.cost:.2f}",
            f"{rating.luck:.2f}",
            rules.format_code(rating.best),
            note_on(rating),
        )
    _out.print(table)


def _check_files(options: argparse.Namespace) -> None:
    """Find out before a game is played whether it can be written as is asked."""
    if options.output:
        _check_name(options.output)
        check_size(options.game)
        file.saved_before(options.output, force=options.force)
    if options.html:
        _check_name(options.html, ".html")
        check_place(options.html, force=options.force)


def _write_page(
    options: argparse.Namespace, secret: Code, strategy: str, turns: Sequence[Step]
) -> None:
    """Write the game as a web page if that is asked for."""
    path: Path | None = options.html
    if path:
        write_file(path, page.game_page(options.game, secret, strategy, turns))
        if not options.json:
            _out.print(f"wrote {path}", markup=False)


def _with_board(board: Board) -> tuple[list[Board], int]:
    """Return the boards of the usual workbook with this one, and its place."""
    boards = first_boards()
    games = [other.rules for other in boards]
    if board.rules not in games:
        return [board, *boards], 0
    place = games.index(board.rules)
    boards[place] = board
    return boards, place


def _secret(options: argparse.Namespace) -> Code:
    rules: Rules = options.game
    if options.secret != _RANDOM:
        return rules.parse_code(options.secret)
    if options.seed is None:
        return new_code(rules)
    book = codebook(rules)
    return book.code(Random(options.seed).randrange(len(book)))


def _tell_where(path: Path) -> None:
    program = Path(sys.argv[0])
    command = "python -m xl_mastermind" if program.suffix == ".py" else program
    _out.print(
        "Open the workbook with a double click, or in Excel or LibreOffice Calc with:"
        f" {command} open {path}",
        markup=False,
    )


def _next(options: argparse.Namespace) -> int:
    rules: Rules = options.game
    strategy = parse_strategy(options.strategy).name
    first = _first(options)
    turns = _turns(options)
    pattern = None if options.pattern is None else rules.parse_pattern(options.pattern)
    guess, left, sampled = suggest(
        rules, turns, strategy, first=first, seed=options.seed, pattern=pattern
    )
    told = {
        "game": str(rules),
        "strategy": strategy,
        "guess": rules.format_code(guess),
        "candidates": left,
        **_mark_of_sample(sampled=sampled),
    }
    listed = []
    if pattern is not None:
        matching = codebook(rules).candidates(turns, pattern)[:LISTED]
        listed = [rules.format_code(codebook(rules).code(i)) for i in matching]
        told |= {"pattern": rules.format_pattern(pattern), "matching": listed}
    if options.json:
        _print_json(told)
        return DONE
    _out.print(
        Text.assemble(
            _tiles(guess, rules),
            f"  {plural(left, 'code')} left{_SAMPLED if sampled else ''}",
        )
    )
    if pattern is not None:
        more = left - len(listed)
        rest = f" and {more:,} more" if more else ""
        _out.print(f"{' '.join(listed)}{rest}", markup=False)
    return DONE


def _turns(options: argparse.Namespace) -> list[Turn]:
    """Return the turns so far, none of which has found the code."""
    rules: Rules = options.game
    turns = [_parse_turn(text, rules) for text in options.turns]
    for number, turn in enumerate(turns, 1):
        if turn.feedback == rules.win:
            raise ValueError(f"the code is found: turn {number} is all black")
    return turns


def _parse_turn(text: str, rules: Rules) -> Turn:
    """Return the turn that ``CODE:BLACK,WHITE`` writes, or ``CODE:BLACK``."""
    code, colon, answer = text.partition(":")
    form = "CODE:BLACK" if rules.black_only else "CODE:BLACK,WHITE"
    pattern = r"([0-9]{1,2})" if rules.black_only else r"([0-9]{1,2}),([0-9]{1,2})"
    match = re.fullmatch(pattern, answer)
    if not (colon and match):
        raise ValueError(f"expected a turn as {form}, got {text!r}")
    try:
        given = rules.check_feedback(Feedback(*map(int, (*match.groups(), 0)[:2])))
        return Turn(rules.parse_code(code), given)
    except ValueError as error:
        raise ValueError(f"{error}, in turn {text!r}") from None


def _assist(options: argparse.Namespace) -> int:
    if sys.stdin is None:
        raise _StreamError("expected standard input to be open, it is closed")
    rules: Rules = options.game
    strategy = parse_strategy(options.strategy or _usual_strategy(rules)).name
    seed = SystemRandom().getrandbits(64)  # so that after undo the same guess is open
    example = _example(rules)
    _out.print(
        f"{rules}, {strategy}. Answer each guess with its pegs: {_forms(rules)} for"
        f" {feedback_in_words(example, rules)}; - for none.",
        markup=False,
    )
    code = rules.format_code([n % rules.colours + 1 for n in range(rules.pegs)])
    answer = _forms(rules).split(",")[0].split(" or ")[0]
    _out.print(
        f"Played another guess? Type it as {code}:{answer}. Also: undo, quit, or"
        f" 1={answer} to change the answer of guess 1.",
        markup=False,
    )
    turns: list[Turn] | None = []
    answered: list[Turn] = []
    while turns is not None:
        if turns and turns[-1].feedback == rules.win and survivors(rules, turns)[-1]:
            _out.print(f"Solved in {len(turns)}.")
            break
        answered = turns
        turns = _ask(turns, _advise(rules, turns, strategy, seed), rules)
    played = answered if turns is None else turns
    _print_ratings(_ratings(options, played), rules)
    return DONE


def _usual_strategy(rules: Rules) -> str:
    """Return the strategy of `assist`: in AB games that of the AB game post."""
    repeats = Rules.parse("ab-repeats")
    is_ab = rules.distinct or (rules.pegs, rules.colours) == (
        repeats.pegs,
        repeats.colours,
    )
    return "random" if is_ab else DEFAULT_STRATEGY


def _advise(
    rules: Rules, turns: Sequence[Turn], strategy: str, seed: int
) -> Code | None:
    """Say how the game stands and return the guess to answer, if it goes on."""
    left = survivors(rules, turns)[-1] if turns else rules.code_count
    if not left:
        _out.print(contradiction_in_words(rules, turns, "guess"), markup=False)
        _out.print("Change one of your answers, or undo.")
        return None
    guess, _, sampled = suggest(rules, turns, strategy, seed=seed)
    _out.print(
        Text.assemble(
            f"Guess {len(turns) + 1}: ",
            _tiles(guess, rules),
            f"  {left:,} possible{_SAMPLED if sampled else ''}",
        )
    )
    if left == 1:
        _out.print("That is the code.")
        if sys.stdin.isatty():
            _out.print("Enter ends; undo takes the last answer back.")
    return guess


def _ask(turns: list[Turn], guess: Code | None, rules: Rules) -> list[Turn] | None:
    """Return the turns after what a person types, `None` if that ends it all."""
    over = _is_over(turns, rules)
    while True:
        _out.print("" if over else "> ", end="")
        try:
            answer = input().strip()
        except EOFError:
            return None
        except OSError as error:
            raise _StreamError.of("standard input", error) from None
        if answer.lower() == "quit" or (over and not answer):
            return None
        if answer.lower() == "undo":
            return turns[:-1]
        try:
            return _with_answer(turns, guess, answer, rules)
        except ValueError as error:
            _out.print(str(error), markup=False)


def _is_over(turns: list[Turn], rules: Rules) -> bool:
    left = survivors(rules, turns)[-1] if turns else rules.code_count
    return left == 1


def _with_answer(
    turns: list[Turn], guess: Code | None, answer: str, rules: Rules
) -> list[Turn]:
    """Return the turns with one more, or with one changed."""
    if change := re.fullmatch(r"([0-9]{1,3})\s*=(.*)", answer):
        place = int(change[1]) - 1
        if not 0 <= place < len(turns):
            raise ValueError(
                f"expected a guess that was answered before =, got {change[1]}"
            )
        changed = Turn(turns[place].guess, parse_answer(change[2], rules))
        return [*turns[:place], changed, *turns[place + 1 :]]
    code, colon, rest = answer.rpartition(":")
    if colon:
        return [*turns, Turn(rules.parse_code(code.strip()), parse_answer(rest, rules))]
    given = parse_answer(answer, rules)
    if guess is None:
        raise ValueError(
            f"no guess is open; expected undo, or a change such as 1={answer}"
        )
    return [*turns, Turn(guess, given)]


def _example(rules: Rules) -> Feedback:
    """Return a feedback that the game can give, to show how it is written."""
    return Feedback(1, 0 if rules.black_only or rules.pegs < 3 else 2)


def _forms(rules: Rules) -> str:
    """Return the ways to write it."""
    black, white = _example(rules)
    if rules.black_only:
        return f"{black} or {'a' * black}"
    return f"{black} {white}, {black}a{white}b or {'a' * black}{'b' * white}"


def parse_answer(text: str, rules: Rules) -> Feedback:
    """
    Return the feedback that a person writes after a guess.

    Parameters
    ----------
    text : str
        ``1 2``, ``1,2``, ``1a2b`` or ``abb`` for one black and two white;
        ``-`` for none. In a black-only game the blacks alone: ``1``.
    rules : Rules
        The game.

    Returns
    -------
    Feedback
        The feedback.

    Raises
    ------
    ValueError
        If it cannot be understood, or is no feedback of this game.

    Examples
    --------
    >>> rules = Rules(4, 6)
    >>> [parse_answer(text, rules) for text in ("1 2", "1a2b", "abb")]
    [Feedback(black=1, white=2), Feedback(black=1, white=2), Feedback(black=1, white=2)]
    """
    answer = text.strip().lower()
    counts: tuple[int, int] | None = None
    if match := re.fullmatch(r"([0-9]{1,2})(?:[ ,;]+([0-9]{1,2}))?", answer):
        if match[2] is not None or rules.black_only:
            counts = int(match[1]), int(match[2] or 0)
    elif match := re.fullmatch(r"(?:([0-9]{1,2})a)?\s*(?:([0-9]{1,2})b)?", answer):
        if answer:
            counts = int(match[1] or 0), int(match[2] or 0)
    elif re.fullmatch(r"a*b*", answer):
        counts = answer.count("a"), answer.count("b")
    elif answer == "-":
        counts = 0, 0
    if counts is None and re.fullmatch(r"[ab]*ba[ab]*|[0-9]+b\s*[0-9]+a", answer):
        raise ValueError(
            f"expected black (a) before white (b), such as {_forms(rules)},"
            f" got {text!r}"
        )
    if counts is None:
        raise ValueError(f"expected an answer such as {_forms(rules)}, got {text!r}")
    return rules.check_feedback(Feedback(*counts))


def _evaluate(options: argparse.Namespace) -> int:
    rules: Rules = options.game
    firsts = first_guesses(rules) if options.first == _ALL else [_first(options)]
    if options.strategy == _ALL:
        names = [
            name
            for name, strategy in STRATEGIES.items()
            if not (strategy.at_random or strategy.exact) or shipped_tree(rules, name)
        ]
    else:
        names = [parse_strategy(options.strategy).name]
    if options.plot:
        _check_name(options.plot, *plot.ENDINGS)
        check_place(options.plot)
        plot.check_installed()
    found = []
    for name, first in itertools.product(names, firsts):
        with _progress(name, rules.code_count) as advance:
            found.append(
                evaluate(rules, name, first=first, seed=options.seed, progress=advance)
            )
    if options.plot:
        plot.plot_evaluations(options.plot, found)
    if options.json:
        listed = [_evaluation_as_json(one) for one in found]
        _print_json(listed if _ALL in (options.strategy, options.first) else listed[0])
        return DONE
    _out.print(_evaluation_table(found))
    if options.plot:
        _out.print(f"wrote {options.plot}", markup=False)
    return DONE


def _evaluation_as_json(found: Evaluation) -> dict[str, Any]:
    return {
        "game": str(found.rules),
        "strategy": found.strategy,
        "first": found.first and found.rules.format_code(found.first),
        "codes": found.rules.code_count,
        "total": found.total,
        "average": found.average,
        "max": found.most,
        "histogram": list(found.histogram),
    }


def _evaluation_table(found: Sequence[Evaluation]) -> Table:
    rules = found[0].rules
    table = Table(title=f"{rules}: {plural(rules.code_count, 'code')}", box=None)
    for head in ("Strategy", "First"):
        table.add_column(head)
    for head in ("Average", "Most", "Total", "Found with 1, 2, ... guesses"):
        table.add_column(head, justify="right")
    for one in found:
        table.add_row(
            one.strategy,
            rules.format_code(one.first) if one.first else "any",
            f"{one.average:.4f}",
            str(one.most),
            f"{one.total:,}",
            " ".join(map(str, one.histogram)),
        )
    return table


# optimum, worst-case


def _problem(options: argparse.Namespace) -> Problem:
    turns = _turns(options)
    if turns:  # or the error that says which turn contradicts the others
        suggest(options.game, turns, "first-consistent")
    return Problem.of_game(options.game, turns)


@contextmanager
def _searching(workers: int, *games: Rules) -> Iterator[Callable[[Problem], Search]]:
    """Give what makes searches, that share their work if there are several workers."""
    prepare(_err.print, *games)
    if workers == 1:
        yield Search
        return
    with Processes(workers, *games) as executor:
        yield partial(SpreadSearch, executor=executor, at_once=workers)


@contextmanager
def _standing(what: object) -> Iterator[Callable[[Standing], None]]:
    """Give a function that tells how far a search is, if it takes a while."""
    told = time.monotonic() + _PATIENCE
    status = _err.status("")

    def tell(now: Standing) -> None:
        nonlocal told
        best = "no tree yet" if now.upper is None else f"best so far {now.upper:,}"
        line = (
            f"{what}: at least {now.lower:,}, {best},"
            f" {plural(now.turns, 'turn')} deep, {plural(now.positions, 'position')}"
        )
        if time.monotonic() < told:
            return
        if _err.is_terminal:
            status.start()
            status.update(line)
        else:
            told = time.monotonic() + _SILENCE
            _err.print(line, markup=False)

    try:
        yield tell
    finally:
        status.stop()


def _known_tree(options: argparse.Namespace) -> Tree | None:
    """Return the tree by which a strategy plays, unless one is to be made."""
    if options.turns or options.tree:
        return None
    most = "" if options.most is None else f"-{options.most}"
    return shipped_tree(options.game, f"optimal{most}")


def _optimum(options: argparse.Namespace) -> int:
    rules: Rules = options.game
    problem = _problem(options)
    if options.tree:
        check_place(options.tree)
    codes = len(problem.candidates)
    with _searching(options.workers, problem.rules) as make:
        search = make(problem)
        with _standing(rules) as tell:
            found = search.optimum(
                most=options.most, time_limit=options.time_limit, progress=tell
            )
        tree = None
        if found.proved:
            tree = _known_tree(options)
            tree = tree or search.tree(most=options.most, orderly=bool(options.tree))
    histogram = search.histogram(tree) if tree else ()
    first = tree.guess if tree else found.first
    if tree and options.tree:
        write_file(options.tree, format_tree(rules, tree))
    if options.json:
        _print_json(
            {
                "game": str(rules),
                "codes": codes,
                "total": found.upper if tree else None,
                "average": sum(n * g for g, n in enumerate(histogram, 1)) / codes
                if tree
                else None,
                "max": len(histogram) if tree else None,
                "first": first and rules.format_code(first),
                "histogram": list(histogram) if tree else None,
                **_proof_as_json(found),
            }
        )
        return DONE
    _out.print(f"{rules}: {plural(codes, 'code')}")
    if tree:
        _out.print(
            f"Least total {found.lower:,}, proved: {found.lower / codes:.4f} guesses"
            f" on average, at most {len(histogram)}"
        )
        _out.print(f"Found with 1, 2, ... guesses: {' '.join(map(str, histogram))}")
    else:
        _print_bounds("Least total", found)
    _print_first(first, rules)
    if options.tree:
        _out.print(
            f"wrote {options.tree}" if tree else "not proved: no tree written",
            markup=False,
        )
    return DONE


def _worst_case(options: argparse.Namespace) -> int:
    rules: Rules = options.game
    if options.turns and (options.extra_colour or options.fixed_first):
        raise ValueError(
            f"expected no turns with --extra-colour or --fixed-first,"
            f" got {options.turns[0]!r}"
        )
    opening = fixed_guesses(rules, options.fixed_first or 0)
    if options.extra_colour:
        problem = Problem.with_extra_colour(rules)
    else:
        problem = _problem(options)
    with _searching(options.workers, problem.rules) as make, _standing(rules) as tell:
        found = make(problem).worst_case(
            opening=opening, time_limit=options.time_limit, progress=tell
        )
    first = found.first and _format_first(found.first, options)
    if options.json:
        _print_json(
            {
                "game": str(rules),
                **({"extra_colour": True} if options.extra_colour else {}),
                **({"fixed_first": len(opening)} if opening else {}),
                "guesses": found.upper if found.proved else None,
                "first": first,
                **_proof_as_json(found),
            }
        )
        return DONE
    _out.print(f"{rules}: {plural(len(problem.candidates), 'code')}")
    if found.proved:
        _out.print(f"Guesses at most: {found.lower}, proved")
    else:
        _print_bounds("Guesses at most", found)
    if options.extra_colour:
        _out.print(f"First guess {first} (*: the extra colour)", markup=False)
    else:
        _print_first(found.first, rules)
    return DONE


def _format_first(first: Code, options: argparse.Namespace) -> str:
    """Return a first guess as it is written, the extra colour as a star."""
    rules: Rules = options.game
    if not options.extra_colour:
        return rules.format_code(first)
    return "".join(f"*{rules.symbols}"[colour - 1] for colour in first)


def _proof_as_json(found: Bounds) -> dict[str, Any]:
    if found.proved:
        return {"proved": True}
    return {"lower": found.lower, "upper": found.upper, "proved": False}


def _print_bounds(what: str, found: Bounds) -> None:
    upper = "not known to be possible" if found.upper is None else f"{found.upper:,}"
    _out.print(f"{what}: {found.lower:,} to {upper}, not proved")


def _print_first(first: Code | None, rules: Rules) -> None:
    if first:
        _out.print(Text.assemble("First guess ", _tiles(first, rules)))


# tables


def _tables(options: argparse.Namespace) -> int:
    limit: float = options.time_limit
    found: list[tuple[Entry, Bounds]] = []
    with _searching(options.workers) as make:
        for entry in entries():
            end = time.monotonic() + limit
            with _standing(entry.name) as tell:
                bounds = entry.bounds(time_limit=limit, progress=tell, make=make)
            found.append((entry, bounds))
            if entry.problem and not bounds.proved and time.monotonic() < end:
                _err.print("interrupted: the rest is left out")
                break
    if options.json:
        _print_json({"entries": [_entry_as_json(*one) for one in found]})
        return DONE
    for title, group in itertools.groupby(found, lambda one: one[0].table):
        _out.print(_paper_table(title, list(group)))
    _out.print("a-b or a+: bounds, not proved to meet", markup=False)
    for entry, bounds in found:
        if not _agree(bounds, entry.known):
            told, known = _range(bounds), _range(entry.known)
            _out.print(f"{entry.name}: {told}, but {known} in the paper", markup=False)
    return DONE


def _entry_as_json(entry: Entry, found: Bounds) -> dict[str, Any]:
    return {
        "table": entry.table,
        "name": entry.name,
        "guesses": found.upper if found.proved else None,
        "lower": found.lower,
        "upper": found.upper,
        "proved": found.proved,
        "by": "search" if entry.problem else "formula",
        "paper": {"lower": entry.known.lower, "upper": entry.known.upper},
    }


def _paper_table(title: str, found: Sequence[tuple[Entry, Bounds]]) -> Table:
    columns = list(dict.fromkeys(entry.column for entry, _ in found))
    table = Table(title=title, box=None)
    for head in ("", *columns):
        table.add_column(head, justify="right")
    for row, group in itertools.groupby(found, lambda one: one[0].row):
        cells = {entry.column: _range(bounds) for entry, bounds in group}
        table.add_row(row, *(cells.get(column, "") for column in columns))
    return table


def _range(bounds: Bounds) -> str:
    if bounds.upper is None:
        return f"{bounds.lower}+"
    return str(bounds.lower) if bounds.proved else f"{bounds.lower}-{bounds.upper}"


def _agree(one: Bounds, other: Bounds) -> bool:
    """Return whether some number is within both."""
    least = max(one.lower, other.lower)
    return all(upper is None or least <= upper for upper in (one.upper, other.upper))


# build, open, setup, doctor


def _check_name(path: Path, *endings: str) -> None:
    endings = endings or (".xlsm",)
    if path.suffix.lower() not in endings:
        listed = " or ".join(endings)
        raise ValueError(f"expected a file name ending in {listed}, got {path}")


def _build(options: argparse.Namespace) -> int:
    path: Path = options.extension or options.file
    if options.extension:
        _check_name(path, ".oxt")
        check_place(path, force=options.force)
        write_file(path, extension_bytes())
    else:
        _check_name(path)
        saved = file.saved_before(path, force=options.force)
        scores = saved and saved.scores
        if options.scores_from:
            scores = _scores_from(options.scores_from)
        boards = [first_board(rules) for rules in dict.fromkeys(options.games or ())]
        write_workbook(path, *(boards or first_boards()), scores=scores)
    _out.print(f"wrote {path}", markup=False)
    return DONE


def _scores_from(other: Path) -> Block | None:
    """Return the scores of another workbook, and say how many there are."""
    scores = file.read_boards(other).scores
    if scores is None:
        _out.print(
            f"{other} is from before there were scores: it has none", markup=False
        )
    elif not scores:
        _out.print(f"{other} has no scores yet", markup=False)
    else:
        _out.print(f"{plural(len(scores), 'game')} from {other}", markup=False)
    return scores


def _open(options: argparse.Namespace) -> int:
    path: Path = options.file
    _check_name(path)
    if not path.exists():
        write_workbook(
            path, *(press_on(board, "new_game")[0] for board in first_boards())
        )
    elif install.is_outdated(path):
        _renew(path)
    machine = Machine.here()
    in_calc = install.opens_in_calc(options.program, machine)
    if not in_calc and install.needs_setup(machine):
        _say(install.setup(machine))
    if in_calc and not office.is_set_up(machine.python, machine.environ):
        _say(_set_up_calc(machine))
    prepare(_out.print)
    _say([install.open_workbook(path, options.program, machine)])
    return DONE


def _renew(path: Path) -> None:
    """Write a workbook anew for this xlwings, unless something is in the way."""
    try:
        if saved := file.saved_before(path):
            boards, active, scores = saved
            write_workbook(path, *boards, active=active, scores=scores)
    except (OSError, ValueError) as error:
        _say([f"It is opened as it is, for another xlwings: {error}"])


def _set_up_calc(machine: Machine) -> list[str]:
    calc = install.find_libreoffice(machine)
    if calc is None:
        return []
    copied = install.make_copy(machine)
    return [*copied, *office.install(calc, machine.python, machine.plain_environ)]


def _setup(options: argparse.Namespace) -> int:
    machine = Machine.here()
    calc = install.find_libreoffice(machine)
    if options.remove:
        if calc is None:
            raise InstallError("expected LibreOffice on this machine, found none")
        _say(office.remove(calc, machine.plain_environ))
        return DONE
    if machine.may_have_excel or calc is None:
        _say(install.setup(machine))
    _say(_set_up_calc(machine))
    prepare(_out.print)
    return DONE


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        _out.print(line, markup=False)


def _doctor(options: argparse.Namespace) -> int:
    machine = Machine.here()
    findings = install.doctor(options.file, machine)
    if calc := install.find_libreoffice(machine):
        findings += [
            Finding(*found) for found in office.examine(calc, machine.plain_environ)
        ]
    all_ok = all(finding.ok for finding in findings)
    if options.json:
        listed = [finding._asdict() for finding in findings]
        _print_json({"ok": all_ok, "findings": listed})
        return DONE if all_ok else FAILED
    for finding in findings:
        mark = "ok  " if finding.ok else "FIX "
        cure = f": {finding.cure}" if finding.cure else ""
        _out.print(f"{mark}{finding.what}{cure}", markup=False)
    return DONE if all_ok else FAILED
