"""Puzzles as files: what an import reads, and what an export writes."""
