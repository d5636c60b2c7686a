"""Excel: entry points for xlwings, macros, add-in, registration and checks."""
