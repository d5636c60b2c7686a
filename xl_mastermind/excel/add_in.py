"""
The add-in for Excel: the functions in every workbook, and a tab of the ribbon.

`build` writes it, and `setup` puts it where Excel opens it at every start. Its macros
are those of the workbook; what they do, they do to the workbook in front.
"""

import io
from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import quoteattr

from xl_mastermind.excel.macros import ERROR_MODULE, vba_project, write_macros
from xl_mastermind.sheets.canvas import (
    new_sheet,
)
from xl_mastermind.sheets.extended_workbook import new_extended_workbook
from xl_mastermind.spreadsheet.buttons import BUTTONS, RESULT_BUTTONS
from xl_mastermind.spreadsheet.functions import FUNCTIONS
from xl_mastermind.spreadsheet.messages import HELP, LINK_STATE, NEW_BOARD
from xl_mastermind.spreadsheet.package import change_parts
from xl_mastermind.spreadsheet.sheet_names import CONFIG_SHEET, ERROR_SHEET

TAB: Final = "MasterMind"
"""The name of the ribbon's tab."""

_TAB_KEYS: Final = "YM"
"""Pressed after Alt; what begins with Y is free for tabs that are not Excel's own."""


class Command(NamedTuple):
    """A command of the tab."""

    caption: str
    help: str
    callback: str  # the Sub of the module `Ribbon` that it calls
    tag: str  # what that looks up: a macro, or a caption
    image: str = ""  # the name of a picture that every Excel has; else words alone


_START, _BOARD = "Start", "Board"
"""The groups of large commands, and of those that need a board in front."""


def groups() -> dict[str, list[Command]]:
    """Return the commands of the tab by their groups."""
    new_board = "Opens a new workbook with a board for each game."
    state = "Says which Python answers, or what keeps it from that."
    buttons = sorted(
        BUTTONS.values(), key=RESULT_BUTTONS.__contains__
    )  # these come last
    return {
        _START: [
            Command(NEW_BOARD, new_board, "RunCommand", NEW_BOARD, "FileNew"),
            Command(HELP, "Shows the sheet Help.", "ShowHelp", HELP, "Help"),
        ],
        _BOARD: [
            Command(
                button.caption,
                button.help,
                "RunButton",
                button.macro,
                button.picture,
            )
            for button in buttons
        ],
        "Python": [Command(LINK_STATE, state, "RunCommand", LINK_STATE, "RefreshAll")],
    }


def ribbon() -> str:
    """Return the tab as Excel reads it: the part ``customUI``, [MS-CUSTOMUI] 2.2."""
    keys = _keys([command for group in groups().values() for command in group])
    described = "".join(
        f"<group id={quoteattr(f'group{name}')} label={quoteattr(name)}>"
        + "".join(_as_xml(command, name, keys[command.caption]) for command in commands)
        + "</group>"
        for name, commands in groups().items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<customUI xmlns="{_CUSTOM_UI}" onLoad="Ribbon.OnLoad"><ribbon><tabs>'
        f'<tab id="tab{TAB}" label="{TAB}" keytip="{_TAB_KEYS}">{described}</tab>'
        "</tabs></ribbon></customUI>"
    )


def _keys(commands: Sequence[Command]) -> dict[str, str]:
    """Return the key of each command: the first letter of it that is not taken."""
    keys: dict[str, str] = {}
    for command in commands:
        letters = command.caption.replace(" ", "").upper()
        keys[command.caption] = next(x for x in letters if x not in keys.values())
    return keys


def _as_xml(command: Command, group: str, key: str) -> str:
    attributes = {
        "id": command.caption.replace(" ", ""),
        "label": command.caption,
        "screentip": command.caption,
        "supertip": command.help,
        "keytip": key,
        "size": "large" if group == _START else "normal",
        "tag": command.tag,
        "onAction": f"Ribbon.{command.callback}",
    }
    if command.image:
        attributes["imageMso"] = command.image
    if group == _BOARD:
        attributes["getEnabled"] = "Ribbon.GetEnabled"
    written = " ".join(f"{name}={quoteattr(v)}" for name, v in attributes.items())
    return f"<button {written}/>"


_CUSTOM_UI: Final = "http://schemas.microsoft.com/office/2006/01/customui"

_RIBBON_PART: Final = "customUI/customUI.xml"

_AS_ADD_IN: Final = (
    (
        "[Content_Types].xml",
        rb"ms-excel\.sheet\.macroEnabled\.main",
        b"ms-excel.addin.macroEnabled.main",
    ),
    (
        "_rels/.rels",
        rb"</Relationships>",
        b'<Relationship Id="rIdRibbon" Type="http://schemas.microsoft.com/office/2006/'
        b'relationships/ui/extensibility" Target="%b"/></Relationships>'
        % _RIBBON_PART.encode(),
    ),
    ("xl/workbook.xml", rb"<workbookView ", b'<workbookView visibility="hidden" '),
)
"""The changes that make a workbook an add-in; its window is never seen."""


def add_in_bytes() -> bytes:
    """Return the add-in, the same bytes at every call."""
    buffer = io.BytesIO()
    names = {CONFIG_SHEET: "ConfigSheet", ERROR_SHEET: ERROR_MODULE}
    with new_extended_workbook(buffer) as book:
        book.calc_on_load = False  # it has no formulas
        sheets = {name: new_sheet(book, name, code) for name, code in names.items()}
        project = vba_project(FUNCTIONS, [*names.values()], has_ribbon=True)
        write_macros(book, project, sheets[CONFIG_SHEET])
    return change_parts(buffer.getvalue(), _AS_ADD_IN, {_RIBBON_PART: ribbon()})
