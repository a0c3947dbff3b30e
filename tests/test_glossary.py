"""One word for one thing: messages keep to the words of docs/terms.md, in English and in German."""

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.management.commands import make_messages

TERMS = Path(make_messages.ROOT / "docs/terms.md")
TEMPLATES = Path(make_messages.ROOT / "templates")
PLACE = re.compile(r"%\(\w+\)[ds]|%[ds]|\{\w*\}")

# Messages that may say a word that is not for messages, each for its reason.
EXCEPTIONS = {
    "Articles 001 (onePossibleValue), 002 (Single Candidate), 003 (unique in its cell)": "their names",
    "clue count": "the name of a column",
    "story": "the name of a column",
    "it tells something private of somebody": "a person tells it, and the words are in a migration",
    "This solve is public. If it should not be, tell us why; your name is not recorded.": "of people",
    "Something went wrong here. We have been told.": "of people",
    "Something went wrong in the solver; we have been told. Your puzzle is safe.": "of people",
    "Something went wrong on our side; we have been told. Everything done so far is saved.": "of people",
    "We have been told. Everything you saved is still there.": "of people",
    "Only administrators can see it. Leave it empty to have none.": "a field of a form",
    "“%(name)s” is not a field of a puzzle and is ignored": "a field of a file",
}
# Buttons that say what the heading of their column says.
SAME = {"Digit", "Favourite", "Restore"}
# Words that mean one thing in one place and another in the next: only with a context that says which.
ONLY_WITH_CONTEXT = {"More", "from", "to"}


def rows() -> list[list[str]]:
    """Return the cells of each row of the glossary."""
    lines = [line for line in TERMS.read_text().splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def words_not_for(column: int) -> list[str]:
    return [word for row in rows() for word in row[column].split(", ") if word]


def forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, (list, tuple)) else [str(text)]


def found(words: list[str], texts: list[str]) -> dict[str, str]:
    """Return the texts with one of the words, and the word of each as it is written there.

    A capital letter of a word is meant, as in German nouns.
    """
    spelled = (
        word if word[0].isupper() else f"[{word[0]}{word[0].upper()}]{word[1:]}" for word in words
    )
    pattern = re.compile(rf"\b(?:{'|'.join(spelled)})\b")
    matches = {text: pattern.search(PLACE.sub(" ", text)) for text in texts}
    return {text: match[0] for text, match in matches.items() if match}


gathered = functools.cache(make_messages.gather)


def test_table_has_english_and_german_words_to_avoid():
    assert {"clue", "story", "told", "whoever"} <= set(words_not_for(1))
    assert {"Brett", "Geschichte", "Pacht"} <= set(words_not_for(3))
    assert found(["clue"], ["a clue more", "%(clue)s", "clueless"]) == {"a clue more": "clue"}


def test_english_messages_keep_to_the_glossary():
    texts = [form for message in gathered() if message.id for form in forms(message.id)]
    wrong = found(words_not_for(1), [text for text in texts if text not in EXCEPTIONS])
    assert not wrong, f"say it in the words of docs/terms.md, without these: {wrong}"


@pytest.mark.parametrize(
    "path",
    [path for path in make_messages.catalogues() if path.parts[-3] == "de"],
    ids=lambda path: path.parts[-3],
)
def test_german_messages_keep_to_the_glossary(path):
    texts = [
        form
        for message in make_messages.read(path)
        if message.id and not set(forms(message.id)) & set(EXCEPTIONS)
        for form in forms(message.string)
    ]
    wrong = found(words_not_for(3), texts)
    assert not wrong, f"say it in the words of docs/terms.md, without these: {wrong}"


def test_each_exception_exists_as_a_message():
    ids = {form for message in gathered() for form in forms(message.id)}
    assert set(EXCEPTIONS) <= ids


def test_words_of_two_meanings_have_a_context():
    plain = {message.id for message in gathered() if not message.context}
    assert not plain & ONLY_WITH_CONTEXT


def messages_in(pattern: str) -> Iterator[str]:
    """Yield the messages without a context inside of what matches in a template."""
    for path in TEMPLATES.rglob("*.html"):
        for match in re.finditer(pattern, path.read_text(), re.DOTALL):
            yield from re.findall(r"""\{% translate (?:"([^"]+)"|'[^']+') %\}""", match[0])


def test_no_message_serves_as_both_button_and_heading():
    buttons = messages_in(r"<button\b.*?</button>|<a class=\"button\b.*?</a>")
    headings = messages_in(r"<th\b.*?</th>")
    assert set(buttons) & set(headings) <= SAME, "give one of them a context"
