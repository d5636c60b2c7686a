"""Output and options that commands share."""
