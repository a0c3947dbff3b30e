"""Solves that are kept: written under a lease, read back, exported, compared, searched."""
