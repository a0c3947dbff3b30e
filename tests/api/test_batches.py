"""A program has many puzzles solved in one request, watches them, and reads their solves back."""

import json
from itertools import product

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, EMPTY, NO_CANDIDATE, SOLUTION_000
from support import json_of, some

from solver import engine
from solver.jobs import running
from solver.models import Job, Puzzle, Solve
from solver.puzzles.files import blocks
from solver.queue import submission
from solver.solves import writing
from solver.solves.reading import iter_iterations

pytestmark = pytest.mark.django_db
URL = "/api/v1/batches/"
LINES = [ARTICLE_000, NO_CANDIDATE, EMPTY, ARTICLE_000, "0030040002001000"]


@pytest.fixture(autouse=True)
def patience(settings):
    settings.TURN_SECONDS = 5.0  # a busy machine is no reason to solve anything later


def post(client, **data):
    return client.post(URL, data, content_type="application/json")


def solved(client, **data):
    """The address of a batch that a worker has done."""
    answer = post(client, **data)
    assert answer.status_code == 202
    while running.run(Job.objects.get(pk=answer.json()["id"]).pk):
        pass
    return answer["Location"]


def lines_of(client, url, query=""):
    answer = client.get(f"{url}results/{query}")
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def test_batch_answers_202_with_its_address(client):
    answer = post(client, puzzles=LINES, method="combos")
    batch = answer.json()
    assert (answer.status_code, answer["Location"]) == (202, batch["url"])
    assert (batch["total"], batch["finished"], batch["counts"]) == (5, 0, {})
    assert lines_of(client, batch["url"]) == []


def test_batch_counts_its_solves_by_outcome(client):
    batch = client.get(solved(client, puzzles=LINES)).json()
    assert (batch["status"], batch["total"], batch["finished"]) == ("finished", 5, 5)
    assert batch["counts"] == {"solved": 3, "contradiction": 1, "stalled": 1}


def test_results_come_as_json_lines_in_the_order_of_the_puzzles(client):
    url = solved(client, puzzles=LINES)
    found = lines_of(client, url)
    assert [(row["item"], row["puzzle"]) for row in found] == list(enumerate(LINES, 1))
    assert found[0]["solutions"] == [SOLUTION_000]
    assert json_of(client.get(found[0]["url"]))["iteration_count"] == 15
    assert [row["item"] for row in lines_of(client, url, "?after=3")] == [4, 5]


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("method", "line"),
    some(product(engine.methods(), (ARTICLE_000, ALESCARGOT, NO_CANDIDATE, "1" + "0" * 15)), 3),
)
def test_batch_stores_the_same_as_a_single_solve(client, method, line):
    (batch,) = lines_of(client, solved(client, puzzles=[line], method=method), "?histories=1")
    alone = submission.submit(engine.read(line), method, lane="bulk")
    writing.record(alone.pk)
    expected = json_of(client.get(f"/api/v1/solves/{alone.pk}/"))
    own = {"id", "url", "page", "iterations_url", "elapsed_ms", "created_at", "finished_at"}
    for key in expected.keys() - own:
        assert batch[key] == expected[key], key
    solve = Solve.objects.get(pk=batch["id"])
    assert list(iter_iterations(solve)) == list(iter_iterations(alone))


def test_batch_accepts_a_text_of_several_puzzles(client):
    answer = post(client, puzzles=f"# two\n{ARTICLE_000}\n{EMPTY.replace('0', '.')}\n")
    assert answer.json()["total"] == 2


def test_puzzles_beyond_the_time_slice_become_solves_of_their_own(client, settings):
    settings.TURN_SECONDS = 0.0
    url = solved(client, puzzles=[ARTICLE_000, EMPTY])
    assert client.get(url).json()["finished"] == 0
    for solve in Solve.objects.all():
        writing.record(solve.pk)
    batch = client.get(url).json()
    assert (batch["finished"], batch["counts"]) == (2, {"solved": 1, "stalled": 1})
    assert lines_of(client, url)[0]["solutions"] == [SOLUTION_000]


