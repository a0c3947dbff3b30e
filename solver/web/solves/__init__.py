"""Pages of several solves: past ones, and those that are compared."""
