"""
The add-in for Excel: the functions in every workbook, and a tab of the ribbon.

`build` writes it, and `setup` puts it where Excel opens it at every start. Its macros
are those of the workbook; what they do, they do to the workbook in front.
"""

import io
from typing import Final, NamedTuple
from xml.sax.saxutils import quoteattr

from xl_mastermind.build.book import new_book, write_macros
from xl_mastermind.build.canvas import new_sheet
from xl_mastermind.build.macros import ERROR_MODULE, vba_project
from xl_mastermind.sheet.buttons import (
    ANALYSE,
    BOARD_BUTTONS,
    COMPARE,
    COPY,
    WEB_PAGE,
    Button,
)
from xl_mastermind.sheet.functions import FUNCTIONS
from xl_mastermind.sheet.layout import CONFIG_SHEET, ERROR_SHEET
from xl_mastermind.sheet.parts import with_parts
from xl_mastermind.sheet.words import HELP, LINK, MANUAL, NEW_BOARD

TAB: Final = "MasterMind"
"""What the tab of the ribbon is called."""


class Command(NamedTuple):
    """A command of the tab."""

    caption: str  # what it is called, and what it does
    help: str
    callback: str  # the Sub of the module `Ribbon` that it calls
    # What that takes: a macro, an address, or words that make a name in Python
    tag: str
    image: str  # the name of a picture of Excel's own


def _button(button: Button, image: str) -> Command:
    return Command(button.caption, button.help, "PressButton", button.macro, image)


def groups() -> dict[str, list[Command]]:
    """Return the commands of the tab by their groups."""
    images = ("AcceptInvitation", "HappyFace", "MacroPlay", "Refresh", "Delete", "Lock")
    opens = Command(
        NEW_BOARD,
        "Opens a new workbook with a board for each game.",
        "RunAlone",
        NEW_BOARD,
        "FileNew",
    )
    state = Command(
        LINK,
        "Says which Python answers, or what keeps it from that.",
        "RunAlone",
        LINK,
        "DataRefreshAll",
    )
    manual = Command(HELP, "Opens the manual.", "OpenPage", MANUAL, "Help")
    return {
        "Play": [opens, *map(_button, BOARD_BUTTONS, images)],
        "Look": [
            _button(ANALYSE, "FunctionWizard"),
            _button(COMPARE, "SortDialog"),
            _button(COPY, "Copy"),
            _button(WEB_PAGE, "HyperlinkInsert"),
        ],
        "Help": [manual, state],
    }


def ribbon() -> str:
    """Return the tab as Excel reads it: the part ``customUI``, [MS-CUSTOMUI] 2.2."""
    described = "".join(
        f"<group id={quoteattr(f'group{name}')} label={quoteattr(name)}>"
        + "".join(map(_as_xml, commands))
        + "</group>"
        for name, commands in groups().items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<customUI xmlns="{_CUSTOM_UI}"><ribbon><tabs>'
        f'<tab id="tab{TAB}" label="{TAB}">{described}</tab>'
        "</tabs></ribbon></customUI>"
    )


def _as_xml(command: Command) -> str:
    attributes = {
        "id": command.caption.replace(" ", ""),
        "label": command.caption,
        "screentip": command.caption,
        "supertip": command.help,
        "imageMso": command.image,
        "size": "large",
        "tag": command.tag,
        "onAction": f"Ribbon.{command.callback}",
    }
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
"""What an add-in says otherwise than a workbook; its window is never seen."""


def add_in_bytes() -> bytes:
    """Return the add-in, the same bytes at every call."""
    buffer = io.BytesIO()
    names = {CONFIG_SHEET: "ConfigSheet", ERROR_SHEET: ERROR_MODULE}
    with new_book(buffer) as book:
        book.calc_on_load = False  # it has no formulas
        sheets = {name: new_sheet(book, name, code) for name, code in names.items()}
        project = vba_project(FUNCTIONS, [*names.values()], has_ribbon=True)
        write_macros(book, project, sheets[CONFIG_SHEET])
    return with_parts(buffer.getvalue(), _AS_ADD_IN, {_RIBBON_PART: ribbon()})
