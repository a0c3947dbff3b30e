"""Pages of several solves: the list of past ones, and the comparison."""
