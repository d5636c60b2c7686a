"""The command `puzzle`: guesses with their answers; exactly one code fits them."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from xl_mastermind.files import write_file
from xl_mastermind.game.codemaker import draw_game_number
from xl_mastermind.game.numbers import next_number
from xl_mastermind.game.rules import Code, Rules, Turn, feedback_in_words
from xl_mastermind.plugins.puzzles import messages as puzzle_messages
from xl_mastermind.plugins.puzzles import puzzle as puzzle_module
from xl_mastermind.plugins.puzzles.explanation import solution_in_words
from xl_mastermind.plugins.puzzles.page import puzzle_page
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.game_result import turn_record
from xl_mastermind.presentation.games import game_name
from xl_mastermind.terminal.conversation import Conversation
from xl_mastermind.terminal.game_output import turn_pieces
from xl_mastermind.terminal.options import (
    TODAY,
    add_options,
    check_output_file,
    game_number,
    positive_number,
)
from xl_mastermind.terminal.output import Command, Line, check_stream

FAILURES: Final = ()

_MAX_COUNT: Final = 600
"""Puzzles of a page: a hundred sheets of paper."""


def puzzle_options(parser: ArgumentParser) -> None:
    text = 'check clues of your own, quoted for the shell: "1122:1,0"'
    add_options(parser, "turns", help=text)
    add_options(parser, "--game", help=", ".join(puzzle_module.MAX_CLUES))
    text = f"how far you must think ahead; default: {puzzle_module.LEVELS[0]}"
    parser.add_argument(
        "--level", metavar="|".join(puzzle_module.LEVELS), type=_level, help=text
    )
    text = f"the number of the puzzle, the same everywhere; or {TODAY}"
    parser.add_argument("--number", metavar="N", type=game_number, help=text)
    text = "print N puzzles from this number on; default: 1, with --html"
    parser.add_argument(
        "--count",
        metavar="N",
        type=partial(positive_number, maximum=_MAX_COUNT),
        help=f"{text} {puzzle_module.PUZZLES_PER_PAGE}",
    )
    text = "solve it here, with help if you like"
    parser.add_argument("--play", action="store_true", help=text)
    text = "print the steps to the code"
    parser.add_argument("--explain", action="store_true", help=text)
    text = "worksheets to be printed"
    parser.add_argument("--html", metavar="FILE.html", type=Path, help=text)
    add_options(parser, "--force", "--json")


def _level(text: str) -> str:
    if text in puzzle_module.LEVELS:
        return text
    raise ValueError(f"expected {puzzle_module.LEVELS_IN_WORDS}, got {text!r}")


def puzzle(options: Namespace) -> Command:
    """Print puzzles, solve one in the terminal, explain them, or write a page."""
    rules: Rules = options.game
    puzzle_module.check_game(rules)
    _check_options(options)
    if options.turns:
        return (yield from _check_clues(rules, options))
    check_output_file(options.html, ".html", force=options.force)
    level = options.level or puzzle_module.LEVELS[0]
    numbers = _puzzle_numbers(options)
    puzzles = [
        puzzle_module.puzzle_from_number(rules, level, number) for number in numbers
    ]
    if options.html:
        write_file(options.html, puzzle_page(puzzles))
        yield f"wrote {options.html}"
    records = []
    for task in puzzles:
        steps = solution_in_words(rules, task.clues) if options.explain else []
        records.append(
            {
                "number": task.number,
                "clues": [turn_record(clue, rules) for clue in task.clues],
                "code": rules.format_code(task.code),
                **({"steps": steps} if options.explain else {}),
            }
        )
        if not options.html or options.explain:
            name = puzzle_messages.PUZZLE.format(
                game=game_name(rules), level=level, number=task.number
            )
            yield _title(rules, name)
            yield from _clue_lines(rules, task.clues)
            if options.explain:
                yield from _solution_lines(rules, task.code, steps)
            yield ""
        if options.play:
            yield from _PuzzleConversation(task).lines()
    if not (options.play or options.explain or options.html):
        yield "To solve it here, add --play; for its solution, --explain."
    return {"game": str(rules), "level": level, "puzzles": records}


def _puzzle_numbers(options: Namespace) -> list[int]:
    """Return the chosen number or a random one, and the next ones."""
    count = options.count or (puzzle_module.PUZZLES_PER_PAGE if options.html else 1)
    numbers = [options.number or draw_game_number(options.game)]
    while len(numbers) < count:
        numbers.append(next_number(numbers[-1]))
    return numbers


def _check_options(options: Namespace) -> None:
    if options.force and not options.html:
        raise ValueError("expected --html with --force, got --force alone")
    for other in ("html", "json", "explain", "count"):
        if options.play and getattr(options, other):
            raise ValueError(f"expected --play or --{other}, got both")
    for other in ("level", "number", "count", "play", "html"):
        if options.turns and getattr(options, other):
            raise ValueError(
                f"expected --{other} or clues, got both: {' '.join(options.turns)}"
            )
    if options.play:
        check_stream(sys.stdin, "standard input")


def _check_clues(rules: Rules, options: Namespace) -> Command:
    """Print the number of codes that fit clues, and the steps to a single one."""
    from xl_mastermind.game.codes import codebook  # noqa: PLC0415, 0.1 s
    from xl_mastermind.game.contradictions import contradiction_in_words  # noqa: PLC0415, 0.1 s

    clues = [_parse_clue(rules, text) for text in options.turns]
    book = codebook(rules)
    indices = book.candidates(clues)
    code = book.code(indices[0]) if len(indices) == 1 else None
    unnecessary = [
        number
        for number in range(1, len(clues) + 1)
        if code and len(book.candidates(clues[: number - 1] + clues[number:])) == 1
    ]
    yield _title(rules, f"Clues {rules}")
    yield from _clue_lines(rules, clues)
    steps = list[str]()
    if code:
        clues_in_words = " or ".join(f"clue {number}" for number in unnecessary)
        omission = f"You can omit {clues_in_words}" if unnecessary else ""
        yield f"Exactly one code fits. {omission or 'Each clue is necessary'}."
        if options.explain:
            try:
                steps = solution_in_words(rules, clues)
            except ValueError:
                yield "No steps: they would need several suppositions at once."
            yield from _solution_lines(rules, code, steps)
        else:
            yield "For the solution, add --explain."
    elif len(indices):
        examples = ", ".join(map(rules.format_code, map(book.code, indices[:3])))
        yield f"{len(indices):,} codes fit, such as {examples}. Please add a clue."
    else:
        yield contradiction_in_words(rules, clues, "clue")
    return {
        "game": str(rules),
        "clues": [turn_record(clue, rules) for clue in clues],
        "codes": len(indices),
        "code": rules.format_code(code) if code else None,
        "unnecessary_clues": unnecessary,
        **({"steps": steps} if options.explain else {}),
    }


def _parse_clue(rules: Rules, text: str) -> Turn:
    clue = rules.parse_turn(text)
    if not clue.feedback.is_complete:
        raise ValueError(f"expected a clue with a complete answer, got {text!r}")
    return clue


def _title(rules: Rules, name: str) -> str:
    return f"{name}: {messages.guess_in_words(rules)}. Which code fits all clues?"


def _clue_lines(rules: Rules, clues: Sequence[Turn]) -> Iterator[Line]:
    for number, clue in enumerate(clues, 1):
        yield turn_pieces(number, clue, rules)


def _solution_lines(rules: Rules, code: Code, steps: Sequence[str]) -> Iterator[Line]:
    yield from (f"{number}. {step}" for number, step in enumerate(steps, 1))
    yield messages.CODE_IS.format(code=rules.format_code(code))


class _PuzzleConversation(Conversation):
    """The player types codes; a reply names a clue that the code contradicts."""

    def __init__(self, puzzle: puzzle_module.NumberedPuzzle) -> None:
        super().__init__(puzzle.rules)
        self._puzzle = puzzle
        self._steps = iter(self._all_steps())

    def _all_steps(self) -> list[str]:
        return solution_in_words(self.rules, self._puzzle.clues)

    def instructions(self) -> Iterator[Line]:
        yield messages.typing_instructions(self.rules)

    def hint(self, strategy: str) -> Iterator[Line]:
        if strategy:
            raise ValueError("a hint is the next step: no strategy has another one")
        solution = next(iter(self.solution()))
        yield next(self._steps, solution)

    def explanation(self) -> Iterator[Line]:
        yield from self._all_steps()

    def position(self) -> Iterator[Line]:
        yield from _clue_lines(self.rules, self._puzzle.clues)

    def solution(self) -> Iterator[Line]:
        yield messages.CODE_IS.format(code=self.rules.format_code(self._puzzle.code))

    def play(self, typed: str) -> Iterator[Line]:
        rules = self.rules
        code = self.parse_guess(typed)
        text = rules.format_code(code)
        for number, clue in enumerate(self._puzzle.clues, 1):
            feedback = rules.feedback(code, clue.guess)
            if feedback != clue.feedback:
                marks = feedback_in_words(feedback, rules)
                yield puzzle_messages.IMPOSSIBLE_CODE.format(
                    code=text, clue=number, marks=marks
                )
                return
        self.is_over = True
        yield puzzle_messages.PUZZLE_SOLVED.format(code=text)
