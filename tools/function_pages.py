"""Write the page of worksheet functions and the text of LAMBDA names: ``make docs``."""

from pathlib import Path
from typing import Final

from xl_mastermind.files import write_file
from xl_mastermind.functions import FUNCTIONS, Function
from xl_mastermind.sheets import lambda_names
from xl_mastermind.sheets.functions_sheet import example_call

FUNCTIONS_PAGE: Final = Path(__file__).parents[1] / "docs" / "functions.md"
LAMBDA_TEXT: Final = FUNCTIONS_PAGE.with_name("lambda-names.txt")

_BEGIN: Final = "<!-- The rest is made from the table of functions by: make docs -->\n"


def page_with_functions(page: str) -> str:
    """Return the page with a new section for each worksheet function."""
    return page[: page.index(_BEGIN)] + _BEGIN + "".join(map(_section, FUNCTIONS))


def _section(function: Function) -> str:
    arguments = "".join(
        f"- `{argument.name}`: {argument.help}\n" for argument in function.arguments
    )
    return f"""
## {function.name}

`{function.usage}`

{function.help}

{arguments}
For example `{example_call(function.name)}`
"""


if __name__ == "__main__":
    write_file(FUNCTIONS_PAGE, page_with_functions(FUNCTIONS_PAGE.read_text("utf-8")))
    write_file(LAMBDA_TEXT, lambda_names.names_as_text())
