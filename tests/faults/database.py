"""Faults of PostgreSQL, of its disk, its tables and its dump."""

import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from .fault import all_answered, fault, run, statuses, submit
from .load import Load, work
from .site import Answer, Site, check, quantile, wait_for


@fault(8, "PostgreSQL restarted at once under load")
def restart_postgres(site: Site, load: Load) -> str:
    assert site.postgres.popen
    connections = site.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'sudoku'")[0][0]
    time.sleep(2)
    down = time.time()
    site.postgres.popen.send_signal(signal.SIGQUIT)  # "immediate": ends all, tidies nothing
    site.postgres.popen.wait()
    site.postgres.start()
    back = time.time()
    site.let_leases_run_out()
    time.sleep(5)
    answers = [answer for answer in load.answers if answer.sent > down - 1]
    errors = [answer for answer in answers if not answer.solve]
    late = [answer for answer in errors if answer.sent > back]
    check({answer.status for answer in errors} <= {503}, f"not only 503: {statuses(errors)}")
    check(len(late) <= connections, f"{len(late)} errors over {connections} connections")
    return (
        f"away for {back - down:.1f} s, {len(errors)} times 503, "
        f"{len(late)} of them once it was back, {connections} connections"
    )


@fault(9, "PostgreSQL away for 60 s")
def stop_postgres(site: Site, load: Load) -> str:
    time.sleep(3)
    site.postgres.stop()
    time.sleep(0.5)
    started = time.time()
    answers: list[Answer] = []
    while time.time() - started < site.some(60):
        for ask in (site.submit, site.submit_by_page):
            answers.append(ask(*work(len(answers))))
        answers.append(site.get(f"/solves/{uuid.uuid4()}/"))
        time.sleep(0.25)
    until = time.time()
    site.postgres.start()
    site.let_leases_run_out()
    time.sleep(3)
    answers += [answer for answer in load.answers if started < answer.sent < until - 1]
    slowest = max(answer.seconds for answer in answers)
    check({answer.status for answer in answers} == {503}, f"not only 503: {statuses(answers)}")
    check(all(answer.retry_after for answer in answers), "503 without Retry-After")
    check(slowest < site.within(1), f"an answer took {slowest:.2f} s")
    return f"{len(answers)} requests, each 503 with Retry-After within {slowest:.2f} s"


@fault(15, "a migration that locks, under load")
def lock_by_migration(site: Site, load: Load) -> str:
    """A reader that dawdles holds the table; the migration wants it whole, and everybody queues behind."""
    with psycopg.connect(site.postgres.url) as reader:
        reader.execute("SELECT count(*) FROM solver_solve")
        begun = time.time()
        # A version of the site that brings one more migration.
        late = site.changed("next", "INSTALLED_APPS = [*INSTALLED_APPS, 'late']", LATE)
        result = site.try_to_manage("migrate", **late)
        seconds = time.time() - begun
    time.sleep(2)
    check(result.returncode and "holds a lock" in result.stderr, f"it said {result.stderr[-300:]}")
    check(seconds < site.within(10), f"it took {seconds:.1f} s to give up")
    answered = [answer for answer in load.answers if answer.sent > begun - 1]
    check(all(answer.solve for answer in answered), f"clients saw {statuses(answered)}")
    p99 = quantile([answer.seconds for answer in answered], 0.99)
    check(p99 < site.within(3), f"p99 {p99:.2f} s")
    site.manage("migrate", "--check")
    return (
        f"gave up within {seconds:.1f} s, start included; {len(answered)} requests, p99 {p99:.2f} s"
    )


LATE = {
    "late/__init__.py": "",
    "late/migrations/__init__.py": "",
    "late/migrations/0001_initial.py": """
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("solver", "0001_initial")]
    operations = [migrations.RunSQL("ALTER TABLE solver_solve ADD COLUMN late integer")]
""",
}


@fault(16, "backup, restore into an empty database")
def restore(site: Site, load: Load) -> str:
    load.finish()
    site.settle()
    programs, dump = site.postgres.programs, site.folder / "backup.dump"
    copy = site.postgres.url.rsplit("/", 1)[0] + "/copy"
    site.sql("DROP DATABASE IF EXISTS copy")
    site.sql("CREATE DATABASE copy")
    started = time.monotonic()
    run(programs / "pg_dump", "--format=custom", f"--file={dump}", site.postgres.url)
    run(programs / "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={copy}", dump)
    seconds = time.monotonic() - started
    tables = [
        name for (name,) in site.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    ]

    def counts(url: str) -> dict[str, int]:
        found = {}
        for table in tables:
            if table != "solver_heartbeat":  # it goes on beating
                found[table] = site.sql(f"SELECT count(*) FROM {table}", url=url)[0][0]
        return found

    there, here = counts(copy), counts(site.postgres.url)
    check(there == here, f"{there} instead of {here}")
    site.manage("audit", DATABASE_URL=copy)
    rows = sum(there.values())
    return (
        f"{rows} rows in {len(tables)} tables, {dump.stat().st_size / 1e6:.1f} MB, {seconds:.1f} s"
    )


@fault(20, "the disk of the database is full, under load")
def fill_disk(site: Site, load: Load) -> str:
    if subprocess.run(["mount", "--make-rprivate", "/"], capture_output=True).returncode:
        return "left out: only root, in a mount namespace of its own, can give it a small disk"
    with _small_disk(site) as ballast:
        solve = submit(site, 0)
        all_answered(site, [solve])
        with suppress(OSError), ballast.open("wb", buffering=0) as out:
            while out.write(bytes(65536)):
                pass
        filled = time.time()

        def says_so() -> bool:
            ready = site.get("/readyz")
            return ready.status == 503 and (
                "disk is full" in ready.text or "database" in ready.text
            )

        noticed = wait_for(says_so, site.within(60), "/readyz to say so")
        time.sleep(site.some(20))
        refused = [answer for answer in load.answers if answer.sent > filled and not answer.solve]
        check(refused, "nothing was refused")
        check({answer.status for answer in refused} == {503}, f"not only 503: {statuses(refused)}")
        check(all(answer.retry_after for answer in refused), "503 without Retry-After")
        ballast.unlink()
        if not site.postgres.is_running:
            site.postgres.start()
        back = wait_for(
            lambda: site.get("/readyz").status == 200, site.within(60), "the site to be ready again"
        )
        site.let_leases_run_out()
        load.finish()
        site.settle()
    return (
        f"/readyz said so after {noticed:.1f} s, {len(refused)} requests each 503 with Retry-After;"
        f" ready {back:.1f} s after there was room"
    )


@contextmanager
def _small_disk(site: Site) -> Iterator[Path]:
    """Inside, the data of PostgreSQL lies on a disk with little room; gives a file to fill it with."""
    data, disk = site.postgres.data, site.folder / "disk"
    disk.mkdir(exist_ok=True)
    site.postgres.stop()
    megabytes = sum(file.stat().st_size for file in data.rglob("*") if file.is_file()) // 2**20
    run("mount", "-t", "tmpfs", "-o", f"size={megabytes + 200}m,mode=0711", "tmpfs", disk)
    run("cp", "--archive", data, disk / "data")
    run("mount", "--bind", disk / "data", data)
    site.postgres.start()
    try:
        yield disk / "ballast"
    finally:
        site.postgres.stop()
        run("umount", data)
        run("rm", "-r", data)
        run("cp", "--archive", disk / "data", data)
        run("umount", disk)
        site.postgres.start()
