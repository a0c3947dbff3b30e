"""Old histories, a row an iteration, become chapters; a few solves a transaction, so that it can be stopped."""

from django.db import transaction

from solver.engine.core.storage_codec import Packer
from solver.engine.core.steps import (Iteration, Step, unpack)

AT_ONCE = 100  # solves


def move(apps, schema_editor):
    """Move the stories of all solves that are over. Those that still run begin anew with their next attempt."""
    Solve, Old = apps.get_model("solver", "Solve"), apps.get_model("solver", "Iteration")
    Chapter = apps.get_model("solver", "Chapter")
    over = Solve.objects.filter(status__in=("finished", "failed"))
    old = Old.objects.order_by("solve_id").filter(solve__status__in=("finished", "failed"))
    while ids := list(old.values_list("solve_id", flat=True).distinct()[:AT_ONCE]):
        with transaction.atomic():
            solves = over.select_related("puzzle").select_for_update(of=("self",)).in_bulk(ids)
            rows = Old.objects.filter(solve__in=solves).order_by("solve_id", "number")
            Chapter.objects.bulk_create(_chapters(Chapter, solves, rows))
            Old.objects.filter(solve__in=solves).delete()


def _chapters(Chapter, solves, rows):
    packer, last = None, None
    for row in rows:
        solve = solves[row.solve_id]
        if last is None or last.solve_id != row.solve_id or packer.is_full:
            if last:
                yield _chapter(Chapter, last, packer)
            packer = Packer(solve.puzzle.box)
        packer.add(
            Iteration(
                row.number,
                tuple(Step.from_row(step) for step in row.steps),
                unpack(bytes(row.candidates), solve.puzzle.box),
                row.branch,
                row.parent,
                row.depth,
            )
        )
        last = row
    if last:
        yield _chapter(Chapter, last, packer)


def _chapter(Chapter, row, packer):
    return Chapter(solve_id=row.solve_id, attempt=row.attempt, **vars(packer.cut()))
