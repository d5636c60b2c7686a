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
@pytest.mark.table("formula", "shown")
def test_formula_returns_the_value(cells: Document, formula: str, shown: str) -> None:
    assert cells.formula(formula) == shown


@pytest.mark.table("formula", "shown")
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
