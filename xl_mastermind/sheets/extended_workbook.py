"""
A workbook with comments on defined names, and with fonts in conditional formats.

The style Normal is unlocked, since text that is pasted from elsewhere has this style.
All other formats therefore state whether they are locked.

A conditional format contains the font name and size of its cells where the default
style has others. Excel needs neither, but LibreOffice, once it has saved the workbook
in its own format, gives a cell whose condition is true the font of its default style.
"""

import datetime as dt
from io import BytesIO
from typing import Any, Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.packager import Packager
from xlsxwriter.styles import Styles, XFormatType

_CREATION_TIME: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Fixed, so that two builds are identical."""

_CALCULATION_ID: Final = 191029
"""Excel 2019's: Excel recalculates files of older calculation engines."""


class ExtendedWorkbook(Workbook):
    """A workbook with fonts in conditional formats, and comments on defined names."""

    def __init__(self, file: BytesIO, options: dict[str, Any]) -> None:
        super().__init__(file, options)
        self._name_attributes: dict[str, list[tuple[str, str]]] = {}

    def define_lambda_name(
        self, name: str, formula: str, comment: str, *, is_hidden: bool
    ) -> None:
        """
        Define a name with a comment, which Excel shows while users type the name.

        Excel does not list a hidden name, but computes it.
        """
        self.define_name(name, formula)
        hidden = [("hidden", "1")] if is_hidden else []
        self._name_attributes[name] = [("comment", comment), *hidden]

    def _write_defined_name(self, defined_name: list[Any]) -> None:
        name, _, formula, _ = defined_name
        if name not in self._name_attributes:
            super()._write_defined_name(defined_name)
            return
        attributes = [("name", name), *self._name_attributes[name]]
        self._xml_data_element("definedName", formula, attributes)

    def _get_packager(self) -> Packager:
        return _Packager()


def new_extended_workbook(buffer: BytesIO) -> ExtendedWorkbook:
    """Return a new workbook, which Excel calculates when it opens the file."""
    workbook = ExtendedWorkbook(buffer, {"in_memory": True})
    workbook.set_calc_mode("auto", _CALCULATION_ID)
    workbook.set_properties(
        {
            "title": "MasterMind",
            "author": "xl-mastermind",
            "created": _CREATION_TIME.replace(tzinfo=None),
        }
    )
    return workbook


class _Packager(Packager):
    def _write_styles_file(self) -> None:
        book: Any = self.workbook
        styles = _Styles()
        styles._set_style_properties(  # noqa: SLF001 - XlsxWriter has no public way
            [
                book.xf_formats,
                book.palette,
                book.font_count,
                book.num_formats,
                book.border_count,
                book.fill_count,
                book.custom_colors,
                book.dxf_formats,
                book.has_comments,
            ]
        )
        file = self._filename("xl/styles.xml")  # type: ignore[no-untyped-call]
        styles._set_xml_writer(file)  # noqa: SLF001
        styles._assemble_xml_file()  # noqa: SLF001


class _Styles(Styles):
    def _write_xf(self, xf_format: Format, xf_type: XFormatType) -> None:
        protection = [("locked", int(bool(xf_format.locked)))]
        if xf_format.hidden:
            protection.append(("hidden", 1))
        # XlsxWriter writes only the differences from a locked format.
        xf_format._get_protection_properties = lambda: protection  # type: ignore[method-assign]  # noqa: SLF001
        super()._write_xf(xf_format, xf_type)

    def _write_style_xf(self, has_hyperlink: bool = False, font_id: int = 0) -> None:  # noqa: FBT001, FBT002
        if has_hyperlink:
            super()._write_style_xf(has_hyperlink, font_id)
            return
        ids = ("numFmtId", "fontId", "fillId", "borderId")
        self._xml_start_tag(
            "xf", [*((name, 0) for name in ids), ("applyProtection", 1)]
        )
        self._xml_empty_tag("protection", [("locked", 0)])
        self._xml_end_tag("xf")

    def _write_dxfs(self) -> None:
        for conditional_format in self.dxf_formats:
            conditional_format.has_dxf_font = True
        super()._write_dxfs()

    def _write_font(self, xf_format: Format, is_dxf_format: bool = False) -> None:  # noqa: FBT001, FBT002
        if not is_dxf_format:
            super()._write_font(xf_format)
            return
        self._xml_start_tag("font")
        flags = {
            "b": xf_format.bold,
            "i": xf_format.italic,
            "strike": xf_format.font_strikeout,
        }
        for tag in filter(flags.get, flags):
            self._xml_empty_tag(tag)
        if xf_format.font_size:
            self._xml_empty_tag("sz", [("val", xf_format.font_size)])
        if xf_format.font_color:
            self._write_color(xf_format.font_color._attributes())  # noqa: SLF001
        self._xml_empty_tag("name", [("val", xf_format.font_name)])
        self._xml_end_tag("font")
