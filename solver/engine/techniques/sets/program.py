"""The linear program of a position, which says what counting proves, and by which sets.

Every set has a sum of 1, and no candidate is negative. A candidate that cannot be 1 then is proved false by
counting, and no other one is. By duality there are sets, each with a multiplicity, that show it: truths and
links. HiGHS solves both programs with floating point numbers. What is told rests on whole numbers alone: a
`Certificate` is counted again, and a point of the program, which shows that a candidate is possible, is
multiplied until it is whole and then inserted into every set.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.masks import Masks, bits, union_of
from ...core.proof import SetCount, digit_and_unit

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

SLICE = 500  # iterations of the solver between two looks at the deadline, some ten milliseconds
WORK = 4  # steps of the deadline that one iteration costs, at least
NEARLY = 1e-6
DENOMINATORS = 2_000  # the largest that is tried to make a number whole
MOST_PROGRAMS = 24  # to find a certificate of whole numbers for one candidate
PREFERRED = 1e-4  # what a line costs more than a cell, and a box more than a line


class Certificate(NamedTuple):
    """Truths and links, as often as they count, and the mask of candidates that they prove false."""

    truths: tuple[int, ...]
    links: tuple[int, ...]
    removed: int

    @property
    def size(self) -> int:
        return len(self.truths) + len(self.links)

    @property
    def argument(self) -> SetCount:
        return SetCount(self.truths, self.links)

    def again(self, masks: Masks, left: int) -> "Certificate | None":
        """Return it with what it proves false of the candidates left, or None if it does not hold there."""
        weights: dict[int, int] = {}
        for sign, numbers in ((1, self.links), (-1, self.truths)):
            for number in numbers:
                for candidate in bits(masks.sets[number] & left):
                    weights[candidate] = weights.get(candidate, 0) + sign
        rank = len(self.links) - len(self.truths)
        if any(weight < 0 for weight in weights.values()):
            return None
        return self._replace(
            removed=sum(1 << each for each, weight in weights.items() if weight > rank)
        )


class Witness(NamedTuple):
    """A point of the program: the masks of candidates that are 1 in it, and that are more than 0."""

    true: int
    used: int


class Program:
    """The sets and candidates of a position that are not settled, and the two programs about them.

    `left` is the mask of candidates, those of placed digits too. Sets with a settled candidate say nothing.
    """

    def __init__(self, masks: Masks, left: int) -> None:
        self.masks, self.left = masks, left
        settled = 0
        for members in masks.sets:
            here = left & members
            if here and not here & (here - 1) and not left & masks.excluded[here.bit_length() - 1]:
                settled |= here
        numbers: dict[int, int] = {}  # sets with the same candidates are one
        for number, members in enumerate(masks.sets):
            here = left & members
            if here and not here & settled:
                numbers.setdefault(here, number)
        spend(len(masks.sets) // 8)
        self.numbers = list(numbers.values())
        self.members = list(numbers)
        self.candidates = list(bits(union_of(self.members)))
        self.at = {candidate: place for place, candidate in enumerate(self.candidates)}
        self.is_exact = True  # whether all that was found possible is so in whole numbers

    @cached_property
    def matrix(self) -> "npt.NDArray[np.int64]":
        """A row a set and a column a candidate: 1 where the set has the candidate, else 0."""
        import numpy as np

        matrix = np.zeros((len(self.members), len(self.candidates)), dtype=np.int64)
        for row, here in enumerate(self.members):
            matrix[row, [self.at[candidate] for candidate in bits(here)]] = 1
        return matrix

    # --- What is possible -----------------------------------------------------------------------------

    @cached_property
    def _primal(self) -> Any:
        import numpy as np

        rows, columns = self.matrix.shape
        bounds = np.zeros(columns), np.ones(columns), np.ones(rows), np.ones(rows)
        return _solver(self.matrix, np.zeros(columns), *bounds, is_primal=True)

    def possible_with(self, candidate: int) -> int | None:
        """Return the mask of candidates that are possible beside this one in one way, itself too.

        Return None if it is proved false. Then it has a certificate.
        """
        point = self._point_with(candidate)
        if point is None:
            return None
        self.is_exact = self.is_exact and self._is_point(point)
        return self._candidates_where(point > 1 - NEARLY)

    def witness_with(self, candidate: int) -> Witness | None:
        """Return a point of floating numbers in which a candidate is true, or None if there is none."""
        point = self._point_with(candidate)
        if point is None:
            return None
        return Witness(
            self._candidates_where(point > 1 - NEARLY), self._candidates_where(point > NEARLY)
        )

    def _point_with(self, candidate: int) -> "Numbers | None":
        place = self.at[candidate]
        solver = self._primal
        solver.changeColCost(place, -1.0)
        point = _run(solver)
        solver.changeColCost(place, 0.0)  # only now: a change forgets the solution
        return None if point is None or point[place] < 1 - NEARLY else point

    def _candidates_where(self, chosen: "npt.NDArray[np.bool_]") -> int:
        candidates = self.candidates
        return sum([1 << candidates[each] for each in chosen.nonzero()[0].tolist()])

    def suppose(self, candidate: int, is_true: bool) -> None:
        """Take a candidate as true in all that follows, or take that back."""
        self._primal.changeColBounds(self.at[candidate], float(is_true), 1.0)

    def forget(self, candidate: int) -> None:
        """Take a candidate as false for good."""
        self._primal.changeColBounds(self.at[candidate], 0.0, 0.0)

    def _is_point(self, point: "Numbers") -> bool:
        """Return whether a solution, made whole, fills every set exactly."""
        import numpy as np

        whole = _whole(point)
        if whole is None:
            return False
        numbers, factor = whole
        return bool(numbers.min() >= 0 and np.all(self.matrix @ numbers == factor))

    def false(self) -> Iterator[int]:
        """Yield each candidate that counting proves false, in one round."""
        possible = 0
        for candidate in self.candidates:
            if not possible >> candidate & 1:
                together = self.possible_with(candidate)
                if together is None:
                    yield candidate
                else:
                    possible |= together

    # --- Certificates ---------------------------------------------------------------------------------

    @cached_property
    def _dual(self) -> Any:
        """The program whose variables are truths, links and the rank, and whose rows are the candidates."""
        import numpy as np

        sets, candidates = self.matrix.shape
        matrix = np.zeros((candidates + 1, 2 * sets + 1), dtype=np.int64)
        matrix[:candidates, :sets], matrix[:candidates, sets:-1] = -self.matrix.T, self.matrix.T
        matrix[candidates] = [-1] * sets + [1] * sets + [-1]
        costs = [1 + PREFERRED * _order(self.masks.geometry, number) for number in self.numbers]
        low = np.array([0.0] * (2 * sets) + [-np.inf])
        row_high = np.array([np.inf] * candidates + [0.0])
        return _solver(
            matrix,
            np.array([*costs, *costs, 0.0]),
            low,
            np.full(2 * sets + 1, np.inf),
            np.zeros(candidates + 1),
            row_high,
            is_primal=False,
        )

    def certificate(self, candidate: int) -> Certificate | None:
        """Return a smallest certificate that a candidate is false, or None if none is found."""
        import numpy as np

        solver, place, rank = self._dual, self.at[candidate], 2 * len(self.numbers)
        solver.changeCoeff(place, rank, -1.0)
        solver.changeRowBounds(place, 1.0, np.inf)
        try:
            return self._best(lambda found: bool(found.removed >> candidate & 1))
        finally:
            solver.changeCoeff(place, rank, 0.0)
            solver.changeRowBounds(place, 0.0, np.inf)

    def refutation(self) -> Certificate | None:
        """Return a smallest certificate that nothing fits at all: its rank is negative. None without one."""
        import numpy as np

        solver, rank = self._dual, 2 * len(self.numbers)
        solver.changeColBounds(rank, -np.inf, -1.0)
        try:
            return self._best(lambda found: len(found.links) < len(found.truths))
        finally:
            solver.changeColBounds(rank, -np.inf, np.inf)

    def _best(self, is_proof: Callable[[Certificate], bool]) -> Certificate | None:
        """Return the certificate of whole numbers that the dual program gives, by few branches on its sets.

        If none is met, the smallest one is multiplied until it is whole.
        """
        import numpy as np

        solver = self._dual
        first: Numbers | None = None
        best: Certificate | None = None
        waiting: list[tuple[tuple[int, float, float], ...]] = [()]
        programs = 0
        while waiting and programs < MOST_PROGRAMS:
            bounds = waiting.pop()
            for column, low, high in bounds:
                solver.changeColBounds(column, low, high)
            values = _run(solver)
            programs += 1
            for column, _low, _high in bounds:
                solver.changeColBounds(column, 0.0, np.inf)
            if values is None:
                continue
            values = values[:-1]
            size = float(values.sum())
            if first is None:
                first = values
            elif best is not None and size > best.size - 1 + NEARLY:
                continue
            broken = np.abs(values - np.rint(values))
            column = int(broken.argmax())
            if broken[column] < NEARLY:
                found = self._counted(np.rint(values).astype(np.int64))
                if found and is_proof(found) and (best is None or found.size < best.size):
                    best = found
                if programs == 1:
                    break  # nothing smaller exists
                continue
            below = float(np.floor(values[column]))
            waiting.append((*bounds, (column, 0.0, below)))
            waiting.append((*bounds, (column, below + 1, np.inf)))
        whole = None if first is None else _whole(first)
        if whole is not None:
            scaled = self._counted(whole[0])
            if scaled and is_proof(scaled) and (best is None or scaled.size < best.size):
                best = scaled
        return best

    def _counted(self, values: "npt.NDArray[np.int64]") -> Certificate | None:
        """Return the certificate with these multiplicities if no candidate counts below 0, else None."""
        sets = len(self.numbers)
        balance = values[sets:] - values[:sets]
        weights = balance @ self.matrix
        if weights.min(initial=0) < 0:
            return None
        common = gcd(*map(int, balance)) or 1
        truths, links = list[int](), list[int]()
        for number, times in zip(self.numbers, balance // common, strict=True):
            (truths if times < 0 else links).extend([number] * abs(int(times)))
        counted = (values[:sets] + values[sets:]) @ self.matrix > 0
        false = (counted & (weights > balance.sum())).nonzero()[0]
        removed = sum(1 << self.candidates[int(place)] for place in false)
        return Certificate(tuple(truths), tuple(links), removed)


def _order(geometry: Geometry, number: int) -> int:
    """Return how easily a set of a proof is seen: 0 for a cell, 1 for a line, 2 for any other unit."""
    meant = digit_and_unit(geometry, number)
    if meant is None:
        return 0
    return 1 if geometry.units[meant[1]].kind in ("row", "column") else 2


def _whole(values: "Numbers") -> "tuple[npt.NDArray[np.int64], int] | None":
    """Return the numbers multiplied until they are whole, and the factor, or None if it would be too large."""
    import numpy as np

    fractions: dict[float, Fraction] = {}
    for value in values[np.abs(values - np.rint(values)) > NEARLY]:
        fractions.setdefault(
            round(float(value), 7), Fraction(float(value)).limit_denominator(DENOMINATORS)
        )
    factor = lcm(*(each.denominator for each in fractions.values()))
    if factor > DENOMINATORS**2:
        return None
    numbers = np.rint(values * factor).astype(np.int64)
    return (numbers, factor) if np.abs(numbers / factor - values).max() < NEARLY else None


# --- The solver ---------------------------------------------------------------------------------------


def _solver(
    matrix: "npt.NDArray[np.int64]",
    costs: "Numbers",
    low: "Numbers",
    high: "Numbers",
    row_low: "Numbers",
    row_high: "Numbers",
    *,
    is_primal: bool,
) -> Any:
    """Return a solver that minimises the costs of the columns, on one thread, so that all runs agree."""
    import highspy  # 40 ms to import, which other searches do not need
    import numpy as np

    # The class below `highspy.Highs`, which prints a line to the standard output when the first is made.
    solver = highspy._core._Highs()
    program = highspy.HighsLp()
    program.num_row_, program.num_col_ = matrix.shape
    program.col_cost_, program.col_lower_, program.col_upper_ = costs, low, high
    program.row_lower_, program.row_upper_ = row_low, row_high
    rows, columns = matrix.nonzero()
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.searchsorted(rows, np.arange(matrix.shape[0] + 1))
    program.a_matrix_.index_ = columns
    program.a_matrix_.value_ = matrix[rows, columns].astype(float)
    for name, value in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("simplex_iteration_limit", SLICE),
        ("simplex_strategy", 4 if is_primal else 1),
    ):
        solver.setOptionValue(name, value)
    solver.passModel(program)
    return solver


def _run(solver: Any) -> "Numbers | None":
    """Return the solution, or None if there is none. It goes on in slices that a deadline may end between."""
    import highspy
    import numpy as np

    status = highspy.HighsModelStatus.kIterationLimit
    while status == highspy.HighsModelStatus.kIterationLimit:
        solver.run()
        status = solver.getModelStatus()
        spend(16 + WORK * max(0, solver.getInfo().simplex_iteration_count))
    if status != highspy.HighsModelStatus.kOptimal:
        return None
    return np.array(solver.getSolution().col_value)


def smallest_first(found: Iterable[Certificate]) -> list[Certificate]:
    """Return certificates in the order of their size, those of the same size by what they prove false."""
    return sorted(found, key=lambda each: (each.size, -each.removed.bit_count(), each.removed))
