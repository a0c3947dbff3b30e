"""Pages of the library: puzzles, collections, techniques."""
