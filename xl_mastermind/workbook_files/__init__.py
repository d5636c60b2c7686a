"""Filling of workbook files, and detection of boards and macros in them."""
