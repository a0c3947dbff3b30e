"""Processes of the site that share one copy of its code: forked from one that has loaded all of it.

Each started by itself would hold the same hundred megabytes once more.
"""

import gc
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from importlib import import_module
from importlib.metadata import entry_points

from setproctitle import setproctitle

from sudokusite.local.processes import Process, die_with_parent

HANDLED = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}  # by our own process, in its own way
FORK = multiprocessing.get_context("fork")
# What the programs import as soon as they run, beside the site itself.
PROGRAMS = (
    *(
        "celery.__main__",
        "celery.bin.celery",
        "celery.apps.worker",
        "celery.app.amqp",
        "celery.app.control",
    ),
    *("celery.app.log", "celery.backends.base", "celery.concurrency.prefork"),
    *("celery.contrib.django.task", "celery.worker.autoscale", "celery.worker.components"),
    *("celery.worker.consumer.delayed_delivery", "celery.worker.strategy", "kombu.transport.redis"),
    *("billiard.heap", "billiard.popen_fork", "billiard.sharedctypes"),
    *("gunicorn.app.wsgiapp", "gunicorn.workers.gthread", "solver.management.commands.reap"),
)


def load_the_site(environment: dict[str, str]) -> None:
    """Load all that any of its processes will, with these variables; before the first is forked.

    It asks the database once, as drivers load much when they connect.
    """
    os.environ.update(environment)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    import django
    from django.db import connection
    from django.urls import get_resolver

    django.setup()
    from solver import engine, jobs
    from solver.models import Heartbeat

    engine.load_all()
    jobs.job_types()
    get_resolver().check()
    for name in PROGRAMS:
        import_module(name)
    Heartbeat.objects.exists()
    connection.close()
    gc.collect()
    gc.freeze()  # what the collector of cycles never looks at stays one copy


class Child:
    """A forked process, asked as if `subprocess.Popen` had started it."""

    def __init__(self, process: "multiprocessing.process.BaseProcess") -> None:
        self.process = process
        self.pid = process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self.process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status; TimeoutExpired after so many seconds."""
        self.process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self.process.name, timeout or 0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Forked(Process):
    """A process that carries out its command without loading anew what is loaded here."""

    def begin(self) -> Child:
        # Ctrl-C must not find the child on our own way out, which stops everything.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
        ask_the_kernel = self._begin(die_with_parent(self.stop_signal))

        def become() -> None:
            self._come_into_being()
            ask_the_kernel()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            carry_out(self.command)

        try:
            process = FORK.Process(target=become, name=self.name)
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return Child(process)

    def _come_into_being(self) -> None:
        """With a session, files, signals and a name of its own, as after `exec`."""
        os.setsid()
        os.chdir(self.options.get("cwd", "."))
        nothing = os.open(os.devnull, os.O_RDONLY)
        log = os.open(self.log, os.O_WRONLY | os.O_APPEND)
        for place, file in enumerate((nothing, log, log)):
            os.dup2(file, place)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # the lock of `make run` among them
        for number in HANDLED:
            if signal.getsignal(number) is not signal.SIG_IGN:
                usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
                signal.signal(number, usual)
        setproctitle(f"sudokusite: {self.name}")  # until the program has a title of its own


def carry_out(command: list[str]) -> None:
    """Run a program of this environment here and now; ends as it does, mostly by SystemExit."""
    program, *words = command
    if program == "python":
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")
        return
    sys.argv = command
    (entry,) = entry_points(group="console_scripts", name=program)
    sys.exit(entry.load()())
