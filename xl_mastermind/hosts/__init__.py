"""
The programs a workbook is open in: Excel and LibreOffice (`calc`).

Where there is none, `workbook_file` writes games into copies of the workbook.
"""
