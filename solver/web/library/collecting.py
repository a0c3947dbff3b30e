"""The visitor's own collections: the list, each with its puzzles to play and print, and a way to add one."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from solver import engine
from solver.boards.thumbnails import draw_small
from solver.engine.notation.base import refuse_large
from solver.models import Collection, Membership, User
from solver.models.uuid7 import uuid_in
from solver.puzzles import collections as stored

from ..shortcuts import signed_in_user, takes_form
from .puzzles import card_of, play_address, render_sheet

HERE = {"here": "account"}
SHEET = 100  # puzzles per printed sheet


class TitleForm(forms.ModelForm):
    class Meta:
        model = Collection
        fields = ("title",)


@takes_form
@login_required
def collections(request: HttpRequest) -> HttpResponse:
    """List the visitor's collections. POST creates one."""
    user, form, limit_error = signed_in_user(request), TitleForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(stored.create(user, form.cleaned_data["title"]))
        except stored.CollectionFull as error:
            limit_error = str(error)
    context = HERE | {"collections": stored.collections_of(user), "form": form, "full": limit_error}
    return render(request, "solver/collections.html", context, status=_status(form, limit_error))


@takes_form
@login_required
def collection(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one of the visitor's collections. POST changes it.

    It renames it (`title`), takes out a puzzle (`remove`) or deletes it (`delete`).
    """
    own = find_own(signed_in_user(request), slug)
    data = request.POST
    if "delete" in data:
        own.delete()
        messages.success(request, _("“%(title)s” is deleted.") % {"title": own.title})
        return redirect("collections")
    if "remove" in data:
        Membership.objects.filter(collection=own, puzzle=uuid_in(data["remove"])).delete()
        return redirect(own)
    form = TitleForm(data or None, instance=own)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect(own)
    title = str(form.initial["title"])
    cards = [
        (puzzle.pk, play_address(puzzle), card_of(puzzle)) for puzzle in stored.puzzles_of(own)
    ]
    context = HERE | {"collection": own, "title": title, "cards": cards, "form": form}
    return render(request, "solver/collection.html", context, status=_status(form))


@never_cache
@require_safe
@login_required
def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a hundred puzzles of a collection to print, starting at number `?first=` (formerly `?from=`)."""
    own = find_own(signed_in_user(request), slug)
    puzzles = stored.puzzles_of(own)
    firsts = range(1, len(puzzles) + 1, SHEET)
    sheets = [(first, min(first + SHEET - 1, len(puzzles))) for first in firsts]
    requested = request.GET.get("first") or request.GET.get("from", "")
    first = next((first for first in firsts if str(first) == requested), 1)
    page = puzzles[first - 1 : first - 1 + SHEET]
    others = sheets if len(sheets) > 1 else []
    return render_sheet(request, own.title, page, own.get_absolute_url(), first, others)


@takes_form
@login_required
def collect(request: HttpRequest) -> HttpResponse:
    """Ask to which of the visitor's collections to add `?puzzle=`. POST adds it.

    It adds it to `collection`, or to a new one with the title `title`.
    """
    user, data = signed_in_user(request), request.POST if request.method == "POST" else request.GET
    form, limit_error = TitleForm(data if "title" in data else None), ""
    try:
        reading = engine.read_any(data.get("puzzle", ""))
        refuse_large(reading.grid)
    except engine.GridError as error:
        return render(request, "solver/collect.html", HERE | {"error": str(error)}, status=400)
    grid = engine.Grid(reading.grid.shape, reading.grid.givens)
    if request.method == "POST":
        try:
            into = _chosen(user, data.get("collection", ""), form)
            if into:
                return _put(request, into, grid)
        except stored.CollectionFull as error:
            limit_error = str(error)
    context = HERE | {
        "puzzle": grid.line,
        "board": draw_small(grid.text, grid.shape),
        "collections": stored.collections_of(user),
        "form": form,
        "full": limit_error,
    }
    return render(request, "solver/collect.html", context, status=_status(form, limit_error))


def find_own(user: User, slug: str) -> Collection:
    """Return one of the user's collections. Raise Http404 for those of others."""
    return get_object_or_404(Collection.owned, owner=user, slug=slug)


def _status(form: TitleForm, limit_error: str = "") -> int:
    return 400 if form.errors or limit_error else 200


def _chosen(user: User, slug: str, form: TitleForm) -> Collection | None:
    if slug:
        return find_own(user, slug)
    return stored.create(user, form.cleaned_data["title"]) if form.is_valid() else None


def _put(request: HttpRequest, into: Collection, grid: engine.Grid) -> HttpResponse:
    if not stored.add_puzzle(into, grid):
        messages.info(request, _("It is already there."))
    return redirect(into)
