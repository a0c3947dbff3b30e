"""What something costs: milliseconds of the processor, here and in PostgreSQL."""

import time
from collections.abc import Callable
from statistics import median

from ..common import backend, processor_ms


def cost_of(deed: Callable[[int], object], times: int) -> tuple[float, float, float]:
    """Return the medians here and in PostgreSQL, and its most; a deed is told how many went before."""
    here, there, pid = [], [], backend()
    for number in range(times):
        started, before = time.process_time(), processor_ms(pid)
        deed(number)
        here.append(1000 * (time.process_time() - started))
        there.append(processor_ms(pid) - before)
    return median(here), median(there), max(there)
