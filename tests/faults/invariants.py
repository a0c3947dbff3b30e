"""What holds after every fault, I1 to I7; AssertionError names the one that does not."""

import time

from .load import expected
from .site import Site, check


def hold(site: Site, acknowledged: list[str]) -> None:
    """Asked once everything is settled."""
    lost = site.sql(
        "SELECT id FROM unnest(%s::uuid[]) AS promised(id) LEFT JOIN solver_solve USING (id)"
        " WHERE status IS NULL OR status NOT IN ('finished', 'failed')",
        acknowledged,
    )
    check(not lost, f"I1: {len(lost)} of {len(acknowledged)} acknowledged solves are lost")
    site.manage("audit")  # I2 to I5: stuck, gaps, mixed, illegal
    rung_for_again(site, acknowledged[:: max(1, len(acknowledged) // 20)])
    wrong = [
        f"{method}: {found} instead of {expected(puzzle, method)}"
        for puzzle, method, *found in site.sql(
            "SELECT givens, method, coalesce(nullif(outcome, ''), failure), s.verdict, iteration_count"
            " FROM solver_solve s JOIN solver_puzzle p ON p.id = puzzle_id WHERE s.id = ANY(%s::uuid[])",
            acknowledged,
        )
        if tuple(found) != expected(puzzle, method)
    ]
    check(not wrong, f"I7: {len(wrong)} other answers than without the fault, {wrong[:3]}")


def rung_for_again(site: Site, solves: list[str]) -> None:
    before = site.digest(solves)
    site.enqueue(*solves)
    deadline = time.monotonic() + site.within(15)
    while site.broker().llen("interactive"):
        check(time.monotonic() < deadline, "nobody takes messages")
        time.sleep(0.1)
    time.sleep(0.3)
    check(site.digest(solves) == before, "I6: a second message changed a finished solve")
