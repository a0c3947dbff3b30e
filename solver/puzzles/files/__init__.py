"""Files of puzzles: reading imports and writing exports."""
