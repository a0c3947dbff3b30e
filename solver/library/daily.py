"""The puzzle of the day."""

import uuid
from datetime import date
from hashlib import blake2b

from django.utils import timezone

from solver.models import Puzzle


def puzzle_of_the_day(day: date | None = None) -> Puzzle | None:
    """A published 9×9 puzzle with one solution, another one each day, the same for everybody.

    The first whose id follows the day's digest: ids are random, so no puzzle is asked for in vain.
    """
    digest = blake2b((day or timezone.now().date()).isoformat().encode(), digest_size=16).digest()
    fit = Puzzle.objects.filter(is_published=True, box=3, verdict=Puzzle.Verdict.UNIQUE)
    in_order = fit.order_by("id")
    return in_order.filter(id__gte=uuid.UUID(bytes=digest)).first() or in_order.first()
