"""Child processes that log to a file, die with us, and are stopped as a whole group."""

import ctypes
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

AUTOGROUP = Path("/proc/self/autogroup")  # the niceness of a whole session in Linux
PR_SET_PDEATHSIG = 1  # from linux/prctl.h
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(death_signal: int) -> Callable[[], None]:
    """Return a `preexec_fn` by which the kernel sends the signal when we die, even by SIGKILL.

    This works on Linux only. subprocess changes the user before it, and must: a later change clears it.
    """
    parent = os.getpid()

    def ask_the_kernel() -> None:
        if LIBC is not None:
            LIBC.prctl(PR_SET_PDEATHSIG, death_signal)
            if os.getppid() != parent:  # the parent has died already
                os._exit(1)

    return ask_the_kernel


class Running(Protocol):
    """The part of `subprocess.Popen` that is used here."""

    @property
    def pid(self) -> int: ...
    @property
    def returncode(self) -> int | Any: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, number: int, /) -> None: ...


class Process:
    """A child process that can be started and stopped repeatedly."""

    def __init__(
        self,
        name: str,
        command: list[str],
        log: Path,
        stop_signal: int = signal.SIGTERM,
        niceness: int = 0,
        **options: Any,
    ) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.stop_signal = stop_signal
        self.niceness = niceness
        self.options = options  # for subprocess.Popen
        self.popen: Running | None = None
        self.started = 0.0  # time.monotonic()
        log.write_bytes(b"")

    def start(self) -> None:
        self.kill_group()  # children of a dead process
        self.started = time.monotonic()
        self.popen = self.begin()

    def begin(self) -> Running:
        """Start the command in a process group of its own, and return the process."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self.command,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C in the terminal must reach only us
                preexec_fn=self._begin(die_with_parent(self.stop_signal)),
                **({"stdin": subprocess.DEVNULL} | self.options),
            )

    def _begin(self, ask_the_kernel: Callable[[], None]) -> Callable[[], None]:
        def begin() -> None:
            if self.niceness:
                os.nice(self.niceness)
                with suppress(OSError):
                    AUTOGROUP.write_text(str(self.niceness))
            ask_the_kernel()

        return begin

    @property
    def is_running(self) -> bool:
        return self.popen is not None and self.popen.poll() is None

    @property
    def ending(self) -> str:
        """How the process ended. For example, `exit status 1` or `SIGKILL`."""
        status = self.popen.returncode if self.popen else None
        if status is not None and status < 0:
            return signal.Signals(-status).name
        return f"exit status {status}"

    @property
    def last_words(self) -> str:
        """The last line of the process's log."""
        lines = self.log.read_text(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")

    def ask_to_stop(self) -> None:
        if self.popen and self.is_running:
            self.popen.send_signal(self.stop_signal)

    def wait(self, seconds: float) -> None:
        """Wait for the end of the process, at most this many seconds. Then kill its group."""
        if self.popen is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(max(0.0, seconds))
        self.kill_group()

    def stop(self, seconds: float = 10) -> None:
        self.ask_to_stop()
        self.wait(seconds)

    def kill_group(self) -> None:
        if self.popen is None:
            return
        # macOS raises PermissionError for a group of zombies.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()
        self.popen = None


class ServiceError(Exception):
    """A service is not available. The message is a sentence for the terminal."""


class Server(Process):
    """A service on the loopback interface. Its port, and so its address, stays the same."""

    variable: str  # the environment variable of its address
    url: str

    @property
    def addresses(self) -> dict[str, str]:
        return {self.variable: self.url}

    def start(self) -> None:
        """Start the service and wait until it answers. Raise ServiceError if it does not."""
        super().start()
        deadline = time.monotonic() + 60  # a killed database replays its log first
        while not self.answers():
            if not self.is_running or time.monotonic() > deadline:
                reason = self.last_words
                self.stop()
                raise ServiceError(f"{self.name} did not start: {reason} (log: {self.log})")
            time.sleep(0.03)

    def stop(self, seconds: float = 60) -> None:
        """Stop the service, by default with time to write to a slow disk what it keeps in memory."""
        super().stop(seconds)

    def answers(self) -> bool:
        """Return whether the server accepts connections."""
        raise NotImplementedError


def free_port() -> int:
    """Return a port below the kernel's ephemeral ports, so that it stays free when a server restarts."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
    raise ServiceError("no free port between 20000 and 32000 on 127.0.0.1")
