"""Lists that are long: how many rows there are without looking at each, and pages far down in them."""

import json
from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet

MANY = 20_000  # rows; fewer are counted, whatever that takes
DEAR = 10_000  # in the planner's units, one for a page that is read: some 50 ms


class EstimatingPaginator(Paginator):
    """Counts, but where that is dear: there it says what PostgreSQL's statistics make of the question.

    What is done with all of such a list is done with as many as its button said, or is asked again.
    """

    object_list: QuerySet[Any]

    @cached_property
    def count(self) -> int:
        return self._estimate or self.object_list.count()

    @cached_property
    def _estimate(self) -> int:
        """0 where it is better to count."""
        told = self.object_list.order_by().values("pk").explain(format="json")
        if not told:  # known to have none, without a question
            return 0
        [answer] = json.loads(told)
        plan = answer["Plan"]
        is_dear = plan["Plan Rows"] > MANY and plan["Total Cost"] > DEAR
        return int(plan["Plan Rows"]) if is_dear else 0

    def page(self, number: Any) -> Any:
        """Its rows by their ids, which an index knows: what comes before a late page is not looked at."""
        found = super().page(number)
        first = (found.number - 1) * self.per_page
        ids = self._ids(first, min(first + self.per_page, self.count))
        if self._estimate and (len(ids) < self.per_page or found.number == self.num_pages):
            self.count = self.object_list.count()  # this is the end, or was taken for it
        rows = self.object_list.all()
        rows.query.clear_where()  # which took part in finding the ids, and may be dear
        found.object_list = rows.filter(pk__in=ids)
        return found

    def _ids(self, first: int, end: int) -> list[Any]:
        """From the nearer end of the list; of one whose length is estimated, from the beginning."""
        ids = self.object_list.values_list("pk", flat=True)
        if self._estimate or first <= self.count / 2:
            return list(ids[first:end])
        return list(ids.reverse()[self.count - end : self.count - first])
