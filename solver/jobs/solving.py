"""Solve many puzzles by one method. The items are lines, and each ends as a solve with all its iterations.

A part is solved first, and then all its rows are written at once, so a puzzle costs little more than solving
it. A part ends after a fixed time, because the time of a puzzle depends on the method as much as on the puzzle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.engine.core.storage_codec import Packer
from solver.models import Chapter, Job, JobPart, Puzzle, Solve
from solver.models.bulk import copy_in, insert_new, values_of
from solver.models.puzzle import grid_of
from solver.models.uuid7 import uuid7
from solver.puzzles.catalogue import lock, verdicts
from solver.solves.answer import answer_of
from solver.solves.solutions import count_further

from .job_type import SET_ASIDE, JobType, Row

LATER = "later"
# The codes of a solve's failures, by those of a part.
OF_A_SOLVE = {"worker-lost-in-part": "worker-lost", "fault-in-part": "fault"}
PART_SECONDS = 0.5  # CPU time of the methods in a part, which is then cut
LARGE = 4  # boards larger than 9×9 in a part: to count the solutions of one may take VERDICT_NODES


@dataclass
class UnsavedSolve:
    """A puzzle with the unwritten rows of its solve, which are empty if the solve takes longer than a turn."""

    grid: engine.Grid
    solve: dict[str, Any] = field(default_factory=dict)
    chapters: list[dict[str, Any]] = field(default_factory=list)
    pk: UUID = field(default_factory=uuid7)

    @property
    def seconds(self) -> float:
        """The CPU time of the solve in seconds, or TURN_SECONDS if unsolved.

        To measure it again would be slow.
        """
        return self.solve["elapsed_ms"] / 1000 if self.solve else settings.TURN_SECONDS

    @property
    def fate(self) -> str:
        return self.solve["outcome"] if self.solve else LATER


class SolveBatch(JobType):
    name = "solve"
    title = _("Solve puzzles")
    items = _("puzzles")
    is_shared = True
    is_private = True
    part_size = 200  # at most, as a part ends after PART_SECONDS
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
        "stalled": _("stuck"),
        "contradiction": _("contradiction"),
        "limit": _("at the limit"),
        LATER: _("take longer, and are solved after these"),
    }

    def size_of_part(self, spec: Mapping[str, Any], item: str) -> int:
        """Return how many puzzles a part has: fewer for larger boards, which are counted one at a time."""
        return self.part_size if len(item) <= 81 else LARGE

    def compute(self, job: Job, part: JobPart) -> list[UnsavedSolve]:
        """Solve the puzzles of a part, as many as there is time for. Return them unsaved.

        One that takes longer than a turn is left queued.
        """
        grids = [grid_of(line) for line in part.given]
        results: list[UnsavedSolve] = []
        spent = 0.0
        defaults = values_of(_begun(job, status=Solve.Status.FINISHED, attempt=1))
        for grid, verdict in zip(grids, verdicts(grids), strict=True):
            result = _solve(job, defaults, grid, verdict)
            results.append(result)
            spent += result.seconds
            if spent >= PART_SECONDS:
                break
        return results

    def write(self, job: Job, part: JobPart, findings: list[UnsavedSolve]) -> list[Row]:
        puzzles = _keep_puzzles(findings)
        owner = {"owner_id": job.owner_id, "session_digest": job.session_digest}
        ids = [
            {"id": result.pk, "puzzle_id": puzzles[result.grid.line]} | owner for result in findings
        ]
        both = list(zip(findings, ids, strict=True))
        copy_in(Solve, [result.solve | own for result, own in both if result.solve])
        Solve.objects.bulk_create(
            [
                _begun(job, enqueued_at=Now(), network=job.network, **own)
                for result, own in both
                if not result.solve
            ]
        )
        copy_in(Chapter, [chapter for result in findings for chapter in result.chapters])
        return [_row(result) for result in findings]

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        """Write a failed solve for each puzzle of a part that failed, and return the rows of the report.

        So the batch has a solve for each puzzle, and each can be retried.
        """
        results = [UnsavedSolve(grid_of(line)) for line in part.given]
        puzzles = _keep_puzzles(results)
        facts = {name: fact for name, fact in part.failure_facts.items() if name != "item"}
        Solve.objects.bulk_create(
            _begun(
                job,
                id=result.pk,
                puzzle_id=puzzles[result.grid.line],
                owner_id=job.owner_id,
                session_digest=job.session_digest,
                status=Solve.Status.FAILED,
                failure=OF_A_SOLVE.get(part.failure, part.failure),
                failure_facts=facts,
                finished_at=Now(),
            )
            for result in results
        )
        return [[SET_ASIDE, *_row(result)[1:]] for result in results]

    def solves_of(self, rows: list[Row]) -> list[UUID]:
        return [UUID(row[self.columns.index("solve")]) for row in rows]

    def solves_to_enqueue(self, rows: list[Row]) -> list[UUID]:
        return self.solves_of([row for row in rows if row[0] == LATER])


def _begun(job: Job, **values: Any) -> Solve:
    """Return an unsaved solve of the batch."""
    return Solve(
        method=job.spec["method"],
        options=job.spec["options"],
        lane=Solve.Lane.BULK,
        request_id=job.request_id,
        **values,
    )


def _solve(job: Job, defaults: Mapping[str, Any], grid: engine.Grid, verdict: str) -> UnsavedSolve:
    """Return the solve of a puzzle, as a worker of the interactive lane would write it."""
    result = UnsavedSolve(grid)
    budget = engine.Budget(settings.TURN_SECONDS, settings.SOLVE_ITERATIONS, settings.SOLVE_NODES)
    solving = engine.Solving(grid, job.spec["method"], job.spec["options"], budget)
    packer, stretches, size = Packer(grid.size), [], 0
    started = timezone.now()
    for iteration in solving:
        size += packer.add(iteration)
        if packer.is_full:
            stretches.append(packer.cut())
        if size >= settings.SOLVE_HISTORY_BYTES:
            break
    if not solving.ending or solving.elapsed >= settings.TURN_SECONDS:
        return result
    stretches.append(packer.cut())
    exact_verdict = "" if verdict == Puzzle.Verdict.UNKNOWN else verdict
    count = count_further(solving, _count(solving, verdict))
    ended = {"finished_at": timezone.now(), "iteration_count": solving.iteration_count}
    times = dict.fromkeys(("created_at", "enqueued_at", "started_at"), started)
    result.solve = {**defaults, **times, **ended, **vars(answer_of(solving, count, exact_verdict))}
    of_solve = {"solve_id": result.pk, "attempt": defaults["attempt"]}
    result.chapters = [of_solve | vars(stretch) for stretch in stretches if stretch]
    return result


def _count(solving: engine.Solving, verdict: str) -> engine.Count:
    """Count the solutions exactly, unless the method has found them all."""
    solutions = solving.ending.solutions if solving.ending else ()
    is_all = verdict == Puzzle.Verdict.UNIQUE and len(solutions) == 1
    if is_all or verdict == Puzzle.Verdict.NONE:
        return engine.Count(solutions, is_complete=True)
    return engine.enumerate_solutions(solving.grid, limit=2, nodes=settings.VERDICT_NODES)


def _keep_puzzles(results: list[UnsavedSolve]) -> dict[str, UUID]:
    """Add the new puzzles, store verdicts, and return the id of each puzzle by its line."""
    unknown = {"verdict": Puzzle.Verdict.UNKNOWN}
    verdict_of = {result.grid.line: (result.solve or unknown)["verdict"] for result in results}
    grids = {result.grid.line: result.grid for result in results}
    # By givens, then by shape: the order in which all lock puzzles.
    ids = {line: uuid4() for line in sorted(grids, key=lambda line: line.rpartition(" ")[::-1])}
    rows = [
        {
            "id": pk,
            **Puzzle.identity(grids[line]),
            "box": grids[line].shape.square_box,
            "clue_count": grids[line].clue_count,
            "verdict": verdict_of[line],
        }
        for line, pk in ids.items()
    ]
    new = insert_new(Puzzle, values_of(Puzzle(in_inbox=True)), rows)
    ids = {line: pk for line, pk in ids.items() if pk in new}
    known = grids.keys() - ids.keys()
    alike = lock(Puzzle.objects.filter(givens__in=[grids[line].text for line in known]))
    there = [puzzle for puzzle in alike if puzzle.line in known]  # and not of another shape
    wrong = [
        puzzle
        for puzzle in there
        if verdict_of[puzzle.line] not in (puzzle.verdict, Puzzle.Verdict.UNKNOWN)
    ]
    for puzzle in wrong:
        puzzle.verdict, puzzle.rated_by = verdict_of[puzzle.line], None
    Puzzle.objects.bulk_update(wrong, ["verdict", "rated_by"])
    return ids | {puzzle.line: puzzle.pk for puzzle in there}


def _row(result: UnsavedSolve) -> Row:
    solve = result.solve
    if not solve:
        return [LATER, result.grid.line, str(result.pk), "", "", 0, None]
    return [
        *(result.fate, result.grid.line, str(result.pk), solve["verdict"]),
        solve["solutions"][0] if solve["solutions"] else "",
        *(solve["iteration_count"], round(solve["elapsed_ms"], 3)),
    ]


job_type = SolveBatch()
