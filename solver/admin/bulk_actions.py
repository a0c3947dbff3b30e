"""Actions on the selected puzzles of a list: the fields that each needs, and how its job is started.

An action runs if its fields are valid and the number of puzzles is the one on the button. Otherwise a page of
its own asks for them. The fields are the same next to the list and on that page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from solver import engine
from solver.jobs.bulk_update import WORDS
from solver.models import Collection, Job, Puzzle, User
from solver.models.puzzle import LEVELS
from solver.models.said import said
from solver.puzzles.files import writing
from solver.puzzles.files.reading import split_tags
from solver.queue import submission
from solver.queue.owners import Owner

from .exporting import export
from .fields import PlainField, PlainSelect, TagsField, TimeField

Words = str | Promise
Begun = list[Job] | HttpResponseBase


def method_choices() -> list[tuple[str, str]]:
    return [(name, _(method.title)) for name, method in engine.methods().items()]


class AnyTagsField(TagsField):
    """Tags without validation, so that any existing tag can be removed."""

    def to_python(self, value: object) -> list[str]:  # type: ignore[override]
        return split_tags(str(self.prepare_value(value) or ""))


def fields() -> dict[str, forms.Field]:
    """Return new form fields for actions on puzzles, by name, with the present choices.

    An action picks its fields by `needs`.
    """
    return {
        "tags": TagsField(label=_("Tags"), help_text=_("Separate them with commas.")),
        "old_tags": AnyTagsField(label=_("Tags"), help_text=_("Separate them with commas.")),
        "collection": forms.ModelChoiceField(
            Collection.objects.all(), label=_("Collection"), widget=PlainSelect
        ),
        "shelf": forms.ModelChoiceField(
            Collection.objects.all(), label=_("Collection"), widget=PlainSelect, required=False
        ),
        "methods": forms.MultipleChoiceField(
            label=_("Methods"), choices=method_choices, widget=forms.CheckboxSelectMultiple
        ),
        "at": TimeField(label=_("Time (UTC)"), required=False),
        "rule": PlainField(
            label=_("Title"),
            max_length=180,
            widget=forms.TextInput(attrs={"placeholder": _("Issue 3/2026 · #")}),
            help_text=_("# is the number; without it the number comes last."),
        ),
        "start": forms.IntegerField(
            label=_("First number"), initial=1, min_value=0, max_value=1_000_000
        ),
        "level": forms.TypedChoiceField(
            label=_("Level"),
            choices=[("", _("as computed")), *LEVELS],
            coerce=int,
            empty_value=None,
            required=False,
            widget=PlainSelect,
        ),
        "format": forms.ChoiceField(label=_("Format"), choices=writing.writable),
    }


@dataclass(frozen=True)
class BulkAction:
    """An action on selected puzzles, as one entry of Django's list of actions."""

    name: str  # of Django's action, in POST bodies
    title: Words
    permission: str
    says: Words  # what will happen
    begin: Callable[[HttpRequest, "QuerySet[Puzzle]", Mapping[str, Any]], Begun]
    needs: tuple[str, ...] = ()  # of `fields`

    def form(self, data: Any = None) -> forms.Form:
        form = forms.Form(data, prefix=None)
        known = fields()
        form.fields = {name: known[name] for name in self.needs}
        return form

    def page_form(self, data: Any = None) -> forms.Form:
        """Return the action's form for a page of its own, with the keyboard focus on the first field.

        It is bound to `data` unless that is None.
        """
        form = self.form(data)
        if self.needs:
            form.fields[self.needs[0]].widget.attrs["autofocus"] = True
        return form


def ids_of(puzzles: "QuerySet[Puzzle]") -> Any:
    """Yield the ids of puzzles as strings, oldest first, without loading all of them."""
    return map(str, oldest_first(puzzles).values_list("pk", flat=True).iterator())


def oldest_first(puzzles: "QuerySet[Puzzle]") -> "QuerySet[Puzzle]":
    """Return the puzzles by creation, so that a collection starts with the order of the imported file."""
    return puzzles.order_by("created_at", "pk")


def owner_of(request: HttpRequest) -> Owner:
    return Owner(user=request.user if isinstance(request.user, User) else None)


def _solve(request: HttpRequest, puzzles: "QuerySet[Puzzle]", chosen: Mapping[str, Any]) -> Begun:
    """Start a job for each method."""
    jobs = []
    for name in chosen["methods"]:
        method = engine.find_method(name)
        spec = {"method": name, "options": method.read_options({})}
        lines = oldest_first(puzzles).values_list("givens", flat=True).iterator()
        title = said(gettext_noop("Solve by %(method)s"), method=said(method.title))
        jobs.append(submission.submit_job("solve", lines, title, spec, owner_of(request)))
    return jobs


