"""The extension as a file: what is in it, and that its parts agree."""

import ast
import io
import json
import re
import struct
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from uno_interface import interface_text

import xl_mastermind
from xl_mastermind.board.buttons import (
    ANALYSE,
    COMPARE,
    COPY_RESULT,
    GAME_OF_THE_DAY,
    PANEL_BUTTONS,
)
from xl_mastermind.board.state import new_game
from xl_mastermind.files import bundled_file
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.rules import Rules
from xl_mastermind.libreoffice import extension
from xl_mastermind.libreoffice.extension import PROTOCOL, extension_bytes
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.board.layout import LISTS
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.workbook_files.edition import IDENTIFIER

NAME = "{http://openoffice.org/2001/registry}name"


@pytest.fixture(scope="module")
def parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(extension_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def nodes(text: bytes, *path: str) -> Iterator[tuple[str, ET.Element]]:
    found = ET.fromstring(text)  # noqa: S314 - written by ourselves
    for name in path:
        (found,) = [node for node in found if node.get(NAME) == name]
    for node in found:
        yield node.attrib[NAME], node


def value(node: ET.Element, name: str) -> str:
    (prop,) = [each for each in node if each.get(NAME) == name]
    return "".join(prop.itertext())


def test_committed_extension_is_a_fresh_build() -> None:
    assert bundled_file("MasterMind.oxt").read_bytes() == extension_bytes()


def test_extension_is_compressed() -> None:
    with zipfile.ZipFile(io.BytesIO(extension_bytes())) as archive:
        files = archive.infolist()
    assert {file.compress_type for file in files} == {zipfile.ZIP_DEFLATED}


def test_arguments_are_those_of_the_usage(parts: dict[str, bytes]) -> None:
    tables = json.loads(parts["python/pythonpath/xl_mastermind_calc/tables.json"])
    usage = {function.name: function.usage for function in FUNCTIONS}
    signatures = tables["functions"].values()
    assert len(signatures) == len(FUNCTIONS)
    for signature in signatures:
        name, _, arguments = usage[signature["name"]].partition("(")
        required = [each for each in arguments.split(", ") if "[" not in each]
        expected = (len(required), "…" in arguments)
        assert (signature["required"], signature["repeated"]) == expected, name


@pytest.mark.parametrize("sheet", GAMES)
def test_code_lists_are_named_for_the_extension(
    sheet: str,
) -> None:
    at = board_layout(new_game(Rules.parse(GAMES[sheet])), sheet)
    long = {name for name, area in at.defined_names.items() if area.height > 50}
    assert long - {"code_list"} == at.defined_names.keys() & {*LISTS}


def test_description_has_the_version(parts: dict[str, bytes]) -> None:
    expected = f'<version value="{xl_mastermind.__version__}"/>'
    assert expected in parts["description.xml"].decode()


def test_description_has_icon_and_text(
    parts: dict[str, bytes],
) -> None:
    described = ET.fromstring(parts["description.xml"])  # noqa: S314 - written by ourselves
    links = [link for tag in described.iter() for link in tag.attrib.values()]
    icon, text = (parts[link] for link in links if link in parts)
    assert icon.startswith(b"\x89PNG")
    assert struct.unpack(">II", icon[16:24]) == (42, 42)  # as large as it is shown
    said = text.decode()
    assert "Copy Result works" in said
    assert "LICENSE.txt" in said
    assert parts["LICENSE.txt"].startswith(b"MIT License")


def test_extension_needs_python_3_8_only(
    parts: dict[str, bytes],
) -> None:
    theirs = {"uno", "unohelper", "com", "org"}
    for name, text in parts.items():
        if not name.endswith(".py"):
            continue
        tree = ast.parse(text, feature_version=(3, 8))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                wanted = {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                wanted = {str(node.module).partition(".")[0]}
            else:
                continue
            own = {"xl_mastermind_calc"} if name == "python/register.py" else set()
            assert wanted <= theirs | own | sys.stdlib_module_names, name


def test_type_library_names_match_the_functions() -> None:
    library = Path(extension.__file__).with_name("XMasterMind.rdb").read_bytes()
    # The library stores each name once, after its length.
    matches = re.findall(rb"(?=([\x03-\x20])\0\0\0([A-Za-z]\w+))", library)
    stored = [name[: size[0]] for size, name in matches if size[0] <= len(name)]
    names = re.findall(r"(\w+)(?=\(| ?[,)])", interface_text())
    assert [each.decode() for each in stored if each != b"any"] == [
        *dict.fromkeys(names)
    ]


def test_menu_has_every_button(parts: dict[str, bytes]) -> None:
    path = "AddonUI", "OfficeMenuBar", f"{IDENTIFIER}.Menu", "Submenu"
    items = [
        (value(node, "URL"), value(node, "Title") if len(node) > 1 else "")
        for _, node in nodes(parts["Addons.xcu"], *path)
    ]
    shown = (*PANEL_BUTTONS, COPY_RESULT, GAME_OF_THE_DAY, ANALYSE, COMPARE)
    buttons = [(f"{PROTOCOL}{b.name}", b.caption) for b in shown]
    assert items[: len(buttons)] == buttons
    assert [title for _, title in items[len(buttons) + 1 :]] == [
        *extension.COMMANDS.values()
    ]
    assert [name for name, _ in nodes(parts["Addons.xcu"], *path)] == sorted(
        name for name, _ in nodes(parts["Addons.xcu"], *path)
    )
