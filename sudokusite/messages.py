"""The catalogue of messages: gathered from code, templates and the engine, and compiled. `make messages`.

Babel does what GNU gettext would, which is not on every machine. What the engine tells of its own parts
(titles, docstrings) stands in no call of a function and is asked from the parts themselves.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from solver import engine
from solver.engine.techniques.events import EXPLAINERS

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("say", "GridError", "_wrong"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "say_count"), (1, 2)),
}
HEAD = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals={catalog.num_plurals}; plural={catalog.plural_expr};\\n"

"""
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)  # the time of making would change the file every time
PLACEHOLDER = re.compile(r"%\(\w+\)[ds]|%[ds]|\{\w*\}")

Found = tuple[str, str | tuple[str, ...]]  # where, and a message or its singular and plural


def main() -> None:
    for path in catalogues():
        language = path.parts[-3]
        catalog = read(path)
        catalog.update(gather(), no_fuzzy_matching=True)
        with path.open("wb") as file:
            file.write(HEAD.format(language=language, catalog=catalog).encode())
            write_po(
                file,
                catalog,
                width=100,
                omit_header=True,
                sort_output=True,
                ignore_obsolete=True,
                include_lineno=False,
            )
        path.with_suffix(".mo").write_bytes(compiled(read(path)))
        wrong = list(faults(catalog))
        print(f"{path.relative_to(ROOT)}: {len(catalog)} messages, {len(wrong)} to be mended")
        print(*(f"  {fault}" for fault in wrong), sep="\n")


def catalogues() -> list[Path]:
    return sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def compiled(catalog: Catalog) -> bytes:
    """The file that Django reads."""
    catalog.creation_date = catalog.revision_date = LONG_AGO
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def faults(catalog: Catalog) -> Iterator[str]:
    """What keeps a catalogue from being whole."""
    for message in catalog:
        if not message.id:  # the head of the file
            continue
        forms = [str(form) for form in _listed(message.string)]
        if message.fuzzy:
            yield f"to be looked over: {message.id!r}"
        elif not all(forms):
            yield f"not translated: {message.id!r}"
        elif any(_places(form) != _places(_longest(message)) for form in forms):
            yield f"other places to fill in: {message.id!r}"


def _longest(message: Message) -> str:
    """The message, or its plural, which has every place that the singular has."""
    return str(_listed(message.id)[-1])


def _listed(texts: Any) -> list[Any]:
    return list(texts) if isinstance(texts, (tuple, list)) else [texts or ""]


def _places(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


# --- Gathering ----------------------------------------------------------------------------------------


def gather() -> Catalog:
    """Every message that there is, with where it stands."""
    catalog = Catalog()
    for where, message in (*_in_code(), *_in_templates(), *_in_engine()):
        catalog.add(message, locations=[(where, 0)])
    return catalog


def _in_code() -> Iterator[Found]:
    for path in sorted((ROOT / "solver").rglob("*.py")):
        yield from _extract(path, path.read_text())


def _in_templates() -> Iterator[Found]:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        code = templatize(path.read_text(), origin=str(path))
        # As Python it would be wrongly indented.
        yield from _extract(path, "\n".join(line.strip() for line in code.splitlines()))


def _extract(path: Path, code: str) -> Iterator[Found]:
    for _line, message, _comments, _context in extract("python", BytesIO(code.encode()), KEYWORDS):
        yield str(path.relative_to(ROOT)), message


def _in_engine() -> Iterator[Found]:
    """What the engine's parts say of themselves, wherever it is shown."""
    yield from _said_by("techniques", (*engine.techniques(), *EXPLAINERS))
    for technique in engine.techniques().values():
        yield from _said_by("techniques", (*technique.paragraphs, technique.source))
    for method in engine.methods().values():
        yield from _said_by("methods", (method.title, method.summary))
        for option in method.options:
            yield from _said_by("methods", (option.title, option.help, *option.choices.values()))
    yield from _said_by("notation", (format.title for format in engine.formats().values()))


def _said_by(package: str, texts: Iterable[str]) -> Iterator[Found]:
    return ((f"solver/engine/{package}", text) for text in texts)


if __name__ == "__main__":
    main()
