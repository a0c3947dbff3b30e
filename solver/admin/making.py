"""The page on which a collection is made: puzzles are found or picked, put in order, titled, and given a time.

The form holds the order until it is saved, so every button works without a script.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from solver.boards.levels import Level
from solver.jobs.bulk_update import numbered
from solver.jobs.edits import recorded_all
from solver.models import Collection, Membership, Puzzle, User
from solver.models.puzzle import KEPT, LEVELS
from solver.models.said import said
from solver.models.uuid7 import uuid_in
from solver.puzzles import catalogue, collections

from .fields import PlainField, PlainSelect, TimeField, tick
from .filtering import twins
from .model_admin import preview

MOST = Collection.MOST_PUZZLES  # on this page
FOUND = 20  # puzzles that are listed
HOUR = 6  # of the times that are offered
OTHER = "other"
IN_LIBRARY = Q(collection__owner=None)  # of memberships
LONGEST_RULE = 180  # characters
TRIED = 10  # puzzles that are looked at for each that is picked
NEEDED = (
    *("solver.change_collection", "solver.add_membership", "solver.delete_membership"),
    "solver.change_puzzle",
)


class MakeForm(forms.Form):
    title = PlainField(label=gettext_lazy("Title"), max_length=200)
    when = forms.ChoiceField(
        label=gettext_lazy("Publish (UTC)"), required=False, widget=PlainSelect
    )
    at = TimeField(label=gettext_lazy("Another time (UTC)"), required=False)
    rule = PlainField(
        label=gettext_lazy("Titles of puzzles"),
        max_length=LONGEST_RULE,
        required=False,
        help_text=gettext_lazy("# is the number. Empty: they stay as they are."),
    )
    # The title that the rule was made of: the rule follows if the title is typed anew.
    named = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)
    all_titles = tick(gettext_lazy("Also of those that have one"))
    each = forms.IntegerField(
        label=gettext_lazy("Of each level"), min_value=0, max_value=50, initial=4, required=False
    )
    no_twins = forms.BooleanField(label=gettext_lazy("No twins"), required=False, initial=True)
    q = forms.CharField(
        label=gettext_lazy("Words, part of the givens, or a puzzle in any form"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("Words, givens or a puzzle")}),
    )
    level = forms.TypedChoiceField(
        label=gettext_lazy("Level"),
        choices=[("", gettext_lazy("any")), *LEVELS],
        coerce=int,
        empty_value=None,
        required=False,
        widget=PlainSelect,
    )
    unused = forms.BooleanField(
        label=gettext_lazy("In no collection yet"), required=False, initial=True
    )

    def __init__(self, collection: Collection | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        times = _times(collection, self.data.get("when", ""))
        self.fields["when"].choices = times  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with the time in `publish_at`, and the rule that follows the title."""
        data: dict[str, Any] = super().clean() or {}
        named, title = data.get("named", ""), data.get("title", "")
        if named and title and data.get("rule") == rule_of(named):
            data["rule"] = rule_of(title)
            self.data = {**dict(self.data.items()), "rule": data["rule"]}
        when = data.get("when", "")
        if when == OTHER and not data.get("at"):
            self.add_error("at", _("Enter the time."))
        data["publish_at"] = data.get("at") if when == OTHER else _time_of(when)
        return data


def rule_of(title: str) -> str:
    return f"{title} · #"[:LONGEST_RULE]


def _times(collection: Collection | None, asked: str) -> list[tuple[str, str]]:
    """Return the choices of a time: none, the next seven mornings, the present one, and another.

    A morning that came while somebody was choosing it is still one of them.
    """
    now = timezone.now()
    first = datetime.combine(now.date(), time(HOUR), tzinfo=UTC)
    week = (first + timedelta(days=day) for day in range(8))
    mornings = [at for at in week if at > now or at.isoformat() == asked][:7]
    if collection and collection.publish_at and collection.publish_at not in mornings:
        mornings.insert(0, collection.publish_at)
    # Translators: a day of the week, a date and a time, in the letters of Django's date filter.
    times = [(at.isoformat(), date_format(at, _("l, j F, H:i"))) for at in mornings]
    return [("", _("not yet")), *times, (OTHER, _("at another time"))]


