"""Update the catalogues of messages from code, templates and the engine, and compile them. `make messages`.

A change may leave its new messages untranslated. Pages show them in English. `make messages-owed` lists
what each language lacks and fails if there is anything, so it is run before a release.

Babel replaces GNU gettext, which is not on every machine. Titles and docstrings of the engine's techniques
and methods are in no call of a function, so they are read from these objects.
"""

import ast
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
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

from solver import engine
from solver.engine.core.grid import Grid
from solver.engine.symmetry.patterns import SYMMETRIES
from solver.engine.techniques.atlas import MISSING, OVERTAKEN_BY, kinds
from solver.engine.techniques.events import EXPLAINERS
from solver.engine.techniques.kinds import WORDS
from solver.puzzles import starters
from solver.sets import rules
from solver.sets.articles import articles
from solver.sets.exercises import exercises
from solver.sets.lesson_texts import lesson_texts

ROOT = Path(settings.BASE_DIR)
# Functions with a message as argument, and the number of its forms.
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), 1),
    **dict.fromkeys(("LazyMessage", "GridError", "Stopped", "_wrong", "wrong_value"), 1),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "LazyPlural"), 2),
}
WITH_CONTEXT = ("pgettext", "pgettext_lazy")  # a context, then a message
IN_TEMPLATES = {  # in the form of Babel
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
HEAD = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals={catalog.num_plurals}; plural={catalog.plural_expr};\\n"

"""
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)  # the present time would change the file every time
PLACEHOLDER = re.compile(r"%\(\w+\)[ds]|%[ds]|\{\w*\}")

Text = str | tuple[str, ...]  # a message, or its singular and plural
Located = tuple[str, Text, str | None]  # the file, the message, and its context if it has one


class Command(BaseCommand):
    help = "Bring the catalogues in locale/ up to date, and list what is to be translated."
    requires_system_checks = ()  # it needs neither services nor secrets

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--owed",
            action="store_true",
            help="Write nothing, list what each catalogue lacks, and exit with 1 if that is anything.",
        )

    def handle(self, *, owed: bool, **_: Any) -> None:
        lacking = 0
        for path in catalogues():
            if owed:
                lacking += self.list_owed(path)
            else:
                self.update(path)
        if lacking:
            raise CommandError(f"{lacking} messages are owed: run `make messages`, then translate.")

    def list_owed(self, path: Path) -> int:
        """Print the messages of a catalogue that lack a right translation, and return their number."""
        lines = list(owed_by(read(path), gather()))
        self.stdout.write(f"{path.relative_to(ROOT)}: {len(lines)} owed")
        for line in lines:
            self.stdout.write(f"  {line}")
        return len(lines)

    def update(self, path: Path) -> None:
        """Write a catalogue of messages and its compiled form, and print the messages without a translation."""
        language = path.parts[-3]
        catalog = read(path)
        catalog.update(gather(), no_fuzzy_matching=True)
        path.parent.mkdir(parents=True, exist_ok=True)
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
        lines = list(owed_by(catalog, catalog))
        self.stdout.write(
            f"{path.relative_to(ROOT)}: {len(catalog)} messages, {len(lines)} to be translated"
        )
        for line in lines:
            self.stdout.write(f"  {line}")


def catalogues() -> list[Path]:
    """Return the path of each language's catalogue, except English. The file may not exist yet."""
    languages = [name for name, _title in settings.LANGUAGES if name != settings.LANGUAGE_CODE]
    return [ROOT / "locale" / to_locale(name) / "LC_MESSAGES" / "django.po" for name in languages]


def read(path: Path) -> Catalog:
    """Return the catalogue of messages in a file, empty if the file does not exist."""
    if not path.exists():
        return Catalog(path.parts[-3])
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def compiled(catalog: Catalog) -> bytes:
    """Return the binary form of a catalogue, which Django reads."""
    catalog.creation_date = catalog.revision_date = LONG_AGO
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def owed_by(catalog: Catalog, gathered: Catalog) -> Iterator[str]:
    """Yield a line for each message that is new, gone, untranslated or wrongly translated.

    `catalog` has the translations, `gathered` the messages of the code.
    """
    known, wanted = ({_key(message) for message in side} for side in (catalog, gathered))
    yield from (f"new: {message.id!r}" for message in gathered if _key(message) not in known)
    yield from (f"gone: {message.id!r}" for message in catalog if _key(message) not in wanted)
    yield from (f"not translated: {id!r}" for id in untranslated(catalog))
    yield from faults(catalog)


def _key(message: Message) -> tuple[str | None, Any]:
    return message.context, message.id


def untranslated(catalog: Catalog) -> list[Any]:
    """Return the id of each message that lacks a translation or a plural form. Pages show it in English."""
    return [message.id for message in catalog if message.id and not all(_forms(message))]


def faults(catalog: Catalog) -> Iterator[str]:
    """Yield a line for each faulty translation: marked as fuzzy, or with other placeholders."""
    for message in catalog:
        if not message.id:  # the head of the file
            continue
        forms = _forms(message)
        if message.fuzzy:
            yield f"to be looked over: {message.id!r}"
        elif all(forms) and not _fits(message, forms):
            yield f"other places to fill in: {message.id!r}"


def _forms(message: Message) -> list[str]:
    return [str(form) for form in _listed(message.string)]


def _fits(message: Message, forms: list[str]) -> bool:
    """Return whether each form has the placeholders of the plural. The first may have those of the singular."""
    expected = [_placeholders(str(text)) for text in _listed(message.id)]
    first, *others = map(_placeholders, forms)
    return first in (expected[0], expected[-1]) and all(form == expected[-1] for form in others)


def _listed(texts: Any) -> list[Any]:
    return list(texts) if isinstance(texts, (tuple, list)) else [texts or ""]


def _placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


# --- Gathering ----------------------------------------------------------------------------------------


def gather() -> Catalog:
    """Return a catalogue of all messages of the code, templates and engine, with the files that have them."""
    catalog = Catalog()
    everywhere = (
        *_in_code(),
        *_in_templates(),
        *_in_engine(),
        *_in_kinds(),
        *_in_models(),
        *_in_rules(),
        *_in_articles(),
        *_in_exercises(),
        *_in_lessons(),
        *(("solver/puzzles/starters.py", text, None) for text in starters.texts()),
    )
    for file, message, context in everywhere:
        catalog.add(message, locations=[(file, 0)], context=context)
    return catalog


def _in_code() -> Iterator[Located]:
    for path in (*sorted(ROOT.glob("solver/**/*.py")), *sorted(ROOT.glob("sudokusite/*.py"))):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                yield from ((_relative(path), *message) for message in _messages_of(node))


def _messages_of(call: ast.Call) -> Iterator[tuple[Text, str | None]]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    count = 2 if name in WITH_CONTEXT else KEYWORDS.get(name, 0)
    values = [getattr(argument, "value", None) for argument in call.args[:count]]
    texts = tuple(value for value in values if isinstance(value, str))
    if not count or len(texts) != count:
        return
    if name in WITH_CONTEXT:
        yield texts[1], texts[0]
    else:
        yield texts[0] if count == 1 else texts, None


def _in_templates() -> Iterator[Located]:
    pages, mails = ((ROOT / "templates").rglob(f"*.{ending}") for ending in ("html", "txt"))
    for path in sorted((*pages, *mails)):
        code = templatize(path.read_text(), origin=str(path))
        # The generated Python is not indented correctly.
        lines = "\n".join(line.strip() for line in code.splitlines())
        messages = extract("python", BytesIO(lines.encode()), IN_TEMPLATES)
        for _line, message, _comments, context in messages:
            yield _relative(path), message, context


def _relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _in_rules() -> Iterator[Located]:
    """Yield the texts in the headers of the SQL statements."""
    for rule in rules().values():
        for words in (rule.title, rule.idea, rule.article, rule.postgresql):
            yield f"solver/sets/statements/{rule.name}.sql", words, None


def _in_articles() -> Iterator[Located]:
    """Yield what each statement of the articles does, and the words about each article."""
    for article in articles().values():
        said = [section.says for section in article.sections(Grid(3, (0,) * 81))]
        for text in (article.rebuilt, article.differs, *said):
            yield f"solver/sets/articles/postgresql/{article.method}.sql", text, None


def _in_engine() -> Iterator[Located]:
    """Yield titles and descriptions of techniques, methods and options."""
    yield from _said_by("techniques", (*engine.techniques(), *EXPLAINERS))
    for technique in engine.techniques().values():
        yield from _said_by("techniques", (*technique.paragraphs, technique.source))
    for method in engine.methods().values():
        yield from _said_by("methods", (method.title, method.summary))
        for option in method.options:
            yield from _said_by(
                "methods",
                (option.title, option.help, *option.choices.values(), *option.families.values()),
            )
    yield from _said_by("symmetry", SYMMETRIES)
    yield from _said_by("notation", (format.title for format in engine.formats().values()))


def _in_kinds() -> Iterator[Located]:
    """Yield what a teacher says of techniques, the counts that are put in, and what the atlas says."""
    for texts in (WORDS, MISSING, OVERTAKEN_BY):
        yield from _said_by("techniques", (text.message for text in texts.values()))
    for kind in kinds():
        for text in (kind.title, *kind.texts):
            counts = (str(fact) for fact in text.facts.values())
            yield from _said_by("techniques", (text.message, *counts))


def _in_exercises() -> Iterator[Located]:
    for exercise in exercises():
        yield from (("solver/sets/exercises.sql", text, None) for text in exercise.texts)


def _in_lessons() -> Iterator[Located]:
    for name, text in lesson_texts().items():
        yield from ((f"solver/sets/lessons/{name}.sql", words, None) for words in text.all_texts())


def _in_models() -> Iterator[Located]:
    """Yield the names of our models and their fields, which `solver.apps` translates."""
    for model in apps.get_app_config("solver").get_models():
        if model is get_user_model():  # Django's, and in its own catalogue
            continue
        texts = [model._meta.verbose_name, model._meta.verbose_name_plural]
        for field in model._meta.fields:
            texts += [field.verbose_name, field.help_text]
        yield from (("solver/models", str(text), None) for text in texts if text)


def _said_by(package: str, texts: Iterable[str]) -> Iterator[Located]:
    return ((f"solver/engine/{package}", text, None) for text in texts)
