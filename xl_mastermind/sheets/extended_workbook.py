"""
A workbook with comments on defined names, and with fonts in conditional formats.

The style Normal is unlocked, because pasted text has this style. All other formats
therefore state whether they are locked.

A conditional format repeats the font of its cells if the default style has another one,
because LibreOffice, once it has saved the workbook as .ods, draws cells with a true
condition in the font of the default style. Excel needs no repetition.
"""

import datetime as dt
from io import BytesIO
from typing import Any, Final

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.packager import Packager
from xlsxwriter.styles import Styles, XFormatType

from xl_mastermind.presentation import palette
from xl_mastermind.sheets.formats import CellFormat

_CREATION_TIME: Final = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Fixed, so that two builds are identical."""

_CALCULATION_ID: Final = 191029
"""Excel 2019's: Excel recalculates files of older calculation engines."""

FONT: Final = "Calibri"

DEFAULT_SIZE: Final = 10
"""The font size of the style Normal."""

_CELL_FORMAT: Final[CellFormat] = {
    "font_name": FONT,
    "font_size": 11,
    "font_color": palette.INK,
    "valign": "vcenter",
    # Without it, programs with dark sheets would show dark text on them.
    "bg_color": palette.WHITE,
}


class ExtendedWorkbook(Workbook):
    """The workbook, which Excel calculates when it opens the file."""

    def __init__(self, file: BytesIO) -> None:
        super().__init__(file, {"in_memory": True})
        self.set_calc_mode("auto", _CALCULATION_ID)
        created = _CREATION_TIME.replace(tzinfo=None)
        names = {"title": "MasterMind", "author": "xl-mastermind"}
        self.set_properties({**names, "created": created})
        self._name_attributes: dict[str, list[tuple[str, str]]] = {}
        self._format_by_properties: dict[object, Format] = {}

    def set_default_format(self) -> None:
        """Set the format of the style Normal."""
        default = self.formats[0]
        # LibreOffice scales all columns by the width of the default font. Arial is also
        # its own default, so the widths survive saving as .ods. In Excel the digits of
        # Arial have the width of this workbook's digits.
        default.set_font_name("Arial")
        default.set_font_size(DEFAULT_SIZE)
        default.set_font_color(palette.INK)
        default.set_align("vcenter")
        default.set_locked(False)

    def changed_format(self, **properties: object) -> Format:
        """Return the format of a conditional format: only the properties it changes."""
        key = tuple(sorted(properties.items()))
        if key not in self._format_by_properties:
            self._format_by_properties[key] = self.add_format(properties)
        return self._format_by_properties[key]

    def cell_format(self, cell_format: CellFormat | None = None) -> Format:
        """Return the format of a cell with these properties."""
        return self.changed_format(**_CELL_FORMAT | (cell_format or {}))

    def define_lambda_name(
        self, name: str, formula: str, comment: str, *, is_hidden: bool
    ) -> None:
        """Define a name with the comment that Excel shows while users type it."""
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


class _Packager(Packager):
    def _write_styles_file(self) -> None:
        properties = (
            *("xf_formats", "palette", "font_count", "num_formats", "border_count"),
            *("fill_count", "custom_colors", "dxf_formats", "has_comments"),
        )
        styles, values = _Styles(), [getattr(self.workbook, x) for x in properties]
        styles._set_style_properties(values)  # noqa: SLF001 - there is no public way
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
        flags = {"b": xf_format.bold, "strike": xf_format.font_strikeout}
        for tag in filter(flags.get, flags):
            self._xml_empty_tag(tag)
        if xf_format.font_size:
            self._xml_empty_tag("sz", [("val", xf_format.font_size)])
        if xf_format.font_color:
            self._write_color(xf_format.font_color._attributes())  # noqa: SLF001
        self._xml_empty_tag("name", [("val", xf_format.font_name)])
        self._xml_end_tag("font")
