"""Whatever an address is asked, with whatever word or number, nothing breaks: no answer is a 5xx.

Each parameter of each page, of the API and of the admin's lists and forms is asked with the same words and
numbers: with NUL or with the next of the others, in turn. `make fuzz` asks each
with all of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.urls import reverse
from support import ROOT, body_of, is_thorough, some

from solver import engine
from solver.models import Collection, Membership, Puzzle, Solve, User
from solver.puzzles.course import COURSE
from solver.puzzles.filters import FILTERS as OF_PUZZLES
from solver.queue import batches
from solver.queue.owners import Owner
from solver.solves import writing
from solver.solves.filters import FILTERS as OF_SOLVES

pytestmark = [pytest.mark.django_db, pytest.mark.fuzz]
SMALL = "0030040002001000"
NUL = "%00"

# As they stand in an address.
WORDS = (
    *("", "a%00b", "%E2%80%AE", "a%E2%80%8Bb", "x" * 3000, "%E6%95%B0" * 900, "%27", "%22"),
    *("%25", "%5C", "_", "%D9%A3", "%C2%B2", "%EF%BC%99", "%ED%A0%80", "%FF%FE", "None", "true"),
    *("null", "../../etc/passwd", "%3Cscript%3Ealert(1)%3C/script%3E", "[(*+?", "a,b,,c", "%0D%0A"),
    "00000000-0000-4000-8000-000000000000",
)
NUMBERS = (
    *("0", "-1", "1", "1.5", "1e9", "1e999", "NaN", "Infinity", "99999", "999999999"),
    *(str(2**31), str(2**63), str(10**30), "9" * 5000),
)
OTHERS = (*WORDS, *NUMBERS)

SOLVE = (
    *("iteration", "step", "rule", "since", "show", "cells"),
    *("cell", "digit", "number", "charts", "branch"),
)
PLAY = ("values", "marks", "ask", "stage", "names", "step", "candidate", "method", "size")
OF_PAGES = {
    "home": ("puzzle", "format", "size", "method", "solve"),
    "solves": tuple(each.name for each in OF_SOLVES),
    "export-solves": tuple(each.name for each in OF_SOLVES),
    "puzzles": (*(each.name for each in OF_PUZZLES), "view"),
    "puzzle-sheet": tuple(each.name for each in OF_PUZZLES),
    "collection-sheet": ("first", "from"),
    "play": ("puzzle", "solve", "iteration", "met", *PLAY),
    "puzzle-play": PLAY,
    "solve": SOLVE,
    "export": ("iteration",),
    "sheet": ("iteration",),
    "article": ("text", "pass"),
    "compare": ("solves", "iteration", "as"),
    "technique": ("show",),
    "find-step": ("puzzle", "position", "at", "cells", "press", "show", "missed", "lesson"),
    "make": ("needs", "level", "symmetry", "after"),
    "lesson": ("answer", "see", "look", "try", "show"),
    "job": ("fate", "after"),
    "batch": ("after",),
    "sign-in": ("next",),
    "set_language": ("next",),
    "theme": ("next",),
    "sign-in-code": ("next",),
    "admin-sign-in": ("next",),
    "reset-password": ("email",),
    "embed": ("iteration",),
    "solve-qr": ("iteration",),
    "report": ("reason",),
    "puzzle-picture": ("iteration",),
    "puzzle-qr": ("iteration",),
    "puzzle-feed": ("p",),
    "sitemaps": ("p",),
    "sitemap": ("p",),
    "privacy": ("next",),
}
# What Django's lists take beside their filters, and its forms beside their fields.
OF_LISTS = ("q", "p", "o", "all", "e", "_facets", "_popup", "_to_field")
OF_FORMS = ("_changelist_filters", "_popup", "_to_field")
LOOKUPS = {
    "DateTimeField": ("year", "gte", "lt", "date", "isnull"),
    "BooleanField": ("exact", "isnull"),
    "ForeignKey": ("id__exact", "isnull", "id__in"),
    "ManyToManyField": ("id__exact", "isnull"),
}


@dataclass(frozen=True)
class Asked:
    """A parameter of an address, which may say something else already."""

    address: str
    name: str

    def with_(self, value: str) -> str:
        between = "&" if "?" in self.address else "?"
        return f"{self.address}{between}{self.name}={value}"


@pytest.fixture
def kept() -> dict[str, object]:
    """A little of everything, of a superuser's."""
    root = User.objects.create_superuser("root")
    shelf = Collection.objects.create(title="Shelf", slug="shelf", is_published=True)
    puzzle = Puzzle.objects.create(givens=SMALL, title="Small", tags=["old"], is_published=True)
    Membership.objects.create(collection=shelf, puzzle=puzzle)
    own = Collection.owned.create(title="Own", slug="own", owner=root)
    solve = Solve.objects.create(
        puzzle=puzzle, method="combos", owner=root, visibility="public", note="here"
    )
    writing.record(solve.pk)
    job = batches.submit([engine.read(SMALL)], "combos", {}, Owner(root))
    group = Group.objects.first()
    return {
        "solve": solve,
        "puzzle": puzzle,
        "job": job,
        "collection": shelf,
        "own": own,
        "group": group,
    }


