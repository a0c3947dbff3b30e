"""Run the whole site on this machine: `make run`.

Start PostgreSQL and Redis, migrate, load the starter library, then keep the site and its workers running
until Ctrl-C. The terminal shows messages, the output of the processes is in var/log.
"""

import argparse
import fcntl
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import environ
from setproctitle import setproctitle

from sudokusite.local.forking import Forked, load_the_site
from sudokusite.local.processes import Process, Server, ServiceError, die_with_parent
from sudokusite.local.services import addresses, start_servers, stop_servers
from sudokusite.local.static import collected

BASE_DIR = Path(__file__).resolve().parents[2]
QUIET = "--without-gossip --without-mingle --without-heartbeat"  # nothing uses these messages
WORKER = f"celery -A sudokusite worker --loglevel WARNING {QUIET}"
# docker-compose.yml has the same command lines. They stop in this order, so that no new work comes in.
PROCESSES = {
    name: command.split()
    for name, command in {
        "web": "gunicorn sudokusite.wsgi --config sudokusite/gunicorn.py",
        "worker": f"{WORKER} --queues interactive --concurrency 4 --hostname interactive@%h",
        "worker-bulk": f"{WORKER} --queues slow,bulk,site --concurrency 2 --hostname bulk@%h",
        "worker-sets": f"{WORKER} --queues sets --concurrency 1 --hostname sets@%h",
        "reaper": "python manage.py reap",
    }.items()
}
# With few processors, short solves that people wait for come first (`cpu_shares` in Compose).
NICENESS = {"worker-bulk": 10, "worker-sets": 10}
STOP_SECONDS = 10  # after which solves are cut off, to be resumed at the next start
SHORT_LIFE = 5  # seconds: a process that dies earlier is started again after a wait


def say(sentence: str) -> None:
    """Print a sentence. If nobody reads the output any more, the site goes on without it."""
    try:
        print(sentence, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(folder: Path, port: int) -> None:
    """Run the site at a port, with its data in `folder`, until KeyboardInterrupt.

    Nothing that was started stays behind in any case.
    """
    address = f"http://127.0.0.1:{port}/"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / "log").mkdir(exist_ok=True)
    with only_one(folder / "run.lock", address):
        refuse_taken_port(port)
        say("Starting PostgreSQL and Redis …")
        servers: list[Server] = []
        processes: list[Process] = []
        try:
            start_servers(folder, True, servers)
            urls = addresses(servers) | {"SECRET_KEY": secret_key(folder / "secret.key")}
            write_private(folder / "services.env", "".join(f"{k}='{v}'\n" for k, v in urls.items()))
            environment = os.environ | urls | web_environment(port)
            say("Bringing the database up to date …")
            manage(["migrate"], folder, environment)
            manage(["load_starter_library"], folder, environment)
            environment |= collected(
                lambda command, place: manage(command, folder, environment | place)
            )
            load_the_site(environment)
            for name, command in PROCESSES.items():
                if name == "worker-sets" and not urls["SETS_DATABASE_URL"]:
                    continue
                log = folder / "log" / f"{name}.log"
                process = Forked(name, command, log, niceness=NICENESS.get(name, 0), cwd=BASE_DIR)
                processes.append(process)
                process.start()
            supervise(
                [SupervisedProcess(process) for process in [*servers, *processes]], port, address
            )
        finally:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)  # the stop is short and must be complete
            say("Stopping …")
            (folder / "services.env").unlink(missing_ok=True)
            stop_all(processes)
            stop_servers(servers)


