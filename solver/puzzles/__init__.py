"""Stored puzzles: their facts, lists, collections and files."""
