"""The solves of a batch as JSON, in the order of its puzzles."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from solver.models import Job, Solve

from .portions import Portion
from .serializers import SolveSerializer


def results(job: Job, after: int = 0, *, histories: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the API's object for each solve of a batch's finished parts, in the order of the puzzles.

    `item` counts from 1, and items up to `after` are skipped. A deleted solve has null as its `id`. With
    `histories`, finished solves have `iterations`, a `Portion` of all iterations.
    """
    parts = job.parts.filter(first__gt=after - F("items")).exclude(report=[])
    for part in parts.iterator(chunk_size=4):
        ids = [row[2] for row in part.report]
        solves = {str(s.pk): s for s in Solve.objects.select_related("puzzle").filter(pk__in=ids)}
        for number, (row, pk) in enumerate(zip(part.report, ids, strict=True), part.first):
            if number > after:
                yield {"item": number} | _solve_row(solves.get(pk), row[1], histories)


def _solve_row(solve: Solve | None, puzzle: str, histories: bool) -> dict[str, Any]:
    if solve is None:
        return {"id": None, "puzzle": puzzle}
    answer = SolveSerializer.of(solve)
    if histories and solve.status == Solve.Status.FINISHED:
        answer["iterations"] = Portion(solve)
    return answer
