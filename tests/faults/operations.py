"""What a day of operations does to a site: loads, deployments, deletions, a way back."""

import json
import random
import subprocess
import time
from pathlib import Path
from typing import Any

from puzzles import ARTICLE_000, EMPTY, morph

from sudokusite.local.run import PROCESSES

from .fault import all_answered, fault, statuses, submit
from .load import Load, expected, work
from .site import ROOT, Answer, Site, check, quantile, wait_for

DEPLOY_PATIENCE = 30  # seconds for which a proxy tries a refused connection again


@fault(12, "50 exploding boards among 50 normal ones")
def explode(site: Site, load: Load) -> str:
    """Spread over the load, as visitors come: every tenth board explodes."""
    before = waits(site, _spread(site, site.some(50), explosions=False)[0])
    memory = site.memory()
    normal, exploding = _spread(site, site.some(50), explosions=True)
    load.finish()
    # The slow lane works off all that explode, one after the other; one of the normal ones is among them.
    all_answered(site, exploding + normal, seconds=site.clock.solve * len(exploding) * 2 + 60)
    after = waits(site, normal)
    outcomes = site.sql(
        "SELECT outcome, min(iteration_count) FROM solver_solve WHERE id = ANY(%s::uuid[]) GROUP BY 1",
        exploding,
    )
    check([row[0] for row in outcomes] == ["limit"], f"exploding boards ended as {outcomes}")
    check(outcomes[0][1] > 0, "an exploding board has no history")
    grown = site.memory() - memory
    check(grown < 100, f"the workers grew by {grown:.0f} MB")
    p95 = quantile(before, 0.95), quantile(after, 0.95)
    check(p95[1] <= 2 * p95[0], f"normal p95 went from {p95[0]:.2f} s to {p95[1]:.2f} s")
    return (
        f"all ended as limit with {outcomes[0][1]} iterations or more; normal p95 {p95[0]:.2f} s alone, "
        f"{p95[1]:.2f} s among them; memory {grown:+.0f} MB"
    )


def _spread(site: Site, number: int, explosions: bool) -> tuple[list[str], list[str]]:
    """So many normal boards, and as many exploding ones, two of each a second."""
    normal, exploding = [], []
    for index in range(number):
        normal.append(submit(site, index))
        time.sleep(0.25)
        if explosions:
            answer = site.submit(EMPTY, "branches")
            check(answer.solve, f"not acknowledged: {answer}")
            exploding.append(str(answer.solve))
        time.sleep(0.25)
    return normal, exploding


def waits(site: Site, solves: list[str]) -> list[float]:
    """Seconds from submitting to the answer."""
    all_answered(site, solves)
    query = "SELECT extract(epoch FROM finished_at - created_at)::float FROM solver_solve"
    return [seconds for (seconds,) in site.sql(f"{query} WHERE id = ANY(%s::uuid[])", solves)]


@fault(13, "SIGTERM deploy every 20 s", patience=DEPLOY_PATIENCE)
def deploy(site: Site, load: Load) -> str:
    """Behind a proxy that tries a refused connection again, as docs/operations.md has it."""
    deploys = 1 if site.is_short else 3
    stopping = []
    for _ in range(deploys):
        started = time.monotonic()
        for name, process in site.processes.items():
            with site.not_kept(name), site.lock:
                process.stop(seconds=40)
                stopping.append(time.monotonic() - started)
                process.start()
        time.sleep(max(0.0, 20 - (time.monotonic() - started)) if not site.is_short else 0)
    load.finish()
    failed = [answer for answer in load.answers if not answer.solve]
    check(not failed, f"clients saw {statuses(failed)}: {[a.text[:100] for a in failed[:3]]}")
    slowest = max(answer.seconds for answer in load.answers)
    return f"{deploys} deploys, {len(load.answers)} requests, none failed, slowest {slowest:.1f} s"


@fault(14, "a batch killed at half")
def kill_batch(site: Site, load: Load) -> str:
    method, number = "combos", 300 if site.is_short else 1000
    lines = [work(index)[0] for index in range(number)]
    url = site.submit_batch(lines, method)

    def results() -> list[dict[str, Any]]:
        """All that are there; of a batch that is over a worker makes a file first."""
        answers: list[Answer] = []

        def is_there() -> bool:
            answers.append(site.get(f"{url}results/"))
            return answers[-1].status == 200

        wait_for(is_there, site.within(60), "the results")
        return [json.loads(line) for line in answers[-1].text.splitlines()]

    wait_for(
        lambda: site.batch(url)["finished"] >= number // 2, site.within(120), "half of the batch"
    )
    site.kill("worker-bulk")
    site.kill("reaper")
    site.let_leases_run_out()
    before = [each["id"] for each in results()]
    check(len(before) < number, "it was over before it was killed")
    digest = site.digest(before)
    seconds = wait_for(
        lambda: site.batch(url)["finished"] == number, site.within(120), "the rest of the batch"
    )
    check(site.digest(before) == digest, "what was done was done again")
    found = results()
    check([each["item"] for each in found] == [*range(1, number + 1)], "gaps or repetitions")
    count = site.sql("SELECT count(*) FROM solver_solve WHERE lane = 'bulk'")[0][0]
    check(count == number, f"{count} solves instead of {number}")
    found_out = [(each["outcome"], each["verdict"], each["iteration_count"]) for each in found]
    check(
        found_out == [expected(line, method) for line in lines],
        "other answers than without the fault",
    )
    return f"{len(before)} of {number} done, unchanged; the others {seconds:.0f} s after"


