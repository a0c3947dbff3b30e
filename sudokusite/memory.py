"""Memory of a process that was forked from one with all code: shared at first, its own once written to."""

import ctypes
import gc
from collections.abc import Callable
from pathlib import Path

MOST_OWN = 15_000  # KB of its own that an idle process keeps

# Return free memory of the heap to the system.
trim: Callable[[int], object] = getattr(ctypes.CDLL(None), "malloc_trim", lambda _pad: None)


def freeze() -> None:
    """Exempt all objects from garbage collection before a fork, so that processes share their memory."""
    gc.collect()
    gc.freeze()


def has_much_of_its_own(process: int | str = "self") -> bool:
    """Return whether a process has more than MOST_OWN. Raise OSError if it has ended."""
    return kilobytes("Private_Dirty", f"{process}/smaps_rollup") > MOST_OWN


def kilobytes(name: str, file: str = "self/status") -> int:
    """Return a figure of a process, by default of this one, from the kernel, in KB."""
    status = Path("/proc", file).read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(name))
