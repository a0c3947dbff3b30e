"""Solve many puzzles by one method: the items are lines, each ends as a solve with its whole story.

A part is solved first and written then, all its rows at once: so a puzzle costs little more than solving it.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.engine.packing import Packer
from solver.library.catalogue import hold, verdicts
from solver.models import Chapter, Job, JobPart, Puzzle, Solve
from solver.record.answer import answer_of
from solver.record.solutions import count_further

from . import base
from .base import Row

LATER = "later"
LARGE = 4  # boards larger than 9×9 in a part; by the clock the count of one may take a sixth of TASK_SECONDS


@dataclass
class Solved:
    """A puzzle and its solve, not yet written: finished, or still queued where its turn was too short."""

    givens: str
    solve: Solve
    chapters: list[Chapter] = field(default_factory=list)

    @property
    def fate(self) -> str:
        return self.solve.outcome or LATER


class Solving(base.Kind):
    name = "solve"
    title = _("Solve puzzles")
    items = _("puzzles")
    part_size = 25  # each has a turn like that of the interactive lane
    phases = (_("Solving"),)
    columns = ("fate", "puzzle", "solve", "verdict", "solution", "iterations", "milliseconds")
    shown = {  # noqa: RUF012
        "puzzle": _("puzzle"),
        "verdict": _("verdict"),
        "iterations": _("iterations"),
        "milliseconds": _("milliseconds"),
    }
    fates = {  # noqa: RUF012
        "solved": _("solved"),
        "stalled": _("stalled"),
        "contradiction": _("contradiction"),
        "limit": _("limit"),
        LATER: _("take longer, and are solved after these"),
    }

    def size_of_part(self, spec: Mapping[str, Any], item: str) -> int:
        """Larger boards are counted one at a time."""
        return self.part_size if len(item) <= 81 else LARGE

    def work(self, job: Job, part: JobPart) -> list[Solved]:
        """What there is no time for is left queued, like what takes longer than its turn."""
        grids = [engine.read_line(line) for line in part.given]
        deadline = time.monotonic() + settings.TASK_SECONDS / 3
        known = zip(grids, verdicts(grids), strict=True)
        return [
            _solve(job, grid, verdict) if time.monotonic() < deadline else _queue(job, grid)
            for grid, verdict in known
        ]

    def write(self, job: Job, part: JobPart, found: list[Solved]) -> list[Row]:
        puzzles = _keep_puzzles(found)
        for each in found:
            each.solve.puzzle_id = puzzles[each.givens]
            each.solve.owner_id, each.solve.session_digest = job.owner_id, job.session_digest
        Solve.objects.bulk_create([each.solve for each in found])
        Chapter.objects.bulk_create([chapter for each in found for chapter in each.chapters])
        return [_row(each) for each in found]

    def left(self, rows: list[Row]) -> list[UUID]:
        return [UUID(row[self.columns.index("solve")]) for row in rows if row[0] == LATER]


def _queue(job: Job, grid: engine.Grid) -> Solved:
    """A solve of its own, whose worker begins it."""
    return Solved(
        grid.text,
        Solve(
            method=job.spec["method"],
            options=job.spec["options"],
            lane=Solve.Lane.BULK,
            enqueued_at=Now(),
            request_id=job.request_id,
        ),
    )


def _solve(job: Job, grid: engine.Grid, verdict: str) -> Solved:
    """The solve of a puzzle, as a worker of the interactive lane would write it."""
    queued = _queue(job, grid)
    solve = queued.solve
    budget = engine.Budget(settings.TURN_SECONDS, settings.SOLVE_ITERATIONS)
    solving = engine.Solving(grid, solve.method, solve.options, budget)
    packer, chapters, size = Packer(grid.box), [], 0
    started = timezone.now()
    for iteration in solving:
        size += packer.add(iteration)
        if packer.is_full:
            chapters.append(packer.cut())
        if size >= settings.SOLVE_HISTORY_BYTES:
            break
    if not solving.ending or solving.elapsed >= settings.TURN_SECONDS:
        return queued
    chapters.append(packer.cut())
    solve.status = Solve.Status.FINISHED
    solve.attempt = 1
    solve.started_at, solve.finished_at = started, timezone.now()
    solve.iteration_count = solving.iteration_count
    known = "" if verdict == Puzzle.Verdict.UNKNOWN else verdict
    count = count_further(solving, _count(solving, verdict))
    for name, value in vars(answer_of(solving, count, known)).items():
        setattr(solve, name, value)
    return Solved(grid.text, solve, [Chapter.of(solve, each) for each in chapters if each])


def _count(solving: engine.Solving, verdict: str) -> engine.Count:
    """The exact count; nothing is counted where it could not find more than the method did."""
    found = solving.ending.solutions if solving.ending else ()
    is_all = verdict == Puzzle.Verdict.UNIQUE and len(found) == 1
    if is_all or verdict == Puzzle.Verdict.NONE:
        return engine.Count(found, is_complete=True)
    return engine.enumerate_solutions(
        solving.grid,
        limit=2,
        nodes=settings.VERDICT_NODES,
        seconds=settings.TURN_SECONDS,
        deadline=time.monotonic() + settings.TASK_SECONDS / 6,
    )


def _keep_puzzles(found: list[Solved]) -> dict[str, UUID]:
    """The id of each puzzle by its line, those that are new being added, all with their verdict."""
    grids = {line: engine.read_line(line) for line in sorted(each.givens for each in found)}
    new = [
        Puzzle(givens=line, box=grid.box, clue_count=grid.clue_count, in_inbox=True)
        for line, grid in grids.items()
    ]
    Puzzle.objects.bulk_create(new, ignore_conflicts=True)
    known = hold(Puzzle.objects.filter(givens__in=grids))
    verdict_of = {
        each.givens: each.solve.verdict
        for each in found
        if each.solve.verdict not in ("", Puzzle.Verdict.UNKNOWN)
    }
    wrong = [
        puzzle
        for puzzle in known
        if puzzle.verdict != verdict_of.get(puzzle.givens, puzzle.verdict)
    ]
    for puzzle in wrong:
        puzzle.verdict, puzzle.rated_by = verdict_of[puzzle.givens], None
    Puzzle.objects.bulk_update(wrong, ["verdict", "rated_by"])
    return {puzzle.givens: puzzle.pk for puzzle in known}


def _row(each: Solved) -> Row:
    solve = each.solve
    solution = solve.solutions[0] if solve.solutions else ""
    milliseconds = None if solve.elapsed_ms is None else round(solve.elapsed_ms, 3)
    return [
        *(each.fate, each.givens, str(solve.pk), solve.verdict, solution),
        *(solve.iteration_count, milliseconds),
    ]


kind = Solving()
