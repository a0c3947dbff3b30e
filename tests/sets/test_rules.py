"""What a rule's file says of it, for the pages that show it."""

import re

import pytest

from solver.sets import rules
from solver.sets.methods.rules import RULES
from solver.sets.sql_rules import BOUND, FOLDER


@pytest.mark.parametrize("name", rules())
def test_every_rule_explains_the_article_and_postgresql(name):
    rule = rules()[name]
    assert rule.title
    assert "T-SQL" not in rule.title
    assert re.search(r"\b00[0-4]\b", rule.article), "it names its article"
    for words in (rule.idea, rule.article, rule.postgresql):
        assert words.endswith(".")
        assert len(words.split()) >= 8


@pytest.mark.parametrize("name", rules())
def test_no_rule_writes(name):
    words = rules()[name].reads
    assert not words & {"INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "SET", "GRANT"}


@pytest.mark.parametrize("box", [2, 3, 4, 5])
@pytest.mark.parametrize("name", rules())
def test_every_statement_binds_for_every_size(name, box):
    """Nothing is left that psycopg would not bind, and no size of board stands in the file itself."""
    text = rules()[name].statement(box)
    assert not re.search(r"(?<!:):[a-z]", text)
    assert "%" not in BOUND.sub("", text)
    written = (FOLDER / "statements" / f"{name}.sql").read_text()
    select = "\n".join(line for line in written.splitlines() if not line.startswith("--"))
    assert not re.search(r"\b(9|27|81|511|729)\b", select)


def test_every_selectable_rule_has_a_statement():
    """A new one needs a file of its own, or its line in docs/sets.md says why it has none."""
    from solver.engine.methods.rules import RULES as OFFERED

    assert set(RULES) <= set(OFFERED)
