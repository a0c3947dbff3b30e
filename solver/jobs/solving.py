"""Solve many puzzles by one method: the items are lines, each ends as a solve with its whole story.

A part is solved first and written then, all its rows at once: so a puzzle costs little more than solving it.
It is as long as there is time for: how long a puzzle takes depends on the method as much as on the puzzle.
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
from solver.models.uuid7 import uuid7
from solver.puzzles.catalogue import lock, verdicts
from solver.solves.answer import answer_of
from solver.solves.solutions import count_further

from .job_type import SET_ASIDE, JobType, Row

LATER = "later"
# What a reason of an item is called where it is a solve's.
OF_A_SOLVE = {"worker-lost-in-part": "worker-lost", "fault-in-part": "fault"}
PART_SECONDS = 0.5  # of the processor, for the methods of a part; then it is cut
LARGE = 4  # boards larger than 9×9 in a part: the count of one may take VERDICT_NODES


@dataclass
class SolveResult:
    """A puzzle and the rows of its solve and story, not yet written; none where its turn was too short."""

    grid: engine.Grid
    solve: dict[str, Any] = field(default_factory=dict)
    chapters: list[dict[str, Any]] = field(default_factory=list)
    pk: UUID = field(default_factory=uuid7)

    @property
    def seconds(self) -> float:
        """Of the processor, at least; asking for that anew takes longer than one may think."""
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
    part_size = 200  # at most; a part ends after PART_SECONDS
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

    def compute(self, job: Job, part: JobPart) -> list[SolveResult]:
        """As many as there is time for. What takes longer than its turn is left queued."""
        grids = [engine.read_line(line) for line in part.given]
        found: list[SolveResult] = []
        spent = 0.0
        alike = values_of(_begun(job, status=Solve.Status.FINISHED, attempt=1))
        for grid, verdict in zip(grids, verdicts(grids), strict=True):
            each = _solve(job, alike, grid, verdict)
            found.append(each)
            spent += each.seconds
            if spent >= PART_SECONDS:
                break
        return found

    def write(self, job: Job, part: JobPart, found: list[SolveResult]) -> list[Row]:
        puzzles = _keep_puzzles(found)
        owner = {"owner_id": job.owner_id, "session_digest": job.session_digest}
        ids = [{"id": each.pk, "puzzle_id": puzzles[each.grid.text]} | owner for each in found]
        both = list(zip(found, ids, strict=True))
        copy_in(Solve, [each.solve | own for each, own in both if each.solve])
        Solve.objects.bulk_create(
            [
                _begun(job, enqueued_at=Now(), network=job.network, **own)
                for each, own in both
                if not each.solve
            ]
        )
        copy_in(Chapter, [chapter for each in found for chapter in each.chapters])
        return [_row(each) for each in found]

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        """Solves that failed, so that the batch tells of each of its puzzles, and each can be tried again."""
        found = [SolveResult(engine.read_line(line)) for line in part.given]
        puzzles = _keep_puzzles(found)
        facts = {name: fact for name, fact in part.failure_facts.items() if name != "item"}
        Solve.objects.bulk_create(
            _begun(
                job,
                id=each.pk,
                puzzle_id=puzzles[each.grid.text],
                owner_id=job.owner_id,
                session_digest=job.session_digest,
                status=Solve.Status.FAILED,
                failure=OF_A_SOLVE.get(part.failure, part.failure),
                failure_facts=facts,
                finished_at=Now(),
            )
            for each in found
        )
        return [[SET_ASIDE, *_row(each)[1:]] for each in found]

    def solves_of(self, rows: list[Row]) -> list[UUID]:
        return [UUID(row[self.columns.index("solve")]) for row in rows]

    def solves_to_enqueue(self, rows: list[Row]) -> list[UUID]:
        return self.solves_of([row for row in rows if row[0] == LATER])


def _begun(job: Job, **values: Any) -> Solve:
    """A solve of the batch, by a method that is known; to be written, or to be begun by a worker."""
    return Solve(
        method=job.spec["method"],
        options=job.spec["options"],
        lane=Solve.Lane.BULK,
        request_id=job.request_id,
        **values,
    )


def _solve(job: Job, alike: Mapping[str, Any], grid: engine.Grid, verdict: str) -> SolveResult:
    """The solve of a puzzle, as a worker of the interactive lane would write it."""
    solved = SolveResult(grid)
    budget = engine.Budget(settings.TURN_SECONDS, settings.SOLVE_ITERATIONS, settings.SOLVE_NODES)
    solving = engine.Solving(grid, job.spec["method"], job.spec["options"], budget)
    packer, stretches, size = Packer(grid.box), [], 0
    started = timezone.now()
    for iteration in solving:
        size += packer.add(iteration)
        if packer.is_full:
            stretches.append(packer.cut())
        if size >= settings.SOLVE_HISTORY_BYTES:
            break
    if not solving.ending or solving.elapsed >= settings.TURN_SECONDS:
        return solved
    stretches.append(packer.cut())
    known = "" if verdict == Puzzle.Verdict.UNKNOWN else verdict
    count = count_further(solving, _count(solving, verdict))
    ended = {"finished_at": timezone.now(), "iteration_count": solving.iteration_count}
    times = dict.fromkeys(("created_at", "enqueued_at", "started_at"), started)
    solved.solve = {**alike, **times, **ended, **vars(answer_of(solving, count, known))}
    of_solve = {"solve_id": solved.pk, "attempt": alike["attempt"]}
    solved.chapters = [of_solve | vars(stretch) for stretch in stretches if stretch]
    return solved


def _count(solving: engine.Solving, verdict: str) -> engine.Count:
    """The exact count; nothing is counted where it could not find more than the method did."""
    found = solving.ending.solutions if solving.ending else ()
    is_all = verdict == Puzzle.Verdict.UNIQUE and len(found) == 1
    if is_all or verdict == Puzzle.Verdict.NONE:
        return engine.Count(found, is_complete=True)
    return engine.enumerate_solutions(solving.grid, limit=2, nodes=settings.VERDICT_NODES)


def _keep_puzzles(found: list[SolveResult]) -> dict[str, UUID]:
    """The id of each puzzle by its line, those that are new being added, all with their verdict."""
    unknown = {"verdict": Puzzle.Verdict.UNKNOWN}
    verdict_of = {each.grid.text: (each.solve or unknown)["verdict"] for each in found}
    grids = {each.grid.text: each.grid for each in found}
    ids = {line: uuid4() for line in sorted(grids)}  # the order that all go by who hold puzzles
    rows = [
        {
            "id": pk,
            "givens": line,
            "box": grids[line].box,
            "clue_count": grids[line].clue_count,
            "verdict": verdict_of[line],
        }
        for line, pk in ids.items()
    ]
    new = insert_new(Puzzle, values_of(Puzzle(in_inbox=True)), rows)
    ids = {line: pk for line, pk in ids.items() if pk in new}
    there = lock(Puzzle.objects.filter(givens__in=grids.keys() - ids.keys()))
    wrong = [
        puzzle
        for puzzle in there
        if verdict_of[puzzle.givens] not in (puzzle.verdict, Puzzle.Verdict.UNKNOWN)
    ]
    for puzzle in wrong:
        puzzle.verdict, puzzle.rated_by = verdict_of[puzzle.givens], None
    Puzzle.objects.bulk_update(wrong, ["verdict", "rated_by"])
    return ids | {puzzle.givens: puzzle.pk for puzzle in there}


def _row(each: SolveResult) -> Row:
    solve = each.solve
    if not solve:
        return [LATER, each.grid.text, str(each.pk), "", "", 0, None]
    return [
        *(each.fate, each.grid.text, str(each.pk), solve["verdict"]),
        solve["solutions"][0] if solve["solutions"] else "",
        *(solve["iteration_count"], round(solve["elapsed_ms"], 3)),
    ]


job_type = SolveBatch()
