"""Bring puzzles into the library: each item is judged first, and those that are new are written in a second go.

What is written is what was judged: a worker that dies in between leaves nothing half-done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from django.contrib.admin.models import ADDITION
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver import engine
from solver.engine.notation.base import BLANKS
from solver.models import Job, JobPart, Puzzle
from solver.models.puzzle import KEPT
from solver.models.validators import seen, validate_lines, validate_plain
from solver.puzzles import catalogue, shelving
from solver.puzzles.files.fields import PUBLISHED, YES
from solver.puzzles.files.many import check_solution, read_puzzle
from solver.puzzles.files.reading import FIELDS, LONGEST_TAG, Item, split_tags

from .job_type import SET_ASIDE, JobFailed, JobType, Row

CHECK, WRITE = 0, 1
WRONG, BLANK, REPEATED, THERE = "wrong", "blank", "repeated", "there"
NEW, IMPROPER, TWIN, LEFT, ADDED, LOOSE = "new", "improper", "twin", "left", "added", "loose"
UNUSED = "unused"
USUAL = 200  # characters of an item; a longer one is a large board, or a grid or pencil marks to be read
LARGE = 4  # of such items in a part: the count of one may take VERDICT_NODES
FATE, PLACE, GIVENS, VERDICT, PUZZLE, NOTE, CANONICAL, TAKEN = range(8)  # of a row
CHOICES = (NEW, TWIN, IMPROPER)  # what may be written, where it is ticked
SHOWN = 120  # characters of an item that is wrong
TEXTS = {"title": 200, "author": 200, "source": 500, "licence": 200}  # characters, as their columns
# What may be read on pages, and what sees to it that it can be.
SEEN = {**dict.fromkeys((*TEXTS, "tags"), validate_plain), "notes": validate_lines}


@dataclass
class CheckedItem:
    """An item, and what is known of it so far."""

    place: str
    fate: str = NEW
    grid: engine.Grid | None = None
    text: str = ""
    verdict: str = ""
    puzzle: str = ""  # the id of the one that is there, or of a twin
    canonical: str = ""
    note: str = ""
    fields: dict[str, Any] = field(default_factory=dict)

    def row(self, spec: Mapping[str, Any]) -> Row:
        """A row of the report; that it is taken is what is ticked before anybody has ticked anything."""
        shown = self.grid.text if self.grid else seen(self.text[:SHOWN])
        facts = [self.fate, self.place, shown, self.verdict, self.puzzle, self.note, self.canonical]
        return [*facts, self.fate in taken_fates(spec)]


class ImportPuzzles(JobType):
    name = "import"
    title = gettext_lazy("Import puzzles")
    items = gettext_lazy("entries")
    is_brief = True
    part_size = 250
    phases = (gettext_lazy("Checking"), gettext_lazy("Importing"))
    columns = ("fate", "place", "givens", "verdict", "puzzle", "note", "canonical", "taken")
    exported = ("fate", "place", "note", "verdict", *FIELDS, "solution")
    shown = {  # noqa: RUF012
        "place": gettext_lazy("where"),
        "note": gettext_lazy("remark"),
        "givens": gettext_lazy("givens"),
        "verdict": gettext_lazy("verdict"),
    }
    fates = {  # noqa: RUF012
        WRONG: gettext_lazy("wrong"),
        IMPROPER: gettext_lazy("new, but not with one solution"),
        NEW: gettext_lazy("new"),
        TWIN: gettext_lazy("new, turned round"),
        LEFT: gettext_lazy("left out"),
        ADDED: gettext_lazy("added"),
        LOOSE: gettext_lazy("added, but not to the collection: it has been deleted"),
        THERE: gettext_lazy("already there"),
        REPEATED: gettext_lazy("repeated in this file"),
        UNUSED: gettext_lazy("columns that are left out"),
        BLANK: gettext_lazy("empty or a comment"),
    }

    def size_of_part(self, spec: Mapping[str, Any], item: Item) -> int:
        text = item if isinstance(item, str) else item.get("givens", "")
        return self.part_size if len(text) <= USUAL else LARGE

    def compute(self, job: Job, part: JobPart) -> list[CheckedItem]:
        return self._check(job, part) if job.phase == CHECK else []

    def write(self, job: Job, part: JobPart, found: list[CheckedItem]) -> list[Row]:
        if job.phase == CHECK:
            part.keys = [key_of(job, judged) for judged in found]
            return [judged.row(job.spec) for judged in found]
        # Asked here and not before the phase: until then wrong lines can be mended.
        if job.spec.get("all_or_nothing") and not job.cursor and job.counts.get(WRONG):
            raise JobFailed("wrong-lines")
        _make_collection(job)
        return self._add(job, part)

    def export_row(self, row: Row, item: Item) -> Row:
        """What the file said, so that the report can be mended and imported again."""
        fields = item if isinstance(item, dict) else {"givens": item}
        told = [row[FATE], row[PLACE], row[NOTE], row[VERDICT]]
        return [*told, *(fields.get(name, "") for name in (*FIELDS, "solution"))]

    def question_before(self, job: Job, phase: int) -> str:
        if phase == CHECK or job.spec.get("at_once"):
            return ""
        return _("Nothing is written yet. Look at what was found, then go on or cancel.")

    def may_set_aside(self, job: Job) -> bool:
        return not job.spec.get("all_or_nothing")

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        if job.phase == WRITE:
            return [[SET_ASIDE, *row[1:]] for row in part.report]
        judged = [
            replace(read_unchecked(item, part.first + at), fate=SET_ASIDE)
            for at, item in enumerate(part.given)
        ]
        part.keys = [key_of(job, each) for each in judged]
        return [each.row(job.spec) for each in judged]

    def may_cancel(self, job: Job) -> bool:
        return not (job.spec.get("all_or_nothing") and job.phase == WRITE and job.cursor)

    def _check(self, job: Job, part: JobPart) -> list[CheckedItem]:
        judged = [read_item(item, part.first + at) for at, item in enumerate(part.given)]
        mark_repeated(job, part, judged)
        check_new(judged, job.spec)
        return judged

    def _add(self, job: Job, part: JobPart) -> list[Row]:
        """Write the new ones; what somebody else has added meanwhile is left as it is."""
        rows = part.report
        made = {
            row[GIVENS]: puzzle_of(job, row, item)
            for row, item in zip(rows, part.given, strict=True)
            if row[FATE] in CHOICES and is_taken(row, job.spec)
        }
        there = catalogue.add(made.values())
        for row in [row for row in rows if row[FATE] in CHOICES]:
            row[FATE] = LEFT
            if row[GIVENS] in made:
                row[FATE] = ADDED if there[row[GIVENS]] == made[row[GIVENS]].pk else THERE
                row[PUZZLE] = str(there[row[GIVENS]])
        added = [puzzle for puzzle in made.values() if there[puzzle.givens] == puzzle.pk]
        catalogue.log(job.owner, added, ADDITION, _("Imported: %(title)s") % {"title": job.title})
        found = [row for row in rows if row[FATE] in (ADDED, THERE)]
        if not catalogue.put_into(job.spec.get("collection"), [row[PUZZLE] for row in found]):
            for row in found:
                row[FATE] = LOOSE if row[FATE] == ADDED else THERE
        return rows


def _make_collection(job: Job) -> None:
    """The one that the file was written from, before the first of its puzzles is put into it."""
    told = job.spec.get("make")
    if told and not job.spec.get("collection"):
        job.spec["collection"] = shelving.make_again(told).pk
        Job.objects.filter(pk=job.pk).update(spec=job.spec)  # in the part's transaction


def taken_fates(spec: Mapping[str, Any]) -> tuple[str, ...]:
    """What is written where nobody ticks anything: what has not one solution only when asked for."""
    twins = () if spec.get("skip_twins") else (TWIN,)
    return (NEW, *twins, *((IMPROPER,) if spec.get("improper") else ()))


def is_taken(row: Row, spec: Mapping[str, Any]) -> bool:
    """Whether a row is ticked; one that the version before judged has no tick."""
    return bool(row[TAKEN]) if len(row) > TAKEN else row[FATE] in taken_fates(spec)


def check_new(judged: list[CheckedItem], spec: Mapping[str, Any]) -> None:
    """Find what the library has of them, and the verdicts and twins of the others."""
    mark_known(judged)
    new = [each for each in judged if each.fate == NEW and each.grid]
    verdicts = catalogue.verdicts([each.grid for each in new if each.grid])
    for each, verdict in zip(new, verdicts, strict=True):
        each.verdict = verdict
    if spec.get("twins", True):
        mark_twins(new)
    mark_improper(new)


def read_item(item: Item, number: int) -> CheckedItem:
    """An item as a puzzle with its fields, or what is wrong with it."""
    judged = read_unchecked(item, number)
    if isinstance(item, str):
        if not item.strip(BLANKS):
            judged.fate = BLANK
    elif left := item.get("left"):
        judged.fate = UNUSED
        judged.note = _("“%(name)s” is no field of a puzzle, and is left out") % {"name": left}
    if judged.fate == NEW and is_comment(judged.text):
        judged.fate = BLANK
    return _read(judged) if judged.fate == NEW else judged


def read_unchecked(item: Item, number: int) -> CheckedItem:
    """An item with its place, and nothing said of it yet."""
    if isinstance(item, str):
        return CheckedItem(_("line %(number)s") % {"number": number}, text=item)
    return CheckedItem(item["place"], text=item.get("givens", ""), fields=item)


def is_comment(text: str) -> bool:
    """Whether no line of it says anything; a file may have lines of comments before its board."""
    return text.startswith("#") and all(
        line.startswith("#") or not line.strip(BLANKS) for line in text.split("\n")
    )


def _read(judged: CheckedItem) -> CheckedItem:
    try:
        if "wrong" in judged.fields:
            raise engine.GridError(judged.fields["wrong"])
        check_fields(judged.fields)
        judged.grid = check_solution(read_puzzle(judged.text), judged.fields.get("solution", ""))
    except engine.GridError as error:
        judged.fate, judged.note = WRONG, str(error.without_line())
    return judged


def check_fields(fields: dict[str, Any]) -> None:
    for name, text in fields.items():
        if "\ufffd" in text and name != "givens":
            raise engine.GridError(_("%(field)s is not written in UTF-8") % {"field": name})
    for name, most in TEXTS.items():
        if len(fields.get(name, "")) > most:
            message = _("%(field)s has %(found)s characters; at most %(most)s are kept")
            found = len(fields[name])
            raise engine.GridError(message % {"field": name, "found": found, "most": most})
    for name, validate in SEEN.items():
        try:
            validate(fields.get(name, ""))
        except ValidationError as error:
            raise engine.GridError(f"{name}: {error.messages[0]}") from None
    for tag in split_tags(fields.get("tags", "")):
        if len(tag) > LONGEST_TAG:
            message = _("the tag “%(tag)s…” is longer than %(most)s characters")
            raise engine.GridError(message % {"tag": tag[:20], "most": LONGEST_TAG})


def key_of(job: Job, judged: CheckedItem) -> int:
    """A digest of its givens for this job; of what is no puzzle, one of its place, which nothing repeats."""
    text = judged.grid.text if judged.grid else judged.place
    digest = blake2b(text.encode(), digest_size=8, key=job.pk.bytes).digest()
    return int.from_bytes(digest, signed=True)


def mark_repeated(job: Job, part: JobPart, judged: list[CheckedItem]) -> None:
    """Find what this part, or an earlier one of this job, has already."""
    keys = {key_of(job, each): each for each in reversed(judged) if each.grid}
    first = {key: each.place for key, each in keys.items()}
    earlier = job.parts.filter(number__lt=part.number, keys__overlap=list(keys)) if keys else []
    for other in earlier:
        places = {key: row[PLACE] for key, row in zip(other.keys, other.report, strict=True)}
        first |= {key: places[key] for key in keys.keys() & places.keys()}
    for each in judged:
        if each.grid and first[key_of(job, each)] != each.place:
            each.fate = REPEATED
            each.note = _("the same as %(place)s") % {"place": first[key_of(job, each)]}


def mark_known(judged: list[CheckedItem]) -> None:
    """Find what the library has already."""
    new = {each.grid.text: each for each in judged if each.grid and each.fate == NEW}
    known = Puzzle.objects.filter(KEPT, givens__in=list(new))
    for givens, pk, title, verdict in known.values_list("givens", "pk", "title", "verdict"):
        each = new[givens]
        each.fate, each.puzzle, each.verdict, each.note = THERE, str(pk), verdict, title


def mark_twins(judged: list[CheckedItem]) -> None:
    """Find those that are a puzzle of the library, or an earlier one of this part, turned round."""
    for each in judged:
        each.canonical = catalogue.canonical_line(each.grid) if each.grid else ""
    lines = {each.canonical for each in judged if each.canonical}
    known = Puzzle.objects.filter(KEPT, canonical__in=lines).order_by("-created_at")
    twins = {puzzle.canonical: (str(puzzle.pk), str(puzzle)) for puzzle in known}
    for each in judged:
        if each.canonical in twins:
            each.fate, (each.puzzle, name) = TWIN, twins[each.canonical]
            each.note = _("%(puzzle)s turned round") % {"puzzle": name}
        elif each.canonical:
            twins[each.canonical] = ("", each.place)


def mark_improper(judged: list[CheckedItem]) -> None:
    """Find those that are known to have no solution, or several: most often somebody mistyped a given."""
    for each in judged:
        if each.fate == NEW and each.verdict in (Puzzle.Verdict.NONE, Puzzle.Verdict.MULTIPLE):
            each.fate, each.note = IMPROPER, str(Puzzle.Verdict(each.verdict).label)


def puzzle_of(job: Job, row: Row, item: Item) -> Puzzle:
    """The puzzle that is to be written for a row that was found to be new."""
    fields = item if isinstance(item, dict) else {}
    grid = engine.read_line(row[GIVENS])
    spec = job.spec
    texts = {name: fields.get(name) or spec.get(name, "") for name in (*TEXTS, "notes")}
    return Puzzle(
        givens=grid.text,
        box=grid.box,
        clue_count=grid.clue_count,
        verdict=row[VERDICT],
        canonical=row[CANONICAL],
        tags=list(dict.fromkeys([*split_tags(fields.get("tags", "")), *spec.get("tags", [])])),
        is_published=bool(spec.get("publish")) or fields.get(PUBLISHED) == YES,
        job=job,
        **texts,
    )


job_type = ImportPuzzles()