@fault(22, "accounts, batches, collections and solves deleted while they are worked at")
def delete_meanwhile(site: Site, load: Load) -> str:
    """A batch goes with its account, an import goes on without its collection, a solve is gone in the midst."""
    rounds = site.some(20)
    rng = random.Random(22)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(40 * rounds)]
    (site.folder / "lines.txt").write_text("\n".join(lines))
    hits = json.loads(site.shell(DELETING, LINES=str(site.folder / "lines.txt")).splitlines()[-1])
    load.finish()
    site.settle()
    wait_for(lambda: not site.unfinished_jobs(), site.within(120), "the jobs to end")
    failed = site.sql("SELECT kind, failure FROM solver_job WHERE status = 'failed'")
    check(not failed, f"jobs failed: {failed[:3]}")
    imports = site.sql("SELECT counts FROM solver_job WHERE kind = 'import'")
    check(len(imports) == rounds, f"{len(imports)} of {rounds} imports are there")
    for (counts,) in imports:
        check(set(counts) <= {"added", "there", "loose"}, f"an import ended with {counts}")
        check(sum(counts.values()) == 40, f"an import did {sum(counts.values())} of 40 lines")
    left = site.sql("SELECT count(*) FROM solver_solve WHERE owner_id IS NOT NULL")[0][0]
    check(left == 0, f"{left} solves of accounts that are gone")
    words = ", ".join(f"{number} {kind}" for kind, number in hits.items())
    return f"{rounds} rounds, caught in the midst: {words}"


# Done in a process of its own, by what the doors call; each round begins new work and deletes all of it.
DELETING = """
import json, os, random, time
from solver import engine
from solver.accounts import ownership
from solver.models import Collection, Job, Solve, User
from solver.queue import batches, submission
from solver.queue.owners import Owner

rng, hits = random.Random(22), dict.fromkeys(("accounts", "collections", "solves"), 0)
lines = open(os.environ["LINES"]).read().split()
for number in range(0, len(lines), 40):
    mine = lines[number:number + 40]
    user = User.objects.create_user(f"leaving{number}")
    collection = Collection.objects.create(title=f"Gone {number}", slug=f"gone-{number}")
    job = batches.submit([engine.read(line) for line in mine], "combos", {}, Owner(user=user))
    into = submission.submit_job("import", mine, spec={"at_once": True, "collection": collection.pk})
    solve = submission.submit(engine.read("0" * 81), "branches", owner=Owner(user=user))

    def delete_solve():
        hits["solves"] += Solve.objects.filter(pk=solve.pk, status="running").exists()
        Solve.objects.filter(pk=solve.pk).delete()

    def delete_collection():
        hits["collections"] += Job.objects.filter(pk=into.pk, status="running").exists()
        collection.delete()

    def delete_account():
        hits["accounts"] += Job.objects.filter(pk=job.pk, status="running").exists()
        ownership.delete(user)

    deletions = [delete_solve, delete_collection, delete_account]
    rng.shuffle(deletions)
    for delete in deletions:
        time.sleep(rng.uniform(0, 0.6))
        delete()
print(json.dumps(hits))
"""

BEFORE = "c7f5043"  # the version before
GONE = "drf_spectacular_sidecar"  # an app that it names and today's environment lacks. It has no tables


@fault(23, "back to the version before, and forward again", patience=DEPLOY_PATIENCE)
def go_back(site: Site, load: Load) -> str:
    """Its programs on the tables of this one: what docs/operations.md tells to do."""
    refused = site.try_to_manage("migrate", "solver", "zero")
    check("cannot be undone without losing" in refused.stderr, f"it said {refused.stderr[-300:]}")
    check(refused.returncode, "a migration that loses data was undone")
    site.manage("migrate", "--check")
    before = site.folder / "before"
    if not unpack(BEFORE, before):
        return f"left out but for the refusal: there is no history with {BEFORE} here"
    earlier = [submit(site, number) for number in range(site.some(50))]
    all_answered(site, earlier)
    old = {name: site.process(f"{name}-before", cmd, before) for name, cmd in PROCESSES.items()}
    with site.instead(old):
        meanwhile = [submit(site, number) for number in range(site.some(50))]
        all_answered(site, meanwhile)
        show(site, [*earlier[:10], *meanwhile[:10]])
    show(site, [*earlier[:10], *meanwhile[:10]])
    load.finish()
    failed = [answer for answer in load.answers if not answer.solve]
    check(not failed, f"clients saw {statuses(failed)}: {[a.text[:100] for a in failed[:3]]}")
    return f"{len(meanwhile)} solved by {BEFORE}, pages of both served by both, no request failed"


def unpack(commit: str, folder: Path) -> bool:
    """The tree of a commit put there; False where the project's history does not have it."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True)
    if packed.returncode:
        return False
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    (folder / GONE).mkdir()
    (folder / GONE / "__init__.py").touch()
    return True


def show(site: Site, solves: list[str]) -> None:
    for solve in solves:
        for path in (f"/solves/{solve}/", f"/api/v1/solves/{solve}/"):
            answer = site.get(path)
            check(answer.status == 200, f"{path}: {answer.status} {answer.text[:200]}")
