"""The recipes of docs/recipes, carried out word for word on a copy of the project.

A recipe's blocks are what a contributor does: "New file `PATH`:" before a block is its text, "In `PATH`" before
a block of `diff` is an edit, whose context has to be there once, and a block of `sh` is run. If "ends with
`9 passed`" stands before it, a line of what it prints begins like this. "In `PATH`, this writes" before it
means that the tests need what it writes.
"""

import ast
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support import ROOT

RECIPES = {path.stem: path for path in sorted((ROOT / "docs/recipes").glob("*.md"))}
ENGINE = ("format", "technique")  # their tests need no services
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BEFORE = {"diff": "^In", "sh": "ends with"}  # what is named before a block, or else "New file"


class Block(NamedTuple):
    """A block of a recipe: `named` is its file, or what its commands end with, empty if that is not said."""

    kind: str
    named: str
    text: str
    writes: bool = False  # whether its commands write a file


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of a recipe in order. The paragraph before each names its file."""
    blocks, end = [], 0
    for found in BLOCK.finditer(page):
        paragraph = page[end : found.start()].strip().rpartition("\n\n")[2]
        end = found.end()
        kind, text = found.groups()
        before = BEFORE.get(kind, "New file")
        named = re.search(rf"{before} `([^`]+)`", paragraph, re.MULTILINE)
        assert kind == "sh" or named, f"the line before this block names no file: {text}"
        writes = "this writes" in paragraph
        blocks.append(Block(kind, named[1] if named else "", text, writes))
    return blocks


def edited(path: Path, hunks: str) -> str:
    """Return the text of a file with each hunk applied.

    Hunks have no line numbers and are separated by `@@`.
    """
    text = path.read_text()
    for hunk in hunks.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] or "\n" for line in lines if not line.startswith("+"))
        after = "".join(line[1:] or "\n" for line in lines if not line.startswith("-"))
        sentence = (
            f"docs/recipes quotes these lines, which are not once in {path}: change the recipe"
        )
        assert text.count(before) == 1, f"{sentence}\n{before}"
        text = text.replace(before, after)
    return text


def copy_project(folder: Path) -> Path:
    """Copy what git would commit with what is compiled of it, and lend the environment."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.check_output(listed, cwd=ROOT, text=True).split("\0")
    for file in (ROOT / name for name in names if name and (ROOT / name).is_file()):
        for each in (file, *file.parent.glob(f"__pycache__/{file.stem}.*.pyc")):
            copy = folder / each.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(each, copy)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


def run(command: str, folder: Path, ending: str = "") -> None:
    """Run a command. Fail if it does, or if it prints no line that begins with its ending."""
    ours = ("PYTEST_", "COV_", "MAKE", "MFLAGS")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    ended = subprocess.run(
        ["sh", "-ec", command], cwd=folder, env=environment, capture_output=True, text=True
    )
    printed = f"{command}\n{ended.stdout[-6000:]}{ended.stderr[-2000:]}"
    assert ended.returncode == 0, printed
    is_said = any(line.startswith(ending) for line in ended.stdout.splitlines())
    assert is_said or not ending, f"this does not end with {ending!r}: {printed}"


def write(recipe: str, folder: Path, with_commands: bool = True) -> list[Block]:
    """Carry out all blocks of a recipe but the commands that test, and return these.

    `with_commands` says whether to run those that write.
    """
    blocks = blocks_of(RECIPES[recipe].read_text())
    for block in blocks:
        path = folder / block.named
        if block.kind == "diff":
            path.write_text(edited(path, block.text))
        elif block.writes:
            if with_commands:
                run(block.text, folder)
        elif block.kind != "sh":
            assert not path.exists(), f"{block.named} is there already"
            path.write_text(block.text)
    commands = [block for block in blocks if block.kind == "sh" and not block.writes]
    assert commands, "a recipe ends with the tests to run"
    return commands


def carry_out(recipe: str, folder: Path) -> None:
    copy = copy_project(folder)
    for command in write(recipe, copy):
        run(command.text, copy, command.named)


@pytest.mark.parametrize("recipe", ENGINE)
def test_recipe_of_the_engine_works_word_for_word(recipe, tmp_path):
    carry_out(recipe, tmp_path)


@pytest.mark.recipe
@pytest.mark.parametrize("recipe", sorted(set(RECIPES) - set(ENGINE)))
def test_recipe_works_word_for_word(recipe, tmp_path):
    carry_out(recipe, tmp_path)


def test_code_of_all_recipes_is_in_the_style_of_the_project(tmp_path):
    copy = copy_project(tmp_path)
    for recipe in RECIPES:
        write(recipe, copy, with_commands=False)
    run(".venv/bin/ruff check --quiet && .venv/bin/ruff format --check --quiet", copy)


@pytest.mark.recipe
def test_all_recipes_together_pass_lint_and_break_no_other_test(tmp_path):
    copy = copy_project(tmp_path)
    for recipe in RECIPES:
        write(recipe, copy)
    run("make lint", copy)
    run(".venv/bin/python -m pytest tests/test_glossary.py tests/test_docs.py -n 0", copy)
    run("make test-fast", copy)


@pytest.mark.parametrize("recipe", RECIPES)
def test_recipe_finds_its_edited_lines_and_imported_names(recipe):
    """In a second, also for recipes whose tests run apart."""
    blocks = blocks_of(RECIPES[recipe].read_text())
    for block in blocks:
        if block.kind == "diff":
            edited(ROOT / block.named, block.text)
        if block.kind == "python":
            package = ".".join(Path(block.named).parent.parts)
            for module, name in imported(block.text, package):
                found = importlib.import_module(module)
                is_there = hasattr(found, name) or importlib.util.find_spec(f"{module}.{name}")
                assert is_there, f"{RECIPES[recipe]}: {module} has no {name}"
    assert any(block.kind == "sh" for block in blocks)


def imported(code: str, package: str) -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each name that some code of a package imports from somewhere."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            module = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield from ((module, alias.name) for alias in node.names)


def test_contributing_leads_to_every_recipe():
    page = (ROOT / "CONTRIBUTING.md").read_text()
    assert set(re.findall(r"\]\(docs/recipes/(\w+)\.md\)", page)) == set(RECIPES)
    assert len(page.splitlines()) < 150


def test_contributing_shows_python_that_prints_the_steps_of_a_solve():
    page = (ROOT / "CONTRIBUTING.md").read_text()
    code = textwrap.dedent(re.search(r"^ *```python\n(.*?)```", page, re.DOTALL | re.MULTILINE)[1])
    printed = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert printed.startswith("1\n  Step(")
