"""The worksheet functions in a real LibreOffice, in documents of one's own."""

from collections.abc import Iterator

import pytest
from libreoffice import WORKBOOK, Calc, Document

from xl_mastermind.functions import FUNCTIONS, Need


@pytest.fixture(scope="module")
def cells(calc: Calc) -> Iterator[Document]:
    """Return a document in which every formula stands where the one before stood."""
    document = calc.new()
    yield document
    document.close()


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=BLACK(1236;1122)", "1"),
        ("=WHITE(1236;1122)", "1"),
        ("=BLACK(1;2;3;6;1;1;2;2)", "1"),
        ("=SUM(BLACK({1;1;2;2};{1;1;2;2|1;1;1;1}))", "6"),
        ("=BLACK(B1;1122)", ""),  # a blank cell
        ("=BLACK(B1:E1;B2:E2)", ""),
        ("=ROWS(CODES())", "1296"),
        ("=BLACK(0;5;7;9;0;5;1;9)", "3"),
        ("=INDEX(SOLVE_NEXT(B1:E2;F1:G2;;;B9);1;4)", "2"),
        ('=INDEX(RANK_GUESSES(1122;{3;0};"knuth";;3);1;1)&""', "1223"),
        ("=SUM(PARTITION(1122;B1:E2;F1:G2))-SUM(PARTITION(B1;B1:E2;F1:G2))", "1296"),
        ("=INDEX(PARTITION(1122;B1:E2;F1:G2);6;3)", "256"),
        ('=INDEX(SOLVE_NEXT({1;1;2;2};0;"knuth";"4x6 black");1;1)', "2"),
        ('=CANDIDATES_LEFT(1111;FALSE();"4x6 black")', "625"),
    ],
)
def test_formula_returns_the_value(cells: Document, formula: str, shown: str) -> None:
    assert cells.formula(formula) == shown


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("=BLACK()", "#VALUE!"),
        ("=BLACK(1;2;3)", "#VALUE!"),
        ("=BLACK(1122;TRUE();1)", "#VALUE!"),
        ('=CODES("junk")', "#VALUE!"),
        ("=SOLVE_NEXT({1;1;2;2|1;1;2;2};{1;0|0;0})", "#N/A"),
        ("=BLACK(1122;1/0)", "#DIV/0!"),
        ("=BLACK(1122;NA())", "#N/A"),
    ],
)
def test_bad_value_returns_an_error(cells: Document, formula: str, shown: str) -> None:
    assert cells.formula(formula) == shown
    assert not cells.has_infobar


def test_bad_value_affects_only_its_row(blank_document: Document) -> None:
    blank_document.write("A1:A5", (1122,), (17.5,), ("",), (1111,), ("1 22",))
    shown = blank_document.array('=BLACK("1122";A1:A5)', "B1:B5")
    assert shown == [["4"], ["#VALUE!"], [""], ["2"], ["#VALUE!"]]


# One table


def test_function_wizard_has_the_help_texts(calc: Calc) -> None:
    listed = calc.office.service("com.sun.star.sheet.FunctionDescriptions")
    found = {}
    for index in range(listed.Count):
        one = {item.Name: item.Value for item in listed.getByIndex(index)}
        found[one["Name"]] = one
    for function in FUNCTIONS:
        ours = found[function.name]
        text, _, several = ours["Description"].partition(" For several cells: ")
        assert text == function.help
        gives_one = function.name == "EXPECTED_LEFT"
        assert ("Ctrl+Shift+Enter" in several) != gives_one
        for argument, said in zip(function.arguments, ours["Arguments"], strict=True):
            required = "Required: " * (argument.need is Need.REQUIRED)
            assert said.Name == argument.name
            assert said.Description == required + argument.help


def test_extension_functions_precede_names(calc: Calc) -> None:
    document = calc.open(WORKBOOK.with_suffix(".xlsx"), AsTemplate=True)
    document.show_sheet("Functions")
    assert "BLACK" in document.model.NamedRanges.ElementNames
    assert document.formula("=BLACK(1236;1122)", "A200") == "1"
    assert (
        document.formula('=INDEX(SOLVE_NEXT(1122;"1a";"entropy");1;1)', "A200") == "1"
    )
    document.close()
