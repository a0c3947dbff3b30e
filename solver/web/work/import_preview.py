"""The preview of an import: lines to correct, ticks, and a link to the added puzzles."""

from typing import Any

from django.contrib import messages
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from solver.jobs import import_corrections, revert
from solver.jobs.import_corrections import RowStatus
from solver.models import Job, Puzzle, Solve
from solver.models.puzzle import position_error
from solver.puzzles import catalogue
from solver.puzzles.files.many import zeros_error
from solver.puzzles.files.reading import split_tags
from solver.queue import imports

MOST_NAMED = 20  # columns, in a sentence
FIELD_LABELS = {
    "givens": gettext_lazy("givens"),
    "solution": gettext_lazy("solution"),
    "title": gettext_lazy("title"),
    "author": gettext_lazy("author"),
    "source": gettext_lazy("source"),
    "licence": gettext_lazy("licence"),
    "level": gettext_lazy("level, as a tag"),
    "tags": gettext_lazy("tags"),
    "date": gettext_lazy("date, as a note"),
    "number": gettext_lazy("number, left out"),
    "notes": gettext_lazy("note"),
    "shape": gettext_lazy("board"),
}
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows (cp1252)",
    "mac_roman": "Mac Roman",
    "cp850": "DOS (cp850)",
    "iso8859-15": "ISO 8859-15",
}


def build_import_preview(request: HttpRequest, page: dict[str, Any]) -> dict[str, Any]:
    """Return the lines of an import to correct and tick, or after its end the number of added puzzles.

    Of another action, return whether it can be undone, and what is in the way. Return {} for users who may not
    write puzzles.
    """
    job = page["job"]
    if job.kind in revert.KINDS:
        return _undoing(job) if request.user.has_perm("solver.change_puzzle") else {}
    if job.kind != "import" or not request.user.has_perm("solver.add_puzzle"):
        return {}
    if import_corrections.is_open(job):
        lines = _lines(page)
        wrong = (line["number"] for line in lines if line["standing"].is_wrong)
        return {
            "lines": lines,
            "taken": import_corrections.count_taken(job),
            "columns": _columns(job),
            "may_miss_twins": job.spec.get("twins", True) and catalogue.has_many_unexamined(),
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


def _undoing(job: Job) -> dict[str, Any]:
    """Return whether an action can be undone, why not, and how many puzzles somebody has changed since."""
    if not job.is_over:
        return {}
    why = revert.why_not(job)
    return {
        "can_undo": not why,
        "why_not": why,
        "undone_by": revert.undo_of(job),
        "changed": 0 if why else revert.changed_since(job),
        "looked_at": revert.LOOKED_AT if job.total > revert.LOOKED_AT and not why else 0,
    }


def _columns(job: Job) -> dict[str, Any] | None:
    """Return how the file of an import was read, and what can be chosen. Return None if it is not kept."""
    if not imports.can_read_again(job):
        return None
    tables, lost = imports.tables_of(job), imports.lost_columns(job)
    found = tables[0].encoding if tables else ""
    plain = found.removesuffix("-sig").removesuffix("-le").removesuffix("-be")
    return {
        "tables": tables,
        "lost": lost,
        "lost_names": _named(lost),
        "positions": import_corrections.count_wrong(job, position_error()),
        "shortened": import_corrections.count_wrong(job, zeros_error()),
        "givens_only": job.spec.get("givens_only"),
        "leading_zeros": job.spec.get("leading_zeros"),
        "fields": [("", _("leave out")), *FIELD_LABELS.items()],
        "guessed": ENCODINGS.get(plain, plain),
        "encoding": job.spec.get("encoding", ""),
        # A workbook says its own encoding.
        "encodings": [("", _("as guessed")), *ENCODINGS.items()] if found or not tables else [],
    }


def _named(columns: list[str]) -> str:
    names = ", ".join(columns[:MOST_NAMED])
    more = len(columns) - MOST_NAMED
    return _("%(names)s and %(n)s more") % {"names": names, "n": more} if more > 0 else names


def chosen_columns(request: HttpRequest, job: Job) -> dict[str, str]:
    """Return the fields that the form has for the columns of an import's tables, by their names or letters."""
    return {
        column.name or column.letters: request.POST[name]
        for number, table in enumerate(imports.tables_of(job))
        for column in table.columns
        if (name := f"column-{number}-{column.letters}") in request.POST
    }


def chosen_heads(request: HttpRequest, job: Job) -> dict[str, int]:
    """Return the rows that the form has for the names of columns, by the names of the tables."""
    sent = {
        table.name: request.POST.get(f"head-{number}", "").strip()
        for number, table in enumerate(imports.tables_of(job))
    }
    return {name: int(text) for name, text in sent.items() if text.isdecimal() and len(text) < 7}


def note_ticks(request: HttpRequest, job: Job) -> None:
    """Save the ticks of the import's rows that the form showed, if any.

    Raise ImportAlreadyStarted if it is too late.
    """
    listed = [int(text) for text in request.POST.getlist("shown") if text.isdecimal()]
    if listed and job.kind == "import" and import_corrections.is_open(job):
        ticked = set(request.POST.getlist("take"))
        import_corrections.tick(job.pk, {number: str(number) in ticked for number in listed})


def may_go_on(request: HttpRequest, job: Job) -> bool:
    """Return whether a job may go on. An import that loses columns needs a tick, or says what it would lose."""
    lost = imports.lost_columns(job) if import_corrections.is_open(job) else []
    if lost and "lose" not in request.POST:
        text = _("Choose what these columns are, or tick that they are left out: %(names)s")
        messages.error(request, text % {"names": _named(lost)})
        return False
    return True


def solved_since(job: Job) -> int:
    """Return how many puzzles of an import have been solved since the import."""
    since = Solve.objects.filter(puzzle__job=job, created_at__gte=job.created_at)
    return since.values("puzzle").distinct().count()


def _lines(page: dict[str, Any]) -> list[dict[str, Any]]:
    items = import_corrections.items_of(
        page["job"], [number for number, _row in page["rows_of_job"]]
    )
    return [
        {
            "row": report_row,
            "number": number,
            "standing": RowStatus.of(page["job"], row),
            "texts": texts_of(items[number]),  # that can be edited, by field name
        }
        for report_row, (number, row) in zip(page["rows"], page["rows_of_job"], strict=True)
    ]


def texts_of(item: Any) -> dict[str, str]:
    fields = item if isinstance(item, dict) else {"givens": item}
    texts = {name: fields.get(name, "") for name in import_corrections.EDITED}
    return {**texts, "tags": ", ".join(split_tags(texts["tags"]))}
