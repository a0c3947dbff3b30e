"""What is finished never changes: the stories of earlier versions are today what they were then.

`earlier_stories.json.xz` holds, by the commit of four versions, rows that this version wrote and what its own
`export.json` said of them; `stories_of_a_version.py` makes it.
"""

import base64
import functools
import json
import lzma
import re
from pathlib import Path

import pytest
from support import json_of, some

from solver.models import Chapter, Puzzle, Solve

pytestmark = pytest.mark.django_db
RELEASES = ("f869d38", "450e1da")  # 0.1.0 at its end, and 0.2.0
COUNTS = {"f869d38": 40, "450e1da": 40, "252e380": 51, "8050bb0": 51}
EACH = [(version, at) for version, count in COUNTS.items() for at in range(count)]


@functools.cache  # not as a constant: each process of a run collects this file, and one reads it
def stories_of_versions():
    path = Path(__file__).with_name("earlier_stories.json.xz")
    return json.loads(lzma.decompress(path.read_bytes()))


def row(model, values):
    """The row of an earlier version in the columns that there are today."""
    fields = {field.column: field.attname for field in model._meta.concrete_fields}
    return model(**{fields[name]: value for name, value in values.items() if name in fields})


def stored(story):
    """The solve, its rows as they were: nothing of them is worked out anew."""
    Puzzle.objects.bulk_create([row(Puzzle, story["puzzle"])])
    Solve.objects.bulk_create([row(Solve, story["solve"])])
    solve = Solve.objects.get()
    chapters = [
        chapter | {"solve_id": solve.pk, "story": base64.b64decode(chapter["story"])}
        for chapter in story["chapters"]
    ]
    Chapter.objects.bulk_create(row(Chapter, chapter) for chapter in chapters)
    return solve


def take_proofs(story):
    """Remove the proof of each step from a story: the JSON of a step had none then."""
    for iteration in story["iterations"]:
        for step in iteration["steps"]:
            del step["proof"]


def take_whys(story):
    """Remove the reason of each step from a story and return them: a reason may be put in better words."""
    return [step.pop("why") for iteration in story["iterations"] for step in iteration["steps"]]


def names_in(whys):
    """Return the cells that each reason names."""
    return [sorted(set(re.findall(r"r\d+c\d+", why))) for why in whys]


@pytest.mark.fuzz
@pytest.mark.parametrize(("version", "at"), some(EACH, 3))
def test_solves_of_earlier_versions_answer_the_same_json(client, version, at):
    story = stories_of_versions()[version][at]
    solve, then = stored(story), story["told"]
    address = f"{solve.get_absolute_url()}export.json"
    now = json_of(client.get(address))
    take_proofs(now)
    assert len(now["iterations"]) == len(then["iterations"]) == solve.iteration_count
    in_german = json_of(client.get(address, headers={"Accept-Language": "de"}))["iterations"]
    german_then = [why for whys in story["whys_in_german"] for why in whys]
    assert names_in(take_whys(now)) == names_in(take_whys(then))
    assert names_in(take_whys({"iterations": in_german})) == names_in(german_then)
    for told_now, told_then in zip(now["iterations"], then["iterations"], strict=True):
        assert told_now == told_then
    assert {name: now[name] for name in then} == then  # fields may be added


def test_sample_has_every_method_and_outcome():
    """Or there would be little to compare."""
    assert {version: len(each) for version, each in stories_of_versions().items()} == COUNTS
    for version, stories in stories_of_versions().items():
        told = [story["told"] for story in stories]
        methods = {"combos", "branches", "guessing", "rules", "joins"}
        methods |= set() if version in RELEASES else {"ladder", "best"}
        assert {each["method"] for each in told} == methods
        assert {each["outcome"] for each in told} == {"solved", "stalled", "contradiction", "limit"}
        assert {each["size"] for each in told} == {4, 9, 16}
        assert any(i["depth"] > 3 for each in told for i in each["iterations"])
        assert any(len(story["chapters"]) > 1 for story in stories)
