"""What every spreadsheet application calls, as functions of values; workbook files."""
