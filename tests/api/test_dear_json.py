"""Somebody sends JSON that is dear to check: it is refused or read as soon as any other of its length."""

import functools
import io
import json

import pytest
from rest_framework.exceptions import ParseError

from solver.api.parsing import StrictJSONParser
from tests.support import costs_less

MILLION = 1_000_000
BUDGET = (
    10  # readings of a megabyte of plain JSON, a fifth of a second on the machine it was set on
)


def parse(text):
    """What the parser makes of it."""
    try:
        return StrictJSONParser().parse(io.BytesIO(text.encode()))
    except ParseError as error:
        return error


@functools.cache  # each process of a run collects this file
def keys(count):
    return ",".join(f'"{number:x}":1' for number in range(count))


TEXTS = {
    "many keys": "{" + keys(95_000) + "}",
    "many keys, the last one twice": "{" + keys(95_000) + ',"172ff":1}',
    "a key again and again": "{" + '"a":1,' * 160_000 + '"b":1}',
    "objects in objects": '{"a":' * 190_000 + "1",
    "lists in lists": "[" * MILLION,
    "empty objects": "[" + "{}," * 333_000 + "{}]",
    "empty texts": "[" + '"",' * 333_000 + '""]',
    "one long number": "1" * MILLION,
    "long numbers": "[" + ("1" * 4_000 + ",") * 240 + "1]",
    "escapes": '"' + "\\u0041" * 160_000 + '"',
    "half a text": '"' + "\\\\" * 490_000,
    "blanks": " " * MILLION,
    "lines": "\n" * MILLION + "x",
}


@pytest.mark.asvs("1.2.9")
@pytest.mark.parametrize("name", TEXTS)
def test_costly_json_parses_about_as_fast_as_plain_json(name):
    assert len(TEXTS[name]) < 1_100_000
    assert costs_less(lambda: parse(TEXTS[name]), BUDGET)


BODIES = {
    "unknown fields": "{" + keys(95_000) + "}",
    "unknown options": '{"puzzles": ["1"], "options": {' + keys(90_000) + "}}",
    "choices": '{"puzzles": ["1"], "method": "rules", "options": {"rules": ["'
    + '","' * 320_000
    + '"]}}',
    "puzzles that are lists": '{"puzzles": [' + "[]," * 333_000 + "[]]}",
    "puzzles that are objects": '{"puzzles": [' + "{}," * 333_000 + "{}]}",
    "puzzles that are numbers": '{"puzzles": [' + "1," * 490_000 + "1]}",
    "puzzles that are empty": '{"puzzles": [' + '"",' * 333_000 + '""]}',
    "one long puzzle": '{"puzzles": "' + "1" * 990_000 + '"}',
    "a long method": '{"puzzles": ["1"], "method": "' + "m" * 990_000 + '"}',
    "long numbers": '{"puzzles": ["1"], "size": [' + ("1" * 4_000 + ",") * 240 + "1]}",
    "objects in objects": '{"puzzles":' * 90_000,
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", BODIES)
def test_request_with_costly_json_fails_about_as_fast_as_plain_json_parses(client, name):
    def post():
        answer = client.post("/api/v1/batches/", BODIES[name], content_type="application/json")
        assert answer.status_code == 400
        assert len(answer.content) < 2_000

    assert costs_less(post, BUDGET)


def test_texts_with_brackets_fit_into_a_batch():
    text = json.dumps({"puzzles": ["[Puzzle]\n" + "0" * 16] * 10_000})
    assert len(parse(text)["puzzles"]) == 10_000


def test_duplicate_key_fails_with_its_name():
    found = parse(TEXTS["many keys, the last one twice"])
    assert "the key '172ff' is there twice" in str(found)


def test_plain_json_parses_as_usual():
    assert parse('{"a": {"b": [1, null]}}') == json.loads('{"a": {"b": [1, null]}}')


@pytest.mark.django_db
class TestABatch:
    """Of more puzzles than are taken it reads none."""

    def post(self, client, puzzles):
        data = json.dumps({"puzzles": puzzles, "method": "combos"})
        return client.post("/api/v1/batches/", data, content_type="application/json")

    @pytest.mark.parametrize(
        ("puzzles", "words"),
        [
            ([""] * 100_000, "100000 puzzles is too many: a batch takes at most 10000"),
            ("1\n" * 300_000, "300000 lines; use at most 10000"),
            ("\n" * 400_000 + "1,2,@", "400000 lines; use at most 10000"),  # took 10 s
            ("1" + "\r" * 400_000 + "2", "400000 lines; use at most 10000"),
        ],
    )
    def test_of_too_many_puzzles_gets_rejected_by_their_count(self, client, puzzles, words):
        assert words in str(self.post(client, puzzles).json())
        assert costs_less(lambda: self.post(client, puzzles), 5 * BUDGET)  # ten seconds was 500

    @pytest.mark.parametrize(
        "text",
        [
            "<table><tr>" + "<td>1" * 90_000,
            "givens," + "a,givens," * 50_000 + "x",
            "<table><tr><td>" + "a<br>" * 90_000,
        ],
    )
    def test_of_a_long_table_fails_in_a_second_or_so(self, client, text):
        assert costs_less(lambda: self.post(client, text), 10 * BUDGET)  # the first took 10 s

    def test_of_the_most_puzzles_names_the_wrong_one(self, client):
        puzzles = ["0" * 81] * 10_000
        puzzles[4_999] = "1" * 81
        answer = self.post(client, puzzles)
        assert answer.status_code == 400
        assert "puzzle 5000: r1c1 and r1c2 are both 1" in str(answer.json())
