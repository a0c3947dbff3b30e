"""Fork the processes of the site from one that has loaded all code, so that they share its memory.

Otherwise each would take another hundred megabytes for the same code.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from importlib import import_module
from importlib.metadata import entry_points

from setproctitle import setproctitle

from sudokusite import memory
from sudokusite.local.processes import Process, die_with_parent

HANDLED = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}  # signals with handlers in our process
FORK = multiprocessing.get_context("fork")
# Modules that the programs import when they start, in addition to the site itself.
PROGRAMS = (
    *("celery.__main__", "celery.bin.celery", "celery.apps.worker", "celery.app.amqp"),
    *("celery.app.control", "celery.app.log", "celery.backends.base", "celery.concurrency.prefork"),
    *("celery.contrib.django.task", "celery.worker.autoscale", "celery.worker.components"),
    *("celery.worker.consumer.delayed_delivery", "celery.worker.strategy", "kombu.transport.redis"),
    *("billiard.heap", "billiard.popen_fork", "billiard.sharedctypes"),
    *("gunicorn.app.wsgiapp", "gunicorn.workers.gthread", "solver.management.commands.reap"),
)


def load_the_site(environment: dict[str, str]) -> None:
    """Load the code of all the site's processes, with these environment variables, before the first fork.

    It makes one query, because database drivers load modules when they connect.
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
    memory.freeze()


class Child:
    """A forked process with the interface of `subprocess.Popen`."""

    def __init__(self, process: "multiprocessing.process.BaseProcess") -> None:
        self.process = process
        self.pid = process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self.process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status of the forked process. Raise TimeoutExpired after `timeout` seconds."""
        self.process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self.process.name, timeout or 0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class Forked(Process):
    """A process that runs its command in a fork, without loading the code again."""

    def begin(self) -> Child:
        # A signal before the child has its own handlers would run ours, which stop everything.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED)
        ask_the_kernel = self._begin(die_with_parent(self.stop_signal))

        def run() -> None:
            self._detach()
            ask_the_kernel()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            carry_out(self.command)

        try:
            process = FORK.Process(target=run, name=self.name)
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return Child(process)

    def _detach(self) -> None:
        """Give the child its own session, files, signals and name, as after `exec`."""
        os.setsid()
        os.chdir(self.options.get("cwd", "."))
        null = os.open(os.devnull, os.O_RDONLY)
        log = os.open(self.log, os.O_WRONLY | os.O_APPEND)
        for number, file in enumerate((null, log, log)):
            os.dup2(file, number)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # also the lock of `make run`
        for number in HANDLED:
            if signal.getsignal(number) is not signal.SIG_IGN:
                default = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
                signal.signal(number, default)
        setproctitle(f"sudokusite: {self.name}")  # until the program sets its own title


def carry_out(command: list[str]) -> None:
    """Run a command, a program of this Python environment with its arguments, in this process.

    It mostly ends by SystemExit.
    """
    program, *arguments = command
    if program == "python":
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")
        return
    sys.argv = command
    (entry,) = entry_points(group="console_scripts", name=program)
    sys.exit(entry.load()())
