"""Rates of our own words, held by `make lint`: limits stand in `[tool.words]` of pyproject.toml.

    python tests/words.py               fail beyond a limit, and print each place to change
    python tests/words.py semicolons    print the rates, and the places of one

Rates are per 1,000 words of the docstrings and comments of the packages, without migrations.
- `semicolons` join two facts that read better as two sentences.
- `whoever` counts whoever, whatever, whichever and wherever.
- `of_which` counts "of it", "of those" and their like, where the name of the thing is clearer.
- `where_it` counts "where there is none" and its like, where "if" is the usual word.
- `returns` counts "return", the verb of a docstring that tells what comes back. Its limit is the lowest rate.

The others are counts. `documented` and `words` have a lowest limit too:
- `documented` is the percentage of public functions and methods with a docstring.
- `words` are all words of docstrings and comments.
- `shared_names` are names of classes that two modules define, but for those that Django asks for.
- `test_is` are the tests whose name begins with `test_is_` or `test_are_` and so lacks a verb.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from structure import ROOT, limits, modules, shared_names

PACKAGES = ("solver", "sudokusite")
RATES = {
    "semicolons": r";",
    "whoever": r"\b(who|what|which|where)ever\b",
    "of_which": r"\bof\s+(which|whom|what|it|that|those|these)\b",
    "where_it": r"\bwhere\s+(it|there|they|that|one|nobody|none|no)\b",
    "returns": r"\breturns?\b",
}
AT_LEAST = {"returns", "documented", "words"}
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
Places = dict[str, list[str]]


def prose(source: str, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield each docstring and comment of a module, after the number of its first line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | FUNCTION) and ast.get_docstring(node):
            text = node.body[0].value  # type: ignore[attr-defined]
            yield text.lineno, text.value
    if "#" in source:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def hits(pattern: str, line: int, text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line in which the pattern begins, once for each time."""
    lines = text.splitlines()
    for match in re.finditer(pattern, text, re.IGNORECASE):
        at = text[: match.start()].count("\n")
        yield line + at, lines[at].strip()


def measure(root: Path) -> tuple[dict[str, float], Places]:
    """Return the figures of a tree, and the places that could better each."""
    total, places = Counter[str](), defaultdict[str, list[str]](list)
    for path in (path for package in PACKAGES for path in modules(root, package).values()):
        tree, name = ast.parse(source := path.read_text()), path.relative_to(root)
        for line, text in prose(source, tree):
            total["words"] += len(re.findall(r"[A-Za-z']+", text))
            for rate, pattern in RATES.items():
                found = list(hits(pattern, line, text))
                total[rate] += len(found)
                if rate not in AT_LEAST:
                    places[rate] += [f"{name}:{at}: {shown}" for at, shown in found]
        for function in ast.walk(tree):
            if not isinstance(function, FUNCTION):
                continue
            said, place = ast.get_docstring(function), f"{name}:{function.lineno}: {function.name}"
            if not function.name.startswith("_"):
                total["public"] += 1
                total["documented"] += bool(said)
                if not said:
                    places["documented"].append(place)
            gives = function.returns and ast.unparse(function.returns) not in ("None", "NoReturn")
            if said and gives and not re.search(r"\b(return|yield|raise)s?\b", said, re.IGNORECASE):
                places["returns"].append(f"{place}: {said.splitlines()[0]}")
    for path in sorted((root / "tests").rglob("*.py")):
        for test in ast.walk(ast.parse(path.read_text())):
            if isinstance(test, FUNCTION) and test.name.startswith(("test_is_", "test_are_")):
                places["test_is"].append(f"{path.relative_to(root)}:{test.lineno}: {test.name}")
    shared = [shared_names(root, package) for package in PACKAGES]
    places["shared_names"] = [
        place for names in shared for found in names.values() for place in found
    ]
    rates = {rate: round(1000 * total[rate] / max(total["words"], 1), 2) for rate in RATES}
    documented = round(100 * total["documented"] / max(total["public"], 1), 1)
    others = {"documented": documented, "words": total["words"], "test_is": len(places["test_is"])}
    return rates | others | {"shared_names": sum(map(len, shared))}, places


def main(shown: list[str]) -> int:
    """Print the figures beyond their limit with their places, or those asked for. Return 1 beyond a limit."""
    figures, places = measure(ROOT)
    failed = False
    for what, limit in limits("words").items():
        figure = figures[what]
        is_beyond = figure < limit if what in AT_LEAST else figure > limit
        failed |= is_beyond
        if is_beyond or what in shown:
            print(*places[what], sep="\n")
        if is_beyond or shown:
            most = "at least" if what in AT_LEAST else "at most"
            print(f"{what}: {figure:g}, of {most} {limit:g} (tests/words.py)")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
