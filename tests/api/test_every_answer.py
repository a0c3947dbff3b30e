"""A program that was written yesterday reads what is answered today: every answer is as it was, to the byte."""

import json
import re
from pathlib import Path

import pytest
from every_answer import every_answer

from solver.engine.methods import find_method

pytestmark = pytest.mark.django_db
KEPT = Path(__file__).parent / "every_answer.txt"
# What is new each time, in the form in which it has to come; the stock's own ids and times stay.
NEW = {
    r"(?!0{8})[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}": "(id)",
    r"(?!2026-01-02)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z": "(time)",
    r'(?<=collections/)(?!0{8})[\da-f]{16}(?=/)|(?<="slug":")(?!0{8})[\da-f]{16}(?=")': "(slug)",
    r'(?<="day":")\d{4}-\d\d-\d\d(?=")': "(day)",
    r"whsec_[\w+/]{43}=": "(secret)",
}
# The techniques of the ladder, unless others are chosen: with each new one the list gets longer.
USUAL = json.dumps(find_method("ladder").read_options({})["techniques"], separators=(",", ":"))
GROWING = ("GET /methods/", "GET /techniques/", "POST /comparisons/")  # with each new one of these


def written(answer) -> str:
    text = f"{answer.asked}\n{answer.status} {answer.kind}\n{answer.body.decode()}\n"
    for pattern, name in NEW.items():
        text = re.sub(pattern, name, text)
    return text.replace(USUAL, '["(the usual)"]')


def test_every_answer_of_the_api_equals_the_recorded_one(client, django_user_model, tmp_path):
    user = django_user_model.objects.create_user("setter")
    client.force_login(user)
    texts = [written(answer) for answer in every_answer(client, user)]
    now = tmp_path / KEPT.name
    now.write_text("\n".join(text for text in texts if not text.startswith(GROWING)))
    assert now.read_text() == KEPT.read_text(), f"if it is meant: cp {now} {KEPT}"
