"""The list of all jobs: owner, kind, progress, and actions to pause, resume or cancel them."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from solver.jobs import job_types
from solver.models import Job
from solver.queue import submission

from .filtering import JobKindFilter
from .model_admin import ReadOnlyAdmin, labelled


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """The list of jobs. Each row links to the page of the job, which has the same actions for one."""

    list_title = gettext_lazy("Jobs")
    list_display = ("words", "owner", "state_words", "progress", "place", "added")
    list_display_links = None
    list_filter = ("status", JobKindFilter, "created_at")
    search_fields = ("title", "owner__username")
    list_select_related = ("owner",)
    list_per_page = 50
    ordering = ("-created_at", "-id")
    actions = ("pause", "resume", "cancel")

    @admin.display(description=gettext_lazy("job"))
    def words(self, job: Job) -> str:
        return format_html('<a href="{}">{}</a>', job.get_absolute_url(), job.said)

    @admin.display(description=gettext_lazy("state"), ordering="status")
    def state_words(self, job: Job) -> str:
        return str(job.Status(job.state).label)

    @admin.display(description=gettext_lazy("progress"))
    def progress(self, job: Job) -> str:
        kind = job_types().get(job.kind)
        done, total = (number_format(n, force_grouping=True) for n in (job.done, job.total))
        of = _("%(done)s of %(total)s") % {"done": done, "total": total}
        return f"{of} {kind.items}" if kind else of

    @admin.display(description=gettext_lazy("place in line"))
    def place(self, job: Job) -> str:
        if job.status != Job.Status.QUEUED:
            return ""
        return labelled(_("place in line"), 1 + Job.objects.waiting_before(job, 1_000))

    @admin.action(description=pgettext_lazy("job", "Pause"), permissions=["move"])
    def pause(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        self._tell(request, sum(Job.objects.pause(job.pk) for job in jobs))

    @admin.action(description=gettext_lazy("Resume"), permissions=["move"])
    def resume(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        self._tell(request, sum(submission.resume_job(job, request.user) for job in jobs))

    @admin.action(description=gettext_lazy("Cancel"), permissions=["move"])
    def cancel(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        known = [job for job in jobs if job.kind in job_types()]
        allowed = [job for job in known if job_types()[job.kind].may_cancel(job)]
        self._tell(request, sum(Job.objects.cancel(job.pk) for job in allowed))

    def _tell(self, request: HttpRequest, count: int) -> None:
        messages.success(request, _("Jobs changed: %(count)s") % {"count": count})

    def has_move_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("solver.change_job")
