"""What was measured over few and over many stored solves, side by side."""

import argparse
from collections.abc import Sequence

from django.db import connection

from . import looking
from .costs import Cost, cost_of, plan_of

Found = dict[
    str, dict[int, Sequence[float]]
]  # figures by what they are of and by the number of solves
SIZES = """
    SELECT relname, pg_relation_size(oid) + coalesce(
           (SELECT pg_relation_size(t.oid) FROM pg_class t WHERE t.oid = c.reltoastrelid), 0)
      FROM pg_class c WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
       AND (relname ~ '^(solver_(solve|chapter|puzzle|job|jobpart)|solve_|puzzle_|job_|jobpart_)')
       AND pg_relation_size(oid) > 0 ORDER BY 2 DESC LIMIT 24"""


def measure(section: str, count: int, found: Found, options: argparse.Namespace) -> None:
    if section == "sizes":
        with connection.cursor() as cursor:
            cursor.execute(SIZES)
            for name, size in cursor.fetchall():
                found.setdefault(f"bytes a solve: {name}", {})[count] = [size / count]
    elif section == "pages":
        for name, deed in looking.pages():
            deed(0)
            _note(name, count, cost_of(deed, options.times), found, options.plans)
    else:
        for name, deed, times in looking.jobs():
            _note(name, count, cost_of(deed, times), found, options.plans)


def _note(name: str, count: int, cost: Cost, found: Found, with_plans: bool) -> None:
    found.setdefault(name, {})[count] = cost.columns
    print(f"{count:12,} {name:40}" + "".join(f"{each:10.1f}" for each in cost.columns), flush=True)
    for sql, (took, params) in cost.slow.items() if with_plans else ():
        print(f"  {took:.1f} ms: {sql}\n{plan_of(sql, params)}", flush=True)


def write(found: Found, counts: list[int]) -> None:
    """Markdown: here and in PostgreSQL, medians, and the most that PostgreSQL took."""
    print("\n| |" + "".join(f" {count:,} |" for count in counts) + "\n|---|" + "---|" * len(counts))
    for name, by_count in found.items():
        cells = (by_count.get(count, ()) for count in counts)
        shown = (", ".join(f"{each:,.1f}" for each in figures) for figures in cells)
        print(f"| {name} | " + " | ".join(shown) + " |")
