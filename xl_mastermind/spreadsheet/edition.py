"""The files of `workbook/` by their endings: editions of the workbook, add-ins."""

from enum import StrEnum
from pathlib import Path
from typing import Final, Self

XLWINGS: Final = "xlwings"
"""The property of a workbook that says which version's macros it has."""

IDENTIFIER: Final = "org.xlmastermind"
"""The extension's name among extensions, and the module of its services."""


class Edition(StrEnum):
    """A kind of workbook, by the ending of its file."""

    MACROS = ".xlsm"
    """With buttons and worksheet functions, which need Python."""

    PLAIN = ".xlsx"
    """Plain formulas alone: for everybody, and for every program."""

    @classmethod
    def from_path(cls, path: Path) -> Self:
        """Return the edition that a file of this name is."""
        try:
            return cls(path.suffix.lower())
        except ValueError:
            endings = " or ".join(cls)
            raise ValueError(
                f"expected a file name ending in {endings}, got {path}"
            ) from None
