"""Locked candidates: the places of a digit in a box that lie on one line, or the other way round."""
