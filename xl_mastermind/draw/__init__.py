"""Builds the files in `workbook/`: two workbooks, an add-in, an extension."""
