"""Worksheet functions with the names, signatures and options that xlwings reads."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Final

from xl_mastermind.cells.values import Cell
from xl_mastermind.excel.safe_xlwings import xw
from xl_mastermind.functions import Argument, Function, Need

_OPTIONS: Final = {"ndim": 2, "err_to_str": True}
"""By default, xlwings reads errors as blanks and a single cell as a scalar."""


def udf(function: Function) -> Callable[..., Cell]:
    """Return a worksheet function for xlwings, which inspects its signature."""

    def call_function(*arguments: Cell) -> Cell:
        return _plain_text(function.call(*arguments))

    call_function.__name__ = function.name
    call_function.__doc__ = function.help
    call_function.__annotations__ = {}  # xlwings would use them as converters
    signature = Signature([_parameter(argument) for argument in function.arguments])
    vars(call_function)["__signature__"] = signature
    for argument in function.arguments:
        xw.arg(argument.name, doc=argument.help, **_OPTIONS)(call_function)
    return xw.func(call_function)


def _parameter(argument: Argument) -> Parameter:
    if argument.need is Need.REPEATED:
        return Parameter(argument.name, Parameter.VAR_POSITIONAL)
    default = None if argument.need is Need.OPTIONAL else Parameter.empty
    return Parameter(argument.name, Parameter.POSITIONAL_OR_KEYWORD, default=default)


def _plain_text(value: Cell) -> Cell:
    """Return a value in which error values are plain text, as COM requires."""
    if isinstance(value, list):
        return [_plain_text(item) for item in value]
    return str(value) if isinstance(value, str) else value
