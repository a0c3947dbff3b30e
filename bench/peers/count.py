"""One solver on one list of puzzles, timed: what `bench.exact` runs in each peer's own environment.

    python count.py PEER < TURNS

Each line of TURNS is JSON, [seconds, puzzles]. Prints a line of JSON for each: the peer's answers, and the CPU
seconds that each puzzle took. An answer is the first solution, null without one, or how many there are up to 2.
A peer that takes longer than its seconds ends a turn before its last puzzle.
"""

import itertools
import json
import random
import sys
import time


def norvig():
    """The textbook solver, after the essay: eliminate, assign the only place, search the tightest cell."""
    cells = range(81)
    rows = [[9 * r + c for c in range(9)] for r in range(9)]
    columns = [[9 * r + c for r in range(9)] for c in range(9)]
    corners = [27 * band + 3 * stack for band in range(3) for stack in range(3)]
    boxes = [[corner + 9 * r + c for r in range(3) for c in range(3)] for corner in corners]
    units = {s: [u for u in rows + columns + boxes if s in u] for s in cells}
    peers = {s: {other for unit in units[s] for other in unit} - {s} for s in cells}

    def assign(values, s, digit):
        others = values[s].replace(digit, "")
        return values if all(eliminate(values, s, d) for d in others) else False

    def eliminate(values, s, digit):
        if digit not in values[s]:
            return values
        values[s] = values[s].replace(digit, "")
        if not values[s]:
            return False
        if len(values[s]) == 1 and not all(eliminate(values, p, values[s]) for p in peers[s]):
            return False
        for unit in units[s]:
            places = [p for p in unit if digit in values[p]]
            if not places or (len(places) == 1 and not assign(values, places[0], digit)):
                return False
        return values

    def search(values):
        if values is False or all(len(values[s]) == 1 for s in cells):
            return values
        _, s = min((len(values[s]), s) for s in cells if len(values[s]) > 1)
        return next(
            (found for d in values[s] if (found := search(assign(values.copy(), s, d)))), False
        )

    def solve(text):
        values = dict.fromkeys(cells, "123456789")
        for s, character in enumerate(text):
            if character in "123456789" and not assign(values, s, character):
                return None
        found = search(values)
        return "".join(found[s] for s in cells) if found else None

    return each(solve)


def py_sudoku():
    from sudoku import Sudoku

    def solve(text):
        board = [[int(text[9 * r + c]) or None for c in range(9)] for r in range(9)]
        solved = Sudoku(3, 3, board=board).solve().board
        return "".join(str(digit) for row in solved for digit in row)

    return each(solve)


def dokusan():
    from dokusan.boards import BoxSize, Sudoku
    from dokusan.solvers import backtrack

    return each(lambda text: str(backtrack(Sudoku.from_string(text, box_size=BoxSize(3, 3)))))


def ortools():
    from ortools.sat.python import cp_model

    def solve(text):
        model = cp_model.CpModel()
        cells = [model.new_int_var(int(ch) or 1, int(ch) or 9, str(n)) for n, ch in enumerate(text)]
        for n in range(9):
            model.add_all_different(cells[9 * n : 9 * n + 9])
            model.add_all_different(cells[n::9])
            corner = 27 * (n // 3) + 3 * (n % 3)
            model.add_all_different(cells[corner + 9 * r + c] for r in range(3) for c in range(3))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for cell in cells)

    return each(solve)


def exact_cover():
    import exact_cover as package
    import numpy as np

    rows, names = [], []
    for cell, digit in itertools.product(range(81), range(9)):
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        line = np.zeros(324, np.int32)
        line[[cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit]] = 1
        rows.append(line)
        names.append((cell, digit))
    matrix = np.array(rows)
    of_cell = np.arange(729).reshape(81, 9)

    def solve(text):
        wanted = np.concatenate(
            [
                of_cell[n] if ch == "0" else of_cell[n, int(ch) - 1 : int(ch)]
                for n, ch in enumerate(text)
            ]
        )
        digits = [0] * 81
        for chosen in package.get_exact_cover(matrix[wanted]):
            cell, digit = names[wanted[chosen]]
            digits[cell] = digit + 1
        return "".join(map(str, digits))

    return each(solve)


