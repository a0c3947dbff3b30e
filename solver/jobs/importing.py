"""Import puzzles into the library: the first phase checks each item, the second writes the new ones.

The second phase writes what the first has found, so a worker that dies in between leaves nothing half-done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from django.contrib.admin.models import ADDITION
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from solver import engine
from solver.engine.notation.base import BLANKS
from solver.models import Job, JobPart, Puzzle
from solver.models.puzzle import KEPT, grid_of
from solver.models.said import said
from solver.models.validators import seen, validate_lines, validate_plain
from solver.puzzles import catalogue, collections
from solver.puzzles.files.fields import PUBLISHED, YES
from solver.puzzles.files.many import check_solution, read_puzzle, with_leading_zeros, zeros_error
from solver.puzzles.files.reading import FIELDS, LONGEST_TAG, Item, split_tags

from .job_type import SET_ASIDE, JobFailed, JobType, Row

CHECK, WRITE = 0, 1
WRONG, BLANK, REPEATED, THERE = "wrong", "blank", "repeated", "there"
NEW, IMPROPER, TWIN, LEFT, ADDED, LOOSE = "new", "improper", "twin", "left", "added", "loose"
UNUSED = "unused"
USUAL = 200  # characters of an item. A longer one is a large board, a grid or pencil marks
LARGE = 4  # longer items in a part: to count the solutions of one may take VERDICT_NODES
FATE, PLACE, GIVENS, VERDICT, PUZZLE, NOTE, CANONICAL, TAKEN = range(8)  # columns of a row
CHOICES = (NEW, TWIN, IMPROPER)  # fates of rows that are written if they are ticked
NO_CHOICES: Mapping[str, Any] = MappingProxyType({})
SHOWN = 120  # characters of a wrong item in the report
# Characters that the columns of the database hold.
TEXTS = {"title": 200, "author": 200, "source": 500, "licence": 200}
# Fields that pages show, with their validators.
SEEN = {**dict.fromkeys((*TEXTS, "tags"), validate_plain), "notes": validate_lines}


@dataclass
class CheckedItem:
    """An item, and what the check has found so far."""

    place: str
    fate: str = NEW
    grid: engine.Grid | None = None
    text: str = ""
    verdict: str = ""
    puzzle: str = ""  # id of the same puzzle in the library, or of a twin
    canonical: str = ""
    note: str = ""
    fields: dict[str, Any] = field(default_factory=dict)

    def row(self, spec: Mapping[str, Any]) -> Row:
        """Return the item's row of the report, ticked if items with its result are written by default."""
        text = self.grid.line if self.grid else seen(self.text[:SHOWN])
        facts = [self.fate, self.place, text, self.verdict, self.puzzle, self.note, self.canonical]
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
        TWIN: gettext_lazy("new, transformed"),
        LEFT: gettext_lazy("skipped"),
        ADDED: gettext_lazy("added"),
        LOOSE: gettext_lazy("added, but not to the collection: it has been deleted"),
        THERE: gettext_lazy("already there"),
        REPEATED: gettext_lazy("repeated in this file"),
        UNUSED: gettext_lazy("skipped columns"),
        BLANK: gettext_lazy("empty or a comment"),
    }

    def size_of_part(self, spec: Mapping[str, Any], item: Item) -> int:
        text = item if isinstance(item, str) else item.get("givens", "")
        return self.part_size if len(text) <= USUAL else LARGE

    def compute(self, job: Job, part: JobPart) -> list[CheckedItem]:
        return self._check(job, part) if job.phase == CHECK else []

    def write(self, job: Job, part: JobPart, findings: list[CheckedItem]) -> list[Row]:
        if job.phase == CHECK:
            part.keys = [key_of(job, item) for item in findings]
            return [item.row(job.spec) for item in findings]
        # Checked here and not before the phase: until then wrong lines can be corrected.
        if job.spec.get("all_or_nothing") and not job.cursor and job.counts.get(WRONG):
            raise JobFailed("wrong-lines")
        _make_collection(job)
        return self._add(job, part)

    def export_row(self, row: Row, item: Item) -> Row:
        """Return a row of the report's download, with the texts of the item's file.

        So the report can be corrected and imported again.
        """
        fields = item if isinstance(item, dict) else {"givens": item}
        facts = [row[FATE], row[PLACE], row[NOTE], row[VERDICT]]
        return [*facts, *(fields.get(name, "") for name in (*FIELDS, "solution"))]

    def question_before(self, job: Job, phase: int) -> str:
        if phase == CHECK or job.spec.get("at_once"):
            return ""
        return _("Nothing has been imported yet. Check what was found, then continue or cancel.")

    def may_set_aside(self, job: Job) -> bool:
        return not job.spec.get("all_or_nothing")

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        if job.phase == WRITE:
            return [[SET_ASIDE, *row[1:]] for row in part.report]
        checked = [
            replace(read_unchecked(item, part.first + at), fate=SET_ASIDE)
            for at, item in enumerate(part.given)
        ]
        part.keys = [key_of(job, item) for item in checked]
        return [item.row(job.spec) for item in checked]

    def may_cancel(self, job: Job) -> bool:
        return not (job.spec.get("all_or_nothing") and job.phase == WRITE and job.cursor)

    def _check(self, job: Job, part: JobPart) -> list[CheckedItem]:
        numbered = enumerate(part.given, part.first)
        checked = [read_item(item, number, job.spec) for number, item in numbered]
        mark_repeated(job, part, checked)
        check_new(checked, job.spec)
        return checked

    def _add(self, job: Job, part: JobPart) -> list[Row]:
        """Write the ticked new puzzles. One that was added meanwhile by others stays as it is."""
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
        added = [puzzle for puzzle in made.values() if there[puzzle.line] == puzzle.pk]
        note = said(gettext_noop("Imported: %(title)s"), title=job.said)
        catalogue.log(job.owner, added, ADDITION, note, job)
        collected = [row for row in rows if row[FATE] in (ADDED, THERE)]
        if not catalogue.put_into(job.spec.get("collection"), [row[PUZZLE] for row in collected]):
            for row in collected:
                row[FATE] = LOOSE if row[FATE] == ADDED else THERE
        return rows


