"""Every operation of the API, done once on a few rows. Several tests compare and check the answers."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import Group
from django.test import override_settings
from puzzles import ARTICLE_000
from support import body_of

from solver import engine
from solver.engine.core.steps import pack
from solver.jobs import running
from solver.models import Collection, Job, Membership, Puzzle, Solve, User, Webhook
from solver.puzzles import rating
from solver.solves import writing

SMALL, MARKED = "0030040002001000", "1 234 234 234 " + "1234 " * 12
# 16×16, whose candidates are lists: one cell is open.
LARGE = "0" + "".join("123456789ABCDEFG"[(4 * (n // 16) + n // 64 + n) % 16] for n in range(1, 256))
MORNING = datetime(2026, 1, 2, 3, 4, 5, 678900, tzinfo=UTC)
DONE = "00000000-0000-4000-8000-000000000001"
GUESSED = "00000000-0000-4000-8000-000000000002"
WAITS = "00000000-0000-4000-8000-000000000003"
FAILED = "00000000-0000-4000-8000-000000000004"
OWN = "00000000000000ff"
HOOK = "00000000-0000-4000-8000-000000000006"
WIDE = "00000000-0000-4000-8000-000000000005"


@dataclass(frozen=True)
class Asked:
    """A request: its address as the description has it, the real one, and what is sent along."""

    verb: str
    route: str
    address: str
    body: object = None

    def __str__(self) -> str:
        return f"{self.verb.upper()} {self.address}"


@dataclass(frozen=True)
class Answer:
    asked: Asked
    status: int
    kind: str
    body: bytes

    def documents(self):
        """The JSON in it: one, none, or one a line; of events their text."""
        if self.kind == "text/event-stream":
            return [self.body.decode()]
        if self.kind == "application/x-ndjson":
            return [json.loads(line) for line in self.body.splitlines()]
        return [json.loads(self.body)] if self.body else []


def stock(user: User) -> None:
    """Puzzles, a collection, and a solve in every state, of rows that are the same each time.

    The user keeps the library.
    """
    user.groups.add(Group.objects.get(name="Librarian"))
    kept = [
        Puzzle.objects.create(id=UUID(int=at), givens=text, created_at=MORNING)
        for at, text in enumerate((SMALL, "0" * 16, ARTICLE_000, LARGE), 1)
    ]
    rated = Puzzle(givens=SMALL, box=2, verdict="unique")
    rating.rate(rated)
    Puzzle.objects.filter(pk=kept[0].pk).update(
        **{name: getattr(rated, name) for name in rating.FIELDS}
    )
    told = {"title": "Magic “tour”", "author": "Ada", "source": "a book", "tags": ["old", "small"]}
    Puzzle.objects.filter(pk=kept[0].pk).update(is_published=True, **told)
    Puzzle.objects.filter(pk=kept[1].pk).update(is_published=True, verdict="multiple")
    shelf = {"title": "Shelf", "slug": "shelf", "description": "Two of them", "is_published": True}
    shelf = Collection.objects.create(**shelf)
    Membership.objects.create(collection=shelf, puzzle=kept[0], position=0)
    marks = pack(engine.read(MARKED).marks, 4)
    for pk, puzzle, method, more in (
        (DONE, kept[0], "combos", {"visibility": "public"}),
        (GUESSED, kept[1], "guessing", {"note": "both", "is_favourite": True}),
        (WAITS, kept[1], "rules", {"start": marks}),
        (FAILED, kept[2], "branches", {"status": "failed", "failure": "It was lost."}),
        (WIDE, kept[3], "combos", {}),
    ):
        options = engine.find_method(method).read_options({})
        Solve.objects.create(
            id=pk, puzzle=puzzle, method=method, options=options, owner=user, **more
        )
        if pk in (DONE, GUESSED, WIDE):
            writing.record(pk)
            Solve.objects.filter(pk=pk).update(finished_at=MORNING, elapsed_ms=1.25)
        at = MORNING + timedelta(seconds=int(pk[-1]), microseconds=-678900)
        Solve.objects.filter(pk=pk).update(created_at=at)


def operations():
    """What is asked, in an order in which it works; a batch is known once it was accepted."""
    puzzle, small = {"puzzle": ARTICLE_000}, {"puzzle": SMALL, "method": "rules"}
    yield Asked("get", "/", "/")
    yield Asked("get", "/methods/", "/methods/")
    yield Asked("get", "/techniques/", "/techniques/")
    yield Asked("post", "/steps/", "/steps/", {"puzzle": SMALL, "techniques": ["naked-single"]})
    yield Asked("post", "/hints/", "/hints/", {"puzzle": SMALL, "stage": 4})
    yield Asked("post", "/check/", "/check/", {"puzzle": SMALL, "values": "1030040002001000"})
    yield Asked("post", "/why/", "/why/", {"puzzle": SMALL, "candidate": "r1c2=4"})
    yield Asked("get", "/puzzles/", "/puzzles/?order=fewest")
    yield Asked("get", "/puzzles/{id}/", f"/puzzles/{UUID(int=1)}/")
    yield Asked("post", "/puzzles/", "/puzzles/", puzzle)
    yield Asked("post", "/puzzles/", "/puzzles/", {"puzzle": "1" + "0" * 15})
    yield Asked("get", "/collections/", "/collections/")
    yield from editing()
    yield from shelving()
    yield Asked("get", "/solves/", "/solves/")
    yield Asked("get", "/solves/", "/solves/?whose=public")
    yield Asked("get", "/solves/", "/solves/?size=7")
    for pk in (DONE, GUESSED, WAITS, FAILED, WIDE):
        yield Asked("get", "/solves/{id}/", f"/solves/{pk}/")
    yield Asked("get", "/solves/{id}/events/", f"/solves/{DONE}/events/")
    yield Asked("get", "/solves/{id}/story/", f"/solves/{DONE}/story/")
    yield Asked("get", "/solves/{id}/iterations/", f"/solves/{GUESSED}/iterations/")
    yield Asked("get", "/solves/{id}/iterations/", f"/solves/{WAITS}/iterations/")
    yield Asked("get", "/comparisons/", f"/comparisons/?solves={GUESSED},{DONE},{WAITS}")
    yield Asked("post", "/solves/{id}/go-on/", f"/solves/{DONE}/go-on/")
    yield Asked("patch", "/solves/{id}/", f"/solves/{WAITS}/", {"note": "Look", "is_favourite": 1})
    yield Asked("delete", "/solves/{id}/", f"/solves/{FAILED}/")
    yield Asked("get", "/solves/{id}/", f"/solves/{FAILED}/")
    yield Asked("post", "/solves/", "/solves/", small)
    yield Asked("post", "/solves/", "/solves/", {"puzzle": MARKED})
    yield Asked("post", "/solves/", "/solves/", {"puzzle": 5, "method": "x"})
    yield Asked("post", "/comparisons/", "/comparisons/", {"puzzle": SMALL})
    yield from hooking()
    batch = {"puzzles": [SMALL, "0" * 16, ARTICLE_000], "webhook": HOOK}
    yield Asked("post", "/batches/", "/batches/", batch)
    at = "/batches/{id}/"
    batch = Job.objects.get(kind="solve")
    yield Asked("get", at, f"/batches/{batch.pk}/")
    while running.run(batch.pk):
        pass
    Solve.objects.get(pk=batch.parts.get().report[2][2]).delete()
    Solve.objects.filter(puzzle__givens=SMALL).exclude(pk=DONE).update(elapsed_ms=2.5)
    Solve.objects.filter(puzzle__givens="0" * 16).exclude(pk=GUESSED).update(elapsed_ms=None)
    yield Asked("get", at, f"/batches/{batch.pk}/")
    yield Asked("get", f"{at}events/", f"/batches/{batch.pk}/events/")
    yield Asked("get", f"{at}solves/", f"/batches/{batch.pk}/solves/?after=2")
    yield Asked("get", f"{at}results/", f"/batches/{batch.pk}/results/")
    yield Asked("get", f"{at}results/", f"/batches/{batch.pk}/results/?histories=1&after=1")
    stalled = Solve.objects.get(outcome="stalled")
    yield Asked("post", "/solves/{id}/go-on/", f"/solves/{stalled.pk}/go-on/")
    yield Asked("delete", at, f"/batches/{batch.pk}/")
    yield Asked("get", "/webhooks/{id}/", f"/webhooks/{HOOK}/")
    yield Asked("delete", "/webhooks/{id}/", f"/webhooks/{HOOK}/")
    yield Asked("get", "/webhooks/{id}/", f"/webhooks/{HOOK}/")
    yield from lengthy()
    Puzzle.objects.filter(givens=ARTICLE_000).update(is_published=True, verdict="unique", level=2)
    yield Asked("get", "/puzzles/daily/", "/puzzles/daily/")


def lengthy():
    """A story that is longer than one answer, and a batch with it: files that a worker is to make."""
    puzzle = Puzzle.objects.create(givens="0" * 625)
    long = Solve.objects.create(puzzle=puzzle, method="branches")
    with override_settings(SOLVE_ITERATIONS=60):
        writing.record(long.pk)
    yield Asked("get", "/solves/{id}/story/", f"/solves/{long.pk}/story/")
    batch = Job.objects.create(kind="solve", status="finished", total=1, done=1)
    row = ["limit", puzzle.givens, str(long.pk), "multiple", "", 60, 1.25]
    batch.parts.create(number=0, first=1, items=1, given=[puzzle.givens], report=[row])
    at, histories = "/batches/{id}/results/", f"/batches/{batch.pk}/results/?histories=1"
    yield Asked("get", at, histories)


def editing():
    """What those do who keep the library."""
    one, slug = "/puzzles/{id}/", "/collections/{slug}/"
    third = Puzzle.objects.get(givens="1" + "0" * 15).pk
    said = {"title": "First", "tags": ["a", "b"], "notes": "One digit"}
    yield Asked("patch", one, f"/puzzles/{third}/", said)
    yield Asked("post", "/collections/", "/collections/", {"title": "Few", "slug": "few"})
    yield Asked("post", "/collections/", "/collections/", {"title": "Few", "slug": "few"})
    ids = [str(UUID(int=2)), str(UUID(int=1))]
    yield Asked("put", f"{slug}puzzles/", "/collections/few/puzzles/", {"puzzles": ids})
    yield Asked("get", slug, "/collections/few/")
    yield Asked("patch", slug, "/collections/few/", {"slug": "fewer", "is_published": True})
    yield Asked("delete", slug, "/collections/fewer/")
    yield Asked("delete", one, f"/puzzles/{third}/")
    yield Asked("delete", one, f"/puzzles/{UUID(int=1)}/")
    yield Asked("post", "/imports/", "/imports/", {"text": f"{SMALL}\n2{'0' * 15}\n12"})
    yield Asked("post", "/generate/", "/generate/", {"size": 4, "seed": "seven"})
    job = Job.objects.get(kind="import")
    at = f"/jobs/{job.pk}"
    while running.run(job.pk):
        pass
    yield Asked("get", "/jobs/{id}/", f"{at}/")
    yield Asked("get", "/jobs/{id}/rows/", f"{at}/rows/?fate=wrong")
    yield Asked("get", "/jobs/", "/jobs/")
    yield Asked("post", "/jobs/{id}/{move}/", f"{at}/cancel/")
    yield Asked("post", "/jobs/{id}/{move}/", f"{at}/resume/")
    yield Asked("post", "/jobs/{id}/{move}/", f"{at}/stop/")


def shelving():
    """What an account does with collections of its own, of which one is there with an address that is known."""
    at, known = "/own-collections/", f"/own-collections/{OWN}/"
    owner = User.objects.get(groups__name="Librarian")
    Collection.owned.create(owner=owner, title="Mine", slug=OWN)
    yield Asked("get", at, at)
    yield Asked("post", at, at, {"title": "Theirs"})
    yield Asked("post", at, at, {"title": "\u202e"})
    one, puzzles = f"{at}{{slug}}/", f"{at}{{slug}}/puzzles/"
    yield Asked("patch", one, known, {"title": "Wings"})
    yield Asked("post", puzzles, f"{known}puzzles/", {"puzzle": SMALL})
    yield Asked("post", puzzles, f"{known}puzzles/", {"puzzle": SMALL})
    yield Asked("get", puzzles, f"{known}puzzles/")
    yield Asked("get", one, known)
    kept = Puzzle.objects.get(givens=SMALL).pk
    yield Asked("delete", f"{puzzles}{{id}}/", f"{known}puzzles/{kept}/")
    yield Asked("delete", f"{puzzles}{{id}}/", f"{known}puzzles/{kept}/")
    yield Asked("delete", one, known)
    yield Asked("get", one, known)


def hooking():
    """What an account does with webhooks, of which one is there with an id that is known."""
    owner = User.objects.get(groups__name="Librarian")
    known = {"address": "https://solver.example/sudoku", "created_at": MORNING}
    Webhook.objects.create(id=HOOK, owner=owner, **known)
    yield Asked("get", "/webhooks/", "/webhooks/")
    yield Asked("post", "/webhooks/", "/webhooks/", {"address": "https://[::1]/"})
    yield Asked("post", "/webhooks/", "/webhooks/", {"address": "https://other.example/"})


def every_answer(client, user):
    """An answer a operation; `client` is signed in as that user."""
    stock(user)
    for asked in operations():
        send = getattr(client, asked.verb)
        given = () if asked.body is None else (asked.body, "application/json")
        response = send(f"/api/v1{asked.address}", *given)
        yield Answer(
            asked, response.status_code, response.get("Content-Type", ""), body_of(response)
        )
