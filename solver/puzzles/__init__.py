"""Puzzles that are kept: what is known of them, how they are found, files of many."""
