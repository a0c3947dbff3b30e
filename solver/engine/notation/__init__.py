"""Puzzles as text, one module a format."""
