"""The supervisor behind `make run`, for real, with data and logs in a folder of the test."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import psutil
import pytest
import redis
from support import PATIENCE, wait_for

from sudokusite.local.processes import ServiceError, free_port
from sudokusite.local.run import secret_key
from sudokusite.local.services import find_redis

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS")
} | {"SITE_AT_ONCE": "0"}  # or a worker rates and makes puzzles all the while


class Site:
    """A running `make run` and what it has said so far."""

    def __init__(self, folder, port):
        self.folder, self.port, self.said = folder, port, ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sudokusite.local.run", "--folder", folder, "--port", str(port)],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.said += line

    def wait_for(self, sentence):
        deadline = time.monotonic() + PATIENCE
        while not re.search(sentence, self.said):
            assert time.monotonic() < deadline, (
                f"waited for {sentence!r}, but it said:\n{self.said}"
            )
            time.sleep(0.05)

    def family(self):
        return psutil.Process(self.process.pid).children(recursive=True)

    def child(self, name, other_than=None, deeply=False):
        """The process with this in its title that it started, or will soon."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for child in psutil.Process(self.process.pid).children(recursive=deeply):
                with contextlib.suppress(psutil.Error):  # it ended just now
                    if child != other_than and name in " ".join(child.cmdline()):
                        return child
            time.sleep(0.1)
        raise AssertionError(f"no {name} among its children; it said:\n{self.said}")

    def page(self, path):
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE
        ) as answer:
            return answer.status

    def addresses(self):
        return dict(re.findall(r"(\w+)='(.*)'", (self.folder / "services.env").read_text()))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    running = Site(tmp_path_factory.mktemp("run") / "var", free_port())
    running.wait_for("is running at")
    yield running
    running.process.terminate()
    running.process.wait(PATIENCE)


def run_again(*options):
    command = [sys.executable, "-m", "sudokusite.local.run", *options]
    return subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE
    )


def test_printed_address_answers(site):
    assert f"is running at http://127.0.0.1:{site.port}/ " in site.said
    assert site.page("/livez") == site.page("/readyz") == 200


def test_address_file_can_be_read_only_by_its_owner(site):
    assert site.addresses().keys() == {
        *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SETS_DATABASE_URL")
    }
    assert (site.folder / "services.env").stat().st_mode & 0o777 == 0o600


def test_second_run_names_the_address_of_the_first(site):
    second = run_again("--folder", site.folder, "--port", str(free_port()))
    assert second.returncode == 1
    assert f"runs already, at http://127.0.0.1:{site.port}/" in second.stderr


def test_occupied_port_exits_with_1_and_names_the_remedy(site, tmp_path):
    second = run_again("--folder", tmp_path, "--port", str(site.port))
    assert second.returncode == 1
    assert f"port {site.port} cannot be had (address already in use)" in second.stderr
    assert "make run PORT=" in second.stderr


def test_process_titles_name_each_process(site):
    for what in (
        *("sudokusite: reaper", "gunicorn: master", "gunicorn: worker"),
        *("celeryd: interactive@", "celeryd: bulk@", "celeryd: sets@"),
    ):
        assert site.child(what, deeply=True)
    assert psutil.Process(site.process.pid).cmdline()[0] == "sudokusite: make run"


def test_killed_worker_starts_again(site):
    worker = site.child("interactive@")
    worker.kill()
    site.wait_for(r"worker died \(SIGKILL\) and is started again")
    assert site.child("interactive@", other_than=worker)


@pytest.mark.fault
def test_killed_services_start_again_at_the_same_address(site):
    site.child(Path(find_redis()).name).kill()
    site.child("postgres").kill()
    site.wait_for(r"Redis died \(SIGKILL\) and is started again")
    site.wait_for(r"PostgreSQL died \(SIGKILL\) and is started again")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            assert redis.Redis.from_url(site.addresses()["REDIS_URL"]).ping()
            assert site.page("/readyz") == 200
            return
        except (OSError, redis.RedisError):
            time.sleep(0.2)
    raise AssertionError(site.said)


def test_no_process_survives_ctrl_c_an_output_without_a_reader_or_a_kill(site):
    """One after the other in one folder, so that its database is made once."""
    secret = (site.folder / "secret.key").read_text()
    family = site.family()
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(PATIENCE) == 0
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []
    assert not (site.folder / "services.env").exists()
    site.wait_for("Stopped.")

    process = without_a_reader(site)
    wait_for(lambda: has_child(process, "reaper"))
    family = process.children(recursive=True)
    process.terminate()
    assert process.wait(PATIENCE) == 0
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []

    again = Site(site.folder, site.port)
    again.child("postgres")
    family = again.family()
    again.process.kill()
    again.process.wait()
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []
    assert (site.folder / "secret.key").read_text() == secret


def without_a_reader(site):
    """Start `make run` in the folder of a site, and read no more than the beginning of what it says."""
    reader, output = os.pipe()
    command = [sys.executable, "-m", "sudokusite.local.run", "--folder", site.folder]
    process = psutil.Popen(
        [*command, "--port", str(site.port)],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=output,
        stderr=output,
    )
    os.close(output)
    assert os.read(reader, 1)
    os.close(reader)
    return process


def has_child(process, name):
    """Return whether a process has a child with this in its title. One that just ended has none."""
    with contextlib.suppress(psutil.Error):
        return any(name in " ".join(child.cmdline()) for child in process.children())


def test_empty_key_file_raises_with_its_name(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret.key").write_text("\n")
    with pytest.raises(ServiceError, match=r"secret\.key is empty"):
        secret_key(tmp_path / "secret.key")
