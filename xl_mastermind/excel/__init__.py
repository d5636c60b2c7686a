"""Excel: entry points for xlwings, macros, the add-in and its ribbon."""
