"""Assemble the four files of `workbook/`: ``python -m xl_mastermind.bundle``."""
