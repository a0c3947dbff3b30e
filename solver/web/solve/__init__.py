"""The page of one solve, and what is taken away from it."""
