"""Singles: a cell that can hold one digit only, or a digit that has one place left in a unit."""
