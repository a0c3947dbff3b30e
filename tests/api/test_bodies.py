"""What a program sends is done or refused by its name; nothing of it is passed over in silence."""

import pytest
from django.test import Client
from puzzles import ARTICLE_000

from solver.engine import read
from solver.models import Job, Puzzle, Solve, Token, User, Webhook

pytestmark = pytest.mark.django_db
PUZZLE = {"puzzle": ARTICLE_000}
BODIES = {
    "/api/v1/solves/": PUZZLE,
    "/api/v1/puzzles/": PUZZLE,
    "/api/v1/collections/": {"title": "Few", "slug": "few"},
    "/api/v1/own-collections/": {"title": "Few"},
    "/api/v1/imports/": {"text": ARTICLE_000},
    "/api/v1/generate/": {"size": 4},
    "/api/v1/comparisons/": PUZZLE,
    "/api/v1/batches/": {"puzzles": [ARTICLE_000]},
    "/api/v1/webhooks/": {"address": "https://solver.example/"},
    "/api/v1/steps/": PUZZLE,
    "/api/v1/hints/": PUZZLE,
    "/api/v1/check/": PUZZLE,
    "/api/v1/why/": {**PUZZLE, "candidate": "r1c1=1"},
}
JSON = "application/json"


@pytest.fixture
def owner():
    return User.objects.create_superuser("setter")


@pytest.fixture
def program(owner):
    return Client(headers={"Authorization": f"Bearer {Token.objects.make(owner, 'script')[1]}"})


def described_bodies(schema):
    """The addresses and verbs that take a body, by the description."""
    for path, operations in schema["paths"].items():
        yield from (
            (path, verb) for verb, operation in operations.items() if "requestBody" in operation
        )


def test_these_tests_cover_every_address_that_takes_a_body(client):
    taking = set(described_bodies(client.get("/api/v1/schema/").json()))
    changes = {
        ("/api/v1/solves/{id}/", "patch"),
        ("/api/v1/puzzles/{id}/", "patch"),
        ("/api/v1/collections/{slug}/", "patch"),
        ("/api/v1/collections/{slug}/puzzles/", "put"),
        ("/api/v1/own-collections/{slug}/", "patch"),
        ("/api/v1/own-collections/{slug}/puzzles/", "post"),
    }
    assert taking == {(path, "post") for path in BODIES} | changes


@pytest.mark.asvs("2.2.1")
@pytest.mark.parametrize("address", BODIES)
@pytest.mark.parametrize("unknown", ["colour", "owner", "Puzzle", "__proto__", "", "x" * 5000])
def test_unknown_field_gets_400_with_its_name(program, address, unknown):
    answer = program.post(address, BODIES[address] | {unknown: 1, "more": None}, JSON)
    assert answer.status_code == 400
    errors = answer.json()["errors"]
    assert set(errors) == {unknown[:50], "more"}
    assert "there is no such field; there are " in errors["more"][0]
    assert not any(model.objects.exists() for model in (Solve, Puzzle, Job))


def test_unknown_field_of_a_change_gets_400_with_its_name(program, owner):
    solve = Solve.objects.create(puzzle=Puzzle.objects.create(givens=ARTICLE_000), owner=owner)
    answer = program.patch(f"/api/v1/solves/{solve.pk}/", {"note": "x", "outcome": "solved"}, JSON)
    assert set(answer.json()["errors"]) == {"outcome"}
    solve.refresh_from_db()
    assert solve.note == ""


@pytest.mark.parametrize("address", ["/api/v1/solves/", "/api/v1/batches/"])
def test_unknown_option_gets_400_with_its_name(program, address):
    body = BODIES[address] | {"method": "guessing", "options": {"guess": "most", "colour": 1}}
    answer = program.post(address, body, JSON)
    assert answer.status_code == 400
    assert "no option 'colour'" in answer.json()["errors"]["options"][0]


