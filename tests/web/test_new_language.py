"""A language is added by one file: its catalogue."""

import pytest
from django.test import override_settings
from test_every_word import forget_drawn

from solver.management.commands import make_messages
from sudokusite.languages import languages_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def locale(tmp_path):
    """A folder with a catalogue in Esperanto, in which every message says itself between marks."""
    catalog = make_messages.gather()
    for message in catalog:
        if message.id:
            message.string = (
                f"«{message.id}»"
                if isinstance(message.id, str)
                else tuple(f"«{form}»" for form in message.id)
            )
    catalog.locale = "eo"
    path = tmp_path / "eo" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        make_messages.write_po(file, catalog)
    path.with_suffix(".mo").write_bytes(make_messages.compiled(make_messages.read(path)))
    return tmp_path


def test_each_folder_with_a_catalogue_makes_a_language(locale):
    assert languages_of(locale) == [("en", "English"), ("eo", "Esperanto")]
    (locale / "tlh").mkdir()
    assert ("tlh", "Klingon") not in languages_of(locale)
    assert ("de", "German") in languages_of(make_messages.ROOT / "locale")


def test_a_catalogue_makes_pages_in_its_language(client, locale):
    forget_drawn()
    with override_settings(LANGUAGES=languages_of(locale), LOCALE_PATHS=[locale]):
        page = client.get("/techniques/", HTTP_ACCEPT_LANGUAGE="eo, en;q=0.5").text
        english = client.get("/techniques/", HTTP_ACCEPT_LANGUAGE="fr").text
    forget_drawn()
    assert '<html lang="eo"' in page
    assert "<h1>«Techniques»</h1>" in page
    assert "«Hidden single»" in page or "«hidden single»" in page
    assert '<html lang="en"' in english
    assert (
        '<button type="submit" name="language" value="eo" lang="eo">Esperanto</button>' in english
    )
