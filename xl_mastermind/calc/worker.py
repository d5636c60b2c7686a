"""
The worker: answers LibreOffice's questions, one a line, until they end.

A question is ``[NUMBER, "call", FUNCTION, [ARGUMENT, ...]]``, ``[NUMBER, "press",
BUTTON, {AREA: ROWS}]``, ``[NUMBER, "board", FILE]`` or ``[NUMBER, "is_ready"]``, an
answer ``{"number": NUMBER, "value": ...}`` or ``{"number": NUMBER, "error": ...}``.
"""

import json
import os
import platform
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Queue
from typing import BinaryIO, Final

from xl_mastermind import __version__
from xl_mastermind.files import write_file
from xl_mastermind.spreadsheet.buttons import run_button
from xl_mastermind.spreadsheet.cells import Cell, Result, read_rules
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.functions import FUNCTIONS, Function, Need

_FUNCTIONS: Final = {function.name: function for function in FUNCTIONS}


def _call(name: str, arguments: list[Cell]) -> Result:
    function = _FUNCTIONS[name]
    return function.call(*_with_blanks(function, arguments))


def _with_blanks(function: Function, arguments: list[Cell]) -> list[Cell]:
    """
    Return the arguments, each 0 that means nothing as a blank.

    Calc hands a reference to one blank cell over as 0, as it does with 0 and FALSE.
    So a 0 is a number of black pegs, or the code 0000 of a game that has it; but no
    game or setting. BLACK and WHITE, which know no game, take a 0 for a blank cell.
    """
    names = [argument.name for argument in function.arguments]
    meaningful = {"feedback"}
    if function.arguments[-1].need is Need.REPEATED:
        if len(arguments) >= len(names):  # each is a peg
            return arguments
    elif len(arguments) == len(names) and names[-1] == "more":
        # A list of codes comes first, and each other argument one place later.
        names = ["codes", *names[:-1]]
    given = dict(zip(names, arguments, strict=False))
    if _has_code_of_zeros(given.get("game")):
        meaningful |= {"codes", "guess", "guesses"}
    return [
        None if cell == 0 and name not in meaningful else cell
        for name, cell in given.items()
    ]


def _has_code_of_zeros(game: Cell) -> bool:
    try:
        rules = read_rules(None if game == 0 else game)
    except ValueError:
        return False
    return "0" in rules.symbols and (rules.pegs == 1 or not rules.distinct)


def _board(file: str) -> str:
    """Write a workbook with a new game, without macros."""
    from xl_mastermind.spreadsheet.package import remove_macros  # noqa: PLC0415, as above
    from xl_mastermind.spreadsheet.workbook_file import new_workbook  # noqa: PLC0415, XML: 0.1 s

    write_file(Path(file), remove_macros(new_workbook(Edition.MACROS)))
    return file


_ANSWERS: Final[Mapping[str, Callable[..., object]]] = {
    "call": _call,
    "press": run_button,
    "board": _board,
}


def answer(question: bytes | str) -> dict[str, object]:
    """Return the answer to one question; whatever goes wrong is an answer too."""
    number = None
    try:
        number, kind, *details = json.loads(question)
        return {"number": number, "value": _ANSWERS[kind](*details)}
    except Exception as error:  # noqa: BLE001 - LibreOffice tells its person
        fault = traceback.format_exception_only(error)[-1].strip()
        return {"number": number, "error": fault}


def greeting() -> dict[str, str]:
    """Return the greeting before the first question."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
    }


def _listen(questions: BinaryIO, lines: "Queue[bytes]") -> None:
    for line in questions:
        lines.put(line)
    # LibreOffice has ended: so do we, even in the middle of a long computation.
    os._exit(0)


def main() -> None:
    """Answer on standard output what comes on standard input."""
    with os.fdopen(os.dup(1), "wb", buffering=0) as answers:
        os.dup2(2, 1)  # whatever prints shall not be taken for an answer
        lines: Queue[bytes] = Queue()
        listener = (sys.stdin.buffer, lines)
        threading.Thread(target=_listen, args=listener, daemon=True).start()
        reply: dict[str, str] | dict[str, object] = greeting()
        while True:
            answers.write(json.dumps(reply).encode("ascii") + b"\n")
            reply = answer(lines.get())
