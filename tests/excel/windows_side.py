"""
Excel's side of the connection and the registry, in the Windows Python under Wine.

Read requests from standard input and write answers, each a line of JSON.
"""

import ctypes
import itertools
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

servers: dict[str, tuple[int, Any]] = {}
"""Running Pythons by their command lines: COM's pointer, and pywin32's object."""


# The values that Excel passes: pywin32 has no error cells and other blanks.


class Variant(ctypes.Structure):
    """COM's VARIANT: the type of a value, and the value or its address."""

    _fields_ = (
        ("kind", ctypes.c_ushort),
        ("reserved", ctypes.c_ushort * 3),
        ("content", ctypes.c_longlong),
        ("more", ctypes.c_longlong),
    )


class Bound(ctypes.Structure):
    """COM's SAFEARRAYBOUND: the size of a dimension and its first index."""

    _fields_ = (("count", ctypes.c_ulong), ("first", ctypes.c_long))


class Parameters(ctypes.Structure):
    """COM's DISPPARAMS: the arguments of a call, the last one first."""

    _fields_ = (
        ("arguments", ctypes.POINTER(Variant)),
        ("names", ctypes.c_void_p),
        ("count", ctypes.c_uint),
        ("named", ctypes.c_uint),
    )


class Fault(ctypes.Structure):
    """COM's EXCEPINFO: what went wrong inside of a call."""

    _fields_ = (
        ("codes", ctypes.c_ushort * 2),
        ("source", ctypes.c_wchar_p),
        ("description", ctypes.c_wchar_p),
        ("rest", ctypes.c_longlong * 5),
    )


arrays = ctypes.WinDLL("oleaut32")
arrays.SafeArrayCreate.restype = ctypes.c_void_p
arrays.SafeArrayPutElement.argtypes = [ctypes.c_void_p] * 3

pywin32 = ctypes.PyDLL(pythoncom.__file__)
pywin32.PyCom_VariantFromPyObject.argtypes = [ctypes.py_object, ctypes.c_void_p]
pywin32.PyCom_PyObjectFromVariant.restype = ctypes.py_object

INVOKE = 6
"""Where IDispatch has its method Invoke."""

Invoke = ctypes.WINFUNCTYPE(
    ctypes.HRESULT,
    ctypes.c_void_p,
    ctypes.c_long,
    ctypes.c_char_p,
    ctypes.c_ulong,
    ctypes.c_ushort,
    ctypes.POINTER(Parameters),
    ctypes.POINTER(Variant),
    ctypes.POINTER(Fault),
    ctypes.c_void_p,
)


def variant(value: Any) -> Variant:
    """Return a cell, or rows of cells, as Excel has them."""
    made = Variant()
    if value is None:
        return made  # a blank
    if isinstance(value, list):
        return array([len(value), len(value[0])], 1, list(itertools.chain(*value)))
    if isinstance(value, dict):
        ((kind, content),) = value.items()
        if kind == "error":
            made.kind, made.content = pythoncom.VT_ERROR, content & 0xFFFFFFFF
            return made
        value = {"date": datetime.fromisoformat, "currency": Decimal}[kind](content)
    if not pywin32.PyCom_VariantFromPyObject(value, ctypes.byref(made)):
        raise TypeError(f"COM has no kind for {value!r}")
    return made


def array(shape: list[int], first: int, values: list[Any]) -> Variant:
    """Return an array of values, row by row, numbered from the first one on."""
    bounds = (Bound * len(shape))(*((count, first) for count in shape))
    made = Variant(kind=pythoncom.VT_ARRAY | pythoncom.VT_VARIANT)
    made.content = arrays.SafeArrayCreate(pythoncom.VT_VARIANT, len(shape), bounds)
    places = itertools.product(*(range(first, first + count) for count in shape))
    for place, value in zip(places, values, strict=True):
        index = (ctypes.c_long * len(shape))(*place)
        element = variant(value)
        arrays.SafeArrayPutElement(made.content, index, ctypes.byref(element))
    return made


def activate(dll: str, command: str) -> float:
    """Start a Python as xlwings.bas does, and return how many seconds it took."""
    start = time.perf_counter()
    result = Variant()
    auto = ctypes.WinDLL(dll).XLPyDLLActivateAuto
    # VBA hands texts to a DLL in the machine's own encoding.
    if auto(ctypes.byref(result), command.encode("mbcs"), 1):
        raise RuntimeError(ctypes.wstring_at(result.content))
    found = pythoncom.ObjectFromAddress(result.content, pythoncom.IID_IDispatch)
    servers[command] = result.content, Dispatch(found)
    return time.perf_counter() - start


def call(command: str, name: str, arguments: list[Any]) -> object:
    """Call a worksheet function like `CallPython` of our macros."""
    pointer, server = servers[command]
    given = [
        variant("xl_mastermind.excel.entry_points"),
        variant(name),
        array([len(arguments)], 0, arguments),
    ]
    parameters = Parameters((Variant * 3)(*reversed(given)), None, 3, 0)
    result, fault = Variant(), Fault()
    table = ctypes.cast(pointer, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
    try:
        Invoke(table[INVOKE])(
            pointer,
            server._oleobj_.GetIDsOfNames("CallUDF"),
            bytes(16),
            0,
            pythoncom.INVOKE_FUNC,
            parameters,
            result,
            fault,
            None,
        )
    except OSError as error:
        raise RuntimeError(fault.description) from error
    return pywin32.PyCom_PyObjectFromVariant(ctypes.byref(result))


def seconds(command: str, calls: list[tuple[str, list[Any]]]) -> float:
    start = time.perf_counter()
    for name, arguments in calls:
        call(command, name, arguments)
    return time.perf_counter() - start


def evaluate(command: str, expression: str) -> object:
    _, server = servers[command]
    return server.Var(server.Eval(expression))


def run_button(command: str, button: str) -> None:
    """Run a button like RunPython of xlwings.bas."""
    _, server = servers[command]
    server.Exec(
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
