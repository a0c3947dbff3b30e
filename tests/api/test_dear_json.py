"""Somebody sends JSON that is dear to check: it is refused or read as soon as any other of its length."""

import io
import json
import time

import pytest
from rest_framework.exceptions import ParseError

from solver.api.parsing import StrictJSONParser

MILLION = 1_000_000
BUDGET = 0.2  # seconds of the processor


def parse(text):
    """What the parser makes of it, and the seconds of the processor that it took."""
    started = time.thread_time()
    try:
        found = StrictJSONParser().parse(io.BytesIO(text.encode()))
    except ParseError as error:
        found = error
    return found, time.thread_time() - started


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


@pytest.mark.parametrize("name", TEXTS)
def test_takes_a_fifth_of_a_second_for_a_million_bytes(name):
    assert len(TEXTS[name]) < 1_100_000
    assert min(parse(TEXTS[name])[1] for _ in range(3)) < BUDGET


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
def test_is_refused_by_a_whole_request_in_a_fifth_of_a_second(client, name):
    seconds = []
    for _ in range(3):
        started = time.thread_time()
        answer = client.post("/api/v1/batches/", BODIES[name], content_type="application/json")
        seconds.append(time.thread_time() - started)
        assert answer.status_code == 400
        assert len(answer.content) < 2_000
    assert min(seconds) < BUDGET


def test_has_room_for_a_batch_of_texts_with_brackets():
    text = json.dumps({"puzzles": ["[Puzzle]\n" + "0" * 16] * 10_000})
    assert len(parse(text)[0]["puzzles"]) == 10_000


def test_names_the_key_that_is_there_twice():
    found, _seconds = parse(TEXTS["many keys, the last one twice"])
    assert "the key '172ff' is there twice" in str(found)


def test_reads_what_is_plain():
    assert parse('{"a": {"b": [1, null]}}')[0] == json.loads('{"a": {"b": [1, null]}}')


@pytest.mark.django_db
class TestABatch:
    """Of more puzzles than are taken it reads none."""

    def post(self, client, puzzles):
        started = time.thread_time()
        data = json.dumps({"puzzles": puzzles, "method": "combos"})
        answer = client.post("/api/v1/batches/", data, content_type="application/json")
        return answer, time.thread_time() - started

    def test_of_300_kb_of_nothing_is_counted_and_refused(self, client):
        answer, seconds = self.post(client, [""] * 100_000)
        assert "100000 puzzles are too many; a batch takes 10000" in str(answer.json())
        assert seconds < 1  # it was ten

    def test_of_a_million_short_lines_too(self, client):
        answer, seconds = self.post(client, "1\n" * 300_000)
        assert "300000 lines; at most 10000 are read" in str(answer.json())
        assert seconds < 1

    def test_of_as_many_as_are_taken_names_those_that_are_wrong(self, client):
        puzzles = ["0" * 81] * 10_000
        puzzles[4_999] = "1" * 81
        answer, _seconds = self.post(client, puzzles)
        assert answer.status_code == 400
        assert "puzzle 5000: r1c1 and r1c2 are both 1" in str(answer.json())
