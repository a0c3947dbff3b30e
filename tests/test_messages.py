"""Every text for people is in the catalogue, in every language."""

import pytest

from solver.management.commands import make_messages

CATALOGUES = make_messages.catalogues()


@pytest.fixture(scope="module")
def gathered():
    return make_messages.gather()


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_catalogue_has_every_message_and_no_more(path, gathered):
    """`make messages` brings it up to date and says what is to be translated."""
    assert {message.id for message in make_messages.read(path)} == {
        message.id for message in gathered
    }


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_catalogue_is_whole(path):
    assert list(make_messages.faults(make_messages.read(path))) == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_catalogue_is_compiled_as_it_is(path):
    assert path.with_suffix(".mo").read_bytes() == make_messages.compiled(make_messages.read(path))


def test_it_finds_what_is_wrong_with_a_catalogue():
    catalog = make_messages.Catalog("de")
    catalog.add("whole", "ganz")
    catalog.add("new", "")
    catalog.add("perhaps", "vielleicht", flags=["fuzzy"])
    catalog.add("{cell} is %(digit)s", "{zelle} ist %(digit)s")
    catalog.add(("%(n)s step", "%(n)s steps"), ("%(n)s Schritt", ""))
    wrong = [fault.split(":")[0] for fault in make_messages.faults(catalog)]
    assert wrong == [
        "not translated",
        "to be looked over",
        "other places to fill in",
        "not translated",
    ]
