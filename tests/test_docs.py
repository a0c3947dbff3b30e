"""The documents name what there is."""

from support import ROOT

from solver.engine import formats, methods, techniques


def test_every_format_has_a_line():
    page = (ROOT / "docs/formats.md").read_text()
    for format in formats().values():
        assert f"| `{format.name}` | {format.title} | {'yes' if format.write else ''} |" in page


def test_every_method_has_a_section():
    page = (ROOT / "docs/methods.md").read_text()
    for method in methods().values():
        assert f"## `{method.name}`, article {method.article}" in page


def test_every_decision_has_a_number_of_its_own():
    pages = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))


def test_techniques_are_ranked_without_ties():
    ranks = [technique.rank for technique in techniques().values()]
    assert len(set(ranks)) == len(ranks)
