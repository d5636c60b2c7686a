"""Excel's worksheet functions under xlwings' own code, as VBA calls them."""

import importlib
import io
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, TypeAlias

import pytest
import xlwings
from fake_windows import (
    CELLS,
    HOST,
    MISSING,
    Workbook,
    windows,
)

from xl_mastermind.hosts import excel as host_without_excel
from xl_mastermind.sheet.buttons import BOARD_BUTTONS
from xl_mastermind.sheet.functions import FUNCTIONS, Function, Need
from xl_mastermind.sheet.macros import function_wrappers

CallUDF: TypeAlias = Callable[..., object]


@pytest.fixture(scope="module")
def host() -> Iterator[ModuleType]:
    with windows() as module:
        yield module


@pytest.fixture
def call_udf(host: ModuleType) -> CallUDF:
    """Return what VBA calls, for a workbook with a sheet `Data`."""
    book = Workbook("Data")
    caller = book.Worksheets[0].Range("Z99")
    server: Any = importlib.import_module("xlwings.com_server").XLPython()
    return lambda name, *arguments: server.CallUDF(
        host.__name__, name, arguments, book, caller
    )


def to_com(result: object) -> object:
    """Return a result as the COM server hands it to VBA."""
    rows = result if isinstance(result, list) else [[result]]
    cells = [["" if cell is None else cell for cell in row] for row in rows]
    if len(cells) > 1:
        return cells
    return cells[0] if len(cells[0]) > 1 else cells[0][0]


def needed(function: Function, *needs: Need) -> int:
    return sum(argument.need in needs for argument in function.arguments)


def assert_plain(result: object) -> None:
    """Check that `result` is made of what COM knows, not of kinds of it."""
    if isinstance(result, list):
        for item in result:
            assert_plain(item)
    else:
        assert type(result) in {int, float, str}


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_every_kind_of_cell_reaches_the_function(
    function: Function, cell: tuple[object, object], call_udf: CallUDF
) -> None:
    given, read = cell
    count = needed(function, Need.REQUIRED)
    optional = needed(function, Need.OPTIONAL)
    for address, height, width in [("A1", 1, 1), ("A1:D1", 1, 4), ("A1:D9", 9, 4)]:
        block = Workbook("Data").Worksheets[0].fill(address, [[given] * width] * height)
        blocks = [[[read] * width] * height] * count
        for passed in (block, block.Value):  # a range, or the values of a formula
            result = call_udf(function.name, *[passed] * count)
            assert result == to_com(function.call(*blocks))
            assert_plain(result)
            result = call_udf(function.name, *[passed] * count, *[given] * optional)
            assert result == to_com(function.call(*blocks, *[read] * optional))


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("name", ["BLACK", "WHITE"])
def test_every_kind_of_cell_may_be_one_of_eight_pegs(
    name: str, cell: tuple[object, object], call_udf: CallUDF
) -> None:
    (function,) = (f for f in FUNCTIONS if f.name == name)
    given, read = cell
    pegs = [1.0, "2", 3.0, 4.0, given, 1.0, 2.0, "3"]
    expected = to_com(function.call(*pegs[:4], read, *pegs[5:]))
    assert call_udf(name, *pegs) == expected
    assert call_udf(name, *pegs, 4.0) == "#VALUE!"


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
def test_missing_arguments_take_their_defaults(
    function: Function, call_udf: CallUDF
) -> None:
    optional = needed(function, Need.OPTIONAL)
    given = ["1122"] * needed(function, Need.REQUIRED)
    result = call_udf(function.name, *given, *[MISSING] * optional)
    assert result == to_com(function.call(*given))


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("BLACK", ("1236", 1122.0), 1),
        ("WHITE", ("1236", 1122.0), 1),
        ("BLACK", (4.0, "5", 6.0, 3.0, 4.0, 4.0, 6.0, 5.0), 2),
        ("SOLVE_NEXT", (((1.0, 1.0, 2.0, 2.0),), ((1.0, 0.0),), "knuth"), [1, 3, 4, 4]),
        ("SOLVE_NEXT", (((1.0, 1.0, 2.0, 2.0),) * 2, ((4.0, 0.0), (0.0, 0.0))), "#N/A"),
        ("CODES", ("2x2",), [[1, 1], [1, 2], [2, 1], [2, 2]]),
        ("CODES", ("twenty",), "#VALUE!"),
        ("CANDIDATES_LEFT", ("1122", ((1.0, 0.0),)), 256),
    ],
)
def test_results_as_vba_gets_them(
    name: str, arguments: tuple[object, ...], result: object, call_udf: CallUDF
) -> None:
    assert call_udf(name, *arguments) == result


def test_too_many_arguments_are_an_error_of_the_call(call_udf: CallUDF) -> None:
    with pytest.raises(TypeError):
        call_udf("CODES", "4x6", "4x6")


def signatures(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("Function ")]


def calls(text: str, pattern: str) -> list[tuple[str, str]]:
    """Return what a text asks of Python: names of functions, and their arguments."""
    return sorted(re.findall(pattern, text))


def test_our_wrappers_agree_with_those_that_xlwings_generates(host: ModuleType) -> None:
    udfs: Any = importlib.import_module("xlwings.udfs")
    generated = io.StringIO()
    udfs.generate_vba_wrapper(HOST, host, generated, Workbook("Data"))
    theirs, ours = generated.getvalue(), function_wrappers(FUNCTIONS)
    assert sorted(signatures(theirs)) == sorted(signatures(ours))
    assert len(signatures(ours)) == len(FUNCTIONS)
    asked = calls(ours, r'CallPython\("(\w+)", (\w+(?:\(.*?\))?)\)\n')
    assert len(asked) == len(FUNCTIONS)
    their_way = r'"(\w+)", (\w+(?:\(.*?\))?), ThisWorkbook, Application\.Caller\)'
    assert calls(theirs, rf'XLPy\.CallUDF\("{HOST}", {their_way}') == asked


def test_help_texts_survive_an_import_of_the_functions(host: ModuleType) -> None:
    for function in FUNCTIONS:
        marked = vars(host)[function.name].__xlfunc__
        assert marked["ret"]["doc"] == function.help
        helps = [argument["doc"] for argument in marked["args"]]
        assert helps == [argument.help for argument in function.arguments]


@pytest.mark.skipif("excel" in [*map(str, xlwings.engines)], reason="Excel is here")
def test_the_host_imports_where_there_is_no_excel() -> None:
    for name in [f.name for f in FUNCTIONS] + [b.name for b in BOARD_BUTTONS]:
        assert callable(vars(host_without_excel)[name])
