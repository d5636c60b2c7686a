"""Build the extension: a zip of modules and of descriptions for LibreOffice."""

import io
import json
import zipfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from xl_mastermind import __version__
from xl_mastermind.board.buttons import BUTTON_STEPS, BUTTONS
from xl_mastermind.board.state import ANALYSED_BOARD_INPUTS
from xl_mastermind.cells.cell_range import ANCHOR_MARGINS
from xl_mastermind.functions import ARRAY_FORMULA_HINT, FUNCTIONS, Function, Need
from xl_mastermind.game.symbols import PARTIAL_GUESS_MARK
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.palette import ACCENT, INK, TINT, WHITE
from xl_mastermind.presentation.sheet_names import BOARD_NAMES
from xl_mastermind.sheets.board.layout import LISTS
from xl_mastermind.workbook_files.edition import IDENTIFIER

ADD_IN: Final = f"{IDENTIFIER}.AddIn"
JOB: Final = f"{IDENTIFIER}.Job"
HANDLER: Final = f"{IDENTIFIER}.Handler"
PROTOCOL: Final = f"vnd.{IDENTIFIER}:"

COMMANDS: Final = {
    "open_board": messages.NEW_BOARD,
    "help": messages.HELP,
    "about": messages.CONNECTION_STATE,
}

_HERE: Final = Path(__file__).parent
_FILES: Final = _HERE / "extension_files"
_OUTSIDE_MODULES: Final = ("extension.py", "remote.py", "worker.py")
"""Modules of this folder that do not run inside LibreOffice."""

_PACKAGE: Final = "xl_mastermind_calc"
"""Package name inside LibreOffice, whose Python may have an `xl_mastermind` too."""


def method_name(function: Function) -> str:
    """Return the name of the add-in's method for a worksheet function."""
    first, *others = function.name.split("_")
    return first.lower() + "".join(word.capitalize() for word in others)


def _node(name: str, *children: str) -> str:
    inside = "".join(children)
    return f'<node oor:name={quoteattr(name)} oor:op="replace">{inside}</node>'


def _group(name: str, *children: str) -> str:
    return f"<node oor:name={quoteattr(name)}>{''.join(children)}</node>"


def _prop(name: str, value: str, tag: str = "") -> str:
    text = escape(value)
    return f"<prop oor:name={quoteattr(name)}><value{tag}>{text}</value></prop>"


_localized_prop: Final = partial(_prop, tag=' xml:lang="en-US"')


def _configuration(name: str, *children: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:component-data'
        ' xmlns:oor="http://openoffice.org/2001/registry"'
        ' xmlns:xs="http://www.w3.org/2001/XMLSchema"'
        f' oor:name="{name}" oor:package="org.openoffice.Office">'
        f"{''.join(children)}</oor:component-data>\n"
    )


def _function_node(function: Function) -> str:
    """Return the texts of a function in the function wizard."""
    hint = f" For several cells: {ARRAY_FORMULA_HINT}" * function.has_array_result
    parameters = []
    for argument in function.arguments:  # LibreOffice labels each as optional
        required = "Required: " * (argument.need is Need.REQUIRED)
        name = _localized_prop("DisplayName", argument.name)
        text = _localized_prop("Description", required + argument.help)
        parameters.append(_node(argument.name, name, text))
    return _node(
        method_name(function),
        _localized_prop("DisplayName", function.name),
        _localized_prop("Description", function.help + hint),
        _prop("Category", "Add-In"),
        _localized_prop("CompatibilityName", function.name),
        _group("Parameters", *parameters),
    )


def _function_texts() -> str:
    add_in = _node(ADD_IN, _group("AddInFunctions", *map(_function_node, FUNCTIONS)))
    return _configuration("CalcAddIns", _group("AddInInfo", add_in))


