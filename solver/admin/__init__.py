"""Django's admin for editors and moderators: accounts and log here, the rest in its modules."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from solver.accounts import ownership, second_factor
from solver.models import User
from solver.models.said import Said, said
from solver.puzzles.catalogue import OF_A_JOB

from . import inbox, jobs, ordering, setting_aside, solves  # noqa: F401 - they register
from .collecting import say_puzzles
from .filtering import FlagFilter, SubjectFilter
from .history_restore import facts_of, words_of
from .model_admin import BaseAdmin, ReadOnlyAdmin, say_when


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

    list_title = _("Log")
    list_display = ("at", "user", "kind", "about", "in_words")
    list_display_links = None
    list_filter = (FlagFilter, SubjectFilter, "action_time")
    search_fields = ("user__username", "object_repr", "object_id")
    list_select_related = ("user", "content_type")

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
