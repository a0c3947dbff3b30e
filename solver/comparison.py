"""Several solves side by side: what each rule did in each, its branches, and its candidates left."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Max, Min, Sum
from django.http import Http404

from solver import engine
from solver.engine.board import Board
from solver.models import Iteration, Solve, SolveQuerySet, candidates_left

MOST = 10  # solves side by side


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
    for account in accounts.values():
        board = Board.of(account.solve.grid)
        account.lefts.append(candidates_left(tuple(board.candidates)))
    rows = Iteration.objects.filter(solve__in=list(accounts)).order_by("solve", "number")
    for solve_id, left, steps in rows.values_list("solve_id", "candidates_left", "steps"):
        account = accounts[solve_id]
        account.lefts.append(left)
        account.steps_by_rule.update(engine.Step.from_row(row).technique for row in steps)
    spans = (
        rows.order_by()
        .values("solve_id")
        .annotate(
            first=Min("branch"), last=Max("branch"), deepest=Max("depth"), gone=Sum("removed")
        )
    )
    for span in spans:
        account = accounts[span["solve_id"]]
        account.branches = span["last"] - span["first"] + 1
        account.depth = span["deepest"]
        account.removed = span["gone"]
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
