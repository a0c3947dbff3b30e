"""The table of docs/security.md: its tests are those that bear the mark `asvs` with the first id of a row.

python tests/asvs.py    writes the third column
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "security.md"
ROW = re.compile(r"^\| (?P<id>\d[\d.]*)(?P<others>[^|]*) \| (?P<what>[^|]*) \|.*\|$", re.MULTILINE)


def marked() -> dict[str, list[str]]:
    """Return the marked tests by id, each as `file::name`, in the order of the files."""
    tests = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, id in _marks(ast.parse(path.read_text()).body):
            tests[id].append(f"{path.stem}::{name}")
    return tests


def _marks(body: list[ast.stmt], outer: str = "") -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if not isinstance(decorator, ast.Call):
                    continue
                if ast.unparse(decorator.func) == "pytest.mark.asvs":
                    yield from ((outer + node.name, ast.literal_eval(id)) for id in decorator.args)
            if isinstance(node, ast.ClassDef):
                yield from _marks(node.body, f"{outer}{node.name}::")


def written(page: str) -> str:
    """Return the page with the tests of each row. Raise ValueError for a row or a mark without the other."""
    tests = marked()
    ids = [row["id"] for row in ROW.finditer(page)]
    if wrong := set(ids) ^ set(tests):
        raise ValueError(f"rows without a marked test, or marks without a row: {sorted(wrong)}")
    if len(ids) != len(set(ids)):
        raise ValueError("two rows of docs/security.md begin with the same id")

    def row(found: re.Match[str]) -> str:
        names = ", ".join(f"`{name}`" for name in tests[found["id"]])
        return f"| {found['id']}{found['others']} | {found['what']} | {names} |"

    return ROW.sub(row, page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
