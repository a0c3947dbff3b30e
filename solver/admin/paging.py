"""Pages of long lists, without counting every row or skipping over all rows before a late page."""

import json
from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet

MANY = 20_000  # rows: up to this number they are always counted
EXPENSIVE = 10_000  # of the planner's cost units, one for a page that is read: about 50 ms


class EstimatingPaginator(Paginator):
    """Count the rows, or take the estimate of PostgreSQL's planner if counting is expensive.

    An action on all rows of such a list compares the number on its button, and asks again if it differs.
    """

    object_list: QuerySet[Any]

    @cached_property
    def count(self) -> int:
        return self._estimate or self.object_list.count()

    @cached_property
    def _estimate(self) -> int:
        """The planner's number of rows, or 0 if they should be counted."""
        output = self.object_list.order_by().values("pk").explain(format="json")
        if not output:  # an empty queryset makes no query
            return 0
        [explained] = json.loads(output)
        plan = explained["Plan"]
        is_expensive = plan["Plan Rows"] > MANY and plan["Total Cost"] > EXPENSIVE
        return int(plan["Plan Rows"]) if is_expensive else 0

    def page(self, number: Any) -> Any:
        """Return a page of the list.

        Its rows are fetched by ids from an index, without reading the rows before it.
        """
        page = super().page(number)
        first = (page.number - 1) * self.per_page
        ids = self._ids(first, min(first + self.per_page, self.count))
        if self._estimate and (len(ids) < self.per_page or page.number == self.num_pages):
            self.count = self.object_list.count()  # the estimate is too low or too high here
        rows = self.object_list.all()
        rows.query.clear_where()  # the ids satisfy the filters, which may be expensive
        page.object_list = rows.filter(pk__in=ids)
        return page

    def _ids(self, first: int, end: int) -> list[Any]:
        """Return ids, read from the nearer end, or from the beginning if the length is an estimate."""
        ids = self.object_list.values_list("pk", flat=True)
        if self._estimate or first <= self.count / 2:
            return list(ids[first:end])
        return list(ids.reverse()[self.count - end : self.count - first])
