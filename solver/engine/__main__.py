"""`python -m solver.engine` is `sudoku-sets`."""

import sys

from .shell import main

if __name__ == "__main__":
    sys.exit(main())
