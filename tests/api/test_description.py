"""A programmer reads the description of the API and tries it on its page."""

import re

import pytest
from django.core.management import call_command
from django.urls import get_resolver

from solver.models import Collection

pytestmark = pytest.mark.django_db


@pytest.fixture
def schema(client):
    return client.get("/api/v1/schema/").json()


def test_schema_validates_as_openapi_without_a_warning(tmp_path):
    file = tmp_path / "schema.json"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(file))
    assert file.exists()


def test_schema_contains_every_address_of_the_api(schema):
    found = {
        "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern)).replace("{pk}", "{id}")
        for pattern in get_resolver("solver.api.urls").url_patterns
    }
    hidden = {"/schema/", "/docs/", "/{rest}"}
    assert {path.removeprefix("/api/v1") for path in schema["paths"]} == found - hidden


def test_every_operation_has_a_summary_and_its_error_responses(schema):
    for path, operations in schema["paths"].items():
        for verb, operation in operations.items():
            assert {"400", "404", "429", "503"} <= set(operation["responses"]), (verb, path)
            assert operation["summary"]


def test_examples_of_the_schema_work(admin_client, admin_user, schema):
    client, tried = admin_client, 0
    Collection.owned.create(owner=admin_user, title="Few", slug="few-of-mine")
    for path, operations in schema["paths"].items():
        body = operations.get("post", {}).get("requestBody")
        if body:
            (example,) = body["content"]["application/json"]["examples"].values()
            address = path.replace("{slug}", "few-of-mine")
            answer = client.post(address, example["value"], content_type="application/json")
            assert answer.status_code in (200, 201, 202), (path, answer.content)
            tried += 1
    assert tried == 14


def test_page_of_the_description_has_all_of_it_without_a_script(client, schema):
    answer = client.get("/api/v1/docs/")
    page = answer.content.decode()
    for path, deeds in schema["paths"].items():
        for verb, deed in deeds.items():
            start = page.index(f'id="{deed["operationId"]}"')
            part = page[start : page.index("</details>", start)]
            assert f'data-verb="{verb.upper()}" data-path="{path}"' in part
            for each in deed.get("parameters", ()):
                assert f"<dt><code>{each['name']}</code>" in part
    for name in schema["components"]["schemas"]:
        assert f'id="{name}"' in page
    assert {*re.findall('href="#([^"]+)"', page)} <= {*re.findall('id="([^"]+)"', page)}
    assert "img-src 'self'" in answer["Content-Security-Policy"].split("; ")
    assert 'src="http' not in page


def test_page_of_the_description_greets_people_in_their_language(client):
    page = client.get("/api/v1/docs/", HTTP_ACCEPT_LANGUAGE="de").content.decode()
    assert '<html lang="de"' in page
    assert 'lang="en"' in page  # what is described, as the answers are
    assert "Content-Language" not in client.get("/api/v1/", HTTP_ACCEPT_LANGUAGE="de")


def test_schema_has_short_operation_ids_and_enums_of_parameters(schema):
    names = [
        operation["operationId"]
        for operations in schema["paths"].values()
        for operation in operations.values()
    ]
    assert "solve_list_post" in names
    assert max(map(len, names)) <= 30
    asked = {each["name"]: each for each in schema["paths"]["/api/v1/solves/"]["get"]["parameters"]}
    assert "stalled" in asked["outcome"]["schema"]["enum"]
    of_puzzles = schema["paths"]["/api/v1/puzzles/"]["get"]["parameters"]
    sizes = next(each for each in of_puzzles if each["name"] == "size")
    assert sizes["schema"]["type"] == "array"
    assert "9" in sizes["schema"]["items"]["enum"]
    kinds = schema["components"]["schemas"]
    assert "MethodEnum" in str(kinds["NewSolveRequest"]["properties"]["method"])
    assert "combos" in kinds["MethodEnum"]["enum"]
