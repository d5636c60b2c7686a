"""Texts and looks that several applications share."""
