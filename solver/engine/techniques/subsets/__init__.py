"""Subsets: as many cells of a unit as they have digits, or as many digits as they have cells."""
