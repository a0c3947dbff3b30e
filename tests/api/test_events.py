"""A program is told of a solve and of a batch as they get on, without asking again and again."""

import json

import pytest
from puzzles import ALESCARGOT, ARTICLE_000

from solver.api import events
from solver.jobs import running
from solver.models import Job, Solve
from solver.operations import held
from solver.solves import writing

pytestmark = pytest.mark.django_db
JSON = "application/json"
AS_EVENTS = {"Accept": "text/event-stream"}


def told(answer):
    """The documents of a stream that is over."""
    lines = b"".join(answer.streaming_content).decode().splitlines()
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


@pytest.fixture
def meanwhile(monkeypatch):
    """What is done, in turn, while a stream waits."""
    operations = []
    monkeypatch.setattr(
        events.time, "sleep", lambda _seconds: operations.pop(0)() if operations else None
    )
    return operations


def test_stream_of_a_solve_sends_each_status_until_the_end(client, meanwhile):
    made = client.post("/api/v1/solves/", {"puzzle": ARTICLE_000}, JSON).json()
    meanwhile += [lambda: None, lambda: writing.record(Solve.objects.get().pk)]
    answer = client.get(f"{made['url']}events/", headers=AS_EVENTS | {"Accept-Encoding": "gzip"})
    assert answer["Content-Type"] == "text/event-stream"
    known = told(answer)
    assert [each["status"] for each in known] == ["queued", "finished"]
    assert known[-1]["outcome"] == "solved"


def test_stream_of_a_batch_sends_its_progress(client, meanwhile, monkeypatch, settings):
    settings.TURN_SECONDS, settings.JOB_TURN_SECONDS = 5.0, 0
    monkeypatch.setattr(type(running.find_job_type("solve")), "part_size", 1)
    puzzles = {"puzzles": [ARTICLE_000, ALESCARGOT], "method": "rules"}
    made = client.post("/api/v1/batches/", puzzles, JSON).json()
    meanwhile += [lambda: running.run(Job.objects.get().pk)] * 6
    known = told(client.get(f"{made['url']}events/", headers=AS_EVENTS))
    assert [each["finished"] for each in known] == sorted(each["finished"] for each in known)
    assert (known[0]["finished"], known[-1]["finished"], known[-1]["status"]) == (0, 2, "finished")


def test_stream_ends_when_its_solve_gets_deleted(client, meanwhile):
    made = client.post("/api/v1/solves/", {"puzzle": ARTICLE_000}, JSON).json()
    meanwhile += [lambda: Solve.objects.all().delete()]
    assert len(told(client.get(f"{made['url']}events/"))) == 1


def test_stream_ends_after_a_while_with_a_retry_time(client, monkeypatch):
    monkeypatch.setattr(events, "LONGEST", 0)
    made = client.post("/api/v1/solves/", {"puzzle": ARTICLE_000}, JSON).json()
    answer = client.get(f"{made['url']}events/")
    assert b"".join(answer.streaming_content) == b"retry: 2000\n\n"


def test_client_that_saw_the_end_gets_204(client):
    made = client.post("/api/v1/solves/", {"puzzle": ARTICLE_000}, JSON).json()
    known = {**AS_EVENTS, "Last-Event-ID": "over"}
    assert client.get(f"{made['url']}events/", headers=known).status_code == 204


def test_stream_answers_404_to_other_visitors(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("setter"))
    private = {"puzzle": ARTICLE_000, "visibility": "private"}
    solve = client.post("/api/v1/solves/", private, JSON).json()
    batch = client.post("/api/v1/batches/", {"puzzles": [ARTICLE_000]}, JSON).json()
    client.logout()
    for each in (solve, batch):
        answer = client.get(f"{each['url']}events/", headers=AS_EVENTS)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_stream_answers_503_beyond_the_limit_of_open_streams(client, monkeypatch):
    room = held.Room(1, 1)
    monkeypatch.setattr(held, "_room", lambda places, of_one: room)
    monkeypatch.setattr(events, "LONGEST", 0)
    made = client.post("/api/v1/solves/", {"puzzle": ARTICLE_000}, JSON).json()
    first = client.get(f"{made['url']}events/")
    refused = client.get(f"{made['url']}events/", headers=AS_EVENTS)
    assert (refused.status_code, refused["Retry-After"] > "0") == (503, True)
    assert told(first) == []
    assert client.get(f"{made['url']}events/").status_code == 200
