"""Rules that rest on the puzzle having one solution."""
