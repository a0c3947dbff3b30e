"""Three editors who change the same large library at once, by the actions of its list in the admin.

    python -m bench.editors [--puzzles 200000]

Starts the site's bulk worker three times on services of its own. Each editor asks for one action after the
other on everything the list shows, while readers turn its pages. Says how long each took, and what PostgreSQL
counted of deadlocks; exit status 1 where a job failed, a request did, or there was a deadlock.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # for `puzzles`

from sudokusite.local.run import PROCESSES
from tests.faults.site import Clock, Site

PRODUCTION = Clock(lease=45, period=15, task=30, solve=10)
MORE_WORKERS = ("second", "third")
EDITING = """
import os, threading, time
from django.contrib.auth.models import Group
from django.test import Client
from solver.models import Collection, Job, Puzzle, User

LIST = "/admin/solver/puzzle/"
ACTIONS = {
    "one": (("tag_selected", {"tags": "seen"}), ("retire_selected", {}),
            ("untag_selected", {"old_tags": "seen"})),
    "two": (("publish_selected", {}), ("tag_selected", {"tags": "liked"}), ("collect_selected", {})),
    "three": (("retire_selected", {}), ("tag_selected", {"tags": "new"}), ("publish_selected", {})),
}
collection = Collection.objects.create(title="All of them", slug="all-of-them")
first = str(Puzzle.objects.order_by("-created_at", "-id").first().pk)
is_over, wrong, slowest = threading.Event(), [], {}


def client_of(name):
    user = User.objects.create_user(name, is_staff=True)
    user.groups.set(Group.objects.filter(name="Librarian"))
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.force_login(user)
    return client


def edit(name):
    client = client_of(name)
    for action, fields in ACTIONS[name]:
        if action == "collect_selected":
            fields = {"collection": collection.pk}
        started = time.monotonic()
        chosen = {"action": action, "_selected_action": [first], "select_across": "1", "index": "0"}
        chosen["count"] = str(Puzzle.objects.count())
        answer = client.post(LIST, chosen | fields)
        if answer.status_code != 302:
            wrong.append((name, action, answer.status_code))
            return
        accepted = time.monotonic() - started
        pk = Job.objects.filter(owner__username=name).latest("created_at").pk
        while Job.objects.get(pk=pk).status in ("queued", "running"):
            time.sleep(0.5)
        job = Job.objects.get(pk=pk)
        print(f"{name:6} {action:16} {job.status} {job.counts} accepted after {accepted:.1f} s,"
              f" done after {time.monotonic() - started:.0f} s, attempt {job.attempt}", flush=True)
        if job.status != "finished" or sum(job.counts.values()) != job.total:
            wrong.append((name, action, job.failure_words))


def read():
    client = client_of("reader")
    for path in (LIST, LIST + "?is_published__exact=1", "/puzzles/", "/puzzles/?tag=seen"):
        slowest[path] = 0.0
    while not is_over.is_set():
        for path in slowest:
            started = time.monotonic()
            status = client.get(path).status_code
            slowest[path] = max(slowest[path], time.monotonic() - started)
            if status != 200:
                wrong.append(("reader", path, status))


editors = [threading.Thread(target=edit, args=[name]) for name in ACTIONS]
reader = threading.Thread(target=read)
for thread in [reader, *editors]:
    thread.start()
for editor in editors:
    editor.join()
is_over.set()
reader.join()
print("slowest page beside them:", {path: f"{seconds:.2f} s" for path, seconds in slowest.items()})
print("wrong:", wrong)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=200_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder), PRODUCTION) as site:
        site.manage("load_starter_library")
        site.manage("make_stock", str(chosen.puzzles))
        site.sql("VACUUM ANALYZE")
        more = []
        for name in MORE_WORKERS:
            words = [word.replace("bulk@", f"{name}@") for word in PROCESSES["worker-bulk"]]
            more.append(site.process(name, words))
            more[-1].start()
        try:
            said = site.shell(EDITING, ALLOWED_HOSTS="localhost", UNFINISHED_JOBS="100")
        finally:
            for process in more:
                process.stop()
        print(said, end="")
        query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        deadlocks = site.sql(query)[0][0]
        log = (Path(folder) / "postgres.log").read_text(errors="replace").splitlines()
        timeouts = [number for number, line in enumerate(log) if line.rstrip().endswith("timeout")]
        for number in timeouts:
            print("\n".join(line[:300] for line in log[number : number + 4]))
        print(f"{deadlocks} deadlocks, {len(timeouts)} statements ended by a timeout")
    return int(bool(deadlocks or timeouts or not said.rstrip().endswith("wrong: []")))


if __name__ == "__main__":
    sys.exit(main())
