"""A board as a formula for a SAT solver, for boards larger than 9×9 and for stubborn ones.

A variable says that an open cell has a digit. Each cell, and each digit in each unit, is one clause (at least
one) and one native cardinality constraint (at most one). A group or pair of cells has the second alone. So the
formula of an empty 25×25 board is small enough to build in 30 ms.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..core.deadline import nodes_left, spend
from ..core.geometry import Geometry, digits_of

# It takes cardinality constraints as they are, and budgets of conflicts.
SOLVER = "gluecard3"
COUNTER = "minicard"  # a tenth faster on 9×9 boards, with solutions in another order
# Conflicts of one call of the solver, some 5 ms on any board.
SLICE = 100
# Propagations of a step. A conflict takes some hundred, a model as many as it has variables.
PROPAGATIONS = 16


def solutions(
    geometry: Geometry,
    candidates: Sequence[int],
    known: Iterable[tuple[int, ...]] = (),
    solver_name: str = SOLVER,
) -> Iterator[tuple[int, ...]]:
    """Yield each solution of a board that is not in `known`, as a digit a cell.

    `candidates` is a mask a cell, none of them empty, and singles have been followed: the peers of a
    cell with one candidate no longer have it. Raise BudgetSpent if a deadline runs out.
    """
    from pysat.solvers import Solver  # 40 ms to import, which other searches do not need

    digits = [mask.bit_length() for mask in candidates]
    variables, constraints = _numbered(geometry, candidates)
    names = [(0, 0), *variables]  # variables count from 1
    with Solver(name=solver_name) as solver:
        for members in constraints:
            spend(1 + len(members) // 8)
            solver.add_clause(members)
            if len(members) > 1:
                solver.add_atmost(members, 1)
        for members in _exclusions(geometry, variables):
            spend(1 + len(members) // 8)
            solver.add_atmost(members, 1)
        for solution in known:
            solver.add_clause([-v for (c, d), v in variables.items() if solution[c] == d])
        while _is_satisfiable(solver):
            placed = [variable for variable in solver.get_model() if variable > 0]
            for variable in placed:
                cell, digit = names[variable]
                digits[cell] = digit
            yield tuple(digits)
            solver.add_clause([-variable for variable in placed])


def _numbered(
    geometry: Geometry, candidates: Sequence[int]
) -> tuple[dict[tuple[int, int], int], Iterable[list[int]]]:
    """Return the variables, and those of each open cell and of each digit that a unit has not placed."""
    variables: dict[tuple[int, int], int] = {}
    constraints: dict[int | tuple[int, int], list[int]] = defaultdict(list)
    for cell, mask in enumerate(candidates):
        if mask & (mask - 1):
            spend(mask.bit_count())
            of_cell, units = constraints[cell], geometry.units_of[cell]
            for digit in digits_of(mask):
                variables[cell, digit] = variable = len(variables) + 1
                of_cell.append(variable)
                for unit in units:
                    constraints[unit, digit].append(variable)
    return variables, constraints.values()


def _exclusions(geometry: Geometry, variables: dict[tuple[int, int], int]) -> Iterator[list[int]]:
    """Yield the variables of each digit in a group or pair that may have it once at most."""
    for cells in (*(group.cells for group in geometry.groups), *geometry.pairs):
        for digit in range(1, geometry.size + 1):
            members = [variables[cell, digit] for cell in cells if (cell, digit) in variables]
            if len(members) > 1:
                yield members


def _is_satisfiable(solver: Any) -> bool:
    answer: bool | None = None
    while answer is None:
        solver.conf_budget(1 + max(0, nodes_left(SLICE - 1)))
        propagations = solver.accum_stats()["propagations"]
        answer = _answer(solver)
        spend(1 + (solver.accum_stats()["propagations"] - propagations) // PROPAGATIONS)
    return answer


def _answer(solver: Any) -> bool | None:
    """Return whether there is a model, or None out of budget. Raise KeyboardInterrupt for its own errors."""
    import pysolvers

    try:
        answer: bool | None = solver.solve_limited()
    except pysolvers.error as error:
        raise KeyboardInterrupt from error
    return answer
