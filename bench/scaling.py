"""One batch on the site's bulk worker, then with more of them under other host names, then with one killed.

    python -m bench.scaling [--puzzles 10000] [--more 2] [--method guessing]

Starts the production processes on services of its own. Each process is known to PostgreSQL by the name of its
worker, and a trigger writes down which of them committed each part: what a transaction that was rolled back
wrote is not counted. AssertionError when a solve is missing, is there twice, or `audit` finds a fault.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # for `puzzles`

from puzzles import ARTICLE_000, morph

from sudokusite.local.run import PROCESSES
from tests.faults.site import Clock, Site, check, wait_for

CLOCK = Clock(lease=45, period=15, task=30, solve=10)  # production's
# In a schema of its own, so that `audit` and Django see nothing of it.
WRITE_DOWN = """
    CREATE SCHEMA beside;
    CREATE TABLE beside.committed (job uuid, worker text, items int);
    CREATE FUNCTION beside.write_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO beside.committed
        VALUES (NEW.job_id, current_setting('application_name'), jsonb_array_length(NEW.report));
        RETURN NULL;
    END $$;
    CREATE TRIGGER write_down AFTER UPDATE OF report ON solver_jobpart
        FOR EACH ROW WHEN (OLD.report = '[]' AND NEW.report <> '[]')
        EXECUTE FUNCTION beside.write_down();
"""
SHARES = """
    SELECT coalesce(nullif(worker, ''), 'own') AS worker, count(*), sum(items)
    FROM beside.committed WHERE job = %s GROUP BY 1
"""
ANSWERS = """
    SELECT count(*), count(DISTINCT puzzle_id), count(*) FILTER (WHERE outcome = 'solved')
    FROM solver_solve
"""


def add_workers(site: Site, number: int) -> list[str]:
    """Their names, each that of a host which `--scale` would have made."""
    names = [f"other{nth}" for nth in range(1, number + 1)]
    for name in names:
        words = [word.replace("@%h", f"@{name}-%h") for word in PROCESSES["worker-bulk"]]
        site.processes[name] = process = site.process(name, words, PGAPPNAME=name)
        process.niceness = site.processes["worker-bulk"].niceness
        process.start()
    wait_for(lambda: signs_of_life(site) >= 1 + number, 120, "the other workers to start")
    return names


def signs_of_life(site: Site) -> int:
    query = (
        "SELECT count(*) FROM solver_heartbeat"
        " WHERE name LIKE 'bulk@%%' AND seen_at > now() - interval '1 minute'"
    )
    return int(site.sql(query)[0][0])


def one_batch(site: Site, lines: list[str], method: str, killed: str = "") -> str:
    """How long it took and who committed how much of it; `killed` is ended by SIGKILL at a third."""
    started = time.perf_counter()
    url = site.submit_batch(lines, method)
    job, is_due = url.rstrip("/").rsplit("/", 1)[-1], bool(killed)
    while (batch := site.batch(url))["finished"] < batch["total"]:
        if is_due and batch["finished"] >= batch["total"] / 3:
            wait_for(lambda: holds_a_part(site, job, killed), 60, f"{killed} to hold a part")
            site.kill(killed)
            is_due = False
        time.sleep(0.1)
    took = time.perf_counter() - started
    shares = site.sql(SHARES, job)
    results = site.get(batch["results_url"]).text.splitlines()
    check(len(results) == len(lines), f"{len(results)} results")
    check(sum(items for _, _, items in shares) == len(lines), f"items written once each: {shares}")
    check(not is_due, "nobody was killed: it was over too soon")
    words = ", ".join(f"{worker} {parts} parts, {items:,}" for worker, parts, items in shares)
    return f"{took:.1f} s, {len(lines) / took:.0f} a second: {words}"


def holds_a_part(site: Site, job: str, name: str) -> bool:
    """Whether it is about to write one, so that something is lost with it."""
    query = (
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND xact_start IS NOT NULL"
        " AND EXISTS (SELECT FROM solver_jobpart WHERE job_id = %s AND lease_until > now())"
    )
    return bool(site.sql(query, name, job)[0][0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=10_000)
    parser.add_argument("--more", type=int, default=2, help="workers beside the site's own")
    parser.add_argument("--method", default="guessing")
    options = parser.parse_args()
    rng = random.Random(9)
    puzzles = list({morph(ARTICLE_000, rng): None for _ in range(3 * options.puzzles)})
    with (
        tempfile.TemporaryDirectory(prefix="scaling-") as folder,
        Site(Path(folder), CLOCK) as site,
    ):
        site.sql(WRITE_DOWN)
        first, second, third = (puzzles[nth::3] for nth in range(3))
        method = options.method
        print("the site's own:", one_batch(site, first, method), flush=True)
        names = add_workers(site, options.more)
        print(f"{options.more} more:", one_batch(site, second, method), flush=True)
        print("one killed:", one_batch(site, third, method, names[0]), flush=True)
        check(site.sql(ANSWERS)[0] == (len(puzzles),) * 3, f"answered: {site.sql(ANSWERS)}")
        print("audit:", site.manage("audit").strip().splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
