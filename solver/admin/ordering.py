"""The order of a collection: a list whose positions are typed, or set by dragging."""

from collections import defaultdict
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from solver.jobs.edits import recorded_order
from solver.models import Collection, Membership, User
from solver.models.said import said
from solver.puzzles import catalogue

from .collecting import LabelledNumberInput, RowForm, say_puzzles
from .fields import RowsFormSet
from .model_admin import BaseAdmin, preview
from .paging import EstimatingPaginator


class PlaceForm(RowForm):
    position = forms.IntegerField(
        label=gettext_lazy("Place"), min_value=1, max_value=1_000_000, widget=LabelledNumberInput
    )


class PlacesFormSet(RowsFormSet):
    """All positions are saved at once, so two puzzles of a collection must not have the same."""

    def clean(self) -> None:
        super().clean()
        typed = [
            (form.instance.collection_id, form.cleaned_data["position"])
            for form in self.forms
            if form.has_changed() and "position" in form.cleaned_data
        ]
        twice = sorted({place for key in typed if typed.count(key) > 1 for place in key[1:]})
        if twice:
            message = _("Several puzzles have the place %(place)s; give each another one.")
            raise forms.ValidationError(message % {"place": twice[0]})


def _title(request: HttpRequest) -> str:
    pk = request.GET.get("collection__id__exact", "")
    collection = Collection.objects.filter(pk=pk[:9]).first() if pk.isdecimal() else None
    if collection:
        return _("The order of %(collection)s") % {"collection": collection.title}
    return _("The order of a collection")


@admin.register(Membership)
class MembershipAdmin(BaseAdmin):
    """The puzzles of a collection in their order. The list of collections links here."""

    list_display = ("position", "board", "named", "collection")
    list_display_links = None
    list_editable = ("position",)
    list_filter = ("collection",)
    list_select_related = ("puzzle", "collection")
    list_per_page = 50
    paginator = EstimatingPaginator
    ordering = ("collection_id", "position", "pk")  # the order of an index
    show_full_result_count = False
    actions = ("take_out",)
    fields = ("puzzle", "collection", "position")
    readonly_fields = ("puzzle", "collection")
    change_list_template = "admin/solver/membership/change_list.html"

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> type[forms.ModelForm]:
        return super().get_changelist_form(request, form=PlaceForm, **kwargs)

    def get_changelist_formset(self, request: HttpRequest, **kwargs: Any) -> Any:
        return super().get_changelist_formset(request, formset=PlacesFormSet, **kwargs)

    @admin.display(description=gettext_lazy("board"))
    def board(self, membership: Membership) -> str:
        return preview(membership.puzzle)

    @admin.display(description=gettext_lazy("puzzle"))
    def named(self, membership: Membership) -> str:
        address = reverse("admin:solver_puzzle_change", args=[membership.puzzle_id])
        return format_html_join("", '<a href="{}">{}</a>', [(address, membership.puzzle)])

    @admin.action(description=gettext_lazy("Remove from the collection"), permissions=["delete"])
    def take_out(self, request: HttpRequest, memberships: QuerySet[Membership]) -> None:
        """Remove puzzles from their collections, and log it in the history of each puzzle."""
        assert isinstance(request.user, User)  # ensured by the permission
        removed = list(memberships)
        for membership in removed:
            title = membership.collection
            note = said(gettext_noop("Removed from a collection: %(title)s"), title=title)
            catalogue.log(request.user, [membership.puzzle], CHANGE, note)
        for collection in {membership.collection for membership in removed}:
            with recorded_order(request.user, collection):
                memberships.filter(collection=collection).delete()
                catalogue.place(collection.pk, {})  # closes the gaps
        message = _("Removed: %(puzzles)s.") % {"puzzles": say_puzzles(len(removed))}
        self.message_user(request, message, messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """Keep the typed position on the request. `changelist_view` saves the positions of all rows at once."""
        typed: Any = request.__dict__.setdefault("typed", defaultdict(dict))
        typed[obj.collection_id][obj.pk] = obj.position

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        response = super().changelist_view(request, {"title": _title(request)})
        for collection, places in request.__dict__.get("typed", {}).items():
            with recorded_order(request.user, Collection.objects.get(pk=collection)):
                catalogue.place(collection, places)
        return response

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """Return {} to hide the model on the front page of the admin."""
        return {}

    def get_actions(self, request: HttpRequest, *more: Any, **named: Any) -> dict[str, Any]:
        actions = super().get_actions(request, *more, **named)
        actions.pop("delete_selected", None)  # its name suggests that puzzles are deleted
        return actions

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: puzzles are added to a collection from the list of puzzles, any number at once."""
        return False
