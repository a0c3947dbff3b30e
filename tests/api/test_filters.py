"""Every filter that is declared is read, described and drawn: nobody has to remember each of them."""

from collections.abc import Callable

import pytest
from django.http import QueryDict

from solver.puzzles.filters import FILTERS as OF_PUZZLES
from solver.puzzles.filterset import Filter, FilterSet
from solver.solves.filters import FILTERS as OF_SOLVES

pytestmark = pytest.mark.django_db
LISTS = {"solves": OF_SOLVES, "puzzles": OF_PUZZLES}
EVERY = [(where, each) for where, filters in LISTS.items() for each in filters]
NONSENSE = {"number": "many", "one": "no such thing", "several": "no such thing", "day": "someday"}
NONSENSE |= {"cursor": "nowhere", "decimal": "many"}


def each_filter(is_meant: Callable[[Filter], bool] = lambda each: True) -> pytest.MarkDecorator:
    meant = [(where, each) for where, each in EVERY if is_meant(each)]
    names = [f"{where}-{each.name}" for where, each in meant]
    return pytest.mark.parametrize(("where", "each"), meant, ids=names)


@pytest.fixture(scope="module")
def schema() -> dict:
    from drf_spectacular.generators import SchemaGenerator

    return SchemaGenerator().get_schema(request=None, public=True)


def sense(each: Filter) -> str:
    """Something that may be asked for."""
    examples = {"number": "1", "decimal": "7.2", "day": "2026-01-31", "flag": "1"}
    return next(iter(each.offered()), examples.get(each.kind, ""))


@each_filter()
def test_schema_describes_each_filter_with_its_help_and_type(schema, where, each):
    described = schema["paths"][f"/api/v1/{where}/"]["get"]["parameters"]
    (found,) = [one for one in described if one["name"] == each.name]
    assert found["description"] == each.help
    kinds = {"number": "integer", "several": "array"}
    assert found["schema"]["type"] == kinds.get(each.kind, "string")


@each_filter()
def test_each_filter_accepts_a_valid_value(client, where, each):
    assert client.get(f"/api/v1/{where}/", {each.name: sense(each)}).status_code == 200
    assert client.get(f"/{where}/", {each.name: sense(each)}).status_code == 200


@each_filter(lambda each: each.kind in NONSENSE)
def test_invalid_value_gets_400_with_the_name_of_the_filter(client, where, each):
    answer = client.get(f"/api/v1/{where}/", {each.name: NONSENSE[each.kind]})
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [each.name]


# What is offered by the database is not there in an empty one.
@each_filter(lambda each: bool(each.title) and not callable(each.choices))
def test_page_has_a_field_for_each_filter_with_the_chosen_value(client, where, each):
    field, value = f'name="{each.name}"', sense(each) or "word"
    page = client.get(f"/{where}/", {each.name: value}).content.decode()
    assert field in page, f"templates/solver/{where}.html draws no field for {each.name!r}"
    (control, *_others) = [part for part in page.split("<label") if field in part and value in part]
    assert "checked" in control or "selected" in control or f'value="{value}"' in control


@each_filter()
def test_each_filter_has_a_condition(where, each):
    seen_to_by_the_list = each.name in {"whose", "order", "after"}
    assert each.condition or seen_to_by_the_list, f"{each.name!r} needs its `condition`"


def test_names_of_the_filters_differ():
    for filters in LISTS.values():
        names = [each.name for each in filters]
        assert len(set(names)) == len(names)


def test_parsing_drops_invalid_values_and_reports_them():
    filters = [
        Filter("size", "one", "", choices={"4": "", "9": ""}),
        Filter("many", "several", "", choices={"a": "", "b": "", "c": ""}),
        Filter("most", "number", "", most=625),
        Filter("day", "day", ""),
        Filter("is", "flag", ""),
    ]
    asked = FilterSet.of(
        filters, QueryDict("size=9&many=c&many=x&many=a&most=999&day=2026-01-31&is=x")
    )
    assert asked.errors == {"many": "“x” is not possible here; choose one of a, b, c."}
    again = {each.name: each.again(asked.values[each.name]) for each in filters}
    assert again == {
        "size": ["9"],
        "many": ["a", "c"],
        "most": ["625"],
        "day": ["2026-01-31"],
        "is": ["1"],
    }
    asked = FilterSet.of(filters, QueryDict("size=5&many=x&most=-1&day=x&is="))
    assert (asked.values, set(asked.errors)) == ({}, {"size", "many", "most", "day"})
