"""Several solves side by side: what each rule did in each, its branches, and its candidates left."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import Http404

from solver.chapters import curves_of
from solver.models import Chapter, Solve, SolveQuerySet

MOST = 10  # solves side by side
AT_ONCE = 8  # chapters in memory


@dataclass
class Account:
    """One solve of a comparison; `lefts` begins with the candidates at the start."""

    solve: Solve
    steps_by_rule: Counter[str] = field(default_factory=Counter)
    branches: int = 0
    depth: int = 0
    removed: int = 0
    lefts: list[int] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "solve": str(self.solve.pk),
            "steps_by_rule": dict(self.steps_by_rule),
            "branches": self.branches,
            "depth": self.depth,
            "removed": self.removed,
            "candidates_left": self.lefts,
        }


def account_for(solves: Iterable[Solve]) -> list[Account]:
    """An account a solve, in their order, from two queries."""
    accounts = {solve.pk: Account(solve) for solve in solves}
    for solve_id, lefts in curves_of([account.solve for account in accounts.values()]).items():
        accounts[solve_id].lefts = lefts
    branches: dict[UUID, set[int]] = {solve_id: set() for solve_id in accounts}
    for chapter in Chapter.objects.filter(solve__in=list(accounts)).iterator(AT_ONCE):
        account = accounts[chapter.solve_id]
        branches[chapter.solve_id].update(chapter.branches)
        for told in chapter.told(account.solve.puzzle.box):
            account.steps_by_rule.update(step.technique for step in told.steps)
            account.depth = max(account.depth, told.depth)
            account.removed += told.removed_count
    for solve_id, account in accounts.items():
        account.branches = len(branches[solve_id])
    return list(accounts.values())


def find_solves(text: str, among: SolveQuerySet) -> list[Solve]:
    """Solves named by their ids, with commas between; Http404 when one is not `among` those to be seen."""
    try:
        ids = [UUID(part) for part in text.split(",")] if len(text) < 40 * MOST else []
    except ValueError:
        ids = []
    found = among.select_related("puzzle").in_bulk(ids)
    if not ids or len(ids) > MOST or len(found) != len(ids):
        raise Http404("there is no such comparison")
    return [found[key] for key in ids]
