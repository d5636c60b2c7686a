"""
LibreOffice Calc: an extension, and the worker that answers for it.

The extension is what `component` imports, all the way down. It runs inside LibreOffice,
in whatever Python that has: standard library only, and nothing that Python 3.8 does not
know. `remote` is bound in the same way. `extension` and `worker` run in our Python.
"""
