"""The workbook: its layout, worksheet functions, buttons and file."""
