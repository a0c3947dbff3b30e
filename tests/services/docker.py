"""A stand-in for `docker`, put on PATH as that: `docker compose …` on processes of this machine.

Its services are real: PostgreSQL set up by the scripts of the image and started anew each time, Redis, and the
processes of the site, each with the environment that docker-compose.yml gives it and no other. What is a folder
or a file in a container is one below COMPOSE_WORLD here. A stopped service is a process that is gone.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from multiprocessing.connection import Client
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))
from composing import ROOT, SERVICES, SITE, environment_of, read_env

WORLD = Path(os.environ["COMPOSE_WORLD"])
VOLUME = WORLD / "volume"  # /var/lib/postgresql
SOCKETS = WORLD / "sockets"
SCRIPTS = "/docker-entrypoint-initdb.d/"
PATIENCE = 120
INSIDE = ("PATH", "LANG", "LC_ALL", "HOME", "LD_LIBRARY_PATH", "PYTHONPATH")


def fail(words):
    sys.exit(f"docker: {words}")


# --- What it knows of its services -------------------------------------------------------------------
def state():
    return json.loads((WORLD / "state.json").read_text())


def note(**changed):
    known = state() | changed
    (WORLD / "state.json").write_text(json.dumps(known))


def given():
    return read_env((WORLD / "folder" / ".env").read_text())


def pid_of(name):
    """The process of a service that runs, else None."""
    pid = state()["pids"].get(name)
    try:
        text = Path(f"/proc/{pid}/stat").read_text() if pid else ""
    except FileNotFoundError:
        return None
    return pid if text and text.rpartition(")")[2].split()[0] != "Z" else None


def programs():
    return Path(state()["programs"])


def as_postgres():
    return state()["as_postgres"]


def data():
    """The data of PostgreSQL in its volume: 18 and newer have it in a folder of the version."""
    return VOLUME / "18" / "docker" if state()["version"] >= 18 else VOLUME


# --- Containers --------------------------------------------------------------------------------------
def inside(name):
    """The environment of a service's container, with the addresses that its names have here."""
    ports = state()["ports"]
    kept = {key: os.environ[key] for key in INSIDE if key in os.environ}
    if name == "postgres":
        binaries = f"{programs()}{os.pathsep}{kept['PATH']}"
        kept |= {"PATH": binaries, "PGHOST": str(SOCKETS), "PGPORT": str(ports["postgres"])}
        return kept | environment_of(name, given())
    kept["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    site = {
        key: value.replace("@postgres:5432", f"@127.0.0.1:{ports['postgres']}").replace(
            "@redis:6379", f"@127.0.0.1:{ports['redis']}"
        )
        for key, value in environment_of(name, given()).items()
    }
    moved = {"WEB_BIND": f"127.0.0.1:{ports['web']}"} if "WEB_BIND" in site else {}
    if "HEARTBEAT_FILE" in site:
        moved["HEARTBEAT_FILE"] = str(WORLD / f"{name}.heartbeat")
    return kept | site | moved


def place(word):
    """A path of a container as it is here."""
    word = word.replace(SCRIPTS, f"{ROOT / 'docker'}/")
    return word.replace("/var/lib/postgresql", str(VOLUME))


def started(name, command, **how):
    log = WORLD / f"{name}.log"
    with log.open("ab") as out:
        process = subprocess.Popen(
            command,
            stdin=how.pop("stdin", subprocess.DEVNULL),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            close_fds=True,
            **how,
        )
    note(pids=state()["pids"] | {name: process.pid})
    return process


def ask_test(words, environment, *outputs, waits=False):
    """Have the test fork a process from one that has loaded the libraries. Return its number, or its end."""
    with Client(str(WORLD / "fork")) as test:
        test.send((words, environment, outputs, waits))
        return test.recv()


def start_of_site(name, environment):
    log = WORLD / f"{name}.log"
    log.touch()
    pid = ask_test(shlex.split(SERVICES[name]["command"]), environment, str(log), str(log))
    note(pids=state()["pids"] | {name: pid})


def wait_for(is_so, name):
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            fail(f"{name} is unhealthy: {(WORLD / f'{name}.log').read_text()[-2000:]}")
        time.sleep(0.1)


def start(name):
    """A service and what it depends on, as far as they do not run."""
    for other in SERVICES[name].get("depends_on", {}):
        start(other)
    if pid_of(name):
        return
    if name == "postgres":
        start_postgres()
    elif name == "redis":
        start_redis()
    elif name == "migrate":
        if not state()["is_migrated"]:
            run_once(name, SERVICES[name]["command"])
            note(is_migrated=True)
    else:
        given_to_it = inside(name)
        (WORLD / f"{name}.environment").write_text(json.dumps(given_to_it))
        start_of_site(name, given_to_it)


