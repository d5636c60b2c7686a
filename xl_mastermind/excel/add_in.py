"""
Write the add-in for Excel: functions for every workbook, and a tab of the ribbon.

Its macros are those of the workbook and act on the active workbook.
"""

import io
from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import quoteattr

from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.excel.macros import COMMANDS, ERROR_MODULE, vba_project, write_macros
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.presentation.messages import CONNECTION_STATE, HELP, NEW_BOARD
from xl_mastermind.presentation.sheet_names import CONFIG_SHEET, ERROR_SHEET
from xl_mastermind.sheets.extended_workbook import ExtendedWorkbook
from xl_mastermind.sheets.sheet import new_sheet
from xl_mastermind.workbook_files.package import change_parts

TAB: Final = "MasterMind"
"""The name of the ribbon's tab."""

_TAB_KEYTIP: Final = "YM"
"""Typed after Alt; Excel's own tabs do not use Y."""


class Command(NamedTuple):
    """A command of the tab."""

    caption: str
    help: str
    callback: str  # a Sub of the module `Ribbon`
    tag: str  # a macro or a command, which the callback looks up
    image: str  # the name of an image of Excel


_START, _BOARD = "Start", "Board"
"""The groups of large commands and of commands that need a board."""


def command_groups() -> dict[str, list[Command]]:
    """Return the commands of the tab by group."""
    new_board_help = "Opens a new workbook with a board for each game."
    state_help = "Shows which Python answers, or why none does."
    new_board, connection_state = COMMANDS
    return {
        _START: [
            Command(NEW_BOARD, new_board_help, "RunCommand", new_board, "FileNew"),
            Command(HELP, "Shows the sheet Help.", "ShowHelp", HELP, "Help"),
        ],
        _BOARD: [
            Command(b.caption, b.help, "RunButton", b.macro, b.picture)
            for b in BUTTONS.values()
        ],
        "Python": [
            Command(
                CONNECTION_STATE,
                state_help,
                "RunCommand",
                connection_state,
                "RefreshAll",
            )
        ],
    }


def ribbon_xml() -> str:
    """Return the tab as XML of the part ``customUI``, [MS-CUSTOMUI] 2.2."""
    groups = command_groups()
    keytips = _keytips([command for group in groups.values() for command in group])
    elements = "".join(
        f"<group id={quoteattr(f'group{name}')} label={quoteattr(name)}>"
        + "".join(_button_element(c, name, keytips[c.caption]) for c in commands)
        + "</group>"
        for name, commands in groups.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui"'
        ' onLoad="Ribbon.OnLoad"><ribbon><tabs>'
        f'<tab id="tab{TAB}" label="{TAB}" keytip="{_TAB_KEYTIP}">{elements}</tab>'
        "</tabs></ribbon></customUI>"
    )


def _keytips(commands: Sequence[Command]) -> dict[str, str]:
    """Return a keytip for each caption: its first letter that is not used yet."""
    keytips: dict[str, str] = {}
    for command in commands:
        letters = command.caption.replace(" ", "").upper()
        keytips[command.caption] = next(x for x in letters if x not in keytips.values())
    return keytips


def _button_element(command: Command, group: str, keytip: str) -> str:
    attributes = {
        "id": command.caption.replace(" ", ""),
        "label": command.caption,
        "screentip": command.caption,
        "supertip": command.help,
        "keytip": keytip,
        "size": "large" if group == _START else "normal",
        "tag": command.tag,
        "onAction": f"Ribbon.{command.callback}",
        "imageMso": command.image,
    }
    if group == _BOARD:
        attributes["getEnabled"] = "Ribbon.GetEnabled"
    text = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    return f"<button {text}/>"


_RIBBON_PART: Final = "customUI/customUI.xml"

_ADD_IN_CHANGES: Final = (
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
"""Changes that turn a workbook into an add-in, which has no window."""


def add_in_bytes() -> bytes:
    """Return the add-in, the same bytes at every call."""
    buffer = io.BytesIO()
    names = {CONFIG_SHEET: "ConfigSheet", ERROR_SHEET: ERROR_MODULE}
    with ExtendedWorkbook(buffer) as book:
        book.calc_on_load = False
        sheets = {name: new_sheet(book, name, code) for name, code in names.items()}
        project = vba_project(FUNCTIONS, [*names.values()], has_ribbon=True)
        write_macros(book, project, sheets[CONFIG_SHEET])
    return change_parts(
        buffer.getvalue(), _ADD_IN_CHANGES, {_RIBBON_PART: ribbon_xml()}
    )
