"""The library and the record for editors, in Django's admin."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from solver.accounts import ownership, second_factor
from solver.models import Solve, User
from solver.models.leased_work import LeasedWork

from .collecting import CollectionAdmin
from .filtering import FlagFilter, SubjectFilter
from .jobs import JobAdmin
from .library import PuzzleAdmin
from .model_admin import BaseAdmin, ReadOnlyAdmin, labelled, say_when
from .ordering import MembershipAdmin
from .paging import EstimatingPaginator
from .preview import preview
from .reporting import ReportFilter, answer_reports, tell_reports, with_open_reports
from .setting_aside import SetAsideAdmin
from .solve_list import MethodFilter, heading, newest, solve_named

# Of a solve: `why` says the failure in words; what only the code needs is nobody's to read.
UNSAID = ("lease_token", "lost", "session_digest", "failure", "failure_facts", "network")

__all__ = [
    "AccountAdmin",
    "CollectionAdmin",
    "JobAdmin",
    "MembershipAdmin",
    "PuzzleAdmin",
    "SetAsideAdmin",
    "SolveAdmin",
]


@admin.register(User)
class AccountAdmin(BaseAdmin, UserAdmin):
    """A superuser says who may do what. Whoever else may change accounts can only close a visitor's."""

    # Without the address, which is nobody's business but a superuser's, on the page of an account.
    list_display = ("username", "is_staff", "is_active", "date_joined", "last_login")
    search_fields = ("username",)
    actions = ("remove_second_factor",)
    closing = ((None, {"fields": ("username", "is_active", "date_joined", "last_login")}),)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        return super().get_fieldsets(request, obj) if is_root(request) else self.closing

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        return () if is_root(request) else ("username", "date_joined", "last_login")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        is_above = obj is not None and (obj.is_staff or obj.is_superuser)
        return super().has_change_permission(request, obj) and (is_root(request) or not is_above)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Not of somebody who changed things here: the record of who did what would go along."""
        has_acted = obj is not None and LogEntry.objects.filter(user=obj).exists()
        return super().has_delete_permission(request, obj) and not has_acted

    def get_actions(self, request: HttpRequest, *more: Any, **named: Any) -> dict[str, Any]:
        """Without deleting many at once, which would not look at each."""
        actions = super().get_actions(request, *more, **named)
        actions.pop("delete_selected", None)
        return actions

    @admin.action(description=_("Take the second factor away"), permissions=["root"])
    def remove_second_factor(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """For whoever has lost the app and the recovery codes: the password is enough again."""
        had_one = [user for user in users if second_factor.remove(user)]
        assert isinstance(request.user, User)  # the permission saw to it
        words = gettext("Take the second factor away")
        LogEntry.objects.log_actions(request.user.pk, had_one, CHANGE, words)
        self.message_user(request, gettext("Saved."), messages.SUCCESS)

    def has_root_permission(self, request: HttpRequest) -> bool:
        return is_root(request)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """With all that was theirs, as when they do it themselves."""
        ownership.delete(obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        if not is_root(request):
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


def is_root(request: HttpRequest) -> bool:
    return request.user.is_active and request.user.is_superuser


admin.site.unregister(Group)


@admin.register(Group)
class RoleAdmin(BaseAdmin, GroupAdmin):
    """Django's own, with lists like ours."""


@admin.register(LogEntry)
class TrailAdmin(ReadOnlyAdmin):
    """The trail of what staff changed, in words, for nobody to change.

    A superuser reads all of it, an editor what is about the library.
    """

    list_display = ("at", "user", "kind", "about", "in_words")
    list_display_links = None
    list_filter = (FlagFilter, SubjectFilter, "action_time")
    search_fields = ("user__username", "object_repr", "object_id")
    list_select_related = ("user", "content_type")
    show_full_result_count = False
    paginator = EstimatingPaginator

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": gettext("Log")})

    @admin.display(description=_("when"), ordering="action_time")
    def at(self, entry: LogEntry) -> str:
        return say_when(entry.action_time)

    @admin.display(description=_("kind"), ordering="content_type")
    def kind(self, entry: LogEntry) -> str:
        return entry.content_type.name if entry.content_type else ""

    @admin.display(description=_("what"), ordering="object_repr")
    def about(self, entry: LogEntry) -> str:
        address = entry.get_admin_url()
        if not address or entry.is_deletion():
            return entry.object_repr
        return format_html('<a href="{}">{}</a>', address, entry.object_repr)

    @admin.display(description=_("what was done"))
    def in_words(self, entry: LogEntry) -> str:
        return entry.get_change_message() or entry.get_action_flag_display()

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        found = super().get_queryset(request)
        if request.user.has_perm("admin.view_logentry"):
            return found
        return found.filter(
            content_type__app_label="solver", content_type__model__in=("puzzle", "collection")
        )

    def has_view_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return request.user.has_perm("solver.change_puzzle") or super().has_view_permission(
            request, obj
        )

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