def _menu() -> str:
    entries = [(PROTOCOL + name, button.caption) for name, button in BUTTONS.items()]
    entries.append(("private:separator", ""))
    entries += [(PROTOCOL + name, caption) for name, caption in COMMANDS.items()]
    # LibreOffice sorts entries by name.
    items = [
        _node(f"item{index:02}", _prop("URL", url), _localized_prop("Title", title))
        for index, (url, title) in enumerate(entries)
    ]
    menu = _node(
        f"{IDENTIFIER}.Menu",
        _localized_prop("Title", "MasterMind"),
        _prop("Context", "com.sun.star.sheet.SpreadsheetDocument"),
        _group("Submenu", *items),
    )
    return _configuration("Addons", _group("AddonUI", _group("OfficeMenuBar", menu)))


def _signature(function: Function) -> dict[str, object]:
    """Return the name of a function, and how `add_in` counts its arguments."""
    needs = [argument.need for argument in function.arguments]
    return {
        "name": function.name,
        "required": needs.count(Need.REQUIRED),
        "repeated": Need.REPEATED in needs,
    }


def _button_colours(name: str) -> list[int]:
    """Return the colours of a button's background and text as RGB numbers."""
    colours = (ACCENT, WHITE) if name == "new_game" else (TINT, INK)
    return [int(colour.removeprefix("#"), 16) for colour in colours]


def _tables_json() -> str:
    fields = (
        *("caption", "macro", "inputs", "marker", "sheet", "board_input"),
        *("writes_guesses", "instead"),
    )
    tables = {
        "version": __version__,
        "add_in": ADD_IN,
        "job": JOB,
        "handler": HANDLER,
        "protocol": PROTOCOL,
        "functions": {method_name(f): _signature(f) for f in FUNCTIONS},
        "button_steps": BUTTON_STEPS,
        "buttons": {
            name: {field: getattr(button, field) for field in fields}
            | {"colours": _button_colours(name)}
            for name, button in BUTTONS.items()
        },
        "captions": {n: each.caption for n, each in BUTTONS.items()} | COMMANDS,
        "board_names": BOARD_NAMES,
        "board_inputs": ANALYSED_BOARD_INPUTS,
        "anchor_margins": ANCHOR_MARGINS,
        "code_lists": LISTS,
        "partial_guess_mark": PARTIAL_GUESS_MARK,
        "setup_advice": f"see {messages.README}, and run: xl-mastermind setup",
    }
    return json.dumps(tables, indent=1)


_COMPONENT: Final = f"""\
# LibreOffice loads the services from this module.
from {_PACKAGE}.component import g_ImplementationHelper  # noqa: F401
"""


def _parts() -> Iterable[tuple[str, bytes]]:
    for file in sorted(_FILES.rglob("*.*"), key=Path.as_posix):
        text = file.read_text("utf-8").replace("{identifier}", IDENTIFIER)
        text = text.replace("{version}", __version__)
        text = text.replace("{readme}", messages.README)
        yield file.relative_to(_FILES).as_posix(), text.encode("utf-8")
    yield "CalcAddIns.xcu", _function_texts().encode("utf-8")
    yield "Addons.xcu", _menu().encode("utf-8")
    yield "python/register.py", _COMPONENT.encode("utf-8")
    yield "LICENSE.txt", (_HERE.parents[1] / "LICENSE").read_bytes()
    for name in ("icon.png", "XMasterMind.rdb"):
        yield name, (_HERE / name).read_bytes()
    # LibreOffice imports modules of components from this folder.
    folder = f"python/pythonpath/{_PACKAGE}"
    yield f"{folder}/tables.json", _tables_json().encode("utf-8")
    for module in sorted(_HERE.glob("*.py")):
        if module.name not in _OUTSIDE_MODULES:
            yield f"{folder}/{module.name}", module.read_bytes()


def extension_bytes() -> bytes:
    """Return the extension as a zip file, equal at each call."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as extension:
        for path, content in _parts():
            entry = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            extension.writestr(entry, content)
    return buffer.getvalue()
