"""List the jobs of the site: imports, batches, and all other long work.

With the id of a job, show its progress and what is wrong with its items.
"""

import uuid
from typing import Any

from django.core.management.base import CommandError, CommandParser

from solver.management import following
from solver.management.base_command import IN_VAIN, SiteCommand, complain
from solver.models import Job

NEWEST = 20


class Command(SiteCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", nargs="?", type=uuid.UUID, help="the id of one")
        parser.add_argument("--all", action="store_true", help=f"not only the newest {NEWEST}")
        parser.add_argument("--unfinished", action="store_true", help="only those not over")
        moves = parser.add_mutually_exclusive_group()
        moves.add_argument("--follow", action="store_true", help="until it is over")
        moves.add_argument("--pause", action="store_true")
        moves.add_argument("--resume", action="store_true", help="after a pause or a failure")
        moves.add_argument("--cancel", action="store_true")

    def handle(self, *args: Any, job: uuid.UUID | None, **options: Any) -> None:
        if job is None:
            self._list(options)
            return
        selected = following.find(job)
        if options["cancel"]:
            following.cancel(selected)
        elif options["resume"]:
            following.resume(selected)
        elif options["pause"] and not Job.objects.pause(job):
            raise CommandError(
                f"it is {selected.status}; only one that waits or runs can be paused"
            )
        if options["follow"]:
            following.follow(selected)
        selected.refresh_from_db()
        self._tell(selected)

    def _list(self, options: dict[str, Any]) -> None:
        jobs = Job.objects.order_by("-created_at")
        if options["unfinished"]:
            jobs = jobs.filter(status__in=("queued", "running", "paused"))
        for job in jobs.iterator() if options["all"] else jobs[:NEWEST]:
            self.stdout.write(
                f"{job.pk}  {job.created_at:%Y-%m-%d %H:%M}  {job.kind:9} {job.state:9} "
                f"{job.done:>9,} of {job.total:>9,}  {job.title}"
            )

    def _tell(self, job: Job) -> None:
        self.stdout.write(f"{job.title}: {job.state}, {job.done:,} of {job.total:,}")
        for line in following.counts_of(job):
            self.stdout.write(line)
        for line in following.wrong_lines(job):
            complain(line)
        if job.status == Job.Status.FAILED:
            raise CommandError(job.failure_words, returncode=IN_VAIN)
