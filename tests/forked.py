"""Processes of the site for tests, forked from one that has loaded the libraries that all of them import.

Loading these takes more work than most tests have for a process. Of the site nothing is loaded before the fork,
so each process reads its own environment.
"""

import atexit
import functools
import multiprocessing
import os
import re
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from multiprocessing.context import ForkServerContext
from pathlib import Path

from solver import engine
from sudokusite.local.forking import PROGRAMS, Child
from sudokusite.local.processes import LIBC, PR_SET_PDEATHSIG

ROOT = Path(__file__).resolve().parent.parent
# Those of Django are the ones that need no settings.
LIBRARIES = (
    *("PIL.Image", "PIL.ImageDraw", "PIL.ImageFont", "csp", "environ", "limits"),
    *("prometheus_client", "psutil", "psycopg", "redis", "requests", "whitenoise"),
    "django.contrib.admin.decorators",
    *("django.contrib.postgres.fields", "django.contrib.postgres.search", "django.core.management"),
    *("django.db.migrations.executor", "django.forms", "django.template.loader"),
    *("django.test.signals", "django.views.generic"),
)
SITE_OR_MAIN = re.compile(r"^solver\.|__main__$")


@functools.cache
def server() -> ForkServerContext:
    """Return what forks. Its first process waits until all of that is loaded."""
    engine.load_all()
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(
        [name for name in (*PROGRAMS, *LIBRARIES) if not SITE_OR_MAIN.search(name)]
        + [name for name in sys.modules if name.startswith("solver.engine.")]
    )
    return server


def start(command: Sequence[str], environment: dict[str, str], *outputs: str) -> Child:
    """Start `python` with a command in a session of its own, with files for what it prints and its errors."""
    process = server().Process(target=carry_out, args=(command, environment, outputs))
    process.start()
    return Child(process)


def run(
    command: Sequence[str], environment: dict[str, str], patience: float
) -> "subprocess.CompletedProcess[str]":
    """Return how a command of `python` ends, and what it writes."""
    with tempfile.NamedTemporaryFile("r") as out, tempfile.NamedTemporaryFile("r") as err:
        process = start(command, environment, out.name, err.name)
        try:
            status = process.wait(patience)
            return subprocess.CompletedProcess(command, status, out.read(), err.read())
        finally:
            process.send_signal(signal.SIGKILL)  # if it goes on


def carry_out(command: Sequence[str], environment: dict[str, str], outputs: Sequence[str]) -> None:
    """Be the process from its fork to its end."""
    os.setsid()
    # What forked us ends with the tests, once nobody else has its pipe, and we end with it.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for number, output in enumerate(outputs, 1):
        os.dup2(os.open(output, os.O_WRONLY | os.O_APPEND), number)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    own = [str(ROOT), *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
    sys.path[:] = own + [each for each in sys.path if not Path(each).is_relative_to(ROOT / "tests")]
    try:
        run_python(*command)
    finally:
        atexit._run_exitfuncs()  # multiprocessing leaves them out


def run_python(how: str, *words: str) -> None:
    """Run `-m MODULE …`, `-c CODE` or a file with its words, as `python` does."""
    sys.argv = [how, *words] if how not in ("-m", "-c") else [*words]
    if how == "-m":
        runpy.run_module(words[0], run_name="__main__", alter_sys=True)
    elif how == "-c":
        exec(words[0], {"__name__": "__main__"})
    else:
        runpy.run_path(how, run_name="__main__")
