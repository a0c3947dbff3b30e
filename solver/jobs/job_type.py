"""A kind of job and what it has to say: how one part of it is worked out, and how that is put down."""

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
Row = list[Any]  # of a report: the fate of an item, then what `columns` names


class JobFailed(Exception):
    """The reason for which a job ends as failed, a code of `failures` with its facts. What was done is kept."""

    def __init__(self, code: Code, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


# Of items of any kind.
FATES = {
    SET_ASIDE: _("set aside: at fault"),
    AGAIN: _("were set aside, and tried again"),
}


class JobType(ABC):
    """A kind of long work. A job's items are given in parts; each ends with a fate.

    `phases` are gone through one after the other, each over all parts, counted anew and with a report
    of its own in place of the last one's.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    items: ClassVar[Text] = _("items")  # what is counted
    # Items; on an idle machine a part should take less than half a second, on a busy one twenty times that.
    part_size: ClassVar[int] = 500
    is_shared: ClassVar[bool] = False  # by several workers at once; in one phase, in any order
    may_divide: ClassVar[bool] = (
        True  # a part that was begun in vain, to be tried again with half its items
    )
    phases: ClassVar[tuple[Text, ...]] = (_("Working"),)
    is_private: ClassVar[bool] = (
        False  # what became of its items is for its owner alone, not for staff
    )
    is_brief: ClassVar[bool] = False  # few of its items are done in a moment
    is_upkeep: ClassVar[bool] = False  # the site does it by itself
    columns: ClassVar[tuple[str, ...]]  # of the report; the first is the fate
    exported: ClassVar[tuple[str, ...]] = ()
    shown: ClassVar[dict[str, Text]]  # those that its page shows beside the fate, in words
    fates: ClassVar[dict[str, Text]]  # in the order of interest

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        """The most items like this one in a part, where that depends on it or on what was chosen."""
        return self.part_size

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.fates = {**cls.fates, **FATES}

    @abstractmethod
    def compute(self, job: Job, part: JobPart) -> Any:
        """Findings to be written for a part. Nothing may be changed here: it may be done several times.

        What might take long ends by nodes, and takes the same way on every machine. Raises JobFailed.
        """

    @abstractmethod
    def write(self, job: Job, part: JobPart, found: Any) -> list[Row]:
        """Put down what `compute` found, in the transaction that marks the part as done; returns a row an item.

        Fewer rows where there was no time for all: then the other items become parts of their own. None: the
        part is done again, and `part.attempt` says how often it came to nothing; the kind knows when to stop.
        Keep it short: whoever wants to pause the job waits for it. Rows that others change too are locked in
        the one order (docs/architecture.md, "The order of locks"). Raises JobFailed.
        """

    def may_set_aside(self, job: Job) -> bool:
        """Whether the job may go on without an item that was at fault."""
        return True

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        """Return the rows of a part whose items were at fault; the part says why."""
        blank = [""] * (len(self.columns) - 2)
        return [[SET_ASIDE, str(item), *blank] for item in part.given]

    def export_row(self, row: Row, item: Any) -> Row:
        """A row as the report is taken away, under the names of `exported`, else of `columns`."""
        return row

    def solves_to_enqueue(self, rows: list[Row]) -> list[UUID]:
        """The solves that these rows leave queued; a worker is rung for once the part is committed."""
        return []

    def solves_of(self, rows: list[Row]) -> list[UUID]:
        """The solves that answer for items which were set aside, if the kind keeps such."""
        return []

    def missing_count(self, job: Job) -> int:
        """How many items of a job that is over are to be had by asking once more."""
        return 0

    def expected_duration(self, job: Job) -> timedelta | None:
        """How long it may take, before it has a pace of its own; None where nobody knows."""
        return None

    def may_cancel(self, job: Job) -> bool:
        """Whether it may end where it is now."""
        return True

    def check_before(self, job: Job, phase: int) -> None:  # noqa: B027  # most kinds may go on
        """Raises JobFailed when this phase must not begin."""

    def question_before(self, job: Job, phase: int) -> Text:
        """A question to be agreed to before this phase, the first too; the job waits until somebody does."""
        return ""
