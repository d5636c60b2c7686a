"""
Import xlwings without its clean-up, which kills Excel processes of the user.

On Windows, a Python that imported xlwings ends by killing each Excel without a workbook
window: one at its start screen, or one that shows a workbook in Protected View.
`App.quit` and `App.kill` do the same.
"""

import sys

import xlwings as xw

__all__ = ["xw"]

if _windows := sys.modules.get("xlwings._xlwindows"):
    _windows.Apps.cleanup = staticmethod(lambda: None)
