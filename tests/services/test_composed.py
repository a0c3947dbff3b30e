"""The site by Compose: begun by two commands, each service with its own secrets, its data saved and restored.

The blocks of docs/operations.md and docs/upgrading.md are run word for word. `docker` is a stand-in on PATH
(`docker.py`), whose services are real processes of this machine.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from multiprocessing.connection import Listener
from pathlib import Path

import forked
import pytest
from composing import ALL_SECRETS, SECRETS, SITE, read_env
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001
from support import PATIENCE, ROOT

PAGE = "".join((ROOT / "docs" / name).read_text() for name in ("operations.md", "upgrading.md"))
HERE = Path(__file__).parent
DUMP = "var/sudokusite.dump"
# Once restored, the site has answered and worked. What a test looks at afterwards takes less than all of it.
THE_DATA = {"COMPOSE_LEAVES": "web worker worker-bulk worker-sets reaper"}
THE_PAGES = {"COMPOSE_LEAVES": "worker worker-bulk worker-sets reaper"}


def blocks(heading):
    """The blocks of shell below a heading that use Compose, as they stand in the document."""
    section = re.search(
        rf"^#+ {re.escape(heading)}$(.*?)(?=^##+ |\Z)", PAGE, re.MULTILINE | re.DOTALL
    )[1]
    found = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    return [block for block in found if "docker compose" in block]


BACKUP, RESTORE = blocks("Backup and restore")
(OF_0_1_0,) = blocks("Data of 0.1.0")
(UPGRADE,) = blocks("Upgrade and rollback")
FROM_17, TO_18 = blocks("From PostgreSQL 17 to 18")
EVERY = {
    "backup": BACKUP,
    "restore": RESTORE,
    "of 0.1.0": OF_0_1_0,
    "upgrade": UPGRADE,
    "from 17": FROM_17,
    "to 18": TO_18,
}


class Machine:
    """A machine with a checkout, an `.env` made by docker/secrets.sh, and `docker`."""

    def __init__(self, folder):
        self.folder, self.world = folder / "folder", folder
        self.folder.mkdir()
        programs = folder / "bin"
        programs.mkdir()
        docker = programs / "docker"
        docker.write_text(f'#!/bin/sh\nexec {sys.executable} {HERE / "docker.py"} "$@"\n')
        docker.chmod(0o755)
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        kept = {name: os.environ[name] for name in ("HOME", "LANG", "LC_ALL") if name in os.environ}
        self.environment = kept | {"COMPOSE_WORLD": str(folder), "PATH": path}
        for name in (".env.example", "docker"):
            copy = shutil.copytree if name == "docker" else shutil.copy
            copy(ROOT / name, self.folder / name)
        self.asked = Listener(str(folder / "fork"))
        threading.Thread(target=self.fork, daemon=True).start()
        self.run("sh docker/secrets.sh")
        self.run("docker begin")

    def fork(self):
        """Start what `docker` asks for of the site, and answer with its number, or with how it ends."""
        while True:
            with self.asked.accept() as docker:
                (program, *words), environment, outputs, waits = docker.recv()
                command = words if program == "python" else ["-m", program, *words]
                process = forked.start(command, environment, *outputs)
                docker.send(process.wait(10 * PATIENCE) if waits else process.pid)

    def run(self, text, shell="sh", **more):
        """A text that is pasted into a shell: what it prints, and how it ends."""
        return subprocess.run(
            [shell, "-c", text],
            cwd=self.folder,
            env=self.environment | more,
            capture_output=True,
            text=True,
            timeout=10 * PATIENCE,
            stdin=subprocess.DEVNULL,
        )

    def do(self, text, **more):
        ended = self.run(text, **more)
        assert ended.returncode == 0, f"{text}\n{ended.stdout}\n{ended.stderr}"
        return ended.stdout

    def commands(self):
        """What `docker` was asked since the last time."""
        file = self.world / "commands.log"
        found = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return found

    def looked(self):
        return json.loads((self.world / "looked.json").read_text())

    def sql(self, text):
        return self.do(
            f'docker compose exec -T postgres psql -At -U postgres -c "{text}" sudokusite'
        )

    def set(self, **settings):
        with (self.folder / ".env").open("a") as file:
            file.writelines(f"{name}={value}\n" for name, value in settings.items())

    @property
    def site(self):
        port = json.loads((self.world / "state.json").read_text())["ports"]["web"]
        return f"http://127.0.0.1:{port}"

    def ask(self, path, data=None):
        body = json.dumps(data).encode() if data else None
        headers = {"Content-Type": "application/json"}
        asked = urllib.request.Request(f"{self.site}{path}", body, headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def wait_for(self, is_so):
        deadline = time.monotonic() + 2 * PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, self.run("docker compose ps").stdout
            time.sleep(0.2)

    def is_up(self):
        try:
            with urllib.request.urlopen(f"{self.site}/readyz", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def told_by(self, name):
        return (self.world / f"{name}.log").read_text()

    def has(self, name):
        """The environment that a service's process was started with, which is nothing but that."""
        return (self.world / f"{name}.environment").read_text()


