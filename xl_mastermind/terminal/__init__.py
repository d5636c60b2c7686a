"""Output, options and tables that commands share."""