def python_sat():
    """Cadical kept alive, clues as assumptions, counting up to 2."""
    from pysat.solvers import Solver

    groups = [[9 * cell + d for d in range(1, 10)] for cell in range(81)]
    for n, d in itertools.product(range(9), range(1, 10)):
        corner = 27 * (n // 3) + 3 * (n % 3)
        box = [corner + 9 * r + c for r in range(3) for c in range(3)]
        for unit in (range(9 * n, 9 * n + 9), range(n, 81, 9), box):
            groups.append([9 * cell + d for cell in unit])
    pairs = [[-one, -other] for group in groups for one, other in itertools.combinations(group, 2)]
    solver = None

    def count(text):
        nonlocal solver
        # The clauses of earlier puzzles pile up, so it is made anew after each thousand.
        if solver is None or solver.nof_vars() >= 729 + 1000:
            solver = Solver(name="cadical153", bootstrap_with=groups + pairs)
        clues = [9 * cell + int(ch) for cell, ch in enumerate(text) if ch != "0"]
        if not solver.solve(assumptions=clues):
            return 0
        model = [variable for variable in solver.get_model()[:729] if variable > 0]
        guard = solver.nof_vars() + 1
        solver.add_clause([-guard, *(-variable for variable in model)])
        found = 1 + solver.solve(assumptions=[*clues, guard])
        solver.add_clause([-guard])
        return found

    return each(count)


def tdoku():
    """The library that `bench.exact` compiled."""
    import ctypes
    from pathlib import Path

    root = Path(__file__).resolve().parents[2]
    solve = ctypes.CDLL(str(root / "var" / "bench" / "tdoku.so")).TdokuSolverDpllTriadSimd
    solve.restype = ctypes.c_size_t
    solve.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint32, *[ctypes.c_void_p] * 2]
    solution, guesses = ctypes.create_string_buffer(82), ctypes.byref(ctypes.c_size_t())
    return each(lambda text: solve(text.replace("0", ".").encode(), 2, 0, solution, guesses))


def one_at_a_time():
    from solver.engine import count_solutions

    return each(count_solutions)


def before():
    return one_at_a_time()


def many_at_once():
    from solver.engine import count_many

    def run(texts, seconds):
        started = time.process_time()
        answers = count_many(texts)
        return answers, [(time.process_time() - started) / len(texts)] * len(texts)

    return run


def sat_alone():
    """Our formula for the SAT solver, which the search of one board hands stubborn ones over to."""
    from solver.engine import read_line
    from solver.engine.core.board import Board
    from solver.engine.exact import sat, singles

    def count(text):
        grid = read_line(text)
        candidates = Board.of(grid).candidates
        if not singles.follow(grid.geometry, candidates):
            return 0
        return len(list(itertools.islice(sat.solutions(grid.geometry, candidates), 2)))

    return each(count)


def hodoku():
    """Its whole path of steps, as our methods keep theirs."""
    from hodoku import Solver

    solver = Solver()
    return each(lambda text: solver.solve(text).solution)


def method(name):
    from solver.engine import Solving, read_line
    from solver.engine.core.grid import text_of

    def solve(text):
        solving = Solving(read_line(text), name)
        for _ in solving:
            pass
        return text_of(solving.ending.solutions[0]) if solving.ending.solutions else None

    return each(solve)


def guessing():
    return method("guessing")


def branches():
    return method("branches")


def combos():
    return method("combos")


def each(solve):
    """A puzzle after the other, until the seconds are over."""

    def run(texts, seconds):
        answers, times = [], []
        now = time.process_time()
        deadline = now + seconds
        for text in texts:
            random.seed(text)  # some peers guess at random
            answers.append(solve(text))
            before, now = now, time.process_time()
            times.append(now - before)
            if now > deadline:
                break
        return answers, times

    return run


def main():
    run = None
    for line in sys.stdin:
        seconds, texts = json.loads(line)
        started = time.process_time()
        run = run or globals()[sys.argv[1]]()
        built = time.process_time() - started
        answers, times = run(texts, seconds)
        times[0] += built  # what is built once counts for the first turn
        print(json.dumps([answers, times]), flush=True)


if __name__ == "__main__":
    main()
