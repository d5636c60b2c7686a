"""Reading and filling of workbook files."""
