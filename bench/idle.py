"""Measure memory and CPU time of each process of the idle site.

    python -m bench.idle [--seconds 60] [--rest 60]

Starts it as `make run` does, with its own data, and waits until a new site has done its first work. Memory is
PSS, which counts shared memory once. Both are valid on a busy machine too.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from sudokusite.local.processes import free_port

from .common import ROOT, arguments

MB = 2**20
UNFINISHED = """
    SELECT EXISTS (SELECT FROM solver_job WHERE status IN ('queued', 'running'))
        OR EXISTS (SELECT FROM solver_solve WHERE status IN ('queued', 'running'))"""


@dataclass(frozen=True)
class ProcessUsage:
    """A process: MB of memory, MB that are its own, and CPU seconds since its start."""

    name: str
    shared: float
    own: float
    seconds: float


def usage_of(process: psutil.Process) -> ProcessUsage | None:
    """Return the usage of a process, or None if it has ended."""
    try:
        memory = process.memory_full_info()
        times = process.cpu_times()
        name = name_of(process)
    except psutil.Error:
        return None
    # Processes that the server starts for connections.
    ended = times.children_user + times.children_system
    return ProcessUsage(name, memory.pss / MB, memory.uss / MB, times.user + times.system + ended)


def name_of(process: psutil.Process) -> str:
    """Return the title of a process, without its host and current activity."""
    title = " ".join(process.cmdline()).strip()
    if title.startswith("postgres:"):
        return title.split("127.0.0.1")[0].strip()
    worker = re.match(r"\[celeryd: (\w+)@[^:]*:(\w+)", title)
    if worker:
        return f"celery: {worker[1]} {worker[2]}"
    return title if title.startswith(("gunicorn:", "sudokusite:")) else process.name()


def all_of(process: psutil.Process) -> dict[int, ProcessUsage]:
    family = [process, *process.children(recursive=True)]
    return {each.pid: found for each in family if (found := usage_of(each))}


def main() -> None:
    chosen = arguments(__doc__, seconds=60.0, rest=60.0)
    with tempfile.TemporaryDirectory(prefix="idle-") as folder:
        command = [sys.executable, "-m", "sudokusite.local.run"]
        command += ["--port", str(free_port()), "--folder", folder]
        site = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ
        )
        try:
            assert site.stdout
            if not any("is running" in line for line in site.stdout):
                sys.exit("the site did not start")
            family = psutil.Process(site.pid)
            while unfinished(folder):
                time.sleep(1)
            time.sleep(chosen.rest)
            tell(family, chosen.seconds)
        finally:
            site.send_signal(signal.SIGINT)
            site.wait()


def unfinished(folder: str) -> bool:
    """Return whether the starter library is still being rated or solved."""
    address = re.search("DATABASE_URL='(.*)'", (Path(folder) / "services.env").read_text())
    assert address
    with psycopg.connect(address[1]) as connection:
        row = connection.execute(UNFINISHED).fetchone()
    return bool(row and row[0])


def tell(site: psutil.Process, seconds: float) -> None:
    before, started = all_of(site), time.monotonic()
    time.sleep(seconds)
    after, passed = all_of(site), time.monotonic() - started
    print("| process | MB | its own | % of a core |\n|---|---:|---:|---:|")
    total = [0.0, 0.0, 0.0]
    for pid, each in sorted(after.items(), key=lambda item: (item[1].name, item[0])):
        worked = each.seconds - (before[pid].seconds if pid in before else 0)
        row = [each.shared, each.own, worked / passed * 100]
        total = [sum(pair) for pair in zip(total, row, strict=True)]
        print(f"| {each.name} | {row[0]:.1f} | {row[1]:.1f} | {row[2]:.2f} |")
    print(f"| **all** | **{total[0]:.0f}** | {total[1]:.0f} | **{total[2]:.2f}** |")


if __name__ == "__main__":
    main()
