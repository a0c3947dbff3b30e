"""The documents name what there is."""

import re
import subprocess
import sys
from itertools import pairwise

import asvs
import pytest
from support import ROOT

from solver.engine import VERSION, formats, methods, techniques
from solver.engine.notation.base import ANY_SIZE, SIZES
from solver.puzzles.filters import FILTERS as OF_PUZZLES
from solver.solves.exports import exports
from solver.solves.filters import FILTERS as OF_SOLVES


def test_every_format_has_a_line():
    page = (ROOT / "docs/formats.md").read_text()
    for format in formats().values():
        boards = ", ".join(f"{size}×{size}" for size in format.sizes)
        boards = "all" if format.sizes == SIZES else boards
        boards = "all" if format.sizes == ANY_SIZE else boards
        line = f"| `{format.name}` | {format.title} | {boards} | {'yes' if format.write else ''} |"
        start, written = line.removesuffix(" |").rsplit(" | ", 1)  # shapes may stand behind either
        row = rf"^{re.escape(start)}[^|]* \| {written}[^|]*\|$"
        assert re.search(row, page, re.MULTILINE), f"docs/formats.md wants this line: {line}"


def test_every_export_has_a_line():
    page = (ROOT / "docs/formats.md").read_text()
    for each in exports().values():
        language = "English" if each.is_english else "the reader’s"
        kind = each.content_type.split(";")[0]
        line = f"| `{each.ending}` | {each.title} | {each.shows} | `{kind}` | {language} |"
        assert line in page, f"docs/formats.md, “A solve to take away”: add the line {line}"


def test_every_method_has_a_section():
    page = (ROOT / "docs/methods.md").read_text()
    for method in methods().values():
        article = f"article {method.article}" if method.article else "of no article"
        assert f"## `{method.name}`, {article}\n" in page


@pytest.mark.parametrize(
    ("heading", "module", "filters"),
    [
        ("### Of solves, ", "solver/solves/filters.py", OF_SOLVES),
        ("### Of puzzles, ", "solver/puzzles/filters.py", OF_PUZZLES),
    ],
)
def test_every_filter_has_a_line(heading, module, filters):
    page = (ROOT / "docs/api.md").read_text()
    table = page.split(heading)[1].split("\n#")[0]
    there = [line for line in table.splitlines() if line.startswith("| `")]
    lines = [f"| `{each.name}` | {each.help} |" for each in filters]
    for line in lines:
        assert line in there, f"docs/api.md: add to the table under “{heading}”, in order: {line}"
    for line in there:
        assert line in lines, (
            f"docs/api.md: no filter of {module} is like that, take it out: {line}"
        )
    assert there == lines, f"docs/api.md: bring the lines into the order of {module}"


def test_every_link_to_a_file_leads_to_one():
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / link).is_file(), f"{page.relative_to(ROOT)} has a link to {link}"


def test_every_decision_has_a_number_of_its_own():
    pages = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))


def test_techniques_have_distinct_ranks():
    for one, other in pairwise(techniques().values()):
        assert one.rank < other.rank, (
            f"{one.name} and {other.name} share a rank in solver/engine/techniques/: change one of them"
        )


def test_security_lists_the_tests_that_show_each_item():
    page = asvs.PAGE.read_text()
    assert page == asvs.written(page), "run `make security`"


def test_security_refuses_an_item_without_a_test():
    with pytest.raises(ValueError, match=r"rows without a marked test.*'99\.1'"):
        asvs.written(f"{asvs.PAGE.read_text()}\n| 99.1 | nothing shows this | |\n")


@pytest.mark.asvs("15.1.1")
def test_everything_installed_has_a_hash():
    for path in (ROOT / "requirements").glob("*.txt"):
        pinned = re.split(r"\n(?=\S)", path.read_text().strip())
        wrong = [each for each in pinned if "==" not in each or "--hash=sha256:" not in each]
        assert [each for each in wrong if not each.startswith("#")] == []
    for name in ("Makefile", "Dockerfile"):
        installs = re.findall(r"pip install.* -r .*", (ROOT / name).read_text())
        assert installs
        assert all("--require-hashes" in each for each in installs)


def test_newest_release_of_the_changelog_equals_the_version():
    log = (ROOT / "CHANGELOG.md").read_text()
    released = re.findall(r"^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$", log, re.MULTILINE)
    assert released[0] == VERSION, (
        "CHANGELOG.md begins with another release than VERSION in solver/engine/__init__.py"
    )


@pytest.mark.parametrize("arguments", [["--version"], ["solve", "--version"]])
def test_manage_prints_the_version(arguments):
    command = [sys.executable, "manage.py", *arguments]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert printed == f"Sudoku by sets {VERSION}\n"


def test_every_path_in_the_documents_exists():
    """Decisions, the changelog and `PATH` of a commit may speak of what there was."""
    pages = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"))
    folders = "solver|sudokusite|tests|templates|docs|bench|docker|deploy|locale|requirements"
    gone = [
        f"{page.relative_to(ROOT)}: {path}"
        for page in pages
        for path in re.findall(
            rf"`((?:{folders})/[\w/.-]*)`(?! of [0-9a-f]{{7}})", page.read_text()
        )
        if not any((ROOT / each).exists() for each in (path, f"{path}.py"))
    ]
    assert gone == []