def _job(kind: str, **spec: Any) -> Callable[..., Begun]:
    def begin(request: HttpRequest, puzzles: "QuerySet[Puzzle]", _chosen: Any) -> Begun:
        items, owner = ids_of(puzzles), owner_of(request)
        return [submission.submit_job(kind, items, spec=spec, owner=owner)]

    return begin


def change(request: HttpRequest, puzzles: "QuerySet[Puzzle]", **spec: Any) -> list[Job]:
    """Start a job that applies `spec["change"]` to the puzzles, and return it as a list of one.

    `spec` also has the arguments of the change. For example, `change="retag", tags=["old"], to="new"`.
    """
    title = said(WORDS[spec["change"]])
    items, owner = ids_of(puzzles), owner_of(request)
    return [submission.submit_job("change", items, title, spec, owner)]


def _change(name: str) -> Callable[..., Begun]:
    def begin(
        request: HttpRequest, puzzles: "QuerySet[Puzzle]", chosen: Mapping[str, Any]
    ) -> Begun:
        spec = dict(chosen)
        if "at" in spec:
            spec["at"] = spec["at"].isoformat() if spec["at"] else ""
        if "old_tags" in spec:
            spec["tags"] = spec.pop("old_tags")
        if shelf := spec.pop("shelf", None) or spec.get("collection"):
            spec["collection"] = shelf.pk
        return change(request, puzzles, change=name, **spec)

    return begin


def _export(request: HttpRequest, puzzles: "QuerySet[Puzzle]", chosen: Mapping[str, Any]) -> Begun:
    return export(puzzles.iterator(chunk_size=500), chosen["format"], "puzzles")


def without_shelf(action: BulkAction) -> BulkAction:
    """Return the action without its collection field, for accounts that may not fill collections."""
    return replace(action, needs=tuple(name for name in action.needs if name != "shelf"))


def _changing(name: str, says: Words, *needs: str) -> BulkAction:
    """Return the action that makes a change of `jobs/bulk_update`."""
    return BulkAction(f"{name}_selected", WORDS[name], "change", says, _change(name), needs)


BULK_ACTIONS = (
    _changing("publish", gettext_lazy("Visitors can then see them.")),
    BulkAction(
        "schedule_selected",
        gettext_lazy("Publish at …"),
        "change",
        gettext_lazy("Without a time, they wait for none. Published ones stay so."),
        _change("schedule"),
        ("at",),
    ),
    _changing(
        "retire",
        gettext_lazy("Visitors no longer find them; they stay in the library, with all solves."),
    ),
    BulkAction(
        "collect_selected",
        WORDS["collect"],
        "collect",
        gettext_lazy("They are added at its end, in the order in which they arrived."),
        _change("collect"),
        ("collection",),
    ),
    _changing("tag", gettext_lazy("In addition to their current tags."), "tags"),
    _changing("untag", gettext_lazy("Their other tags stay."), "old_tags"),
    _changing(
        "title",
        gettext_lazy("# is the number. They are numbered in the order in which they arrived."),
        "rule",
        "start",
    ),
    _changing(
        "level", gettext_lazy("Ratings leave it as it is until it is “as computed” again."), "level"
    ),
    BulkAction(
        "solve_selected",
        gettext_lazy("Solve"),
        "view",
        gettext_lazy("In the background, one job for each method."),
        _solve,
        ("methods",),
    ),
    _changing(
        "merge",
        gettext_lazy(
            "Transformed copies are merged into one, with their solves, titles, tags and "
            "collections. The published one is kept, otherwise the oldest."
        ),
    ),
    BulkAction(
        "verify_selected",
        gettext_lazy("Verify and grade"),
        "change",
        gettext_lazy("Verdict, twins and grade are determined again."),
        _job("verify"),
    ),
    BulkAction(
        "rate_selected",
        gettext_lazy("Rate, Sudoku Explainer's too"),
        "change",
        gettext_lazy("Up to some seconds each; level and score are added automatically."),
        _job("rate", er=True),
    ),
    BulkAction(
        "export_selected",
        gettext_lazy("Export"),
        "view",
        gettext_lazy("As a file, in the order of the list."),
        _export,
        ("format",),
    ),
)
INBOX_ACTIONS = (
    _changing(
        "accept",
        gettext_lazy(
            "Unpublished, with their solves; puzzles without exactly one solution stay here."
        ),
        "shelf",
    ),
    _changing(
        "dismiss", gettext_lazy("They leave the inbox; their solves stay with their owners.")
    ),
)
