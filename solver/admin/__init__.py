"""Django's admin for editors and moderators: accounts, log and solves here, the rest in its modules."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from solver.accounts import ownership, second_factor
from solver.models import Solve, User
from solver.models.leased_work import LeasedWork
from solver.models.said import Said, said
from solver.puzzles.catalogue import OF_A_JOB

from .collecting import CollectionAdmin, say_puzzles
from .filtering import FlagFilter, SubjectFilter
from .history_restore import facts_of, words_of
from .jobs import JobAdmin
from .library import PuzzleAdmin
from .model_admin import BaseAdmin, ReadOnlyAdmin, labelled, say_when
from .ordering import MembershipAdmin
from .paging import EstimatingPaginator
from .preview import preview
from .reporting import ReportFilter, answer_reports, tell_reports, with_open_reports
from .setting_aside import SetAsideAdmin
from .solve_list import MethodFilter, heading, newest, solve_named

# Fields of a solve that are not shown. `why` shows the failure in words.
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
    """Accounts. A superuser sets permissions, other staff can only deactivate accounts of visitors."""

    # The mail address is on the page of an account, which only a superuser sees in full.
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
        """Return False for an account with entries in the admin's log, because these would be deleted too."""
        has_acted = obj is not None and LogEntry.objects.filter(user=obj).exists()
        return super().has_delete_permission(request, obj) and not has_acted

    def get_actions(self, request: HttpRequest, *more: Any, **named: Any) -> dict[str, Any]:
        """Return the actions without the bulk delete, which does not check each account."""
        actions = super().get_actions(request, *more, **named)
        actions.pop("delete_selected", None)
        return actions

    @admin.action(description=_("Turn off the second factor"), permissions=["root"])
    def remove_second_factor(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Remove the second factor of accounts whose app and recovery codes are lost."""
        changed = [user for user in users if second_factor.remove(user)]
        self.log_and_confirm(request, changed, said(_("Turn off the second factor")))

    def has_root_permission(self, request: HttpRequest) -> bool:
        return is_root(request)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account with everything it owns, as on the page of the account."""
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
    """Django's groups, in a list like ours."""


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """The log of changes by staff, read-only. What a job does to puzzles is one line, which leads to them.

    A superuser sees all entries, an editor those about puzzles, collections and jobs.
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

    @admin.display(description=_("object"), ordering="object_repr")
    def about(self, entry: LogEntry) -> str:
        address = entry.get_admin_url()
        if entry.content_type and entry.content_type.model == "job":
            address = reverse("job", args=[entry.object_id])
        title = facts_of(entry).get("title")
        called = Said.of(title) if title else entry.object_repr
        if not address or entry.is_deletion():
            return called
        return format_html('<a href="{}">{}</a>', address, called)

    @admin.display(description=_("action"))
    def in_words(self, entry: LogEntry) -> str:
        number = facts_of(entry).get("puzzles")
        return words_of(entry)[0] if number is None else say_puzzles(number)

    def get_queryset(self, request: HttpRequest) -> QuerySet[LogEntry]:
        entries = super().get_queryset(request).exclude(change_message__startswith=OF_A_JOB)
        if request.user.has_perm("admin.view_logentry"):
            return entries
        return entries.filter(
            content_type__app_label="solver",
            content_type__model__in=("puzzle", "collection", "job"),
        )

    def has_view_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        return request.user.has_perm("solver.change_puzzle") or super().has_view_permission(
            request, obj
        )

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


@admin.register(Solve)
class SolveAdmin(ReadOnlyAdmin):
    """Solves. A moderator can make one private, answer its reports, or delete it."""

    list_display = (
        *("board", "__str__", "state", "iterations", "elapsed"),
        *("owner", "visibility", "note", "reports", "added"),
    )
    list_display_links = ("board", "__str__")
    list_filter = (
        *(ReportFilter, "visibility", "status", "outcome", "verdict"),
        *(MethodFilter, "lane", "created_at"),
    )
    search_fields = (
        *("puzzle__title", "puzzle__givens__startswith", "note", "owner__username__startswith"),
    )
    search_help_text = _("Words of title and note, the first givens, a solve's id, or an account")
    list_select_related = ("puzzle", "owner")
    list_per_page = 25
    ordering = ("-created_at", "-id")
    show_full_result_count = False
    paginator = EstimatingPaginator
    actions = ("make_private", "dismiss_reports")
    has_delete_permission = BaseAdmin.has_delete_permission

    def get_queryset(self, request: HttpRequest) -> QuerySet[Solve]:
        return with_open_reports(super().get_queryset(request))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, heading(request) | (extra_context or {}))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Solve], search_term: str
    ) -> tuple[QuerySet[Solve], bool]:
        """Search the newest solves. Find any solve by its id or address, and all of an account by its name."""
        if pk := solve_named(search_term):
            return queryset.filter(pk=pk), False
        if account := User.objects.filter(username=search_term.strip()).first():
            return queryset.filter(owner=account), False
        return super().get_search_results(request, newest(queryset, request), search_term)

    @admin.action(description=_("Make private"), permissions=["moderate"])
    def make_private(self, request: HttpRequest, solves: QuerySet[Solve]) -> None:
        """Make solves private, log it, and mark their reports as answered."""
        visible = list(solves.exclude(visibility=Solve.Visibility.PRIVATE))
        Solve.objects.filter(pk__in=[solve.pk for solve in visible]).update(
            visibility=Solve.Visibility.PRIVATE
        )
        answer_reports(list(solves))
        self.log_and_confirm(request, visible, said(_("Make private")))

    @admin.action(description=_("Dismiss reports"), permissions=["moderate"])
    def dismiss_reports(self, request: HttpRequest, solves: QuerySet[Solve]) -> None:
        """Mark the open reports of solves as answered and log it. The solves do not change."""
        reported = [solve for solve in solves if self.reports(solve)]
        answer_reports(reported)
        self.log_and_confirm(request, reported, said(_("Dismiss reports")))

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("solver.change_solve")

    @admin.display(description=_("board"))
    def board(self, solve: Solve) -> str:
        return preview(solve.puzzle)

    @admin.display(description=_("outcome"), ordering="outcome")
    def state(self, solve: Solve) -> str:
        return solve.state_words

    @admin.display(description=_("iterations"), ordering="iteration_count")
    def iterations(self, solve: Solve) -> str:
        return labelled(gettext("iterations"), solve.iteration_count)

    @admin.display(description=_("solving"), ordering="elapsed_ms")
    def elapsed(self, solve: Solve) -> str:
        milliseconds = solve.elapsed_ms
        return f"{number_format(milliseconds, 1)} ms" if milliseconds is not None else ""

    @admin.display(description=_("reports"))
    def reports(self, solve: Solve) -> str:
        """Return the number of open reports of a solve with its label, or an empty text if there is none."""
        count = getattr(solve, "open_reports", 0)
        return labelled(gettext("reports"), count) if count else ""

    @admin.display(description=_("reports"))
    def reported(self, solve: Solve) -> str:
        return tell_reports(solve)

    @admin.display(description=_("iterations"))
    def story(self, solve: Solve) -> str:
        return format_html('<a href="{}">{}</a>', solve.get_absolute_url(), _("Open its page"))

    @admin.display(description=_("failure"))
    def why(self, solve: Solve) -> str:
        return solve.failure_words

    def get_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        """Return the fields in order: the solve and its result first, then its state in the queue."""
        queue = [field.name for field in LeasedWork._meta.fields]
        names = [field.name for field in Solve._meta.fields if field.name not in UNSAID]
        return ["board", "story", "reported", *sorted(names, key=queue.__contains__), "why"]

    def get_readonly_fields(self, request: HttpRequest, obj: Solve | None = None) -> list[Any]:
        return self.get_fields(request, obj)
