"""The worksheet functions as a module of Python, as xlwings looks for them."""

from pathlib import Path
from typing import Final

from xl_mastermind.spreadsheet.functions import FUNCTIONS, Argument, Function, Need

MODULE: Final = Path(__file__).with_name("functions.py")

_LINE: Final = 88
"""Characters of a line, as ruff formats code."""

_HEAD: Final = '''\
"""
The worksheet functions as xlwings looks for them: by name, arguments and decorators.

Written from the table of functions by: make docs
"""

from typing import Final

import xlwings as xw

from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.functions import call

_CELLS: Final = {"ndim": 2, "err_to_str": True}
"""Left alone, xlwings reads errors as blanks, and one cell as a number."""


def _answer(name: str, *arguments: Cell) -> Cell:
    """Return the value of a function as COM knows it: an error value is plain text."""
    return _plain(call(name, *arguments))


def _plain(value: Cell) -> Cell:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value
'''


def module_text() -> str:
    """Return the text of the module."""
    return _HEAD + "".join(map(_function, FUNCTIONS))


def _function(function: Function) -> str:
    name, arguments = function.name, function.arguments
    decorators = "".join(map(_decorator, arguments))
    passed = ", ".join([_quoted(name), *map(_passed, arguments)])
    return f'''

@xw.func
{decorators}\
def {name}({", ".join(map(_parameter, arguments))}):
    """{function.help}"""
    return _answer({passed})
'''


def _decorator(argument: Argument) -> str:
    options = [_quoted(argument.name), "**_CELLS", f"doc={_quoted(argument.help)}"]
    together = ", ".join(options)
    ways = (f"@xw.arg({together})\n", f"@xw.arg(\n    {together}\n)\n")
    lines = "".join(f"    {option},\n" for option in options)
    fitting = (way for way in ways if len(max(way.split("\n"), key=len)) <= _LINE)
    return next(fitting, f"@xw.arg(\n{lines})\n")


def _quoted(text: str) -> str:
    return repr(text) if '"' in text else f'"{text}"'


def _parameter(argument: Argument) -> str:
    forms = {
        Need.REQUIRED: "{}",
        Need.OPTIONAL: "{}=None",
        Need.REPEATED: "*{}",
    }
    return forms[argument.need].format(argument.name)


def _passed(argument: Argument) -> str:
    return f"*{argument.name}" if argument.need is Need.REPEATED else argument.name
