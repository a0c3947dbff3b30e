"""The order by sets: the easiest step is the one with the fewest truths and links, whatever it is called."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from ..core.deadline import spend
from ..core.position import Position
from ..core.proof import Proof, ReplayBranch, SetCount
from ..techniques.deduction import Deduction
from ..techniques.rungs import COUNTED, Rung
from .listing import LAST_RESORTS
from .search import easiest

MOST = 200  # steps of a rung that are compared

# By the first two digits of a rung's code, the fewest sets that a proof of it has. Rungs with more are not
# searched once a smaller step is found.
FEWEST = {"00": 2, "01": 2, "02": 4, "03": 4, "04": 5, "05": 5, "06": 2, "07": 4, "08": 7, "09": 5}


def by_fewest_sets(
    position: Position, chosen: Iterable[Rung], further: Iterable[Rung] = ()
) -> Iterator[Deduction | None]:
    """Yield the step of the fewest sets that a rung in `chosen` or `further` has, then no other.

    Yield None after each rung that was searched. If no pattern has a step, counts come before forcing chains
    and nets.
    """
    rungs = sorted(chain(chosen, further), key=_fewest)
    last = [rung for rung in rungs if rung.index >= LAST_RESORTS]
    best, size = None, 0
    for rung in rungs:
        if rung in last or (best and size <= _fewest(rung)):
            continue
        for found in islice(rung.find(position), MOST):
            spend()
            sets = sum(sets_of(found.prove()))
            if best is None or sets < size:
                best, size = found, sets
        yield None
    if best:
        yield best
    else:
        last.sort(key=lambda rung: (rung.index // 10 != COUNTED // 10, rung.index))
        yield from easiest(position, last)


def _fewest(rung: Rung) -> int:
    return FEWEST.get(rung.code[:2], 6)


def sets_of(proof: Proof) -> tuple[int, int]:
    """Return (truths, links) that have to be seen at once for the largest argument of a step's proof.

    A replay is seen set by set. Each candidate that it forces, and its end, count as a truth.
    """
    sizes = []
    for argument in proof.arguments:
        if isinstance(argument, SetCount):
            truths = len(argument.truths) + bool(argument.guardians)
            sizes.append((truths, len(argument.links)))
        else:
            sizes.append((sets_in(argument.branch), 0))
    return max(sizes, key=sum, default=(0, 0))


def sets_in(branch: ReplayBranch) -> int:
    """Return how many sets a branch has to be followed by, with those of its own branches."""
    counted = len(branch.counted.truths) + len(branch.counted.links) if branch.counted else 1
    return len(branch.forced) + counted + sum(map(sets_in, branch.branches))
