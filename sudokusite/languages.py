"""The languages of the pages: English, and each one that has a catalogue."""

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language


def languages_of(folder: Path) -> list[tuple[str, str]]:
    """Return the code and the English name of each language with a catalogue in `folder`, English first.

    A folder is named as Django names it, such as `pt_BR`. One that Django does not know is left out,
    because it has no name to show in the switch of languages.
    """
    found = (to_language(path.parts[-3]) for path in folder.glob("*/LC_MESSAGES/django.po"))
    return [
        (code, LANG_INFO[code]["name"])
        for code in ("en", *sorted(found))
        if "name" in LANG_INFO.get(code, {})
    ]
