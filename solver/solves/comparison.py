"""Comparisons of several solves: steps by rule, branches and candidates left."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from django.http import Http404

from solver.engine.core.storage_codec import totals_of
from solver.models import Chapter, Solve, SolveQuerySet
from solver.solves.reading import curves_of

MOST = 10  # solves in a comparison
AT_ONCE = 8  # chapters in memory


@dataclass
class SolveTotals:
    """The totals of one compared solve. `lefts` begins with the number of candidates at the start."""

    solve: Solve
    steps_by_rule: Counter[str] = field(default_factory=Counter)
    branches: int = 0
    depth: int = 0
    removed: int = 0
    lefts: list[int] = field(default_factory=list)


def totals_of_solves(solves: Iterable[Solve]) -> list[SolveTotals]:
    """Return for each solve, in order: steps by rule, branches, depth, candidates left and removed.

    It takes two queries.
    """
    tallies = {solve.pk: SolveTotals(solve) for solve in solves}
    for solve_id, lefts in curves_of([tally.solve for tally in tallies.values()]).items():
        tallies[solve_id].lefts = lefts
    branches: dict[UUID, set[int]] = {solve_id: set() for solve_id in tallies}
    for chapter in Chapter.objects.filter(solve__in=list(tallies)).iterator(AT_ONCE):
        tally = tallies[chapter.solve_id]
        branches[chapter.solve_id].update(chapter.branches)
        totals = totals_of(bytes(chapter.story))
        tally.steps_by_rule.update(totals.steps)
        tally.depth = max(tally.depth, totals.depth)
        tally.removed += totals.removed
    for solve_id, tally in tallies.items():
        tally.branches = len(branches[solve_id])
    return list(tallies.values())


def find_solves(text: str, among: SolveQuerySet) -> list[Solve]:
    """Return the solves with these comma-separated ids, in order. Raise Http404 if one is not in `among`."""
    try:
        ids = [UUID(part) for part in text.split(",")] if len(text) < 40 * MOST else []
    except ValueError:
        ids = []
    solves = among.select_related("puzzle").in_bulk(ids)
    if not ids or len(ids) > MOST or len(solves) != len(ids):
        raise Http404("there is no such comparison")
    return [solves[key] for key in ids]
