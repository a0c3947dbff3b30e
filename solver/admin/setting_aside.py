"""The list of items that a job could not process: why, and a button to try each again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver.models import JobPart, Puzzle
from solver.models.uuid7 import uuid_in
from solver.queue import submission, upkeep
from solver.queue.owners import TooManyUnfinished

from .model_admin import ReadOnlyAdmin, say_when

LONGEST = 100  # characters of an item that are shown


@admin.register(JobPart)
class SetAsideAdmin(ReadOnlyAdmin):
    """The list of such items. Each row links to the puzzle and to the job."""

    list_title = gettext_lazy("Set aside")
    list_display = ("item", "reason", "job_words", "when", "at_once")
    list_display_links = None
    list_select_related = ("job",)
    list_per_page = 50
    ordering = ("-job__created_at", "number")
    actions = ("try_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[JobPart]:
        return JobPart.objects.set_aside()

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if "row" in request.POST and self.has_move_permission(request):
            self._try_again(request, JobPart.objects.filter(pk__in=_numbers(request.POST["row"])))
            return redirect("admin:solver_jobpart_changelist")
        in_vain = [task for task in map(upkeep.upkeep_of, upkeep.KINDS) if task.in_vain]
        return super().changelist_view(request, {"in_vain": in_vain})

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        items = [item for part in changelist.result_list for item in part.given]
        puzzles = Puzzle.objects.in_bulk(list(filter(None, map(uuid_in, items))))
        self.known = {str(pk): puzzle for pk, puzzle in puzzles.items()}
        return changelist

    @admin.display(description=gettext_lazy("failed item"))
    def item(self, part: JobPart) -> str:
        """Return links to the puzzles of a part of a job. Items that are no puzzles are shown as text."""
        shown = []
        for item in part.given:
            if puzzle := self.known.get(str(item)):
                href = reverse("admin:solver_puzzle_change", args=[puzzle.pk])
                shown.append(format_html('<a href="{}">{}</a>', href, puzzle))
            else:
                text = item.get("givens", "") if isinstance(item, dict) else str(item)
                shown.append(format_html("<code>{}</code>", text[:LONGEST]))
        return format_html_join(", ", "{}", ((html,) for html in shown))

    @admin.display(description=gettext_lazy("reason"))
    def reason(self, part: JobPart) -> str:
        return part.failure_words

    @admin.display(description=gettext_lazy("job"))
    def job_words(self, part: JobPart) -> str:
        return format_html('<a href="{}">{}</a>', part.job.get_absolute_url(), part.job.said)

    @admin.display(description=gettext_lazy("added"))
    def when(self, part: JobPart) -> str:
        return say_when(part.job.created_at)

    @admin.display(description=gettext_lazy("Try again"))
    def at_once(self, part: JobPart) -> str:
        button = '<button type="submit" class="plain" name="row" value="{}">{}</button>'
        return format_html(button, part.pk, _("Try again"))

    @admin.action(description=gettext_lazy("Try again"), permissions=["move"])
    def try_again(self, request: HttpRequest, parts: QuerySet[JobPart]) -> None:
        self._try_again(request, parts)

    def _try_again(self, request: HttpRequest, parts: QuerySet[JobPart]) -> None:
        try:
            count = sum(bool(submission.try_again(part, request.user)) for part in parts)
        except TooManyUnfinished as error:
            messages.error(request, str(error))
            return
        message = ngettext("%(count)s is tried again", "%(count)s are tried again", count)
        messages.success(request, message % {"count": count})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return False  # the desk links to it while it has rows

    def has_view_permission(self, request: HttpRequest, obj: JobPart | None = None) -> bool:
        return request.user.has_perm("solver.view_job")

    def has_move_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("solver.change_job")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return self.list_display if self.has_move_permission(request) else self.list_display[:-1]


def _numbers(text: str) -> list[int]:
    return [int(text)] if text.isascii() and text.isdigit() and len(text) < 19 else []