class Browser:
    def __init__(self, site):
        self.site = site
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path):
        return self.opener.open(self.site + path, timeout=PATIENCE).read().decode()

    def post(self, path, **form):
        body = urllib.parse.urlencode(form).encode()
        return self.opener.open(self.site + path, body, timeout=PATIENCE).read().decode()


@pytest.fixture(scope="module")
def machine():
    # In a folder that the user of PostgreSQL can enter: those of pytest are closed.
    folder = Path(tempfile.mkdtemp(prefix="sudokusite-compose-"))
    folder.chmod(0o755)
    machine = Machine(folder)
    yield machine
    machine.run("docker compose down --volumes")
    machine.asked.close()
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def site(machine):
    """The site, begun by the two commands of the README, with something of every kind done by its processes."""
    # What the reaper would begin by itself is not to come between two looks.
    machine.set(POOL_PER_TECHNIQUE=0, LIMIT_REQUESTS="", LIMIT_SUBMISSIONS="", LIMIT_PROCESSOR="")
    machine.set(RATING_NODES=1)  # or a worker rates the starters all the while
    machine.set(
        METRICS_TOKEN="m" * 30, EMAIL_URL="consolemail://", SECRET_KEY_FALLBACKS="0987654321" * 6
    )
    machine.do("docker compose up -d")
    machine.wait_for(machine.is_up)
    lines = [ARTICLE_000, ARTICLE_001, ALESCARGOT]
    asked = [
        machine.ask("/api/v1/solves/", {"puzzle": line, "method": method})["url"]
        for line in lines
        for method in ("combos", "guessing")
    ]
    asked += [
        machine.ask(
            "/api/v1/solves/", {"puzzle": lines[0], "method": "rules", "runs_in": "postgresql"}
        )["url"]
    ]
    batch = machine.ask("/api/v1/batches/", {"puzzles": lines, "method": "branches"})["url"]
    machine.wait_for(lambda: all(machine.ask(url)["status"] == "finished" for url in asked))
    machine.wait_for(lambda: machine.ask(batch)["status"] == "finished")
    return machine


