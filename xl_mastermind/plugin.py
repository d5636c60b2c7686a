"""
Plugins: subjects of their own, such as puzzles, without which the rest works.

A plugin is a folder of `plugins` whose ``__init__`` has a record, ``PLUGIN``, and
imports this module only. The rest of the package imports no plugin: it uses the
records, and loads a plugin's modules when they are needed.
"""

import logging
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

_LOG = logging.getLogger(__name__)


class PluginCommand(NamedTuple):
    """A command of the command line; see `cli` for its module."""

    name: str
    group: str  # one of `cli.COMMAND_GROUPS`
    position: int  # its place among the plugins' commands of this group
    module: str  # a module in the plugin's folder
    description: str
    example: str  # the options of an example


class Plugin(NamedTuple):
    """What a plugin adds; its modules are names in its folder."""

    commands: tuple[PluginCommand, ...] = ()
    sheets: Mapping[str, str] = {}  # sentences for the sheet Help, by name
    next_sheet: str = ""  # the plugin's sheets precede this one
    sheets_module: str = ""  # its function `write_sheets` writes the sheets
    help: str = ""  # a paragraph of the sheet Help about playing
    public_names: Mapping[str, str] = {}  # modules by public name of the package
    package: str = ""  # the name of the folder as a package

    def load(self, module: str) -> ModuleType:
        """Return a module of the plugin."""
        return import_module(f"{self.package}.{module}")


@cache
def plugins() -> tuple[Plugin, ...]:
    """Return the plugins by folder; log those whose ``__init__`` fails."""
    records = []
    for file in sorted(Path(__file__).parent.glob("plugins/*/__init__.py")):
        package = f"{__package__}.plugins.{file.parent.name}"
        try:
            record: Plugin = import_module(package).PLUGIN
        except Exception as error:  # noqa: BLE001, other commands must work
            _LOG.warning("the plugin %s fails: %s", file.parent.name, error)
        else:
            records.append(record._replace(package=package))
    return (*records,)
