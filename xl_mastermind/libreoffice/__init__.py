"""
LibreOffice Calc: the extension, and the worker that computes for it.

The extension consists of `component` and its imports. It runs in LibreOffice's Python,
as `remote` runs in a Python with UNO: both use only the standard library of Python 3.8.
All other modules run in the Python of this package.
"""