# --- Secrets -----------------------------------------------------------------------------------------
@pytest.mark.asvs("13.3.1")
@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_secrets_file_can_be_read_only_by_its_owner(tmp_path, shell):
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copytree(ROOT / "docker", folder / "docker")
        example = shutil.copy(ROOT / ".env.example", folder / ".env.example")
        command = [shell, str(folder / "docker" / "secrets.sh")]
        ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        file = folder / ".env"
        assert file.stat().st_mode & 0o777 == 0o600
        now, then = read_env(file.read_text()), read_env(Path(example).read_text())
        empty = {key for key, value in then.items() if not value}
        assert empty == {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "SETS_PASSWORD", "SECRET_KEY"}
        assert {key: now[key] for key in then.keys() - empty} == {
            key: then[key] for key in then.keys() - empty
        }
        assert all(re.fullmatch("[0-9a-f]{64}", now[key]) for key in empty)
        assert all(key in ended.stdout and now[key] not in ended.stdout for key in empty)
        made += [now[key] for key in empty]
        again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert again.returncode
        assert "stays as it is" in again.stderr
        assert read_env(file.read_text()) == now
        assert sorted(path.name for path in folder.iterdir()) == [".env", ".env.example", "docker"]
    assert len(set(made)) == 8


@pytest.mark.asvs("13.3.1")
def test_each_process_gets_only_its_own_secrets(site):
    """They do their work with it: that is what `site` waited for."""
    given = read_env((site.folder / ".env").read_text())
    secrets = {name: given[name] for name in ALL_SECRETS if name in given}
    assert secrets.keys() == ALL_SECRETS
    for name in SITE:
        if name != "migrate":
            held = {secret for secret, value in secrets.items() if value in site.has(name)}
            assert held == SECRETS[name], name


