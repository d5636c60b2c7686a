"""The programs a workbook is open in: Excel, LibreOffice (`calc`), none (`file`)."""
