"""A programmer finds every field of an answer in its description, and every described field in the answer.

A field that one has and the other has not fails here: fields stand in `solver/api/response_serializers.py` and
`solver/solves/serializers.py`, those of iterations and steps in `solver/engine/solving.py` too.
"""

import copy
import functools

import pytest
from django.test import Client
from every_answer import every_answer
from jsonschema import Draft4Validator, FormatChecker
from puzzles import ALESCARGOT

from solver import engine
from solver.models import User
from solver.solves.serializers import IterationSerializer, StepSerializer, WholeSolve

pytestmark = pytest.mark.django_db


def strict(schema):
    """The same schema in JSON Schema's words, in which what is not described is refused."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: strict(each) for name, each in schema.items()}
    if "properties" in schema:
        schema["additionalProperties"] = False
    if schema.pop("nullable", False):
        return {"anyOf": [{"type": "null"}, schema]}
    return schema


def faults_of(document, schema, described):
    whole = copy.deepcopy(schema) | {"components": described["components"]}
    found = Draft4Validator(whole, format_checker=FormatChecker()).iter_errors(document)
    return [f"{'.'.join(map(str, fault.absolute_path))}: {fault.message[:300]}" for fault in found]


@functools.cache
def description():
    return strict(Client().get("/api/v1/schema/").json())


@functools.cache
def all_answers():
    client, user = Client(), User.objects.create_user("setter")
    client.force_login(user)
    return list(every_answer(client, user))


@pytest.fixture
def described():
    return description()


@pytest.fixture
def answers():
    """All of them, asked for once: what they were made of is gone with the first test."""
    return all_answers()


def operation_of(described, answer):
    return described["paths"][f"/api/v1{answer.asked.route}"][answer.asked.verb]


@pytest.mark.asvs("15.3.1")
def test_every_answer_has_exactly_the_fields_of_its_description(described, answers):
    faults = {}
    for answer in answers:
        response = operation_of(described, answer)["responses"][str(answer.status)]
        if not answer.body:
            assert "content" not in response, answer.asked
            continue
        schema = response["content"][answer.kind]["schema"]
        for document in answer.documents():
            if found := faults_of(document, schema, described):
                faults[str(answer.asked)] = found
    assert faults == {}


def test_answers_cover_every_address_of_the_description(described, answers):
    """A new operation needs a line in `operations()` of tests/api/every_answer.py."""
    good = {
        (path, verb, status)
        for path, operations in described["paths"].items()
        for verb, operation in operations.items()
        for status in operation["responses"]
        if status.startswith("2")
    }
    asked = {(f"/api/v1{a.asked.route}", a.asked.verb, str(a.status)) for a in answers}
    assert good - asked == set(), (
        "tests/api/every_answer.py: add to operations() what asks for these"
    )


def test_comparison_notices_a_missing_extra_null_or_mistyped_field(described):
    """This file would notice: a field too many, one too few, a null, another type."""
    schema = {"$ref": "#/components/schemas/CollectionShape"}
    whole = dict.fromkeys(("slug", "title", "description", "puzzles_url", "page"), "")
    assert faults_of(whole, schema, described) == []
    for wrong in (
        whole | {"more": 1},
        {name: "" for name in whole if name != "page"},
        whole | {"title": None},
        whole | {"title": 5},
    ):
        assert len(faults_of(wrong, schema, described)) == 1, wrong


@pytest.mark.parametrize("method", engine.methods())
def test_command_line_writes_the_same_fields(method):
    """`manage.py solve --format json` knows no page and no status; all that it knows is in the API's."""
    solution = engine.solve(engine.read(ALESCARGOT), method).as_json()
    assert solution.keys() <= WholeSolve().fields.keys()
    for iteration in solution["iterations"]:
        assert list(iteration) == list(IterationSerializer().fields)
        for step in iteration["steps"]:
            assert list(step) == list(StepSerializer().fields)
