"""Stored solves: written under a lease, read back, exported, compared and searched."""
