"""Collections for their editors: the contents, the order, and what visitors see."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, ngettext

from solver import engine
from solver.boards.pdf import SheetBoard, write_sheet
from solver.boards.thumbnails import draw_small
from solver.jobs.edits import delete_collection, recorded_all
from solver.models import Collection, Membership, Puzzle
from solver.models.said import said
from solver.puzzles.files.writing import collection_written

from .exporting import as_file
from .fields import PlainInput, RowsFormSet
from .making import make_view
from .model_admin import BaseAdmin

MOST_PRINTED = 200  # puzzles of a sheet
DRAFT = 24  # puzzles of a page, the same as for visitors


class CollectionForm(forms.ModelForm):
    class Meta:
        labels = {"slug": gettext_lazy("Name in the URL")}  # noqa: RUF012


class LabelledWidget(forms.Widget):
    """A widget with its label in front, for phones, where a row is a card without columns."""

    label = ""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        field = super().render(name, value, attrs, renderer)
        html = '<span class="card__label" aria-hidden="true">{}</span>{}'
        return format_html(html, self.label, field)


class LabelledNumberInput(LabelledWidget, PlainInput, forms.NumberInput):
    pass


class LabelledCheckbox(LabelledWidget, PlainInput, forms.CheckboxInput):
    pass


class RowForm(forms.ModelForm):
    """A row of a list. Its fields have the names of the columns as labels for screen readers."""

    class Meta:
        widgets = {"position": LabelledNumberInput, "is_published": LabelledCheckbox}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        is_row = not self.instance._state.adding  # Django makes an empty form to collect its media
        for field in self.fields.values() if is_row else ():
            field.widget.label = field.label
            field.widget.attrs["aria-label"] = f"{field.label}: {self.instance}"


@admin.register(Collection)
class CollectionAdmin(BaseAdmin):
    form = CollectionForm
    list_title = gettext_lazy("Collections")
    list_display = ("title", "position", "is_published", "publish_at", "contents")
    list_editable = ("position", "is_published")
    list_per_page = 50
    search_fields = ("title", "description")
    prepopulated_fields = {"slug": ("title",)}  # noqa: RUF012  # the form Django asks for
    readonly_fields = ("contents",)
    fields = (
        *("title", "slug", "description", "position", "is_published", "publish_at", "contents"),
    )

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        count_puzzles(changelist.result_list)
        return changelist

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> type[forms.ModelForm]:
        return super().get_changelist_form(request, form=RowForm, **kwargs)

    def get_changelist_formset(self, request: HttpRequest, **kwargs: Any) -> Any:
        return super().get_changelist_formset(request, formset=RowsFormSet, **kwargs)

    @admin.display(description=gettext_lazy("puzzles"))
    def contents(self, collection: Any) -> str:
        """Return HTML links to a collection's puzzles, their order, its draft, file and hidden puzzles."""
        puzzles = reverse("admin:solver_puzzle_changelist")
        if not hasattr(collection, "puzzle_count"):
            count_puzzles([collection])
        if not collection.puzzle_count:
            make = reverse("admin:make_collection", args=[collection.pk])
            hint = _("none yet; select some in the list of puzzles and add them there")
            links = [(make, _("make")), (puzzles, hint)]
            return format_html_join(" · ", '<a href="{}">{}</a>', links)
        order = reverse("admin:solver_membership_changelist")
        count, hidden = collection.puzzle_count, collection.hidden
        links = [
            (reverse("admin:make_collection", args=[collection.pk]), _("make")),
            (f"{puzzles}?collections__id__exact={collection.pk}", say_puzzles(count)),
            (f"{order}?collection__id__exact={collection.pk}", _("their order")),
            (reverse("admin:draft", args=[collection.pk]), _("as visitors see it")),
            (reverse("admin:export_collection", args=[collection.pk]), _("as a file")),
            (
                f"{puzzles}?collections__id__exact={collection.pk}&is_published__exact=0",
                _("%(count)s not published and hidden from visitors")
                % {"count": number_format(hidden, force_grouping=True)},
            ),
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links if hidden else links[:-1])

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        """Save a collection as an action that can be undone."""
        title = said(gettext_noop("Collection: %(title)s"), title=obj.title)
        with recorded_all(request.user, title, obj, []):
            super().save_model(request, obj, form, change)

    def delete_model(self, request: HttpRequest, obj: Collection) -> None:
        delete_collection(request.user, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Collection]) -> None:
        for collection in queryset:
            delete_collection(request.user, collection)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("make/", view(partial(make_view, self)), name="new_collection"),
            path("<int:pk>/make/", view(partial(make_view, self)), name="make_collection"),
            path("<int:pk>/sheet.pdf", view(self.sheet), name="collection_pdf"),
            path("<int:pk>/draft/", view(self.draft), name="draft"),
            path("<int:pk>/export/", view(self.export), name="export_collection"),
            *super().get_urls(),
        ]

    def draft(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show a collection as visitors will see it once it is published, with its unpublished puzzles."""
        collection = self._collection(request, pk)
        rows = Membership.objects.filter(collection=collection).select_related("puzzle")
        page = Paginator(rows, DRAFT).get_page(request.GET.get("p"))
        context = {
            **self.admin_site.each_context(request),
            "title": collection.title,
            "collection": collection,
            "page": page,
            "cards": [(row, draw_small(row.puzzle.givens, row.puzzle.board)) for row in page],
            "hidden": rows.filter(puzzle__is_published=False).count(),
            "opts": Collection._meta,
        }
        return render(request, "admin/solver/collection/draft.html", context)

    def sheet(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Return a PDF of the first MOST_PRINTED puzzles of a collection, published or not, with solutions."""
        collection = self._collection(request, pk)
        rows = Membership.objects.filter(collection=collection).select_related("puzzle")
        puzzles = [row.puzzle for row in rows[:MOST_PRINTED]]
        boards = [_printed(number, puzzle) for number, puzzle in enumerate(puzzles, 1)]
        response = HttpResponse(
            write_sheet(collection.title, _("Solutions"), boards), content_type="application/pdf"
        )
        response.headers["Content-Disposition"] = f'inline; filename="{collection.slug}.pdf"'
        return response

    def export(self, request: HttpRequest, pk: int) -> HttpResponseBase:
        """Return a JSON file of a collection, from which an import makes the same collection again.

        It has the order, texts, tags and publication.
        """
        collection = self._collection(request, pk)
        return as_file(collection_written(collection), "json", collection.slug)

    def _collection(self, request: HttpRequest, pk: int) -> Collection:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return get_object_or_404(Collection, pk=pk)

    def view_on_site(self, collection: Collection) -> str | None:
        """Return the address of the collection's page for visitors, or None if it is not published."""
        return collection.get_absolute_url() if collection.is_published else None


def _printed(number: int, puzzle: Puzzle) -> SheetBoard:
    """Return a puzzle for a sheet. Without exactly one solution, it has none there."""
    with suppress(engine.BudgetSpent):
        found = engine.enumerate_solutions(puzzle.grid, limit=2, nodes=settings.VERDICT_NODES)
        if found.verdict == "unique":
            solution = engine.Grid(puzzle.board, found.solutions[0])
            level = f" · {puzzle.get_level_display()}" if puzzle.level else ""
            name = f"{number}. {puzzle.called}{level}" if puzzle.called else f"{number}.{level}"
            return SheetBoard(name, puzzle.grid, solution)
    return SheetBoard(f"{number}. {puzzle.called}", puzzle.grid)


def count_puzzles(collections: Iterable[Any]) -> None:
    """Set `puzzle_count` and `hidden` of each collection, by two queries.

    `hidden` is the number of its puzzles that are not published, without those in the inbox.
    """
    memberships = Membership.objects.filter(collection__in=collections)
    drafts = memberships.filter(puzzle__is_published=False, puzzle__in_inbox=False)
    counts, hidden = (
        dict(rows.order_by().values_list("collection").annotate(n=Count("*")))
        for rows in (memberships, drafts)
    )
    for collection in collections:
        collection.puzzle_count = counts.get(collection.pk, 0)
        collection.hidden = hidden.get(collection.pk, 0)


def say_puzzles(count: int) -> str:
    text = ngettext("%(count)s puzzle", "%(count)s puzzles", count)
    return text % {"count": number_format(count, force_grouping=True)}