@admin.register(Solve)
class SolveAdmin(BaseAdmin):
    """The record is looked at, not edited. A moderator takes from view what should not be seen."""

    list_display = (
        "board",
        "__str__",
        "method",
        "status",
        "outcome",
        "verdict",
        "iterations",
        "elapsed",
        "owner",
        "visibility",
        "note",
        "reports",
        "added",
    )
    list_display_links = ("board", "__str__")
    list_filter = (
        *(
            ReportFilter,
            "visibility",
            "status",
            "outcome",
            "verdict",
            MethodFilter,
            "lane",
            "created_at",
        ),
    )
    search_fields = (
        *(
            "puzzle__title",
            "puzzle__givens__startswith",
            "note",
            "owner__username__startswith",
        ),
    )
    search_help_text = _("Words of title and note, the first givens, a solve's id, or an account")
    list_select_related = ("puzzle", "owner")
    list_per_page = 25
    ordering = ("-created_at", "-id")
    show_full_result_count = False
    paginator = EstimatingPaginator
    actions = ("make_private", "dismiss_reports")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Solve]:
        return with_open_reports(super().get_queryset(request))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, heading(request) | (extra_context or {}))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Solve], search_term: str
    ) -> tuple[QuerySet[Solve], bool]:
        """Of the newest alone; any by its id or the address of its page, all of an account by its name."""
        if pk := solve_named(search_term):
            return queryset.filter(pk=pk), False
        if account := User.objects.filter(username=search_term.strip()).first():
            return queryset.filter(owner=account), False
        return super().get_search_results(request, newest(queryset, request), search_term)

    @admin.action(description=_("Make private"), permissions=["moderate"])
    def make_private(self, request: HttpRequest, solves: QuerySet[Solve]) -> None:
        """Seen by its owner alone from now on; the trail says who did it."""
        shown = list(solves.exclude(visibility=Solve.Visibility.PRIVATE))
        Solve.objects.filter(pk__in=[solve.pk for solve in shown]).update(
            visibility=Solve.Visibility.PRIVATE
        )
        assert isinstance(request.user, User)  # the permission saw to it
        LogEntry.objects.log_actions(request.user.pk, shown, CHANGE, gettext("Make private"))
        answer_reports(list(solves))
        self.message_user(request, gettext("Saved."), messages.SUCCESS)

    @admin.action(description=_("Dismiss reports"), permissions=["moderate"])
    def dismiss_reports(self, request: HttpRequest, solves: QuerySet[Solve]) -> None:
        """The solves stay as they are; the trail says who found them to be in order."""
        reported = [solve for solve in solves if self.reports(solve)]
        answer_reports(reported)
        assert isinstance(request.user, User)  # the permission saw to it
        LogEntry.objects.log_actions(request.user.pk, reported, CHANGE, gettext("Dismiss reports"))
        self.message_user(request, gettext("Saved."), messages.SUCCESS)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("solver.change_solve")

    @admin.display(description=_("board"))
    def board(self, solve: Solve) -> str:
        return preview(solve.puzzle)

    @admin.display(description=_("iterations"), ordering="iteration_count")
    def iterations(self, solve: Solve) -> str:
        return labelled(gettext("iterations"), solve.iteration_count)

    @admin.display(description=_("solving"), ordering="elapsed_ms")
    def elapsed(self, solve: Solve) -> str:
        milliseconds = solve.elapsed_ms
        return f"{number_format(milliseconds, 1)} ms" if milliseconds is not None else ""

    @admin.display(description=_("reports"))
    def reports(self, solve: Solve) -> str:
        """How many are not answered yet; nothing where none is."""
        count = getattr(solve, "open_reports", 0)
        return labelled(gettext("reports"), count) if count else ""

    @admin.display(description=_("reports"))
    def reported(self, solve: Solve) -> str:
        return tell_reports(solve)

    @admin.display(description=_("story"))
    def story(self, solve: Solve) -> str:
        return format_html('<a href="{}">{}</a>', solve.get_absolute_url(), _("Open its page"))

    @admin.display(description=_("failure"))
    def why(self, solve: Solve) -> str:
        return solve.failure_words

    def get_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        """Fields in order: what was asked and found first, then how it fared in the queue."""
        queue = [field.name for field in LeasedWork._meta.fields]
        names = [field.name for field in Solve._meta.fields if field.name not in UNSAID]
        return ["board", "story", "reported", *sorted(names, key=queue.__contains__), "why"]

    def get_readonly_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