def _make_collection(job: Job) -> None:
    """Create the collection that the file was exported from, before the first puzzle is put into it."""
    collection = job.spec.get("make")
    if collection and not job.spec.get("collection"):
        job.spec["collection"] = collections.create_from_file(collection).pk
        Job.objects.filter(pk=job.pk).update(spec=job.spec)  # in the part's transaction


def taken_fates(spec: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the results of items that are written by default: new puzzles, and equivalents of others.

    `spec`, the choices of the import, may leave the equivalents out or add improper puzzles.
    """
    twins = () if spec.get("skip_twins") else (TWIN,)
    return (NEW, *twins, *((IMPROPER,) if spec.get("improper") else ()))


def is_taken(row: Row, spec: Mapping[str, Any]) -> bool:
    """Return whether a row is ticked. A row that the version before wrote has no tick of its own."""
    return bool(row[TAKEN]) if len(row) > TAKEN else row[FATE] in taken_fates(spec)


def check_new(items: list[CheckedItem], spec: Mapping[str, Any]) -> None:
    """Mark the items that the library has.

    Find the verdicts of the others, and their equivalents in the library.
    """
    mark_known(items)
    new = [item for item in items if item.fate == NEW and item.grid]
    verdicts = catalogue.verdicts([item.grid for item in new if item.grid])
    for item, verdict in zip(new, verdicts, strict=True):
        item.verdict = verdict
    if spec.get("twins", True):
        mark_twins(new)
    mark_improper(new)


def read_item(item: Item, number: int, spec: Mapping[str, Any] = NO_CHOICES) -> CheckedItem:
    """Return an item of a file as a checked puzzle with its fields, or with what is wrong with it.

    `number` is its place in the file. `spec` has the choices of the import: with `givens_only` a position is
    read as its puzzle, with `leading_zeros` a row without its first zeros gets them back.
    """
    checked = read_unchecked(item, number)
    if isinstance(item, str):
        if not item.strip(BLANKS):
            checked.fate = BLANK
    elif left := item.get("left"):
        checked.fate = UNUSED
        checked.note = _("“%(name)s” is not a field of a puzzle and is ignored") % {"name": left}
    if checked.fate == NEW and is_comment(checked.text):
        checked.fate = BLANK
    return _read(checked, spec) if checked.fate == NEW else checked


def read_unchecked(item: Item, number: int) -> CheckedItem:
    """Return an item of a file with its place, for example `line 3`, not read as a puzzle yet."""
    if isinstance(item, str):
        return CheckedItem(_("line %(number)s") % {"number": number}, text=item)
    return CheckedItem(item["place"], text=item.get("givens", ""), fields=item)


def is_comment(text: str) -> bool:
    """Return whether a text is comments and blank lines alone. A board may follow lines of comments."""
    return text.startswith("#") and all(
        line.startswith("#") or not line.strip(BLANKS) for line in text.split("\n")
    )


def _read(checked: CheckedItem, spec: Mapping[str, Any]) -> CheckedItem:
    try:
        if "wrong" in checked.fields:
            raise engine.GridError(checked.fields["wrong"])
        check_fields(checked.fields)
        whole = with_leading_zeros(checked.text)
        if whole != checked.text and not spec.get("leading_zeros"):
            raise zeros_error()
        grid = read_puzzle(whole, bool(spec.get("givens_only")))
        if not grid.clue_count:
            raise engine.GridError(_("the board is empty"))
        checked.grid = check_solution(grid, checked.fields.get("solution", ""))
        checked.note = checked.fields.get("said") or note_letters(checked.text)
    except engine.GridError as error:
        checked.fate, checked.note = WRONG, str(error.without_line())
    return checked


def note_letters(text: str) -> str:
    """Return that a letter of a line was read as an empty cell, or "" if none was."""
    letters = {*text} & {*"oOxX"} if len(text.strip()) == 81 else ()
    return _("“%(letter)s” was read as an empty cell") % {"letter": min(letters)} if letters else ""


def check_fields(fields: dict[str, Any]) -> None:
    for name, text in fields.items():
        if "\ufffd" in text and name != "givens":
            raise engine.GridError(_("%(field)s is not written in this encoding") % {"field": name})
    for name, limit in TEXTS.items():
        if len(fields.get(name, "")) > limit:
            message = _("%(field)s is too long: %(found)s characters, at most %(most)s are allowed")
            length = len(fields[name])
            raise engine.GridError(message % {"field": name, "found": length, "most": limit})
    for name, validate in SEEN.items():
        try:
            validate(fields.get(name, ""))
        except ValidationError as error:
            raise engine.GridError(f"{name}: {error.messages[0]}") from None
    for tag in split_tags(fields.get("tags", "")):
        if len(tag) > LONGEST_TAG:
            message = _("the tag “%(tag)s…” is longer than %(most)s characters")
            raise engine.GridError(message % {"tag": tag[:20], "most": LONGEST_TAG})


def key_of(job: Job, checked: CheckedItem) -> int:
    """Return a signed 64-bit digest of an item's givens, or of its place if it is no puzzle.

    The job's id is the key of the digest.
    """
    text = checked.grid.line if checked.grid else checked.place
    digest = blake2b(text.encode(), digest_size=8, key=job.pk.bytes).digest()
    return int.from_bytes(digest, signed=True)


def mark_repeated(job: Job, part: JobPart, items: list[CheckedItem]) -> None:
    """Mark the items of a part whose puzzle this part, or an earlier part of the job, has already."""
    keys = {key_of(job, item): item for item in reversed(items) if item.grid}
    first = {key: item.place for key, item in keys.items()}
    earlier = job.parts.filter(number__lt=part.number, keys__overlap=list(keys)) if keys else []
    for other in earlier:
        places = {key: row[PLACE] for key, row in zip(other.keys, other.report, strict=True)}
        first |= {key: places[key] for key in keys.keys() & places.keys()}
    for item in items:
        if item.grid and first[key_of(job, item)] != item.place:
            item.fate = REPEATED
            item.note = _("the same as %(place)s") % {"place": first[key_of(job, item)]}


def mark_known(items: list[CheckedItem]) -> None:
    """Mark the items whose puzzle the library has already."""
    new = {item.grid.line: item for item in items if item.grid and item.fate == NEW}
    existing = Puzzle.objects.filter(KEPT, givens__in=[line.split()[-1] for line in new])
    for puzzle in existing.only("givens", "shape", "title", "verdict"):
        if item := new.get(puzzle.line):
            item.fate, item.puzzle = THERE, str(puzzle.pk)
            item.verdict, item.note = puzzle.verdict, puzzle.title


def mark_twins(items: list[CheckedItem]) -> None:
    """Mark items that are equivalent to a puzzle of the library, or to an earlier one of this part."""
    for item in items:
        item.canonical = catalogue.canonical_line(item.grid) if item.grid else ""
    lines = {item.canonical for item in items if item.canonical}
    existing = Puzzle.objects.filter(KEPT, canonical__in=lines).order_by("-created_at")
    late = catalogue.late_twins([item.grid for item in items if item.grid and item.canonical])
    twins = {
        (puzzle.board.name, puzzle.canonical): (str(puzzle.pk), str(puzzle))
        for puzzle in (*late, *existing)
    }
    for item in items:
        form = (item.grid.shape.name if item.grid else "", item.canonical)
        if form in twins:
            item.fate, (item.puzzle, name) = TWIN, twins[form]
            item.note = _("%(puzzle)s, transformed") % {"puzzle": name}
        elif item.canonical:
            twins[form] = ("", item.place)


def mark_improper(items: list[CheckedItem]) -> None:
    """Mark the items with no solution or several. Most often a given was mistyped."""
    for item in items:
        if item.fate == NEW and item.verdict in (Puzzle.Verdict.NONE, Puzzle.Verdict.MULTIPLE):
            item.fate, item.note = IMPROPER, str(Puzzle.Verdict(item.verdict).label)


def puzzle_of(job: Job, row: Row, item: Item) -> Puzzle:
    """Return the unsaved puzzle for a row of an import's report that is to be written. `item` has its texts."""
    fields = item if isinstance(item, dict) else {}
    spec = job.spec
    texts = {name: fields.get(name) or spec.get(name, "") for name in (*TEXTS, "notes")}
    return Puzzle.of(
        grid_of(row[GIVENS]),
        verdict=row[VERDICT],
        canonical=row[CANONICAL],
        tags=list(dict.fromkeys([*split_tags(fields.get("tags", "")), *spec.get("tags", [])])),
        is_published=bool(spec.get("publish")) or fields.get(PUBLISHED) == YES,
        job=job,
        **texts,
    )


job_type = ImportPuzzles()
