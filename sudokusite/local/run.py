"""Everything at once, on this machine: `make run`.

Starts PostgreSQL and Redis, migrates, loads the starter library, then keeps the site and its
workers running until Ctrl-C. The terminal shows sentences; what the processes say is in var/log.
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
ALONE = "--without-gossip --without-mingle --without-heartbeat"  # nobody listens to any of it
WORKER = f"celery -A sudokusite worker --loglevel WARNING {ALONE}"
# The same command lines stand in docker-compose.yml. They stop in this order: no new work first.
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
# Where processors are few, those who wait for a short solve come first (`cpu_shares` in Compose).
NICENESS = {"worker-bulk": 10, "worker-sets": 10}
STOP_SECONDS = 10  # a solve that is cut off is taken up again at the next start
SHORT_LIFE = 5  # seconds; who dies younger than this waits before it is started again


def say(sentence: str) -> None:
    print(sentence, flush=True)


def run(folder: Path, port: int) -> None:
    """Until KeyboardInterrupt; whatever happens, nothing it started stays behind."""
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
            environment = os.environ | urls | surroundings(port)
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
            for impatience in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(impatience, signal.SIG_IGN)  # stopping is short, and must be whole
            say("Stopping …")
            (folder / "services.env").unlink(missing_ok=True)
            stop_all(processes)
            stop_servers(servers)


# --- While it runs --------------------------------------------------------------------------------
class SupervisedProcess:
    """A process that is started again when it dies, after ever longer waits when it dies young."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.young_deaths = 0
        self.due: float | None = None  # when to start it again

    def look_after(self) -> None:
        if self.due is None and not self.process.is_running:
            self.bury(self.process.ending)
        if self.due is not None and time.monotonic() >= self.due:
            self.start_again()

    def bury(self, ending: str) -> None:
        lived = time.monotonic() - self.process.started
        self.young_deaths = self.young_deaths + 1 if lived < SHORT_LIFE else 0
        wait = min(30, 2 ** (self.young_deaths - 1)) if self.young_deaths else 0
        self.due = time.monotonic() + wait
        if self.young_deaths > 1:
            log = self.process.log
            say(f"{self.process.name} keeps dying ({ending}); next try in {wait} s. Its log: {log}")
        else:
            say(f"{self.process.name} died ({ending}) and is started again.")

    def start_again(self) -> None:
        self.due = None
        try:
            self.process.start()
        except (ServiceError, OSError) as error:
            self.bury(str(error))


def supervise(kept: list[SupervisedProcess], port: int, address: str) -> None:
    """Look after all of them for ever; says once when the site answers, or that it is late."""
    late_at = time.monotonic() + 60
    waiting = True
    while True:
        for each in kept:
            each.look_after()
        if waiting and (status := ask_livez(port)) == 200:
            say(f"Sudoku by sets is running at {address}  (Ctrl-C stops it)")
            waiting = False
        elif waiting and time.monotonic() > late_at:
            say(f"{address}livez does not answer with 200 yet, but with {status}.")
            late_at += 60
        time.sleep(0.2 if waiting else 0.5)


def ask_livez(port: int) -> int | str:
    """The status of the answer, or why there was none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return str(error) or type(error).__name__
    finally:
        connection.close()


def stop_all(processes: list[Process]) -> None:
    """All at once, in their order: web first, so that nothing new comes in."""
    for process in processes:
        process.ask_to_stop()
    deadline = time.monotonic() + STOP_SECONDS
    for process in processes:
        process.wait(deadline - time.monotonic())


# --- Before it runs -------------------------------------------------------------------------------
@contextmanager
def only_one(lock: Path, address: str) -> Iterator[None]:
    """The lock goes with the process that holds it, so none is ever stale."""
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
    """The one given, else one made once and kept, so that sessions survive a restart."""
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
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)


def surroundings(port: int) -> dict[str, str]:
    """Variables of where to listen, and the programs of this very environment."""
    programs = Path(sys.executable).parent
    return {
        "WEB_BIND": f"127.0.0.1:{port}",
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "PYTHONUNBUFFERED": "1",
    }


def manage(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """A command of manage.py, from beginning to end."""
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
        words = log.read_text(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
        raise ServiceError(f"manage.py {command[0]} failed: {words[0]} (log: {log})")


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
    # A script's background jobs have SIGINT ignored from birth; whoever sends it to us means it.
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
