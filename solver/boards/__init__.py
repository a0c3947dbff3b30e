"""Boards as something to look at, made from plain values: no database, no request."""
