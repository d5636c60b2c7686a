"""
Excel's side of the connection and the registry, in the Windows Python under Wine.

Read requests from standard input and write answers, each a line of JSON.
"""

import ctypes
import json
import sys
import time
import winreg
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

import pythoncom
from win32com.client import Dispatch

assert sys.platform == "win32"

HIVES = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE}

servers: dict[str, Any] = {}
"""The COM servers of running Pythons by their command lines."""


def to_com(value: Any) -> Any:
    """Return a cell, or rows of cells, as pywin32 hands them over like Excel."""
    if isinstance(value, list):
        return tuple(map(to_com, value))
    if not isinstance(value, dict):
        return value
    ((kind, text),) = value.items()
    if kind == "missing":
        return pythoncom.ArgNotFound
    return {"date": datetime.fromisoformat, "currency": Decimal}[kind](text)


def activate(dll: str, command: str) -> float:
    """Start a Python as xlwings.bas does, and return how many seconds it took."""
    start = time.perf_counter()
    result = (ctypes.c_longlong * 3)()  # a VARIANT: its type, then its value
    auto = ctypes.WinDLL(dll).XLPyDLLActivateAuto
    # VBA hands texts to a DLL in the machine's own encoding.
    if auto(ctypes.byref(result), command.encode("mbcs"), 1):
        raise RuntimeError(ctypes.wstring_at(result[1]))
    found = pythoncom.ObjectFromAddress(result[1], pythoncom.IID_IDispatch)
    servers[command] = Dispatch(found)
    return time.perf_counter() - start


def call(command: str, name: str, arguments: list[Any]) -> object:
    """Call a worksheet function like `CallPython` of our macros."""
    module = "xl_mastermind.excel.entry_points"
    try:
        return servers[command].CallUDF(module, name, to_com(arguments))
    except pythoncom.com_error as error:
        raise RuntimeError(error.excepinfo[2]) from error


def seconds(command: str, calls: list[tuple[str, list[Any]]]) -> float:
    start = time.perf_counter()
    for name, arguments in calls:
        call(command, name, arguments)
    return time.perf_counter() - start


def evaluate(command: str, expression: str) -> object:
    server = servers[command]
    return server.Var(server.Eval(expression))


def run_button(command: str, button: str) -> None:
    """Run a button like RunPython of xlwings.bas."""
    servers[command].Exec(
        "from xl_mastermind.excel.entry_points import run_button;"
        f" run_button({button!r})"
    )


def register(values: dict[str, object]) -> None:
    """Write values to the registry; None deletes one."""
    for path, value in values.items():
        hive, _, rest = path.partition("\\")
        key, _, name = rest.rpartition("\\")
        with winreg.CreateKey(HIVES[hive], key) as opened:
            if value is None:
                winreg.DeleteValue(opened, name)
            else:
                kind = winreg.REG_DWORD if isinstance(value, int) else winreg.REG_SZ
                winreg.SetValueEx(opened, name, 0, kind, value)


VERBS: dict[str, Callable[..., object]] = {
    verb.__name__: verb
    for verb in (
        activate,
        call,
        seconds,
        evaluate,
        run_button,
        register,
    )
}


def main() -> None:
    for line in sys.stdin:
        verb, *arguments = json.loads(line)
        try:
            answer = {"answer": VERBS[verb](*arguments)}
        except Exception as error:  # noqa: BLE001 - the test says what it wants
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
