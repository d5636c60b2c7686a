"""Plugins: subjects of their own, without which the rest works."""
