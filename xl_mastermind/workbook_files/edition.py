"""The files of `workbook/` by their endings: editions of the workbook, add-ins."""

from enum import StrEnum
from pathlib import Path
from typing import Final, Self

XLWINGS: Final = "xlwings"
"""The document property with the version of xlwings' macros."""

IDENTIFIER: Final = "org.xlmastermind"
"""The identifier of the extension, and the UNO module of its services."""


class Edition(StrEnum):
    """An edition of the workbook, by the ending of its file."""

    MACROS = ".xlsm"
    """With buttons and worksheet functions for Python."""

    PLAIN = ".xlsx"
    """With formulas only, for every application."""

    @classmethod
    def from_path(cls, path: Path) -> Self:
        """Return the edition of a file by its ending."""
        try:
            return cls(path.suffix.lower())
        except ValueError:
            endings = " or ".join(cls)
            raise ValueError(
                f"expected a file name ending in {endings}, got {path}"
            ) from None
