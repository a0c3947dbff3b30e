"""Collections for their editors: what is in each, in which order, and what of it visitors see."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from solver.library import catalogue
from solver.models import Collection, Membership, User

from .base import BaseAdmin
from .preview import preview


class CollectionForm(forms.ModelForm):
    class Meta:
        labels = {"slug": gettext_lazy("Name in its address")}  # noqa: RUF012


class RowForm(forms.ModelForm):
    """A row of a list: its fields stand under the names of columns, and say them to who cannot see."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        is_row = (
            not self.instance._state.adding
        )  # Django makes an empty one, to ask for its scripts
        for field in self.fields.values() if is_row else ():
            field.widget.attrs["aria-label"] = f"{field.label}: {self.instance}"


@admin.register(Collection)
class CollectionAdmin(BaseAdmin):
    form = CollectionForm
    list_display = ("title", "position", "is_published", "contents")
    list_editable = ("position", "is_published")
    search_fields = ("title", "description")
    prepopulated_fields = {"slug": ("title",)}  # noqa: RUF012  # the form Django asks for
    readonly_fields = ("contents",)
    fields = ("title", "slug", "description", "position", "is_published", "contents")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        """With how many puzzles each has, and how many of them are not published."""
        hidden = Q(membership__puzzle__is_published=False)
        return (
            super()
            .get_queryset(request)
            .annotate(puzzle_count=Count("membership"), hidden=Count("membership", filter=hidden))
        )

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> type[forms.ModelForm]:
        return super().get_changelist_form(request, form=RowForm, **kwargs)

    @admin.display(description=gettext_lazy("puzzles"))
    def contents(self, collection: Any) -> str:
        """The ways to its puzzles and to their order; and how many of them no visitor sees."""
        puzzles = reverse("admin:solver_puzzle_changelist")
        if not collection.pk or not collection.puzzle_count:
            words = _("none yet; choose some in the list of puzzles, and add them to it there")
            return format_html_join("", '<a href="{}">{}</a>', [(puzzles, words)])
        order = reverse("admin:solver_membership_changelist")
        count, hidden = collection.puzzle_count, collection.hidden
        links = [
            (f"{puzzles}?collections__id__exact={collection.pk}", say_puzzles(count)),
            (f"{order}?collection__id__exact={collection.pk}", _("their order")),
            (
                f"{puzzles}?collections__id__exact={collection.pk}&is_published__exact=0",
                _("%(count)s not published, so visitors do not see them")
                % {"count": number_format(hidden, force_grouping=True)},
            ),
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links if hidden else links[:2])

    def view_on_site(self, collection: Collection) -> str | None:
        """None as long as there is nothing to be seen."""
        return collection.get_absolute_url() if collection.is_published else None


def say_puzzles(count: int) -> str:
    words = ngettext("%(count)s puzzle", "%(count)s puzzles", count)
    return words % {"count": number_format(count, force_grouping=True)}


@admin.register(Membership)
class MembershipAdmin(BaseAdmin):
    """The puzzles of a collection in their order, however many. Its page in the list leads here."""

    list_display = ("position", "board", "named", "collection")
    list_display_links = None
    list_editable = ("position",)
    list_filter = ("collection",)
    list_select_related = ("puzzle", "collection")
    ordering = ("collection", "position", "pk")
    show_full_result_count = False
    actions = ("take_out",)
    fields = ("puzzle", "collection", "position")
    readonly_fields = ("puzzle", "collection")
    change_list_template = "admin/solver/membership/change_list.html"

    def get_changelist_form(self, request: HttpRequest, **kwargs: Any) -> type[forms.ModelForm]:
        return super().get_changelist_form(request, form=RowForm, **kwargs)

    @admin.display(description=gettext_lazy("board"))
    def board(self, membership: Membership) -> str:
        return preview(membership.puzzle)

    @admin.display(description=gettext_lazy("puzzle"))
    def named(self, membership: Membership) -> str:
        address = reverse("admin:solver_puzzle_change", args=[membership.puzzle_id])
        return format_html_join("", '<a href="{}">{}</a>', [(address, membership.puzzle)])

    @admin.action(description=gettext_lazy("Take out of the collection"), permissions=["delete"])
    def take_out(self, request: HttpRequest, memberships: QuerySet[Membership]) -> None:
        """The puzzles themselves stay, and each one's history says who did it."""
        assert isinstance(request.user, User)  # the permission saw to it
        taken = list(memberships)
        for membership in taken:
            note = _("Take out of a collection: %(title)s") % {"title": membership.collection}
            catalogue.log(request.user, [membership.puzzle], CHANGE, note)
        memberships.delete()
        words = _("Taken out: %(puzzles)s.") % {"puzzles": say_puzzles(len(taken))}
        self.message_user(request, words, messages.SUCCESS)

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        catalogue.move(obj)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("The order of a collection")})

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """Not on the front page of the admin: it is a part of its collection."""
        return {}

    def get_actions(self, request: HttpRequest, *more: Any, **named: Any) -> dict[str, Any]:
        actions = super().get_actions(request, *more, **named)
        actions.pop("delete_selected", None)  # sounds as if puzzles went
        return actions

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The list of puzzles does it, for any number."""
        return False
