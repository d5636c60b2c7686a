"""
The worker: handle requests of LibreOffice, one per line, until its input ends.

Requests: ``[NUMBER, "call", FUNCTION, [ARGUMENT, ...]]``, ``[NUMBER, "run_button",
BUTTON, {RANGE_NAME: ROWS}]``, ``[NUMBER, "board", FILE]``. Responses: ``{"number":
NUMBER, "value": ...}`` or ``{"number": NUMBER, "error": ...}``.
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
from xl_mastermind.board.buttons import run_button
from xl_mastermind.cells.values import Cell, CellResult, read_rules
from xl_mastermind.files import write_file
from xl_mastermind.functions import FUNCTIONS, Function, Need
from xl_mastermind.workbook_files.edition import Edition

_FUNCTIONS: Final = {function.name: function for function in FUNCTIONS}


def _call_function(name: str, arguments: list[Cell]) -> CellResult:
    function = _FUNCTIONS[name]
    return function.call(*_restore_blanks(function, arguments))


def _restore_blanks(function: Function, arguments: list[Cell]) -> list[Cell]:
    """Return the arguments with `None` for each 0 that stands for a blank cell."""
    # Calc passes a reference to one blank cell as 0, which may also be a number of
    # black pegs or the code 0000.
    names = [argument.name for argument in function.arguments]
    names_with_zero = {"feedback"}
    if function.arguments[-1].need is Need.REPEATED:
        if len(arguments) >= len(names):  # each argument is a peg
            return arguments
    elif len(arguments) == len(names) and names[-1] == "more":
        # A list of codes precedes the other arguments.
        names = ["codes", *names[:-1]]
    cells = dict(zip(names, arguments, strict=False))
    if _allows_code_of_zeros(cells.get("game")):
        names_with_zero |= {"codes", "guess", "guesses"}
    return [
        None if cell == 0 and name not in names_with_zero else cell
        for name, cell in cells.items()
    ]


def _allows_code_of_zeros(game: Cell) -> bool:
    try:
        rules = read_rules(None if game == 0 else game)
    except ValueError:
        return False
    return "0" in rules.symbols and (rules.pegs == 1 or not rules.distinct)


def _write_board(file: str) -> str:
    """Write a workbook with a new game, without macros."""
    from xl_mastermind.board.workbook_file import new_workbook  # noqa: PLC0415, XML: 0.1 s
    from xl_mastermind.workbook_files.package import remove_macros  # noqa: PLC0415, XML: 0.1 s

    write_file(Path(file), remove_macros(new_workbook(Edition.MACROS)))
    return file


_HANDLERS: Final[Mapping[str, Callable[..., object]]] = {
    "call": _call_function,
    "run_button": run_button,
    "board": _write_board,
}


def handle_request(line: bytes | str) -> dict[str, object]:
    """Return the response to a request, with any exception as its error."""
    number = None
    try:
        number, handler, *arguments = json.loads(line)
        return {"number": number, "value": _HANDLERS[handler](*arguments)}
    except Exception as error:  # noqa: BLE001 - the extension shows it
        text = traceback.format_exception_only(error)[-1].strip()
        return {"number": number, "error": text}


def greeting() -> dict[str, str]:
    """Return the line that precedes all responses."""
    return {
        "version": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
    }


def _read_requests(stream: BinaryIO, lines: "Queue[bytes]") -> None:
    for line in stream:
        lines.put(line)
    os._exit(0)  # LibreOffice has ended: do not finish a long computation


def main() -> None:
    """Read requests from standard input and write responses to standard output."""
    with os.fdopen(os.dup(1), "wb", buffering=0) as responses:
        os.dup2(2, 1)  # prints of libraries must not mix with responses
        lines: Queue[bytes] = Queue()
        arguments = (sys.stdin.buffer, lines)
        threading.Thread(target=_read_requests, args=arguments, daemon=True).start()
        response: dict[str, str] | dict[str, object] = greeting()
        while True:
            responses.write(json.dumps(response).encode("ascii") + b"\n")
            response = handle_request(lines.get())
