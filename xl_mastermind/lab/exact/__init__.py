"""Exact search: least totals and least worst cases, proved."""