def psql(*words):
    command = [
        programs() / "psql",
        "--no-psqlrc",
        "-v",
        "ON_ERROR_STOP=1",
        "-U",
        "postgres",
        *words,
    ]
    return subprocess.run(command, env=inside("postgres"), stdin=subprocess.DEVNULL, check=False)


def answers(name, *command):
    return not subprocess.run(
        command, env=inside(name), cwd=WORLD, capture_output=True, check=False
    ).returncode


def start_postgres():
    """As the image starts: data of an older version is not touched, none at all is set up by its scripts."""
    if state()["version"] >= 18 and (VOLUME / "PG_VERSION").exists():
        fail("postgres: there appears to be PostgreSQL data in /var/lib/postgresql")
    folder, is_new = data(), not (data() / "PG_VERSION").exists()
    if is_new:
        (WORLD / "new").mkdir(exist_ok=True)
        made = [programs() / "initdb", "-D", WORLD / "new" / "data", "-U", "postgres"]
        made += ["--auth-host=scram-sha-256", "--auth-local=trust", "-E", "UTF8", "--locale=C"]
        hand_over(WORLD / "new")
        subprocess.run(made, check=True, cwd="/", stdout=subprocess.DEVNULL, **as_postgres())
        folder.mkdir(parents=True, exist_ok=True)
        for path in (WORLD / "new" / "data").iterdir():
            shutil.move(path, folder / path.name)
        shutil.rmtree(WORLD / "new")
        folder.chmod(0o700)
    hand_over(VOLUME)
    hand_over(SOCKETS)
    port = state()["ports"]["postgres"]
    settings = [f"port={port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={SOCKETS}"]
    settings += ["fsync=off", "max_connections=60"]
    words = [word for setting in settings for word in ("-c", setting)]
    started(
        "postgres",
        [str(programs() / "postgres"), "-D", str(folder), *words],
        cwd="/",
        **as_postgres(),
    )
    ready = ["pg_isready", "--host=127.0.0.1", f"--port={port}"]
    wait_for(lambda: answers("postgres", *ready), "postgres")
    if is_new:
        for script in ("role.sql", "sets.sql"):
            if psql("-q", "-f", str(ROOT / "docker" / script)).returncode:
                fail(f"postgres: {script} failed")
        note(is_migrated=False)


def hand_over(folder):
    folder.mkdir(parents=True, exist_ok=True)
    if user := as_postgres():
        for path in (folder, *folder.rglob("*")):
            os.chown(path, user["user"], user["group"])


def start_redis():
    port, env = state()["ports"]["redis"], environment_of("redis", given())
    settings = f'bind 127.0.0.1\nport {port}\nrequirepass {env["REDIS_PASSWORD"]}\nappendonly no\nsave ""\n'
    with (WORLD / "redis.conf").open("w+") as file:
        file.write(settings)
        file.seek(0)
        started("redis", [state()["redis-server"], "-"], cwd=WORLD, stdin=file)


def stop(names):
    """All of them are asked first, as Compose does it."""
    pids = {name: pid for name in names if (pid := pid_of(name))}
    for name, pid in pids.items():
        os.kill(pid, signal.Signals[SERVICES[name].get("stop_signal", "SIGTERM")])
    for name, pid in pids.items():
        wait_for(lambda name=name: not pid_of(name), name)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    note(pids={name: pid for name, pid in state()["pids"].items() if name not in names})


def run_once(name, command):
    """A container of its own for one command, its output ours."""
    if name in SITE:
        text = command[2] if command[:2] == ["sh", "-c"] else shlex.join(command)
        for each in text.split(" && "):
            run_of_site(shlex.split(each), inside(name))
        return
    words = [place(word) for word in command]
    ended = subprocess.run(words, cwd=ROOT, env=inside(name), check=False)
    if ended.returncode:
        sys.exit(ended.returncode)


def run_of_site(words, environment):
    with tempfile.NamedTemporaryFile("r") as out, tempfile.NamedTemporaryFile("r") as err:
        status = ask_test(words, environment, out.name, err.name, waits=True)
        print(out.read(), end="", flush=True)
        print(err.read(), end="", file=sys.stderr, flush=True)
    if status:
        sys.exit(status)


# --- docker compose … --------------------------------------------------------------------------------
def options_of(words, *known):
    """The options before the first word that is none; whoever uses others here has to be looked after."""
    words, found = list(words), []
    while words and words[0].startswith("-"):
        option = words.pop(0)
        if option not in known:
            fail(f"unknown flag: {option}")
        found.append(option)
        if option == "--entrypoint":
            found.append(words.pop(0))
    return found, words