def test_mailed_link_opens_the_account(site):
    site.sql(
        "INSERT INTO solver_user (username, email, password, is_active, is_staff, is_superuser,"
        " first_name, last_name, date_joined) VALUES ('setter', 'setter@example.org',"
        " 'pbkdf2_sha256\\$1\\$a\\$b', true, false, false, '', '', now())"
    )
    browser = Browser(site.site)
    form = browser.get("/account/reset/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)[1]
    browser.post("/account/reset/", csrfmiddlewaretoken=token, email="setter@example.org")
    (mailer,) = [name for name in SITE if "EMAIL_URL" in SECRETS[name]]
    found = re.compile(r"http://[^/]+(/account/reset/\S+/)")
    site.wait_for(lambda: found.search(site.told_by(mailer)))
    assert "new_password1" in browser.get(found.search(site.told_by(mailer))[1])


# --- Backup and restore ------------------------------------------------------------------------------
def stop(machine):
    machine.do("docker compose stop web worker worker-bulk worker-sets reaper")
    # Or the audit of a slow restore finds what the site had begun by itself, and no worker answers so soon.
    machine.sql(
        "UPDATE solver_solve SET enqueued_at = now() + interval '1 hour' WHERE status = 'queued'"
    )


def change(machine):
    """As weeks after the backup do, and somebody who deletes too much."""
    machine.sql("DELETE FROM solver_chapter")
    machine.sql("UPDATE solver_puzzle SET title = 'changed since', notes = 'x'")
    machine.sql("DROP INDEX solve_newest")


def test_restore_stops_at_a_truncated_dump_and_brings_every_row_back_from_a_whole_one(site):
    stop(site)
    site.do(BACKUP, COMPOSE_LOOKS="pg_dump")
    then, dump = site.looked(), site.folder / DUMP
    assert then["solver_solve"][2] >= 10
    assert then["solver_chapter"][2] > 10
    assert then["solver_job"][2] >= 1
    assert dump.stat().st_mode & 0o777 == 0o600
    assert not dump.with_name("sudokusite.dump.part").exists()
    change(site)
    whole = dump.read_bytes()
    for part, last in ((0, "pg_restore --list"), (len(whole) * 2 // 3, "pg_restore -U")):
        dump.write_bytes(whole[:part])
        site.commands()
        ended = site.run(RESTORE)
        assert ended.returncode
        assert "STOPPED here" in ended.stderr
        assert last in site.commands()[-1]
        assert not site.is_up()
    dump.write_bytes(whole)
    # The look is at what the site is about to be started on.
    told = site.do(RESTORE, COMPOSE_LOOKS="^compose up -d$")
    assert site.looked() == then
    assert f"{then['solver_solve'][2]} solves, the newest of " in told
    assert told.count(": yes") == 5
    site.wait_for(site.is_up)
    answer = site.ask("/api/v1/solves/", {"puzzle": ARTICLE_001, "method": "rules"})["url"]
    site.wait_for(lambda: site.ask(answer)["status"] == "finished")


def test_restore_works_on_an_empty_machine(site):
    """Also the way of data that 0.1.0 set up."""
    stop(site)
    site.do(OF_0_1_0, COMPOSE_LOOKS="pg_dump")
    then = site.looked()
    site.do("docker compose down --volumes")
    site.do(RESTORE, COMPOSE_LOOKS="^compose up -d$", **THE_PAGES)
    assert site.looked() == then
    site.wait_for(site.is_up)


def test_failed_backup_keeps_the_last_one(site):
    site.do(BACKUP)
    last = (site.folder / DUMP).read_bytes()
    site.do("docker compose stop postgres")
    ended = site.run(BACKUP)
    assert ended.returncode
    assert 'service "postgres" is not running' in ended.stderr
    assert "STOPPED here" in ended.stderr
    assert (site.folder / DUMP).read_bytes() == last
    site.do("docker compose up -d", **THE_PAGES)
    site.wait_for(site.is_up)


def test_upgrade_works_from_a_dump(site):
    site.do(UPGRADE, **THE_PAGES)
    assert (site.folder / "var/before.dump").stat().st_mode & 0o777 == 0o600
    site.wait_for(site.is_up)


def test_upgrade_keeps_the_data_of_postgresql_17(site):
    """17 had its data at the top of the volume, where 18 sees it and does not begin anew."""
    stop(site)
    site.do("docker compose stop")
    file = site.world / "state.json"
    volume = site.world / "volume"
    for path in (volume / "18" / "docker").iterdir():
        path.rename(volume / path.name)
    shutil.rmtree(volume / "18")
    volume.chmod(0o700)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"version": 17}))
    site.do("docker compose up -d --wait postgres")
    site.do(FROM_17, COMPOSE_LOOKS="pg_dump")
    then = site.looked()
    file.write_text(json.dumps(json.loads(file.read_text()) | {"version": 18}))
    refused = site.run("docker compose up -d --wait postgres")
    assert "there appears to be PostgreSQL data in" in refused.stderr
    site.do(TO_18, COMPOSE_LOOKS="^compose up -d$", **THE_DATA)
    # Sequences and rules alike; the database's own rights are those that docker/sets.sql gave it.
    assert site.looked() == then
    site.do(
        re.search(r"^If all is well, run `(.*?)`\.", PAGE, re.MULTILINE)[1].replace(
            "exec ", "exec -T "
        )
    )
    assert not (volume / "of-17").exists()


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize("name", EVERY)
def test_every_block_stops_at_its_first_failing_command(tmp_path, name, shell):
    """Each command in turn ends in an error: none after it is run. `docker` does nothing but fail here."""
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    docker, log = tmp_path / "docker", tmp_path / "log"
    docker.write_text(f'#!/bin/sh\necho "$*" >> {log}\n[ "$(wc -l < {log})" != "$BREAKS" ]\n')
    docker.chmod(0o755)
    (tmp_path / "var").mkdir()
    for dump in ("sudokusite", "from-17"):
        (tmp_path / f"var/{dump}.dump").touch()

    def pasted(breaks):
        log.unlink(missing_ok=True)
        path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
        environment = {"PATH": path, "BREAKS": str(breaks)}
        ended = subprocess.run(
            [shell, "-c", EVERY[name]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.returncode, ended.stderr, log.read_text().splitlines()

    status, said, whole = pasted(0)
    assert (status, said) == (0, "")
    for at in range(1, len(whole) + 1):
        status, said, asked = pasted(at)
        assert status
        assert said.startswith("STOPPED here")
        assert asked == whole[:at]
