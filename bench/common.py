"""What benchmarks share: options, lists of puzzles, CPU time, and the site in production.

Most benchmarks measure CPU time, which other work on the machine does not stretch much.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.faults.site import Site

ROOT = Path(__file__).resolve().parents[1]
# Lists of known puzzles, which the project does not ship.
LISTS = ROOT.parent / "shared" / "puzzles"

ARTICLES = {
    "000": "029000008030000010000520097070056100000000000006310070760041000050000020800000630",
    "001": "500000002000560073090200005003008400068000730004100800300001060680092000400000007",
    "004, AlEscargot": "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
}
UNLIMITED = {
    f"LIMIT_{name}": ""
    for name in ("REQUESTS", "SUBMISSIONS", "PROCESSOR", "PASSWORDS", "PASSWORDS_ADDRESS")
}


def arguments(doc: str | None, *paths: str, **defaults: Any) -> Any:
    """Return the arguments of the command line: a path for each of `paths`, and options with these defaults.

    Any number of paths may stand for a name that ends in `*`. `Path` as a default is a path that may be
    missing, and a list takes any number of words.
    """
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in paths:
        parser.add_argument(name.rstrip("*"), type=Path, nargs="*" if name.endswith("*") else None)
    for name, default in defaults.items():
        flag = f"--{name.replace('_', '-')}"
        if isinstance(default, bool):
            parser.add_argument(flag, action="store_true")
        elif isinstance(default, list):
            kind = type(default[0]) if default else str
            parser.add_argument(flag, nargs="*", type=kind, default=default)
        elif default is Path:
            parser.add_argument(flag, type=Path)
        else:
            parser.add_argument(flag, type=type(default), default=default)
    return parser.parse_args()


def rows(path: Path, most: int | None = None) -> list[list[str]]:
    """Return the words of each line of a list, without comments."""
    lines = (line.split() for line in path.read_text().splitlines() if line[:1] != "#")
    return [words for words in lines if words][:most]


def samples(folder: Path, most: int | None = None) -> dict[str, list[list[str]]]:
    """Return the rows of each `*-sample.txt`: a puzzle, its solutions counted up to 2, one of them."""
    paths = sorted(folder.glob("*-sample.txt"))
    return {path.name.removesuffix("-sample.txt"): rows(path, most) for path in paths}


def compile_java(sources: Path, harness: Path, home: Path, *options: str) -> None:
    """Compile a peer's Java below `sources` and what times it into `home`, if that has not been done."""
    done = home / f"{harness.stem}.class"
    if done.exists() and done.stat().st_mtime > harness.stat().st_mtime:
        return
    java = sorted(sources.rglob("*.java"))
    if not java:
        raise SystemExit(f"{sources} has no Java files: it should be in a checkout of the peer")
    home.mkdir(parents=True, exist_ok=True)
    plain = ["javac", *options, "-nowarn", "-d", str(home)]
    subprocess.run([*plain, *map(str, java), str(harness)], check=True)


def start_java(name: str, classpath: str, *options: str) -> "subprocess.Popen[str]":
    """Start a class that answers each line with a line, until its input ends."""
    return subprocess.Popen(
        ["java", "-Djava.awt.headless=true", *options, "-cp", classpath, name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def ask(java: "subprocess.Popen[str]", line: str) -> list[str]:
    """Return the words of the answer to a line."""
    assert java.stdin
    assert java.stdout
    java.stdin.write(f"{line}\n")
    java.stdin.flush()
    return java.stdout.readline().split()


def timed(call: Callable[[], object], tries: int = 1) -> float:
    """Return the least CPU milliseconds of a call."""
    found = []
    for _ in range(tries):
        started = time.process_time()
        call()
        found.append(1000 * (time.process_time() - started))
    return min(found)


def percentile(values: list[float], share: float = 0.95) -> float:
    return sorted(values)[round(share * (len(values) - 1))]


def in_words(milliseconds: list[float]) -> str:
    mean = sum(milliseconds) / len(milliseconds)
    return f"median {median(milliseconds):.1f}, mean {mean:.1f}, most {max(milliseconds):.0f} ms"


def processor_ms(pid: int | None) -> float:
    """Return the CPU milliseconds of a process."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def backend() -> int:
    """Return the PostgreSQL process of Django's connection."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def set_up(**settings: str) -> None:
    """Set up Django in this process without limits, and migrate its database."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "sudokusite.settings", "SECRET_KEY": "a1b2c3d4" * 8}
    os.environ |= {**UNLIMITED, "LOG_LEVEL": "ERROR", "ALLOWED_HOSTS": "*", **settings}
    import django
    from django.conf import settings

    if not settings.DATABASES:
        raise SystemExit("it needs services: python -m sudokusite.local.services python -m bench.…")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


@contextmanager
def production(is_patient: bool = False, is_local: bool = False) -> Iterator["Site"]:
    """Run the site by its production command lines, on services of its own.

    With `is_patient` it may take minutes to start, for example while other work runs. With `is_local` all
    processes are forked from one, as `make run` does.
    """
    from tests.faults.site import Clock, Site

    # A task is killed as late as in production: on a busy machine one that gets on may take a minute.
    clock = Clock(lease=45, period=15, task=600, solve=10)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        site = Site(Path(folder), clock, is_short=is_patient)
        if is_local:
            site.environment |= site.postgres.addresses
            command = [sys.executable, "-m", "sudokusite.local.run", "--port", str(site.port)]
            command += ["--folder", f"{folder}/local"]
            site.processes = {"make run": site.process("make run", command)}
            site.kept = set(site.processes)
        with site:
            yield site
