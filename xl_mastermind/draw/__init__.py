"""Builds the files that people get: two workbooks, an add-in, an extension."""
