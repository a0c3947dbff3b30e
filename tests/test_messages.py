"""Translations are right where there are any; a message without one is owed, and shown in English."""

import gettext
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from solver.management.commands import make_messages

CATALOGUES = make_messages.catalogues()


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_translation_has_the_places_of_its_message(path):
    faults = list(make_messages.faults(make_messages.read(path)))
    assert not faults, f"mend in {path}, then run `make messages`: {faults[:3]}"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_each_compiled_catalogue_matches_its_source(path):
    compiled = path.with_suffix(".mo")
    is_current = compiled.exists() and compiled.read_bytes() == make_messages.compiled(
        make_messages.read(path)
    )
    assert is_current, (
        f"{compiled} is not what the catalogue says: run `make messages`, and commit it"
    )


@pytest.fixture
def catalog():
    catalog = make_messages.Catalog("de")
    catalog.add("whole", "ganz")
    catalog.add("untranslated", "")
    catalog.add("perhaps", "vielleicht", flags=["fuzzy"])
    catalog.add("{cell} is %(digit)s", "{zelle} ist %(digit)s")
    catalog.add(("%(n)s step", "%(n)s steps"), ("%(n)s Schritt", ""))
    catalog.add(("once", "%(n)s times"), ("einmal", "%(n)s Mal"))
    catalog.add(("one of", "%(n)s of"), ("einer von", "mehrere von"))
    return catalog


def test_faults_name_translations_with_wrong_placeholders(catalog):
    assert [line.split(": ")[0] for line in make_messages.faults(catalog)] == [
        "to be looked over",
        "other places to fill in",
        "other places to fill in",
    ]


def test_owed_lists_new_gone_and_untranslated_messages_and_faults(catalog):
    gathered = make_messages.Catalog()
    for message in catalog:
        gathered.add(message.id)
    gathered.add("brand new")
    gathered.delete("whole")
    faults = list(make_messages.faults(catalog))
    assert list(make_messages.owed_by(catalog, gathered)) == [
        "new: 'brand new'",
        "gone: 'whole'",
        "not translated: 'untranslated'",
        "not translated: ('%(n)s step', '%(n)s steps')",
        *faults,
    ]


def test_a_new_message_counts_as_owed_and_shows_in_english(tmp_path, monkeypatch):
    """As a contributor leaves it: said in the code, and in no catalogue, or there without its German."""
    path = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    gathered = make_messages.Catalog()
    gathered.add("A sentence that nobody has translated.")
    gathered.add(("%(n)s new thing", "%(n)s new things"))
    monkeypatch.setattr(make_messages, "catalogues", lambda: [path])
    monkeypatch.setattr(make_messages, "gather", lambda: gathered)
    monkeypatch.setattr(make_messages, "ROOT", tmp_path)
    lines = StringIO()
    with pytest.raises(CommandError, match="2 messages are owed"):
        call_command("make_messages", "--owed", stdout=lines)
    assert not path.exists()
    assert "new: 'A sentence that nobody has translated.'" in lines.getvalue()

    call_command("make_messages", stdout=StringIO())
    with pytest.raises(CommandError, match="2 messages are owed"):
        call_command("make_messages", "--owed", stdout=StringIO())
    with path.with_suffix(".mo").open("rb") as file:
        german = gettext.GNUTranslations(file)
    text = "A sentence that nobody has translated."
    assert german.gettext(text) == text
    assert german.ngettext("%(n)s new thing", "%(n)s new things", 2) == "%(n)s new things"
