"""No sentence is parsed back into data: whoever needs what an error knows asks its attributes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOLVER = Path(__file__).resolve().parent.parent / "solver"
TAKES_APART = {
    *("find", "index", "partition", "removeprefix", "removesuffix", "replace", "rpartition"),
    *("rsplit", "split", "splitlines", "startswith", "endswith"),
}


def parsed_errors(code: str) -> Iterator[int]:
    """Lines in which a function of `re`, or a method that takes texts apart, is given some `error`."""
    for call in ast.walk(ast.parse(code)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            owner = call.func.value
            is_re = isinstance(owner, ast.Name) and owner.id == "re"
            texts = call.args if is_re else [owner] if call.func.attr in TAKES_APART else []
            if any(_names_error(node) for text in texts for node in ast.walk(text)):
                yield call.lineno


def _names_error(node: ast.AST) -> bool:
    return "error" in (getattr(node, "id", ""), getattr(node, "attr", ""))


def test_no_module_parses_an_error_message():
    found = [
        f"{path.relative_to(SOLVER)}:{line}"
        for path in sorted(SOLVER.rglob("*.py"))
        for line in parsed_errors(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ('set(re.findall(r"r[0-9]+c[0-9]+", self.error or ""))', 1),
        ('str(error).removeprefix(f"{first}, ")', 1),
        ('f"{error}".split(": ")[1]', 1),
        ('re.search("line [0-9]+", str(error))', 1),
        ("error.cells", 0),
        ('re.search("x", text) or str(error)', 0),
    ],
)
def test_check_finds_code_that_parses_an_error_message(code, count):
    assert len(list(parsed_errors(code))) == count
