"""The engine speaks English by itself, and whatever language it is given a speaker of."""

import pytest

from solver.engine import GridError, read_line
from solver.engine.core import i18n


@pytest.fixture
def piglatin():
    """A speaker of a language that is none."""
    before = i18n._translator
    i18n.set_translator(
        i18n.Translator(
            lambda message: f"⟦{message}⟧",
            lambda one, many, count: f"⟦{one if count == 1 else many}⟧",
            lambda number: f"#{number}",
        )
    )
    yield
    i18n.set_translator(before)


def test_errors_use_the_active_language(piglatin):
    with pytest.raises(
        GridError, match="⟦r1c1 and r1c2 are both 5, in ⟦row 1⟧; change one of them⟧"
    ):
        read_line("55" + "0" * 79)


def test_braces_in_the_input_stay_as_typed():
    assert str(GridError("“{x}” is no digit")) == "“{x}” is no digit"
    assert i18n.gettext("{found} is no digit", found="{x}") == "{x} is no digit"


@pytest.mark.parametrize(
    ("found", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "a, b and c")]
)
def test_list_ends_with_and(found, said):
    assert i18n.say_list(found) == said


def test_plural_follows_the_language(piglatin):
    assert i18n.ngettext("{count} cell", "{count} cells", 1) == "⟦#1 cell⟧"
    assert i18n.ngettext("{count} cell", "{count} cells", 1234) == "⟦#1234 cells⟧"