def test_cancelled_batch_solves_no_more_puzzles(client):
    url = post(client, puzzles=LINES)["Location"]
    assert client.delete(url).json()["status"] == "cancelled"
    assert not running.run(Job.objects.get().pk)
    assert not Solve.objects.exists()


def test_batch_saves_each_puzzle_once_with_its_verdict(client):
    solved(client, puzzles=LINES)
    assert sorted(Puzzle.objects.values_list("verdict", flat=True)) == [
        "multiple",
        "none",
        "unique",
        "unique",
    ]


@pytest.mark.asvs("2.3.3")
@pytest.mark.parametrize(
    ("puzzles", "words"),
    [
        ([], "there is no puzzle here"),
        ("", "there is no puzzle here"),
        ([ARTICLE_000, "x"], "puzzle 2: "),
        ([ARTICLE_000, 5], "every puzzle of the list is to be a text"),
        ({"a": 1}, "a list of texts, or one text"),
        (f"{ARTICLE_000}\n55{'0' * 79}", "line 2: r1c1 and r1c2 are both 5"),
    ],
)
def test_wrong_puzzle_gets_400_with_its_number(client, puzzles, words):
    answer = post(client, puzzles=puzzles)
    assert answer.status_code == 400
    assert words in str(answer.json())
    assert not Job.objects.exists()


@pytest.mark.parametrize("as_list", [True, False])
def test_batch_stops_reading_after_100_wrong_puzzles(client, as_list):
    wrong = [f"{number}x" for number in range(9_900)]
    answer = post(client, puzzles=wrong if as_list else "\n".join(wrong))
    *first, more, last = answer.json()["errors"]["puzzles"]
    assert (len(first), more) == (20, "and 80 more")
    assert "101: the rest was not read" in last
    assert not Job.objects.exists()


def test_items_of_several_lines_are_looked_for_only_until_100_are_wrong(client, monkeypatch):
    asked = []
    is_puzzle = blocks.is_puzzle
    monkeypatch.setattr(blocks, "is_puzzle", lambda text: asked.append(text) or is_puzzle(text))
    answer = post(client, puzzles="\n\n".join(["some words\nno puzzle"] * 1_000))
    assert "the rest was not read" in str(answer.json())
    assert 90 < len(asked) < 300


def test_batch_reads_ten_thousand_plain_rows_but_fewer_with_comments(client, settings):
    rows = [ARTICLE_000] * 10_000
    assert post(client, puzzles="\n".join(rows)).status_code == 202
    answer = post(client, puzzles="\n".join(f"{row} # rated" for row in rows))
    assert "the rest was not read" in str(answer.json())
    few = "\n".join(f"{row} # rated" for row in rows[:1_000])
    assert post(client, puzzles=few).status_code == 202


def test_solves_of_a_batch_come_in_pages(client, monkeypatch):
    url = solved(client, puzzles=LINES)
    monkeypatch.setattr("solver.api.batches.PAGE", 3)
    monkeypatch.setattr("solver.api.responses.PAGE", 3)
    page, found = {"next": f"{url}solves/"}, []
    while page["next"]:
        page = client.get(page["next"]).json()
        assert len(page["results"]) <= 3
        found += page["results"]
    assert found == lines_of(client, url)


def test_batch_rejects_more_puzzles_than_the_limit(client, settings):
    settings.BATCH_PUZZLES = 2
    answer = post(client, puzzles=[ARTICLE_000] * 3)
    assert "3 puzzles is too many: a batch takes at most 2" in str(answer.json())


def test_batch_answers_404_to_other_accounts(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("setter"))
    url = post(client, puzzles=LINES)["Location"]
    assert client.get(url).status_code == 200
    client.force_login(django_user_model.objects.create_user("stranger"))
    for address in (url, f"{url}results/", f"{url}solves/"):
        assert client.get(address).status_code == 404
    assert client.delete(url).status_code == 404