@pytest.mark.asvs("2.2.1")
def test_unknown_query_parameter_gets_400_at_every_address(program, owner):
    solve = Solve.objects.create(puzzle=Puzzle.objects.create(givens=ARTICLE_000), owner=owner)
    job = Job.objects.create(kind="solve", owner=owner, spec={"method": "combos", "options": {}})
    ids = {"solves": solve.pk, "puzzles": solve.puzzle_id, "batches": job.pk, "jobs": job.pk}
    hook = Webhook.objects.create(owner=owner, address="https://solver.example/")
    ids["webhooks"] = hook.pk
    ids["own-collections"] = solve.puzzle_id  # of a puzzle in one
    schema = program.get("/api/v1/schema/").json()
    asked = 0
    for path, operations in schema["paths"].items():
        address = path.replace("{id}", str(ids.get(path.split("/")[3])))
        address = address.replace("{slug}", "few").replace("{move}", "pause")
        for verb in operations:
            answer = getattr(program, verb)(f"{address}?format=json&colour=", {}, JSON)
            assert answer.status_code == 400, (verb, address)
            assert set(answer.json()["errors"]) == {"format", "colour"}, (verb, address)
            asked += 1
    assert asked > 15
    assert Solve.objects.count() == 1


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_solve_gets_the_requested_visibility(program, visibility):
    answer = program.post("/api/v1/solves/", PUZZLE | {"visibility": visibility}, JSON)
    assert (answer.status_code, answer.json()["visibility"]) == (202, visibility)
    seen = Client().get(answer["Location"]).status_code
    assert seen == (404 if visibility == "private" else 200)
    assert program.get(answer["Location"]).status_code == 200


def test_anonymous_browser_can_make_a_private_solve(client):
    client.post("/solves/", {"puzzle": ARTICLE_000, "method": "rules"})  # its session begins
    answer = client.post("/api/v1/solves/", PUZZLE | {"visibility": "private"}, JSON)
    assert answer.status_code == 202
    assert client.get(answer["Location"]).status_code == 200
    assert Client().get(answer["Location"]).status_code == 404


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_program_without_a_token_cannot_choose_the_visibility(client, visibility):
    answer = client.post("/api/v1/solves/", PUZZLE | {"visibility": visibility}, JSON)
    assert answer.status_code == 400
    assert "send a token along" in answer.json()["errors"]["visibility"][0]
    assert not Solve.objects.exists()
    assert (
        client.post("/api/v1/solves/", PUZZLE | {"visibility": "unlisted"}, JSON).status_code == 202
    )


@pytest.mark.parametrize("visibility", ["secret", "", None, 5, []])
def test_unknown_visibility_gets_400_with_the_field(program, visibility):
    answer = program.post("/api/v1/solves/", PUZZLE | {"visibility": visibility}, JSON)
    assert (answer.status_code, set(answer.json()["errors"])) == (400, {"visibility"})


PENCIL_MARKS = "1 2 34 34\n34 34 12 12\n1234 1234 1234 1\n1234 1234 1234 1234"
PLACED = "+4" + ARTICLE_000[1:]


@pytest.mark.parametrize("position", [PENCIL_MARKS, PLACED])
def test_saving_a_puzzle_with_pencil_marks_gets_400(client, position):
    answer = client.post("/api/v1/puzzles/", {"puzzle": position}, JSON)
    words = "the library keeps puzzles without pencil marks or placed digits; remove them"
    assert (answer.status_code, answer.json()["errors"]) == (400, {"puzzle": [words]})
    assert not Puzzle.objects.exists()


@pytest.mark.parametrize("position", [PENCIL_MARKS, PLACED])
@pytest.mark.parametrize("address", ["/api/v1/solves/", "/api/v1/comparisons/"])
def test_solves_start_from_pencil_marks(client, address, position):
    assert client.post(address, {"puzzle": position}, JSON).status_code == 202
    assert {solve.marks for solve in Solve.objects.all()} == {read(position).marks}


@pytest.mark.parametrize("address", ["/api/v1/check/", "/api/v1/solves/"])
def test_value_error_inside_a_reader_propagates(client, address, monkeypatch):
    def broken(*_, **_options):
        raise ValueError("min() arg is an empty sequence")

    monkeypatch.setattr("solver.engine.read_any", broken)
    with pytest.raises(ValueError, match="min"):
        client.post(address, PUZZLE, JSON)
