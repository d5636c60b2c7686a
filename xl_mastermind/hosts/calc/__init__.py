"""LibreOffice Calc: an extension, and the worker that answers for it."""
