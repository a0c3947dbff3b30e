"""Sudoku Explainer's rating of a puzzle, as version 1.2.1 counts it: ER, EP and ED.

`producers` has its techniques in its order, each of the other modules is some of them, and `judging` goes on
with the first hint of the first that has one. The order of regions, cells and digits in which each looks
decides which hint is the first, and through that now and then the rating; it is kept to throughout.
"""