def _time_of(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def make_view(admin: Any, request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Show the page of a new collection or of an existing one, and do what its buttons say."""
    needed = NEEDED if pk else (*NEEDED, "solver.add_collection")
    if not request.user.has_perms(needed):
        raise PermissionDenied
    collection = get_object_or_404(Collection, pk=pk) if pk else None
    if collection and collection.membership_set.count() > MOST:
        text = _("A collection of more than %(most)s puzzles is ordered in this list.")
        messages.info(request, text % {"most": MOST})
        order = reverse("admin:solver_membership_changelist")
        return redirect(f"{order}?collection__id__exact={collection.pk}")
    if request.method != "POST":
        form = MakeForm(collection, initial=_initial(collection))
        form.fields["title"].widget.attrs |= {"autofocus": True, "data-is-new": not collection}
        return _show(admin, request, collection, form, collection.puzzle_ids if collection else [])
    form = MakeForm(collection, request.POST)
    is_valid, chosen = form.is_valid(), _ids(request.POST.getlist("puzzle"))
    if "save" in request.POST and is_valid:
        try:
            saved = _save(request, collection, form.cleaned_data, chosen)
        except ValidationError as error:
            form.add_error("title", error)
        else:
            messages.success(request, _("Saved."))
            return redirect("admin:make_collection", saved.pk)
    return _show(admin, request, collection, form, _moved(request, form, chosen))


def _initial(collection: Collection | None) -> dict[str, Any]:
    if collection:
        at = collection.publish_at
        title = collection.title
        is_named = any(_is_by_rule(puzzle, title) for puzzle in collection.puzzles.all())
        when = {"when": at.isoformat() if at else ""}
        return {"title": title, **when, "named": title, "rule": rule_of(title) if is_named else ""}
    newest = Collection.objects.order_by("pk").last()
    title = collections.next_title(newest.title) if newest else ""
    return {"title": title, "named": title, "rule": rule_of(title) if title else ""}


def _is_by_rule(puzzle: Puzzle, title: str) -> bool:
    """Return whether a puzzle has a number of the collection with this title for its own title."""
    return bool(title) and bool(re.fullmatch(rf"{re.escape(title)} · \d+", puzzle.title))


def _ids(texts: Iterable[str]) -> list[UUID]:
    """Return the ids of puzzles that a form has, each once, at most MOST."""
    return list(dict.fromkeys(filter(None, map(uuid_in, texts))))[:MOST]


def _moved(request: HttpRequest, form: MakeForm, chosen: list[UUID]) -> list[UUID]:
    """Return the puzzles after the press of a button that picks, adds, removes or moves."""
    post, data = request.POST, form.cleaned_data
    if "pick" in post:
        chosen = [*chosen, *pick(data.get("each") or 0, bool(data.get("no_twins")), chosen)]
    elif "add" in post:
        chosen = [*chosen, *_ids([str(post["add"])])]
    for name, step in (("up", -1), ("down", 1)):
        for pk in _ids([str(post.get(name, ""))]):
            if pk in chosen:
                at = chosen.index(pk)
                chosen.insert(max(at + step, 0), chosen.pop(at))
    out = _ids([str(post.get("out", ""))])
    return list(dict.fromkeys(pk for pk in chosen if pk not in out))[:MOST]


def pick(each: int, no_twins: bool, chosen: list[UUID]) -> list[UUID]:
    """Return ids of so many 9×9 puzzles of each level, easiest first, in no collection yet, drafts first.

    Without twins, no puzzle is a transformation of another that is chosen, published or in a collection.
    """
    forms_of = Puzzle.objects.filter(pk__in=chosen).exclude(canonical="")
    seen = set(forms_of.values_list("canonical", flat=True))
    picked: list[UUID] = []
    for level, _words in LEVELS:
        found = 0
        for is_published in (False, True):
            rows = _unused(Puzzle.objects.filter(KEPT, box=3, level=level, verdict="unique"))
            rows = rows.filter(is_published=is_published).exclude(pk__in=chosen)
            rows = _without_twins(rows) if no_twins else rows
            lines = rows.order_by("created_at", "pk").values_list("pk", "canonical")
            for pk, line in lines[: each * TRIED]:
                if found < each and not (no_twins and line and line in seen):
                    picked.append(pk)
                    seen.add(line)
                    found += 1
    return picked


def _unused(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    return puzzles.filter(~Exists(Membership.objects.filter(IN_LIBRARY, puzzle=OuterRef("pk"))))


def _without_twins(puzzles: QuerySet[Puzzle]) -> QuerySet[Puzzle]:
    """Leave out puzzles with a twin that is published or in a collection."""
    shelved = Exists(Membership.objects.filter(IN_LIBRARY, puzzle=OuterRef("pk")))
    shown = twins().exclude(pk=OuterRef("pk")).filter(Q(is_published=True) | Q(shelved))
    return puzzles.filter(~Exists(shown))


def _found(data: dict[str, Any], chosen: list[UUID]) -> list[Puzzle]:
    """Return the newest puzzles that match what is looked for and are not chosen yet."""
    rows = Puzzle.objects.filter(KEPT, catalogue.found_by(data.get("q") or ""))
    if data.get("level"):
        rows = rows.filter(level=data["level"])
    if data.get("unused"):
        rows = _unused(rows)
    return list(rows.exclude(pk__in=chosen).order_by("-created_at", "-pk")[:FOUND])


def _show(
    admin: Any,
    request: HttpRequest,
    collection: Collection | None,
    form: MakeForm,
    chosen: list[UUID],
) -> HttpResponse:
    there = Puzzle.objects.in_bulk(chosen)
    data = form.cleaned_data if form.is_bound else {"unused": True}
    counts = [Level.of(there[pk].level) for pk in chosen if pk in there]
    context = {
        **admin.admin_site.each_context(request),
        "title": collection.title if collection else _("New collection"),
        "collection": collection,
        "form": form,
        "top": [form[name] for name in ("title", "when", "at")],
        "chosen": [_card(there[pk]) for pk in chosen if pk in there],
        "found": [_card(puzzle) for puzzle in _found(data, chosen)],
        "levels": [
            (Level(number), counts.count(Level(number)))
            for number, _words in LEVELS
            if Level(number) in counts
        ],
        "is_picked": "pick" in request.POST,
        "opts": Collection._meta,
    }
    return render(request, "admin/solver/collection/make.html", context)


def _card(puzzle: Puzzle) -> dict[str, Any]:
    return {"puzzle": puzzle, "level": Level.of(puzzle.level), "svg": preview(puzzle)}


@transaction.atomic
def _save(
    request: HttpRequest, collection: Collection | None, data: dict[str, Any], chosen: list[UUID]
) -> Collection:
    """Save the collection with its puzzles, their order and titles, as one action that can be undone.

    Raise ValidationError if the title makes no collection.
    """
    assert isinstance(request.user, User)  # ensured by the permission
    is_new = collection is None
    made = collection or Collection(slug=collections.slug_of(data["title"]))
    ids = {*chosen, *(made.puzzle_ids if collection else ())}
    locked = {
        puzzle.pk: puzzle for puzzle in catalogue.lock(Puzzle.objects.filter(KEPT, pk__in=ids))
    }
    order = [pk for pk in chosen if pk in locked]
    title = said(gettext_noop("Collection: %(title)s"), title=data["title"])
    with recorded_all(request.user, title, made, list(ids)):
        made.title = data["title"]
        made.publish_at = None if made.is_published else data["publish_at"]
        made.full_clean()
        made.save()
        catalogue.arrange(made.pk, order)
        if data["rule"]:
            _name([locked[pk] for pk in order], data)
    flag, message = (ADDITION if is_new else CHANGE), said(gettext_noop("Order, titles and time"))
    LogEntry.objects.log_actions(
        request.user.pk, [made], flag, catalogue.as_message(message), single_object=True
    )
    return made


def _name(puzzles: list[Puzzle], data: dict[str, Any]) -> None:
    """Give puzzles titles by the rule, numbered by their places.

    A puzzle keeps a title of its own, unless `all_titles`. One by the rule of the title from before is none.
    """
    named = [
        (puzzle, numbered(data["rule"], place))
        for place, puzzle in enumerate(puzzles, 1)
        if data["all_titles"] or not puzzle.title or _is_by_rule(puzzle, data["named"])
    ]
    for puzzle, title in named:
        puzzle.title = title
    Puzzle.objects.bulk_update([puzzle for puzzle, _title in named], ["title"])
