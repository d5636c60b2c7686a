"""Declare and write the sheets of a workbook; names with LAMBDA."""
