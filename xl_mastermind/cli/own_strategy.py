"""Load a strategy from a user's file."""

import sys
from pathlib import Path
from runpy import run_path
from typing import Final

from xl_mastermind.solve.evaluation import GuessFunction, StrategyError

FUNCTION_SEPARATOR: Final = ".py:"
"""The separator in a strategy ``FILE.py:FUNCTION``."""


def load_function(text: str) -> GuessFunction:
    """
    Return the function of ``FILE.py:FUNCTION``; this runs the file's code.

    The file may import modules of its folder.
    """
    name, _, function_name = text.rpartition(":")
    path = Path(name)
    path.read_bytes()  # raises an OSError that names the file
    sys.path.insert(0, str(path.resolve().parent))
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        names = run_path(name, run_name=path.stem)
    except SyntaxError as error:
        raise StrategyError(f"{error.msg}, line {error.lineno} of {path}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # such as SystemExit
        raise StrategyError.from_error(error) from error
    finally:
        sys.dont_write_bytecode = writes_bytecode
    function: GuessFunction | None = names.get(function_name)
    if not callable(function):
        raise StrategyError(f"expected a function {function_name!r} in {path}")
    return function
