"""The base class of job types: how a part of a job is computed, and how its findings are written."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.utils.functional import Promise as LazyText
from django.utils.translation import gettext_lazy as _

from solver.models import Job, JobPart
from solver.models.failures import Code, Fact

SET_ASIDE, AGAIN = "set-aside", "again"
Text = str | LazyText
Row = list[Any]  # of a report: the fate, then the other `columns`. For example, ['graded', id, …]


class JobFailed(Exception):
    """Ends a job as failed, with a code of `failures` and its facts. Its finished parts are kept."""

    def __init__(self, code: Code, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


# Items of any job type may end with these.
FATES = {
    SET_ASIDE: _("set aside: failed"),
    AGAIN: _("tried again after being set aside"),
}


class JobType(ABC):
    """One kind of long work. A job's items come in parts, and each item ends with a fate.

    Each of the `phases` goes over all parts. It counts from the start, and its report replaces the report of
    the phase before.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    items: ClassVar[Text] = _("items")  # what is counted
    # In items, for at most half a second on an idle machine, and 20 times that on a busy one.
    part_size: ClassVar[int] = 500
    is_shared: ClassVar[bool] = False  # several workers do its parts, in any order, in one phase
    may_divide: ClassVar[bool] = True  # a part that failed is tried again with half its items
    phases: ClassVar[tuple[Text, ...]] = (_("Working"),)
    is_private: ClassVar[bool] = False  # only its owner may read the report, and no staff
    is_brief: ClassVar[bool] = False  # a few items are done in a moment
    is_upkeep: ClassVar[bool] = False  # the site does it by itself
    columns: ClassVar[tuple[str, ...]]  # of the report, the fate first
    exported: ClassVar[tuple[str, ...]] = ()
    shown: ClassVar[dict[str, Text]]  # labels of the columns that its page shows after the fate
    fates: ClassVar[dict[str, Text]]  # label of each fate, the most interesting first

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        """Return how many items like `item` a part may have. `spec` are the choices of the job."""
        return self.part_size

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.fates = {**cls.fates, **FATES}

    def compute(self, job: Job, part: JobPart) -> Any:
        """Return the findings of a part, for `write`. Change nothing here, as it may run several times.

        Return None, as here, if all depends on the rows as they are when the part is written.
        Limit a long search by nodes and not by time, so that it ends alike on every machine. Raise JobFailed to
        end the job.
        """
        return None

    @abstractmethod
    def write(self, job: Job, part: JobPart, findings: Any) -> list[Row]:
        """Write what `compute` found, in the transaction that marks the part as done.

        Return a row for each item. Return fewer rows if there was no time for all items: the others become
        parts of their own. Return no row to do the part again: `part.attempt` counts the tries without a
        result, and the job type decides when to stop. Keep it short, because a request to pause the job waits
        for it. Lock rows that others change too in the one order (docs/architecture.md, "The order of locks").
        Raise JobFailed to end the job.
        """

    def may_set_aside(self, job: Job) -> bool:
        """Return whether the job may skip an item that failed again and again, and go on without it."""
        return True

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        """Return the rows of the report for a part whose items failed. `part.failure` has the reason."""
        blank = [""] * (len(self.columns) - 2)
        return [[SET_ASIDE, str(item), *blank] for item in part.given]

    def export_row(self, row: Row, item: Any) -> Row:
        """Return a row of the downloaded report. Its columns are `exported`, or `columns` if that is empty."""
        return row

    def solves_to_enqueue(self, rows: list[Row]) -> list[UUID]:
        """Return the ids of solves that these rows leave queued, to be enqueued once the part is committed."""
        return []

    def solves_of(self, rows: list[Row]) -> list[UUID]:
        """Return the ids of the solves that stand for failed items, if the job type writes any."""
        return []

    def missing_count(self, job: Job) -> int:
        """Return how many items a finished job did not deliver, for which another job could be started."""
        return 0

    def expected_duration(self, job: Job) -> timedelta | None:
        """Return how long the job may take before its own pace is known, or None if that is unknown."""
        return None

    def may_cancel(self, job: Job) -> bool:
        """Return whether the job may be cancelled now."""
        return True

    def question_before(self, job: Job, phase: int) -> Text:
        """Return a question that a person has to answer before this phase, or "".

        The job waits for the answer.
        """
        return ""
