"""What a teacher says of a kind uses plain words, and words of the game that it or its page explains."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from solver.engine.techniques.atlas import INSTEAD, MISSING, family_of, kinds, level_of
from solver.engine.techniques.kinds import WORDS
from solver.puzzles.course import TECHNIQUE_LESSONS

PLAIN = set(Path(__file__).with_name("plain_words.txt").read_text().split())
# A family's own words, each explained where its texts first say it.
OWN = {
    "Alternating chain": {"group", "groups"},
    "Colouring": {"blue", "coloured", "colours", "green", "red", "yellow"},
    "skyscraper": {"roof", "roofs", "towers", "tower"},
    "two-string kite": {"kite", "kites", "strings"},
    "Finned fish": {"fin"},
    "Splits": {"base", "target", "targets"},
    "Death Blossom": {"petal", "petals", "stem"},
    "ALS chain": {"almost", "locked", "set", "sets"},
    "Almost locked sets": {"sets"},
    "Sets in general": {"set", "sets"},
}


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.techniques[0])
def test_every_word_is_plain_or_explained(kind):
    said = " ".join(text.message for text in kind.texts)
    explained = rf"\b(?:{'|'.join(WORDS)})\b"
    rest = re.sub(explained, "", re.sub(r"\{\w+\}", "", said))
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", rest.replace("’", "'"))}
    odd = words - PLAIN - OWN.get(family_of(kind.techniques[0]).title.message, set())
    assert not odd, f"kinds.txt says {sorted(odd)}, which are not in tests/engine/plain_words.txt"


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.techniques[0])
def test_meanings_use_no_word_that_is_not_explained_too(kind):
    for meaning in kind.words:
        said = meaning.message
        for word, other in WORDS.items():
            if other is not meaning and re.search(rf"\b(?:{word})\b", said):
                assert other in kind.words, (word, said)


def test_no_lesson_brings_more_than_one_word_that_no_lesson_before_it_explains():
    known: set[str] = set()
    for lesson in TECHNIQUE_LESSONS:
        fresh = {meaning.message for meaning in lesson.kind.words} - known
        assert len(fresh) <= 1, (lesson.name, fresh)
        known |= fresh


def test_name_of_a_kind_is_given_to_nothing_else():
    ours = {name for kind in kinds() for name in kind.aliases}
    others = {name for names in (*INSTEAD, *MISSING) for name in names.split(", ")}
    assert not ours & others, f"atlas.txt: {ours & others} are names of kinds now"


def test_kind_of_a_misspelt_technique_is_named():
    kind = replace(kinds()[0], techniques=("XYZ-wingg",), under="")
    with pytest.raises(LookupError, match="XYZ-wingg"):
        level_of(kind)