# --- While it runs --------------------------------------------------------------------------------
class SupervisedProcess:
    """A process that is restarted when it dies, after ever longer waits if it dies early."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.early_deaths = 0
        self.due: float | None = None  # time.monotonic() of the restart

    def check(self) -> None:
        """Schedule a restart of a dead process, and restart it when that is due."""
        if self.due is None and not self.process.is_running:
            self.schedule_restart(self.process.ending)
        if self.due is not None and time.monotonic() >= self.due:
            self.restart()

    def schedule_restart(self, ending: str) -> None:
        """Schedule the restart of a process, and print how it ended and when it is restarted.

        It waits longer with each early death in a row.
        """
        age = time.monotonic() - self.process.started
        self.early_deaths = self.early_deaths + 1 if age < SHORT_LIFE else 0
        wait = min(30, 2 ** (self.early_deaths - 1)) if self.early_deaths else 0
        self.due = time.monotonic() + wait
        if self.early_deaths > 1:
            log = self.process.log
            say(f"{self.process.name} keeps dying ({ending}); next try in {wait} s. Its log: {log}")
        else:
            say(f"{self.process.name} died ({ending}) and is started again.")

    def restart(self) -> None:
        self.due = None
        try:
            self.process.start()
        except (ServiceError, OSError) as error:
            self.schedule_restart(str(error))


def supervise(processes: list[SupervisedProcess], port: int, address: str) -> None:
    """Check the processes forever. Print once that the site answers, or every minute that it does not."""
    late_at = time.monotonic() + 60
    waiting = True
    while True:
        for process in processes:
            process.check()
        if waiting and (status := ask_livez(port)) == 200:
            say(f"Sudoku by sets is running at {address}  (Ctrl-C stops it)")
            waiting = False
        elif waiting and time.monotonic() > late_at:
            say(f"{address}livez does not answer with 200 yet, but with {status}.")
            late_at += 60
        time.sleep(0.2 if waiting else 0.5)


def ask_livez(port: int) -> int | str:
    """Return the status of the site's answer to `/livez`, or the reason if there was none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return str(error) or type(error).__name__
    finally:
        connection.close()


def stop_all(processes: list[Process]) -> None:
    """Stop all processes at once, asked in this order: web first, so that no new work comes in."""
    for process in processes:
        process.ask_to_stop()
    deadline = time.monotonic() + STOP_SECONDS
    for process in processes:
        process.wait(deadline - time.monotonic())


# --- Before it runs -------------------------------------------------------------------------------
@contextmanager
def only_one(lock: Path, address: str) -> Iterator[None]:
    """Lock the folder of the running site for this process. Raise ServiceError, with its address, if taken.

    The lock ends with the process, so it is never stale.
    """
    with lock.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise ServiceError(f"it runs already, at {file.read()}") from None
        file.truncate(0)
        file.write(address)
        file.flush()
        yield


def refuse_taken_port(port: int) -> None:
    """Raise ServiceError if another program uses the port on this machine."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn will
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError as error:
            reason = os.strerror(error.errno or 0).lower()
            raise ServiceError(
                f"port {port} cannot be had ({reason}); choose another: make run PORT=8123"
            ) from None


def secret_key(file: Path) -> str:
    """Return SECRET_KEY of the environment, or else a key kept in a file.

    Sessions survive a restart with it. Raise ServiceError if the file is empty.
    """
    given = os.environ.get("SECRET_KEY")
    if given:
        return given
    if not file.exists():
        write_private(file, secrets.token_urlsafe(50))
    key = file.read_text().strip()
    if not key:
        raise ServiceError(
            f"{file} is empty: put the key back that was in it, or delete the file for a new one,"
            " which signs everybody out"
        )
    return key


def write_private(file: Path, text: str) -> None:
    """Write a new file that only its owner can read."""
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)


def web_environment(port: int) -> dict[str, str]:
    """Return environment variables: the address to listen at, and the programs of this Python environment."""
    programs = Path(sys.executable).parent
    return {
        "WEB_BIND": f"127.0.0.1:{port}",
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "PYTHONUNBUFFERED": "1",
    }


def manage(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run a command of manage.py. Its output goes to a log in `folder`. Raise ServiceError if it fails."""
    log = folder / "log" / f"{command[0]}.log"
    with log.open("wb") as out:
        result = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=BASE_DIR,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
    if result.returncode:
        lines = log.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
        raise ServiceError(f"manage.py {command[0]} failed: {lines[-1]} (log: {log})")


def port_number(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is no port from 1 to 65535")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="make run", description="The whole site, on this machine."
    )
    parser.add_argument("--port", type=port_number, default=8000)
    parser.add_argument("--folder", type=Path, default=BASE_DIR / "var", help="for data and logs")
    options = parser.parse_args()
    setproctitle("sudokusite: make run")
    environ.Env.read_env(BASE_DIR / ".env")  # as the settings do
    # Shells start background jobs with SIGINT ignored, but one that is sent to us is meant.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, signal.default_int_handler)
    try:
        run(options.folder.resolve(), options.port)
    except KeyboardInterrupt:
        say("Stopped.")
    except (ServiceError, OSError) as error:
        sys.exit(f"make run: {error}")


if __name__ == "__main__":
    main()
