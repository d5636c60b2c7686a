"""The workbook: areas of its sheets, worksheet functions, buttons and package."""
