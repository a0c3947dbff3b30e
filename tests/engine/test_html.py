"""What a notebook shows of boards and stories."""

from html.parser import HTMLParser

from puzzles import ALESCARGOT, ARTICLE_000

from solver.engine import Grid, read, solve
from solver.engine.core.shape import parse


class Seen(HTMLParser):
    """The tags that are open at the end, the cells' texts, and every start tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.cells: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag != "br":
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "td" in self.open:
            self.cells[-1] += data


def test_html_of_a_grid_shows_its_board():
    seen = Seen(read(ARTICLE_000)._repr_html_())
    assert "".join(text or "0" for text in seen.cells) == ARTICLE_000
    assert seen.open == []
    assert seen.tags.count("tr") == 9


def test_html_of_a_position_shows_its_pencil_marks():
    grid = read(ARTICLE_000)
    marked = Grid(
        grid.box,
        grid.givens,
        tuple(0b100011 if not each else 1 << each - 1 for each in grid.givens),
    )
    assert Seen(marked._repr_html_()).cells[0] == "12   6   "


def test_html_of_a_solve_folds_each_iteration():
    solution = solve(read(ARTICLE_000))
    seen = Seen(solution._repr_html_())
    assert seen.open == []
    assert seen.tags.count("details") == len(solution.iterations) == 15
    assert "".join(seen.cells[:81]) == "".join(map(str, solution.solutions[0]))


def test_html_marks_iterations_without_a_step():
    solution = solve(read(ALESCARGOT), "guessing")
    stuck = [each.number for each in solution.iterations[:50] if not each.steps]
    assert stuck
    assert solution._repr_html_().count("no rule finds more") == len(stuck)


def test_html_counts_the_iterations_beyond_the_first_50():
    solution = solve(read(ALESCARGOT), "guessing")
    html = solution._repr_html_()
    assert html.count("<details>") == 50
    assert f"and {len(solution.iterations) - 50} more in" in html
    assert "&lt;&gt;" in html
    assert "<>" not in html


def test_html_of_a_jigsaw_has_its_borders_and_rules():
    html = Grid(parse("jigsaw:AABBAACCDDBBDDCC"), (0,) * 16)._repr_html_()
    assert html.count("border-right:2px") == 4
    assert html.count("border-bottom:2px") == 8
    assert "Each region inside thick lines has each digit once." in html


def test_html_of_a_6x6_position_shows_candidates_in_two_rows():
    marks = tuple(0b101010 for _ in range(36))
    assert Seen(Grid(parse("6x6"), (0,) * 36, marks)._repr_html_()).cells[0] == " 2 4 6"
