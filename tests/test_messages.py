"""Every text for people is in the catalogue, in every language."""

import pytest

from solver.management.commands import make_messages

CATALOGUES = make_messages.catalogues()


@pytest.fixture(scope="module")
def gathered():
    return make_messages.gather()


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_catalogue_has_every_message_and_no_more(path, gathered):
    known = {message.id for message in make_messages.read(path)}
    assert known == {message.id for message in gathered}, (
        f"run `make messages`, then translate what it lists in {path}"
    )


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_catalogue_is_whole(path):
    faults = list(make_messages.faults(make_messages.read(path)))
    assert not faults, f"mend in {path}, then run `make messages`: {faults[:3]}"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_catalogue_is_compiled_as_it_is(path):
    compiled = path.with_suffix(".mo")
    is_current = compiled.exists() and compiled.read_bytes() == make_messages.compiled(
        make_messages.read(path)
    )
    assert is_current, (
        f"{compiled} is not what the catalogue says: run `make messages`, and commit it"
    )


def test_it_finds_what_is_wrong_with_a_catalogue():
    catalog = make_messages.Catalog("de")
    catalog.add("whole", "ganz")
    catalog.add("new", "")
    catalog.add("perhaps", "vielleicht", flags=["fuzzy"])
    catalog.add("{cell} is %(digit)s", "{zelle} ist %(digit)s")
    catalog.add(("%(n)s step", "%(n)s steps"), ("%(n)s Schritt", ""))
    catalog.add(("once", "%(n)s times"), ("einmal", "%(n)s Mal"))
    catalog.add(("one of", "%(n)s of"), ("einer von", "mehrere von"))
    wrong = [fault.split(":")[0] for fault in make_messages.faults(catalog)]
    assert wrong == [
        "not translated",
        "to be looked over",
        "other places to fill in",
        "not translated",
        "other places to fill in",
    ]
