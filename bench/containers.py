"""Run several containers of web and workers, and print the CPU time of each kind for one solve.

    python -m bench.containers [--web 2] [--worker 3] [--pgbouncer] [--solves 1500] [--puzzles 5000]

docker-compose.yml says what runs in each. Here a container is a process in namespaces of its own: network,
host name, processes and /tmp. All are on one bridge. nginx in front takes turns between the webs. It needs
root, Linux with iproute2, and nginx on PATH, with `--pgbouncer` PgBouncer too. Nothing but empty
cgroups stays behind, because the kernel ends all namespaces with this program.
"""

import json
import os
import random
import secrets
import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from subprocess import DEVNULL, run
from typing import Any

import psutil
import psycopg
from puzzles import morph

from sudokusite.local.postgresql import find_programs, unprivileged_user
from sudokusite.local.processes import Process
from sudokusite.local.services import find_redis
from tests.services.composing import SERVICES, environment_of

from .common import ARTICLES, ROOT, UNLIMITED, arguments

KINDS = ("nginx", "web", "worker", "worker-bulk", "redis", "pgbouncer", "postgres", "reaper")
CLIENTS = 8
CGROUPS = Path(
    "/sys/fs/cgroup/cpu"
)  # of version 1, for `cpu_shares`. Elsewhere all have the same share
ALONE = "unshare --mount --pid --fork --kill-child --mount-proc"
NETWORK = """
mkdir -p /run/netns; mount -t tmpfs tmpfs /run/netns
ip link add br0 type bridge; ip addr add 10.77.0.1/24 dev br0; ip link set br0 up
"""
CONNECT = """
ip netns add {0}; ip link add veth{1} type veth peer name eth0 netns {0}; ip link set veth{1} master br0 up
ip -n {0} link set lo up; ip -n {0} addr add {2}/24 dev eth0; ip -n {0} link set eth0 up
"""
BEGIN = """
hostname "$1"; mount --bind "$2/hosts" /etc/hosts; [ ! -d "$3" ] || echo 0 > "$3/cgroup.procs"
mount -t tmpfs tmpfs /tmp; cd "$4"; user=$5; shift 5
exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"
"""
NGINX = """
daemon off; pid /tmp/pid; user root; error_log stderr; events {{ }}
http {{
    access_log off; client_body_temp_path /tmp/1; proxy_temp_path /tmp/2; fastcgi_temp_path /tmp/3;
    uwsgi_temp_path /tmp/4; scgi_temp_path /tmp/5;
    upstream site {{ {} }}
    server {{
        listen 80;
        location / {{
            proxy_pass http://site;
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }}
    }}
}}
"""
PGBOUNCER = """
[databases]
* = host=postgres
[pgbouncer]
listen_addr = *
auth_type = scram-sha-256
auth_file = {}
pool_mode = transaction
max_client_conn = 500
ignore_startup_parameters = options
"""
ROLE = """
ALTER ROLE sudoku SET jit = off; ALTER ROLE sudoku SET statement_timeout = '5s';
ALTER ROLE sudoku SET lock_timeout = '2s'; ALTER ROLE sudoku SET idle_in_transaction_session_timeout = '10s'"""
STORAGE = "whitenoise.storage.CompressedManifestStaticFilesStorage"  # of the image
GIVEN = UNLIMITED | {  # what .env would have
    "POSTGRES_PASSWORD": "p",
    "REDIS_PASSWORD": "r",
    "SETS_PASSWORD": "s",
    "SECRET_KEY": secrets.token_hex(32),
    "NUM_PROXIES": "1",
    "UNFINISHED_SOLVES": "1000000",
    "POOL_PER_TECHNIQUE": "0",  # nothing of the site's own, and ratings that end at once
    "RATING_NODES": "1",
}