def compose_exec(words):
    _options, (name, *command) = options_of(words, "-T")
    if not pid_of(name):
        fail(f'service "{name}" is not running')
    where = ROOT if name in SITE else WORLD
    sys.exit(subprocess.run([place(w) for w in command], env=inside(name), cwd=where).returncode)


def compose_run(words):
    options, (name, *command) = options_of(words, "--rm", "-T", "--no-deps", "--entrypoint")
    if "--no-deps" not in options:
        for other in SERVICES[name].get("depends_on", {}):
            start(other)
    if "--entrypoint" in options:
        command = [options[options.index("--entrypoint") + 1], *command]
    run_once(name, command or SERVICES[name]["command"])
    if name == "migrate" and not command:
        note(is_migrated=True)


def compose_up(words):
    options, names = options_of(words, "-d", "--wait")
    if "-d" not in options:
        fail("it would stay here: -d")
    left = os.environ.get("COMPOSE_LEAVES", "").split()  # services of which a test needs nothing
    for name in names or (name for name in SERVICES if name not in left):
        start(name)


def compose_stop(words):
    _options, names = options_of(words)
    unknown = set(names) - SERVICES.keys()
    if unknown:
        fail(f"no such service: {unknown.pop()}")
    stop(names or [name for name in SERVICES if name != "postgres"])
    if not names:
        stop(["postgres"])


def compose_down(words):
    options, _names = options_of(words, "--volumes", "--remove-orphans")
    compose_stop([])
    note(is_migrated=False)
    if "--volumes" in options:
        shutil.rmtree(VOLUME)


def compose_ps(words):
    for name in SERVICES:
        print(f"{name:12} {'running' if pid_of(name) else 'exited'}")


def compose_build(words):
    """The image is this folder."""


# --- What a database holds ---------------------------------------------------------------------------
TABLES = """
SELECT c.relname, c.relkind, pg_get_userbyid(c.relowner), coalesce(c.relacl::text, '') FROM pg_class c
 WHERE relnamespace = 'public'::regnamespace ORDER BY 1"""
READ = {  # of a table, and of a sequence
    "r": "SELECT count(*), coalesce(md5(string_agg(t::text, ' ' ORDER BY t::text)), '') FROM {} t",
    "S": "SELECT last_value, is_called FROM {}",
}
# By name: PostgreSQL writes the conditions of a restored one with other casts.
RULES = """
SELECT 'index', tablename, indexname FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT 'constraint', conrelid::regclass::text, concat(conname, ' ', contype, ' ', convalidated)
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT 'database', pg_get_userbyid(datdba), coalesce(datacl::text, '')
  FROM pg_database WHERE datname = 'sudokusite'
ORDER BY 1, 2, 3"""


def tables():
    """Every table and sequence of the site with the number and a digest of its rows, and all rules of them."""
    import psycopg  # only for this

    address = {"host": str(SOCKETS), "port": state()["ports"]["postgres"], "dbname": "sudokusite"}
    with psycopg.connect(user="postgres", **address) as connection:
        found = {"rules": connection.execute(RULES).fetchall()}
        for name, kind, *whose in connection.execute(TABLES).fetchall():
            if kind in READ:
                counted = connection.execute(READ[kind].format(name)).fetchone()
                found[name] = [*whose, *counted]
    return found


def begin():
    """Find once what each command needs: to load this takes longer than most of them."""
    from sudokusite.local.postgresql import find_programs, unprivileged_user
    from sudokusite.local.processes import free_port
    from sudokusite.local.services import find_redis

    ports = {name: free_port() for name in ("postgres", "redis", "web")}
    for folder in (VOLUME, SOCKETS):
        folder.mkdir(parents=True, exist_ok=True)
    user = os.geteuid() == 0 and unprivileged_user()
    identity = user and {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    WORLD.joinpath("programs").mkdir(exist_ok=True)
    world = {
        "as_postgres": identity or {},
        "is_migrated": False,
        "pids": {},
        "ports": ports,
        "programs": str(find_programs(WORLD / "programs", made_by=None)),
        "redis-server": find_redis(),
        "version": 18,
    }
    (WORLD / "state.json").write_text(json.dumps(world))


def main():
    if sys.argv[1:2] == ["begin"]:
        return begin()
    if sys.argv[1:2] != ["compose"]:
        fail(f"this knows compose alone, and not {sys.argv[1:]}")
    asked = shlex.join(sys.argv[1:])
    with (WORLD / "commands.log").open("a") as file:
        file.write(f"{asked}\n")
    if re.search(os.environ.get("COMPOSE_LOOKS", "$^"), asked):
        (WORLD / "looked.json").write_text(json.dumps(tables()))
    return globals()[f"compose_{sys.argv[2]}"](sys.argv[3:])


if __name__ == "__main__":
    main()
