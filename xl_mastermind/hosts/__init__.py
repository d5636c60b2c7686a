"""Where the workbook lives: Excel, and a file with no spreadsheet program."""
