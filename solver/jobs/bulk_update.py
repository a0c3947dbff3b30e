"""Change many puzzles at once: tags, collection, publication, or delete them. The items are ids."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.contrib.admin.models import CHANGE, DELETION
from django.db.models import Count, F, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy

from solver.models import Collection, Job, JobPart, Membership, Puzzle, Solve
from solver.models.said import Said, said
from solver.puzzles import catalogue
from solver.puzzles.rating import computed_level
from solver.puzzles.undoing import Changes, difference, states_of

from .job_type import JobFailed, JobType, Row
from .merging import merge, with_twins

CHANGED, SAME, GONE, KEPT, IMPROPER = "changed", "same", "gone", "kept", "improper"
OUT = "out"
LONGEST_TITLE = 200
GOING = ("delete", "undo", "merge")
# Fates of puzzles that were left as they are, if that is not because they were so already.
UNCHANGED = {"delete": KEPT, "undo": KEPT, "accept": IMPROPER}
# Verdicts that an editor may accept.
ACCEPTABLE = (Puzzle.Verdict.UNIQUE, Puzzle.Verdict.UNKNOWN)
WORDS = {
    "publish": gettext_lazy("Publish"),
    "schedule": gettext_lazy("Publish at a time"),
    "retire": gettext_lazy("Withdraw"),
    "tag": gettext_lazy("Add tags"),
    "untag": gettext_lazy("Remove tags"),
    "retag": gettext_lazy("Rename a tag"),
    "collect": gettext_lazy("Add to a collection"),
    "title": gettext_lazy("Number titles"),
    "level": gettext_lazy("Set the level"),
    "accept": gettext_lazy("Accept into the library"),
    "dismiss": gettext_lazy("Dismiss"),
    "merge": gettext_lazy("Merge duplicates"),
    "delete": gettext_lazy("Delete"),
    "undo": gettext_lazy("Undo the import"),
}


class BulkUpdate(JobType):
    """Apply a change to puzzles. `spec` has the `change`, one of WORDS, and the `tags` or id of a `collection`.

    A row of the report has a fourth entry that no page shows: what was changed, to undo it.

    `title` has `rule`, a text with `#` for the number, which counts from `start`. `schedule` has `at`, a time
    in ISO 8601, or "" for none. `level` has the number of a level, or None for the computed one. To rename a
    tag, `tags` has the old name alone, and `to` the new one. To delete, `with_solves` is set if a person has
    agreed to delete the solves too.
    """

    name = "change"
    title = gettext_lazy("Edit puzzles")
    items = gettext_lazy("puzzles")
    is_brief = True
    columns = ("fate", "puzzle", "givens")
    shown = {"givens": gettext_lazy("givens")}  # noqa: RUF012
    fates = {  # noqa: RUF012
        CHANGED: gettext_lazy("changed"),
        OUT: gettext_lazy("removed from the library"),
        SAME: gettext_lazy("unchanged"),
        KEPT: gettext_lazy("kept: they have solves"),
        IMPROPER: gettext_lazy("left in the inbox: not exactly one solution"),
        GONE: gettext_lazy("no longer there"),
    }

    def write(self, job: Job, part: JobPart, findings: None) -> list[Row]:
        is_merge = job.spec["change"] == "merge"
        if job.spec.get("with_solves"):
            Solve.objects.filter(puzzle__in=part.given).lock()  # solves are locked before puzzles
        puzzles = Puzzle.objects.filter(pk__in=part.given)
        puzzles = with_twins(puzzles) if is_merge else puzzles
        locked = catalogue.lock(puzzles, is_to_go=job.spec["change"] in GOING)
        before = states_of([puzzle.pk for puzzle in locked])
        there = {str(puzzle.pk): puzzle for puzzle in locked}
        in_order = locked if is_merge else [there[pk] for pk in part.given if pk in there]
        changed = {str(puzzle.pk) for puzzle in _change(job, part, in_order)}
        fates = {pk: _fate(job.spec["change"], pk in changed) for pk in there}
        changes = difference(before, states_of(there))
        rows: list[Row] = [
            # A deleted puzzle has no page to link to.
            [fates[pk], "" if fates[pk] == OUT else pk, there[pk].givens, _taken(changes, pk)]
            if pk in there
            else [GONE, pk, "", {}]
            for pk in part.given
        ]
        rows[0][-1] |= changes  # of duplicates that were merged and are no items
        return rows

    def export_row(self, row: Row, item: Any) -> Row:
        return row[: len(self.columns)]


def _taken(changes: Changes, pk: str) -> Changes:
    """Return the change of a puzzle, by its id, and take it out of `changes`."""
    return {pk: changes.pop(pk)} if pk in changes else {}


def _fate(change: str, is_changed: bool) -> str:
    if not is_changed:
        return UNCHANGED.get(change, SAME)
    return OUT if change in ("delete", "undo") else CHANGED


def _change(job: Job, part: JobPart, puzzles: list[Puzzle]) -> list[Puzzle]:
    """Change the puzzles, note it in the history of each changed one, and return the changed ones."""
    change, tags = job.spec["change"], job.spec.get("tags", [])
    note = said(WORDS[change])
    match change:
        case "publish":
            changed = [puzzle for puzzle in puzzles if not puzzle.is_published]
            catalogue.publish(_rows(changed))
        case "retire":
            changed = [puzzle for puzzle in puzzles if puzzle.is_published]
            _rows(changed).update(is_published=False)
        case "schedule":
            changed = _schedule(puzzles, job.spec["at"])
            note = _about(note, job.spec["at"] or "–")
        case "title":
            # A puzzle's number follows from its place among all items of the job.
            first, rule = part.first + job.spec["start"] - 1, job.spec["rule"]
            titles = {pk: numbered(rule, first + at) for at, pk in enumerate(part.given)}
            changed = _set(puzzles, "title", lambda puzzle: titles[str(puzzle.pk)])
            note = _about(note, rule)
        case "level":
            changed = set_level(puzzles, job.spec["level"])
        case "tag":
            changed = _set(puzzles, "tags", lambda puzzle: unique([*puzzle.tags, *tags]))
            note = _about(note, ", ".join(tags))
        case "untag":
            changed = _set(puzzles, "tags", lambda p: [tag for tag in p.tags if tag not in tags])
            note = _about(note, ", ".join(tags))
        case "retag":
            # If a puzzle has the new name already, the two become one.
            [old], to = tags, job.spec["to"]
            names, tagged = {old: to}, [puzzle for puzzle in puzzles if old in puzzle.tags]
            changed = _set(tagged, "tags", lambda p: unique(names.get(tag, tag) for tag in p.tags))
            note = _about(note, f"{old} → {to}")
        case "collect":
            try:
                new = catalogue.collect(job.spec["collection"], [puzzle.pk for puzzle in puzzles])
                collection = Collection.objects.get(pk=job.spec["collection"])
            except Collection.DoesNotExist:
                raise JobFailed("collection-gone") from None
            changed = [puzzle for puzzle in puzzles if puzzle.pk in new]
            note = _about(note, collection)
        case "accept":
            changed = [puzzle for puzzle in puzzles if puzzle.verdict in ACCEPTABLE]
            _take_out(changed, is_accepted=True)
            if not catalogue.put_into(job.spec.get("collection"), [p.pk for p in changed]):
                raise JobFailed("collection-gone")
        case "dismiss":
            changed = [puzzle for puzzle in puzzles if puzzle.in_inbox and not puzzle.dismissed_at]
            _take_out(changed, is_accepted=False)
        case "undo":
            return _undo(job, puzzles, note)
        case "merge":
            return merge(job, puzzles)
        case _:
            changed = puzzles
            if not job.spec.get("with_solves"):
                # A puzzle that somebody has solved is retired and not deleted, or the solves would go too.
                changed = list(_rows(puzzles).annotate(n=Count("solves")).filter(n=0))
            catalogue.log(job.owner, changed, DELETION, note, job)
            _rows(changed).delete()
            return changed
    catalogue.log(job.owner, changed, CHANGE, note, job)
    return changed


def _about(action: Said, what: Any) -> Said:
    return said("%(action)s: %(what)s", action=action, what=what)


def _rows(puzzles: list[Puzzle]) -> QuerySet[Puzzle]:
    return Puzzle.objects.filter(pk__in=[puzzle.pk for puzzle in puzzles])


def _schedule(puzzles: list[Puzzle], at: str) -> list[Puzzle]:
    """Let puzzles that are not published be so at this time, or at none."""
    time = datetime.fromisoformat(at) if at else None
    changed = [
        puzzle for puzzle in puzzles if not puzzle.is_published and puzzle.publish_at != time
    ]
    _rows(changed).update(publish_at=time)
    return changed


def _set(puzzles: list[Puzzle], name: str, value_of: Callable[[Puzzle], Any]) -> list[Puzzle]:
    """Give puzzles new values in the column `name`, and return those that had others."""
    values = {puzzle: value_of(puzzle) for puzzle in puzzles}
    changed = [puzzle for puzzle in puzzles if getattr(puzzle, name) != values[puzzle]]
    for puzzle in changed:
        setattr(puzzle, name, values[puzzle])
    Puzzle.objects.bulk_update(changed, [name])
    return changed


def unique(tags: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(tags))


def numbered(rule: str, number: int) -> str:
    """Return the title by a rule: `Issue 3 · #` and 7 are `Issue 3 · 7`. Without `#` the number comes last."""
    rule = rule if "#" in rule else f"{rule.rstrip()} #"
    return rule.replace("#", str(number))[:LONGEST_TITLE]


def set_level(puzzles: list[Puzzle], level: int | None) -> list[Puzzle]:
    """Let puzzles have this level, whatever is computed, or again the computed one if it is None."""
    changed = []
    for puzzle in puzzles:
        before = puzzle.level, puzzle.is_level_set
        puzzle.is_level_set = level is not None
        puzzle.level = level or computed_level(puzzle)
        if before != (puzzle.level, puzzle.is_level_set):
            changed.append(puzzle)
    Puzzle.objects.bulk_update(changed, ["level", "is_level_set"])
    return changed


def _take_out(puzzles: list[Puzzle], is_accepted: bool) -> None:
    """Take puzzles out of the inbox: accept them into the library as of now, or dismiss them."""
    taken = _rows(puzzles)
    if is_accepted:
        taken.update(in_inbox=False, dismissed_at=None, created_at=Now())
    else:
        taken.update(dismissed_at=Now())


def _undo(job: Job, puzzles: list[Puzzle], note: Said) -> list[Puzzle]:
    """Take back puzzles of an import, but for those that were solved since. Return the ones taken back.

    A puzzle that a visitor had solved before the import returns to the inbox. The others are deleted.
    """
    solved = Solve.objects.filter(puzzle__in=puzzles)
    late = set(
        solved.filter(created_at__gte=F("puzzle__created_at")).values_list("puzzle", flat=True)
    )
    early = set(solved.values_list("puzzle", flat=True)) - late
    gone = [puzzle for puzzle in puzzles if puzzle.pk not in late]
    catalogue.log(job.owner, gone, DELETION, note, job)
    back = [puzzle for puzzle in gone if puzzle.pk in early]
    _rows(back).update(in_inbox=True, is_published=False, job=None, publish_at=None)
    Membership.objects.filter(puzzle__in=back).delete()
    _rows([puzzle for puzzle in gone if puzzle.pk not in early]).delete()
    return gone


job_type = BulkUpdate()