def keys_of_pages(kept) -> dict[str, list]:
    """Return what stands in the addresses of pages, by their names."""
    of_solve = ("solve", "sheet", "article", "embed", "solve-qr", "report")
    of_puzzle = ("puzzle", "puzzle-picture", "puzzle-qr", "puzzle-play")
    return {
        **{name: [kept["solve"].pk] for name in of_solve},
        **{name: [kept["puzzle"].pk] for name in of_puzzle},
        "export": [kept["solve"].pk, "svg"],
        "job": [kept["job"].pk],
        "batch": [kept["job"].pk],
        "collection-sheet": [kept["own"].slug],
        "sitemap": ["puzzles"],
        "technique": ["hidden-single"],
        "find-step": ["hidden-single"],
        "lesson": [COURSE[0].name],
    }


def of_pages(kept) -> Iterator[Asked]:
    keys = keys_of_pages(kept)
    for name, parameters in OF_PAGES.items():
        address = reverse(name, args=keys.get(name))
        yield from (Asked(address, each) for each in parameters)
    story = reverse("solve", args=[kept["solve"].pk])
    yield from (Asked(f"{story}?iteration=1", each) for each in SOLVE[1:])
    yield Asked(f"{reverse('compare')}?solves={kept['solve'].pk}", "iteration")
    yield from (Asked("/solves/?whose=public", each.name) for each in OF_SOLVES)


def of_the_api(kept) -> Iterator[Asked]:
    """As its description has them."""
    ids = {"solves": kept["solve"].pk, "batches": kept["job"].pk, "puzzles": kept["puzzle"].pk}
    for path, operations in Client().get("/api/v1/schema/").json()["paths"].items():
        for each in operations.get("get", {}).get("parameters", ()):
            if each["in"] == "query":
                kind = path.split("/")[3]
                yield Asked(path.replace("{id}", str(ids.get(kind))), each["name"])


def of_the_admin(kept) -> Iterator[Asked]:
    """Every list with what it declares and what its columns are called; every form with its fields."""
    for model, shown in admin.site._registry.items():
        place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        names = {*OF_LISTS}
        for each in shown.list_filter:
            if isinstance(each, str):
                field = model._meta.get_field(each)
                lookups = LOOKUPS.get(type(field).__name__, ("exact", "in", "isnull"))
                names |= {f"{each}__{lookup}" for lookup in lookups}
            else:
                names.add(each.parameter_name)
        names |= {field.name for field in model._meta.fields}
        yield from (Asked(reverse(f"{place}_changelist"), each) for each in sorted(names))
        yield from (Asked(reverse(f"{place}_add"), each) for each in OF_FORMS)
        fields = [field.name for field in model._meta.fields if field.editable]
        yield from (Asked(reverse(f"{place}_add"), each) for each in fields)
        one = kept.get(model._meta.model_name)
        if one:
            address = reverse(f"{place}_change", args=[one.pk])
            yield from (Asked(address, each) for each in OF_FORMS)


def spread(asked: list[Asked]) -> Iterator[str]:
    """Addresses: each parameter with all there is or, for a sample, every third with NUL or the next."""
    others = cycle(OTHERS)
    for one, is_with_nul in zip(some(asked, 3), cycle([True, False]), strict=False):
        if is_thorough():
            yield from (one.with_(value) for value in (NUL, *OTHERS))
        else:
            yield one.with_(NUL if is_with_nul else next(others))


@pytest.fixture
def client(kept) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(username="root"))
    return client


@pytest.mark.asvs("2.2.1")
@pytest.mark.parametrize("of", [of_pages, of_the_api, of_the_admin])
def test_no_parameter_value_causes_a_server_error(of, client, kept):
    asked = list(of(kept))
    assert len(asked) > 20
    broken = {}
    for address in spread(asked):
        place = transaction.savepoint()  # a failed query would break all that come after it
        answer = client.get(address)
        body_of(answer)
        transaction.savepoint_rollback(place)
        if answer.status_code >= 500:
            broken[address[:160]] = answer.status_code
    assert not broken, "\n".join(f"{status} {address}" for address, status in broken.items())


def test_tests_cover_every_parameter(kept):
    """What a view reads by its name is asked above."""
    reading = re.compile(
        r'(?:GET|query_params|asked)\.get(?:list)?\("([a-z]+)"|whole_number\(request, "([a-z]+)"'
    )
    read = {
        name
        for room in ("web", "api")
        for path in (ROOT / "solver" / room).rglob("*.py")
        for names in reading.findall(path.read_text())
        for name in names
        if name
    }
    asked = {each.name for of in (of_pages, of_the_api) for each in of(kept)}
    assert len(read) > 10
    new = read - asked
    assert not new, (
        f"tests/web/test_every_parameter.py, OF_PAGES: name {new} at the pages that read them"
    )


def test_tests_use_40_different_values():
    assert len({NUL, *OTHERS}) == 1 + len(WORDS) + len(NUMBERS) == 40
