"""The many techniques of the ladder on the form: by family, folded behind a line that counts them."""

import re

import pytest

from solver.engine import find_method
from solver.engine.techniques.rungs import by_slug, families

pytestmark = pytest.mark.django_db
OPTION = find_method("ladder").options[0]


def fields(html):
    options = html.partition('name="ladder-techniques" value=""')[2]  # after those of other methods
    folded = re.search(r'<details class="option__families">.*?</details>', options, re.DOTALL)[0]
    return folded, re.findall(r'name="ladder-techniques" value="([\w-]+)"( checked)?', folded)


def test_form_lists_every_technique_once_under_its_family(client):
    html = client.get("/").content.decode()
    folded, boxes = fields(html)
    assert sorted(value for value, _ in boxes) == sorted(OPTION.choices)
    shown = re.search(r"<legend>Wings</legend>.*?</fieldset>", folded, re.DOTALL)[0]
    wings = [name for name, rung in by_slug().items() if families()[rung.technique].name == "wing"]
    assert re.findall(r'value="([\w-]+)"', shown) == wings
    assert "xy-wing" in wings
    assert html.count('name="ladder-techniques" value=""') == 1


def test_folded_line_counts_the_chosen_techniques(client):
    folded, boxes = fields(client.get("/").content.decode())
    chosen = sum(bool(checked) for _, checked in boxes)
    assert chosen == len(OPTION.default)
    said = f"all {chosen}" if chosen == len(boxes) else f"{chosen} of {len(boxes)}"
    assert f"<summary>{said} " in folded


def test_form_keeps_the_chosen_techniques(client):
    folded, boxes = fields(
        client.get("/", {"method": "ladder", "ladder-techniques": "xy-wing"}).content.decode()
    )
    assert [value for value, checked in boxes if checked] == ["xy-wing"]
    assert f"<summary>1 of {len(boxes)} " in folded


def test_every_technique_has_a_family():
    assert set(OPTION.families) == set(OPTION.choices)
    assert not [name for name in OPTION.families if by_slug()[name].code[:2] > "14"]
