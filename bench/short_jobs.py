"""What an editor waits for few puzzles beside much work: from the click on a list's button until all is done.

    python -m bench.short_jobs [--times 30] [--items 50] [--puzzles 5000]

Starts the site by its production command lines on services of its own, with a generation of hard puzzles and
an import of 10,000 lines that go on meanwhile, and asks gunicorn for one action after the other as a browser
does. Times are by the clock, and hold for a machine that does nothing else. Exit status 1 where the 95th
percentile is above 2 s, or a job did not end well.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # for `puzzles`

from tests.faults.site import Clock, Site

PRODUCTION = Clock(lease=45, period=15, task=30, solve=10)
ACTING = """
import http.client, os, random, sys, time, urllib.parse
from django.contrib.auth.models import Group
from django.test import Client
from puzzles import ARTICLE_001, morph
from solver.library.files.reading import items_in_text
from solver.models import Collection, Job, Puzzle, User
from solver.queue import submission
from solver.queue.owners import Owner

TIMES, ITEMS, PORT = (int(os.environ[name]) for name in ("TIMES", "ITEMS", "PORT"))
LIST = "/admin/solver/puzzle/"
user = User.objects.create_user("lena", is_staff=True)
user.groups.set(Group.objects.filter(name="Librarian"))
client = Client()
client.force_login(user)
cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={'a' * 32}"
shelf = Collection.objects.create(title="A week", slug="a-week")
owner, rng = Owner(user=user), random.Random(1)

wishes = {"seed": "x", "size": 9, "grade": "guessing", "minimal": True}
generation = submission.submit_job("generate", range(5_000), "Generate", wishes, owner)
lines = "\\n".join(morph(ARTICLE_001, rng) for _ in range(10_000))
import_ = submission.submit_job("import", items_in_text(lines), "Import", {}, owner)


def ask(fields):
    body = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": "a" * 32}, doseq=True)
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    door = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    door.request("POST", LIST, body, headers)
    status = door.getresponse().status
    door.close()
    return status


actions = (
    {"action": "tag_selected", "tags": "seen"},
    {"action": "retire_selected"},
    {"action": "collect_selected", "collection": shelf.pk},
    {"action": "publish_selected"},
    {"action": "untag_selected", "old_tags": "seen"},
    {"action": "verify_selected"},
)
ids = list(map(str, Puzzle.objects.filter(in_inbox=False).values_list("pk", flat=True)))
while not all(Job.objects.filter(pk=job.pk, done__gt=0) for job in (generation, import_)):
    time.sleep(0.5)
took, wrong = {}, []
for at in range(TIMES):
    fields = actions[at % len(actions)]
    chosen = rng.sample(ids, ITEMS)
    before = Job.objects.count()
    started = time.monotonic()
    status = ask(fields | {"_selected_action": chosen, "index": "0", "count": ITEMS, "select_across": "0"})
    accepted = time.monotonic() - started
    job = Job.objects.latest("created_at")
    while Job.objects.get(pk=job.pk).status in ("queued", "running") and time.monotonic() < started + 60:
        time.sleep(0.02)
    job.refresh_from_db()
    whole = time.monotonic() - started
    took.setdefault(fields["action"], []).append(whole)
    if status != 302 or job.status != "finished" or Job.objects.count() != before + 1:
        wrong.append((fields["action"], status, job.status, job.failure))
    print(f"{fields['action']:18} accepted after {accepted:.2f} s, done after {whole:.2f} s", flush=True)
beside = [(job.title, job.status, f"{job.phase}: {job.done} of {job.total}")
          for job in Job.objects.filter(pk__in=[generation.pk, import_.pk])]
whole = sorted(seconds for each in took.values() for seconds in each)
print("beside them:", beside)
print(f"median {whole[len(whole) // 2]:.2f} s, 95th percentile {whole[round(0.95 * (len(whole) - 1))]:.2f} s,"
      f" longest {whole[-1]:.2f} s")
print("wrong:", wrong)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--items", type=int, default=50)
    parser.add_argument("--puzzles", type=int, default=5_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Site(Path(folder), PRODUCTION) as site:
        site.manage("load_starter_library")
        site.manage("make_stock", str(chosen.puzzles))
        site.sql("VACUUM ANALYZE")
        said = site.shell(
            ACTING,
            TIMES=str(chosen.times),
            ITEMS=str(chosen.items),
            PORT=str(site.port),
            PYTHONPATH=str(Path(__file__).resolve().parents[1] / "tests"),
            UNFINISHED_JOBS="100",
        )
    print(said, end="")
    words = said.split("95th percentile ")[1]
    return int(float(words.split()[0]) > 2 or not said.rstrip().endswith("wrong: []"))


if __name__ == "__main__":
    sys.exit(main())