class Containers:
    """The site as Compose runs it, with several containers of some services."""

    def __init__(self, folder: Path, web: int, worker: int, has_pgbouncer: bool = False) -> None:
        folder.chmod(0o755)  # PostgreSQL's user goes there
        self.folder = folder
        counts = {
            "web": web,
            "worker": worker,
            "worker-bulk": worker,
            "worker-sets": 1,
            "reaper": 1,
        }
        self.site = [f"{name}-{number + 1}" for name in counts for number in range(counts[name])]
        self.services = ["postgres", "redis", *(["pgbouncer"] if has_pgbouncer else []), "nginx"]
        names = enumerate([*self.services, "migrate-1", *self.site], 10)
        self.addresses = {name: f"10.77.0.{number}" for number, name in names}
        self.processes: dict[str, Process] = {}
        self.connections: dict[str, psycopg.Connection] = {}

    # --- From start to end ----------------------------------------------------------------------
    def __enter__(self) -> "Containers":
        run(["sh", "-ec", NETWORK], check=True)
        lines = (f"{address} {name}\n" for name, address in self.addresses.items())
        (self.folder / "hosts").write_text("".join(["127.0.0.1 localhost\n", *lines]))
        for number, (name, address) in enumerate(self.addresses.items()):
            run(["sh", "-ec", CONNECT.format(name, number, address)], check=True)
        self.start_services()
        for words in ("migrate --noinput", "collectstatic --noinput --verbosity 0"):
            self.start("migrate-1", f"python manage.py {words}")
            migrate: Any = self.processes.pop("migrate-1").popen
            assert migrate.wait() == 0, (self.folder / "migrate-1.log").read_text()
        for name in self.site:
            self.start(name)
        wait_for(lambda: self.ask("GET", "/readyz")[0] == 200)
        beats = len([name for name in self.site if "web" not in name])
        wait_for(lambda: self.sql("SELECT count(*) FROM solver_heartbeat")[0][0] >= beats)
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes.values():
            process.kill_group()

    def start_services(self) -> None:
        """Start PostgreSQL as its image does, Redis, PgBouncer and nginx."""
        user, programs = unprivileged_user(), find_programs(self.folder, made_by=None)
        data, sockets = self.folder / "data", self.folder / "sockets"
        for folder in (data, sockets):
            folder.mkdir()
            os.chown(folder, user.pw_uid, user.pw_gid)
        made: list[Any] = [programs / "initdb", "-D", data, "-U", "postgres", "--auth-local=trust"]
        made += ["--auth-host=scram-sha-256", "-E", "UTF8", "--locale=C"]
        run(made, check=True, cwd="/", stdout=DEVNULL, user=user.pw_uid, group=user.pw_gid)
        with (data / "pg_hba.conf").open("a") as file:
            file.write("host all all all scram-sha-256\n")
        settings = f"-c listen_addresses=* -c unix_socket_directories={sockets}"
        self.start("postgres", f"{programs}/postgres -D {data} {settings}", user=user.pw_uid)
        self.postgres: dict[str, Any] = {
            "host": f"{sockets}",
            "user": "postgres",
            "autocommit": True,
        }
        wait_for(lambda: self.sql("SELECT 1", "postgres"))
        for script in ("role.sql", "sets.sql"):
            words: list[Any] = [
                programs / "psql",
                "-qv",
                "ON_ERROR_STOP=1",
                "-h",
                sockets,
                "-U",
                "postgres",
            ]
            given = os.environ | environment_of("postgres", GIVEN)
            run([*words, "-f", ROOT / "docker" / script], check=True, env=given, stderr=DEVNULL)
        (self.folder / "redis").write_text('bind *\nrequirepass r\nsave ""\nappendonly no\n')
        self.start("redis", f"{find_redis()} {self.folder}/redis --maxmemory-policy noeviction")
        if "pgbouncer" in self.services:
            self.sql(ROLE)
            (self.folder / "users").write_text('"sudoku" "p"\n')
            (self.folder / "pgbouncer.ini").write_text(PGBOUNCER.format(self.folder / "users"))
            self.start("pgbouncer", f"pgbouncer {self.folder}/pgbouncer.ini", user=user.pw_uid)
        webs = " ".join(f"server {name}:8000;" for name in self.site if name[:3] == "web")
        (self.folder / "nginx.conf").write_text(NGINX.format(webs))
        self.start("nginx", f"nginx -c {self.folder}/nginx.conf")

    def start(self, name: str, command: str = "", user: int = 0) -> None:
        """Start a container, by the command of its service in docker-compose.yml if none is given."""
        service = name.rpartition("-")[0]
        environment = environment_of(service, GIVEN) if service else {}
        environment |= {"STATICFILES_STORAGE": STORAGE, "STATIC_ROOT": f"{self.folder}/static"}
        environment |= {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}:/usr/sbin"}
        if "pgbouncer" in self.services and "DATABASE_URL" in environment and service != "migrate":
            address = environment["DATABASE_URL"].replace("postgres:5432", "pgbouncer:6432")
            environment["DATABASE_URL"] = f"{address}?DISABLE_SERVER_SIDE_CURSORS=true"
        group = CGROUPS / "sudoku" / name  # in one group, so that other work changes no shares
        if CGROUPS.is_dir():
            group.mkdir(parents=True, exist_ok=True)
            shares = SERVICES.get(service, {}).get("cpu_shares", 1024)
            (group / "cpu.shares").write_text(f"{shares}")
        words = [*f"nsenter --net=/run/netns/{name} {ALONE} --uts sh -ec".split(), BEGIN, "sh"]
        words += [name, f"{self.folder}", f"{group}", f"{ROOT}", f"{user}"]
        words += shlex.split(command or SERVICES[service]["command"])
        log = self.folder / f"{name}.log"
        self.processes[name] = Process(name, words, log, cwd="/", env=environment)
        self.processes[name].start()

    # --- Asking it ------------------------------------------------------------------------------
    def sql(self, query: str, database: str = "sudokusite") -> list[tuple[Any, ...]]:
        """Return the rows of a query. One connection is kept, because each costs as much as a solve."""
        if database not in self.connections:
            self.connections[database] = psycopg.connect(**self.postgres, dbname=database)
        cursor = self.connections[database].execute(query.encode())
        return cursor.fetchall() if cursor.description else []

    def ask(self, verb: str, path: str, body: object = None) -> tuple[int, str]:
        connection = HTTPConnection(self.addresses["nginx"], timeout=60)
        headers = {"Host": "localhost", "Content-Type": "application/json"}
        connection.request(verb, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def submit(self, path: str, **body: object) -> None:
        status, text = self.ask("POST", f"/api/v1/{path}/", {"method": "guessing", **body})
        assert status == 202, text

    def used(self) -> Counter[str]:
        """Return the CPU milliseconds of each kind of container since they started."""
        found = Counter[str]()
        for name, process in self.processes.items():
            top = psutil.Process(process.popen.pid if process.popen else None)
            for each in (top, *top.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    found[name.rstrip("-123456789")] += 1000 * sum(each.cpu_times()[:4])
        return found

    def is_done(self) -> bool:
        unfinished = "SELECT 1 FROM solver_{} WHERE status IN ('queued', 'running') LIMIT 1"
        return not any(self.sql(unfinished.format(table)) for table in ("solve", "job"))


def wait_for(is_so: Callable[[], object]) -> None:
    until = time.monotonic() + 1800
    while True:
        with suppress(psycopg.Error, OSError, HTTPException):
            if is_so():
                return
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.3)


def measure(site: Containers, name: str, count: int, work: Callable[[], object]) -> None:
    """Print the CPU milliseconds of each kind of container for each of `count`."""
    wal = "SELECT pg_current_wal_insert_lsn() - '0/0'"
    before, ((written,),), began = site.used(), site.sql(wal), time.monotonic()
    work()
    wait_for(site.is_done)
    rate, after = count / (time.monotonic() - began), site.used()
    cells = " | ".join(f"{(after[kind] - before[kind]) / count:.2f}" for kind in KINDS)
    open_ones = site.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'sudoku'")[0][0]
    each = (site.sql(wal)[0][0] - written) / count
    print(f"| {name} | {rate:.0f} | {cells} | {open_ones} | {each:.0f} |", flush=True)


def main() -> None:
    chosen = arguments(__doc__, web=2, worker=3, pgbouncer=False, solves=1500, puzzles=5000)
    if os.getpid() != 1:  # once more, as the first process of namespaces that end with it
        words = [*f"{ALONE} --net {sys.executable} -m bench.containers".split(), *sys.argv[1:]]
        os.execvp(words[0], words)
    rng = random.Random(9)
    lines = [morph(ARTICLES["000"], rng) for _ in range(chosen.puzzles + 500)]
    with (
        tempfile.TemporaryDirectory(prefix="containers-", dir="/var/tmp") as folder,
        Containers(Path(folder), chosen.web, chosen.worker, chosen.pgbouncer) as site,
    ):

        def one_by_one(count: int) -> None:
            with ThreadPoolExecutor(CLIENTS) as clients:
                for _ in range(count):
                    clients.submit(site.submit, "solves", puzzle=ARTICLES["000"])

        def batch(puzzles: list[str]) -> None:
            site.submit("batches", puzzles=puzzles)

        one_by_one(200)
        batch(lines[:500])
        wait_for(site.is_done)
        time.sleep(15)  # the site rates what came
        wait_for(site.is_done)
        print(f"{chosen.web} web, {chosen.worker} worker, CPU ms")
        print(f"| | a second | {' | '.join(KINDS)} | connections | WAL bytes |")
        measure(site, "a second of nothing", 20, lambda: time.sleep(20))
        measure(site, "a solve, one by one", chosen.solves, lambda: one_by_one(chosen.solves))
        measure(site, "a solve, in a batch", chosen.puzzles, lambda: batch(lines[500:]))


if __name__ == "__main__":
    main()
