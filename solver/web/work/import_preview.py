"""The preview of an import: lines to correct, ticks, and a link to the added puzzles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.urls import reverse

from solver.jobs import import_corrections
from solver.jobs.import_corrections import RowStatus
from solver.models import Job, Puzzle, Solve
from solver.puzzles.files.reading import split_tags

if TYPE_CHECKING:
    from .jobs import JobContext, ReportRow


@dataclass(frozen=True)
class PendingItem:
    """An item that waits for its editor: its editable texts, and whether it is ticked."""

    row: "ReportRow"
    number: int
    standing: RowStatus
    texts: dict[str, str]  # that can be edited, by field name


def build_import_preview(request: HttpRequest, page: "JobContext") -> dict[str, Any]:
    """Return the lines of an import to correct and tick, or after its end the number of added puzzles.

    Return {} for other jobs, and for users who may not write puzzles.
    """
    job = page.job
    if job.kind != "import" or not request.user.has_perm("solver.add_puzzle"):
        return {}
    if import_corrections.is_open(job):
        lines = _lines(page)
        wrong = (line.number for line in lines if line.standing.is_wrong)
        return {
            "lines": lines,
            "taken": import_corrections.count_taken(job),
            # After a correction, the next wrong line gets the focus.
            "focused": next(wrong, None) if len(get_messages(request)) else None,
        }
    added = Puzzle.objects.filter(job=job, in_inbox=False).count() if job.is_over else 0
    return {
        "brought": added,
        "brought_href": f"{reverse('admin:solver_puzzle_changelist')}?job={job.pk}",
        "can_undo": bool(added) and request.user.has_perm("solver.delete_puzzle"),
        "solved": solved_since(job) if added else 0,
    }


def note_ticks(request: HttpRequest, job: Job) -> None:
    """Save the ticks of the import's rows that the form showed, if any.

    Raise ImportAlreadyStarted if it is too late.
    """
    listed = [int(text) for text in request.POST.getlist("shown") if text.isdecimal()]
    if listed and job.kind == "import" and import_corrections.is_open(job):
        ticked = set(request.POST.getlist("take"))
        import_corrections.tick(job.pk, {number: str(number) in ticked for number in listed})


def solved_since(job: Job) -> int:
    """Return how many puzzles of an import have been solved since the import."""
    since = Solve.objects.filter(puzzle__job=job, created_at__gte=job.created_at)
    return since.values("puzzle").distinct().count()


def _lines(page: "JobContext") -> list[PendingItem]:
    items = import_corrections.items_of(page.job, [number for number, _row in page.rows_of_job])
    return [
        PendingItem(
            row=report_row,
            number=number,
            standing=RowStatus.of(page.job, row),
            texts=texts_of(items[number]),
        )
        for report_row, (number, row) in zip(page.rows, page.rows_of_job, strict=True)
    ]


def texts_of(item: Any) -> dict[str, str]:
    fields = item if isinstance(item, dict) else {"givens": item}
    texts = {name: fields.get(name, "") for name in import_corrections.EDITED}
    return {**texts, "tags": ", ".join(split_tags(texts["tags"]))}
