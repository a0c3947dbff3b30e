"""What a step of the ladder follows from is drawn on its board, and told in words too."""

import re
import xml.etree.ElementTree as ElementTree
from math import dist

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import override_settings
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from support import body_of

from solver import engine
from solver.boards.cells import draw_board
from solver.boards.drawing import Sketch
from solver.boards.figures import LineFigure, Stroke, TextFigure, as_svg
from solver.boards.ground import ground_of
from solver.boards.picture import draw_picture
from solver.boards.step_drawing import draw_sets, draw_step
from solver.boards.strokes import GAP, Path, dashes, frames, hulls, link, place_of
from solver.boards.thumbnails import draw_small
from solver.engine import find_technique
from solver.engine.core.geometry import digits_of, geometry_of
from solver.engine.core.position import Position, carry_out
from solver.engine.core.proof import PatternPart, Proof, SetCount
from solver.engine.core.proof_check import verify
from solver.engine.core.shape import EXTRAS, parse
from solver.engine.core.steps import Step
from solver.engine.ladder.listing import position_of
from solver.engine.techniques.catalogue import of_the_ladder
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.proof_text import branches_of, say_clauses
from solver.engine.techniques.rungs import rungs, slug
from solver.engine.techniques.wording import say_sets
from solver.models import Solve
from solver.queue import submission
from solver.solves import writing
from solver.solves.reading import iter_iterations
from solver.web.learn.techniques import _title as worked_title
from solver.web.solve.proof import build_proof_context

NINE = geometry_of(3)
EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
WINGED = "000740005200300000600000230000907014430001000000080000002004000004260300008010000"
SINGLES = ("full house",)  # nothing to draw beside the cell


def examples():
    """A step of each technique of the ladder, with the board of its example."""
    for technique in of_the_ladder():
        board = technique.examples[0].board()
        step = next(iter(technique.find(board)), None)
        if step:
            yield technique.name, board, step


@pytest.fixture(scope="module")
def drawn():
    return [
        (name, board, step, draw(board.geometry, step, board.candidates))
        for name, board, step in examples()
        for draw in (draw_step, draw_sets)
    ]


@pytest.mark.every
def test_every_technique_has_a_drawing(drawn):
    assert len({name for name, *_ in drawn}) > 60
    assert {name for name, _, _, drawing in drawn if drawing.is_blank} <= {*SINGLES}


def test_group_links_end_at_a_candidate_of_the_group():
    position = Position(3)
    kept = {1: (5, 8), 4: (5, 8), 0: (0, 1, 2, 3, 4, 5), 2: (6, 7, 8)}  # by row, the columns of 8
    for row, columns in kept.items():
        for column in {*range(9)} - {*columns}:
            position.remove(9 * row + column, 8)
    found = rungs()["grouped continuous nice loop"].find(position)
    step = next(each.step(position) for each in found)
    drawing = draw_step(NINE, step, position.marks)
    places = [place_of(NINE, candidate) for candidate in drawing.marks]
    assert len(places) > len(drawing.lines) > 3
    for line in drawing.lines:
        for end in (line.path.points[0], line.path.points[-1]):
            assert min(dist(end, place) for place in places) < GAP + 1


def test_legend_explains_every_sign(drawn):
    for name, _, _, drawing in drawn:
        explained = {key.sign for key in drawing.keys}
        shown = {mark.shape for mark in drawing.marks.values()}
        shown |= {each.sign for each in (*drawing.lines, *drawing.outlines)}
        assert shown <= explained, (name, shown - explained)


def test_marks_stand_on_open_candidates_and_letters_never_repeat(drawn):
    for name, board, _, drawing in drawn:
        cells = board.geometry.cell_count
        for candidate in drawing.marks:
            assert board.candidates[candidate % cells] >> candidate // cells & 1, name
        letters = [each.letter for each in drawing.outlines if each.letter]
        assert len(letters) == len(set(letters)), name
        of_outlines = [key.letter for key in drawing.keys if key.letter and not key.is_mark]
        assert letters == of_outlines, name


def test_step_without_a_proof_has_no_drawing():
    assert draw_step(NINE, Step("pointing", 0, (0,), 1), (511,) * 81).is_blank


def counting(truths, links):
    return Step("sets", None, (), 1, (), ((80, 1),), proof=Proof((SetCount(truths, links),)))


def test_more_sets_than_anybody_follows_have_no_table_and_few_frames():
    rows = tuple(range(81, 90))  # 1 in each row
    step = counting((*range(30), *rows), tuple(range(90, 170)))
    drawing = draw_step(NINE, step, (511,) * 81)
    proof = build_proof_context(NINE, step, (511,) * 81)
    assert len(drawing.outlines) == 30
    assert not drawing.marks
    assert not proof["rows"]
    assert proof["title"] == "39 truths, 80 links"
    assert "39 truths (one candidate in each is true): r1c1" in proof["others"][0]


def test_worked_example_without_a_cell_has_the_title_of_its_step():
    described = describe_step(NINE, counting((81, 82), (90, 91, 92)))
    assert worked_title(find_technique("sets"), described) == "2 truths, 3 links"


def test_sets_that_count_more_often_are_told_once():
    proof = build_proof_context(NINE, counting((0, 0, 1), (81, 81, 108, 109, 110)), (511,) * 81)
    assert [(row["name"], row["times"]) for row in proof["rows"][:2]] == [
        ("r1c1", "×2"),
        ("r1c2", ""),
    ]
    assert [(each["short"], each["times"]) for each in proof["columns"]] == [
        ("1r1", "×2"),
        *((f"2r{row}", "") for row in (1, 2, 3)),
    ]
    assert "×n counts n times" in proof["note"]


def test_chains_lead_from_each_alternative_to_the_removal():
    ways = (PatternPart(12, (0, 81)), PatternPart(13, (0, 1, 82, 2)), PatternPart(13, (81, 2)))
    proof = Proof((SetCount((0,), (1, 2)),), ways)
    step = Step("kraken fish type 1", None, (0,), 1, (), ((2, 1),), proof=proof)
    drawing = draw_step(NINE, step, (3,) * 81)
    assert [line.sign for line in drawing.lines] == ["weak", "strong", "weak", "weak"]
    assert [(mark.shape, mark.note) for mark in drawing.marks.values()] == [
        ("disc", "a"),
        ("square", ""),
        ("disc", ""),
        ("square", ""),
        ("disc", "b"),
    ]


def test_arrows_follow_a_branch_of_a_net_to_its_contradiction(drawn):
    drawing = next(drawing for name, _, _, drawing in drawn if name == "forcing net verity")
    notes = {mark.note for mark in drawing.marks.values()}
    assert notes == {"", "a", "b", "c", "1", "2"}
    assert sum(line.sign == "arrow" for line in drawing.lines) > 2
    assert [key.letter for key in drawing.keys if key.sign == "link"] == ["a"]


@pytest.fixture(scope="class")
def split(shared_rows):
    """A solve with the number of a split that forces more than one board has room for."""
    techniques = ["full-house", "naked-single", "hidden-single", "sets", "split"]
    with override_settings(SOLVE_ITERATIONS=10):  # the first split comes before
        solve = submission.submit(engine.read(EASTER_MONSTER), "ladder", {"techniques": techniques})
        writing.record(solve.pk)
    solve.refresh_from_db()
    return solve, next(
        each.number for each in iter_iterations(solve) if each.steps[0].technique == "split"
    )


@pytest.mark.django_db
class TestSplit:
    """All look at the one solve, which is made once."""

    def test_pages_say_where_no_proof_by_counting_exists(self, client, split, settings):
        settings.REQUEST_SECONDS = 60
        solve, number = split
        said = "No proof by counting exists here."
        assert said in page(client, solve, iteration=number)
        assert said not in page(client, solve, iteration=number - 1)
        asked = {"solve": str(solve.pk), "ask": "steps"}
        panel = client.get("/play/", asked | {"iteration": number - 1}).content.decode()
        assert "The easiest steps from here" in panel
        assert said in panel
        assert said not in client.get("/play/", asked | {"iteration": 1}).content.decode()

    def test_long_branches_of_a_split_are_drawn_one_at_a_time(self, client, split):
        solve, number = split
        first = page(client, solve, iteration=number)
        second = page(client, solve, iteration=number, step=1, branch=2)
        assert "forced in branch a, in this order" in first
        assert "forced in branch b" not in first
        assert "forced in branch b, in this order" in second
        assert f'href="?iteration={number}&amp;step=1&amp;branch=2"' in first
        assert "forced in branch b" in page(client, solve, iteration=number, step=1, branch=99)

    def test_branch_of_a_split_is_a_list_with_reasons_and_the_others_are_small_boards(
        self, client, split
    ):
        solve, number = split
        first = page(client, solve, iteration=number)
        step = next(each for each in iter_iterations(solve) if each.number == number).steps[0]
        branches = branches_of(NINE, step)
        tabs, boards = (
            first.split(f'<{tag} class="split__{name}"')[1].split(f"</{tag}>")[0]
            for tag, name in (("nav", "tabs"), ("ul", "boards"))
        )
        assert tabs.count("<a ") == len(branches)
        assert tabs.count('aria-current="true"') == 1
        assert first.count('class="split__note"') == len(branches[0][1].forced)
        assert " has no other " in first
        assert boards.count('<svg class="thumb"') == len(branches) - 1
        assert boards.count('class="thumb__digit"') == sum(
            1 + len(b.forced) for _, b in branches[1:]
        )


def test_cell_gets_one_letter_per_branch():
    sketch = Sketch(NINE, [511] * 81, ())
    for letter in ("a", "a", "b"):
        sketch.cell(2, "link", letter)
    assert [outline.letter for outline in sketch.finish().outlines] == ["a", "b"]


def test_connected_cells_share_one_outline():
    (path,) = hulls(NINE, (0, 1, 10), 4)
    assert path.is_closed
    assert len(hulls(NINE, (0, 10), 4)) == 2


def test_link_bends_around_marks():
    straight = link((10, 10), (400, 10), [], 540)
    bent = link((10, 100), (400, 100), [(200, 100)], 540)
    assert straight.d.count("Q") == 0
    assert min(abs(y - 100) + abs(x - 200) for x, y in bent.points) > 11


def test_dashes_divide_a_line():
    pieces = list(dashes([(0, 0), (20, 0)], 5, 4))
    assert [(piece[0][0], piece[-1][0]) for piece in pieces] == [(0, 5), (9, 14), (18, 20)]
    assert Path((0, 0), ((None, (2, 2)),)).moved(1, 1, 2).d == "M1 1L5 5"


# --- On the page --------------------------------------------------------------------------------------


@pytest.fixture
def winged(db):
    """A solve whose only step beyond singles is an XY-wing, and the iteration of that."""
    techniques = ["full-house", "naked-single", "hidden-single", "xy-wing"]
    solve = submission.submit(engine.read(WINGED), "ladder", {"techniques": techniques})
    writing.record(solve.pk)
    solve.refresh_from_db()
    number = next(
        one.number
        for one in iter_iterations(solve)
        if any(s.technique == "XY-wing" for s in one.steps)
    )
    return solve, number


def page(client, solve, **asked):
    response = client.get(reverse("solve", args=[solve.pk]), asked)
    assert response.status_code == 200
    return response.content.decode()


def test_page_draws_the_only_step_of_an_iteration(client, winged):
    solve, number = winged
    html = page(client, solve, iteration=number)
    drawing = re.search(r'<svg class="drawing".*?</svg>', html, re.DOTALL)[0]
    assert 'aria-hidden="true"' in drawing
    assert drawing.count("drawing__strong") == 3
    assert drawing.count("drawing__weak") == 2
    assert "style=" not in drawing
    assert html.count('class="mark mark--disc"') > 2
    assert "strong link: one of the two is true" in html
    assert "If (7)r2c3 is false, (1)r2c3 is true: r2c3 has no other digit." in html
    assert "3 truths (one candidate in each is true): r2c3, r1c1, r3c3; 4 links" in html
    assert f'href="?iteration={number}&amp;step=1&amp;view=sets#sets"' in html


def test_sets_view_shows_a_table_and_the_board(client, winged):
    solve, number = winged
    html = page(client, solve, iteration=number, view="sets")
    table = re.search(r'<table class="sets__matrix">.*?</table>', html, re.DOTALL)[0]
    assert re.findall(r'<th scope="col">(\d.*?)</th>', table) == [
        "1 in box 1",
        "9 in box 1",
        "7 in column 3",
        "7 in column 3",
    ]
    rows = re.findall(r'<th scope="row">(r\dc\d)', table)
    assert rows == ["r2c3", "r1c1", "r3c3", "r5c3", "r6c3"]
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in table.split("<tr")]
    assert ["mark--disc" in cell for cell in cells[2]] == [True, False, True, True]
    assert '<span class="mark mark--disc">7</span> <span class="unseen">r2c3</span>' in table
    assert [row.count('<s class="lost lost--now">7</s>') for row in table.split("<tr")][-2:] == [
        2,
        2,
    ]
    assert "drawing__truth" in html
    assert "drawing__link" in html


@pytest.fixture(scope="class")
def monster(shared_rows):
    """A solve whose step 2 is an SK loop."""
    techniques = ["full-house", "naked-single", "hidden-single", "sk-loop"]
    solve = submission.submit(engine.read(EASTER_MONSTER), "ladder", {"techniques": techniques})
    writing.record(solve.pk)
    solve.refresh_from_db()
    return solve


@pytest.mark.django_db
class TestLoop:
    """All look at the one solve, which is made once."""

    def test_loop_is_drawn_as_a_ring(self, client, monster):
        html = page(client, monster, iteration=2, view="loop")
        ring = re.search(r'<ol class="ring">.*?</ol>', html, re.DOTALL)[0]
        assert ring.count("<li ") == 16
        assert ring.count("mark--disc") == ring.count("mark--square") == 8
        assert ring.count("ring__cell") == 16
        assert "view=loop#sets" in page(client, monster, iteration=2)

    def test_wide_table_of_sets_has_short_names_of_its_links(self, client, monster):
        html = page(client, monster, iteration=2, view="sets")
        heads = re.findall(r'<span aria-hidden="true">(\d[rcb]\d)</span></th>', html)
        assert len(heads) == 16
        assert "1b3" in heads
        assert '<span class="unseen">1 in box 3</span>' in html

    def test_exports_of_a_count_say_its_sets(self, client, monster):
        def exported(form):
            answer = client.get(f"{monster.get_absolute_url()}export.{form}", {"iteration": 2})
            return body_of(answer).decode()

        assert "Iteration 2 of 2 · SK loop" in exported("svg")
        assert "16 truths (one candidate in each is true): r1c2, r1c8" in exported("txt")
        with connection.cursor() as cursor:
            for statement in exported("sql").split(";\n"):
                cursor.execute(statement)
            false = {f"{cell}<>{digit}" for cell, digit in cursor.fetchall()}
        assert len(false) == 13
        assert {"r1c3<>7", "r9c1<>6"} <= false


def test_what_is_no_loop_has_no_ring(client, winged):
    solve, number = winged
    html = page(client, solve, iteration=number, view="loop")
    assert "ring" not in re.findall(r'<ol class="(.+?)"', html)
    assert "view=loop#sets" not in html


def test_list_view_has_no_drawing(client, winged):
    solve, number = winged
    assert '<svg class="drawing"' not in page(client, solve, iteration=number, cells="list")


def test_svg_and_png_exports_contain_the_drawing(client, winged):
    solve, number = winged
    answer = client.get(f"{solve.get_absolute_url()}export.svg", {"iteration": number})
    paths = ElementTree.fromstring(body_of(answer)).findall("{http://www.w3.org/2000/svg}path")
    dashed = [path for path in paths if path.get("stroke-dasharray") == "5 4"]
    assert len(dashed) == 2
    png = body_of(client.get(f"{solve.get_absolute_url()}export.png", {"iteration": number}))
    assert png.startswith(b"\x89PNG")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",  # XY-wing: above
    [
        "grouped discontinuous nice loop",
        "finned franken swordfish",
        "Death Blossom",
        "forcing net contradiction",
    ],
)
def test_pasted_marks_solve_with_a_drawn_and_proved_step(client, name):
    board = find_technique(name).examples[0].board()
    marks = " ".join("".join(map(str, digits_of(mask))) for mask in board.candidates)
    form = {"puzzle": marks, "method": "ladder", "ladder-techniques": ["naked-single", slug(name)]}
    solve = Solve.objects.get(pk=client.post("/solves/", form).url.split("/")[2])
    while writing.record(solve.pk):
        pass
    solve.refresh_from_db()
    position = position_of(engine.read_any(marks))
    step, number = climbed(iter_iterations(solve), name, position)
    assert verify(position, step)
    html = page(client, solve, iteration=number, step=1)
    assert '<svg class="drawing"' in html
    for clause in say_clauses(NINE, step):
        assert escape(clause) in html
    assert escape(say_sets(NINE, step)) in html
    answer = client.get(f"{solve.get_absolute_url()}export.svg", {"iteration": number})
    assert b"<path" in body_of(answer)


def climbed(iterations, name, position):
    """The first step of a technique and its iteration; the position is carried on to just before it."""
    for one in iterations:
        for step in one.steps:
            if step.technique == name:
                return step, one.number
            carry_out(position, step)
    raise AssertionError(f"no {name}")


# --- Boards of any shape ------------------------------------------------------------------------------

CROOKED = "jigsaw:AABBAACCDDBBDDCC"
PLAIN_LINES = (
    "".join(f"M{at} 0V9M0 {at}H9" for at in (1, 2, 4, 5, 7, 8)),
    "M3 0V9M0 3H9M6 0V9M0 6H9",
)


def empty(name):
    shape = parse(name)
    return engine.Grid(shape, (0,) * shape.size**2)


def drawn_board(name, **how):
    grid = empty(name)
    return draw_board(grid, (grid.geometry.all_digits_mask,) * grid.size**2, **how)


def test_plain_board_has_straight_lines_and_no_signs():
    ground = ground_of(parse("9x9"))
    assert (ground.thin, ground.thick) == PLAIN_LINES
    assert ground.svg == ""
    assert drawn_board("9x9").style == "board--3"


def test_crooked_borders_run_between_regions():
    ground = ground_of(parse(CROOKED))
    pieces = {(run.is_vertical, run.at, run.start, run.end) for run in ground.runs if run.is_thick}
    between = {
        (is_vertical, at, place)
        for is_vertical, at, start, end in pieces
        for place in range(start, end)
    }
    letters = CROOKED.removeprefix("jigsaw:")
    expected = {(True, c + 1, r) for r in range(4) for c in range(3)
                if letters[4 * r + c] != letters[4 * r + c + 1]}  # fmt: skip
    expected |= {(False, r + 1, c) for r in range(3) for c in range(4)
                 if letters[4 * r + c] != letters[4 * r + c + 4]}  # fmt: skip
    assert between == expected
    assert "ground__border" in ground.svg
    cells = [cell for row in drawn_board(CROOKED).rows for cell in row.cells]
    assert not any(cell.thick_right or cell.thick_bottom for cell in cells)


def test_tinted_regions_do_not_touch():
    letters = "AAABBBAAABBCDDDBCCDDDCCCEEEFFFEEEFFF"
    tinted = ground_of(parse(f"jigsaw:{letters}")).tinted
    assert len(tinted) in (12, 18)
    for cell in tinted:
        beside = [cell + 6] + [cell + 1] * (cell % 6 < 5)
        assert all(letters[cell] == letters[other] for other in beside if other in tinted)
    assert not ground_of(parse(f"jigsaw:{letters} anti-knight")).outlines
    assert (
        len(ground_of(parse(f"jigsaw:{letters} diagonals")).tinted) == 12
    )  # which mean the diagonals


def test_boxes_of_two_rows_and_three_columns_have_thick_edges():
    rows = drawn_board("6x6").rows
    assert [cell.thick_right for cell in rows[0].cells] == [False, False, True, False, False, False]
    assert [row.cells[0].thick_bottom for row in rows] == [False, True, False, True, False, False]


@pytest.mark.parametrize("extra", EXTRAS)
def test_each_further_unit_has_a_sign_beside_its_tint_or_words(extra):
    ground = ground_of(parse(f"9x9 {extra}"))
    cells = {cell for unit in geometry_of(ground.shape).units[27:] for cell in unit.cells}
    if extra in ("disjoint", "anti-knight", "anti-king"):
        assert ground.svg == ""
    else:
        assert {*ground.tinted} == cells
        assert ground.lines or ground.outlines
    (rule,) = ground.shape.rules
    page = render_to_string("solver/_board.html", {"board": drawn_board(f"9x9 {extra}")})
    assert escape(str(rule)) in page


def test_named_sets_have_dashed_outlines():
    ground = ground_of(parse("9x9 extra:r1c1+r2c2+r3c5"))
    assert len(ground.outlines) == 3
    assert "ground__outline" in draw_small("0" * 81, ground.shape).svg


def test_cell_names_the_further_units_that_it_is_in():
    board = drawn_board("jigsaw:AABBAACCDDBBDDCC diagonals")
    labels = [cell.label for row in board.rows for cell in row.cells]
    assert labels[0].startswith("Row 1, column 1, region 1, diagonal 1, ")
    assert labels[1].startswith("Row 1, column 2, region 1, open")
    with translation.override("de"):
        assert "Gebiet 1" in drawn_board("jigsaw:AABBAACCDDBBDDCC").rows[0].cells[0].label
    assert drawn_board("6x6").rows[0].cells[0].label.startswith("Row 1, column 1, open")


def test_unit_that_is_no_rectangle_is_framed_piece_by_piece():
    geometry = geometry_of(parse("9x9 diagonals"))
    assert len(frames(geometry, geometry.units[0].cells, 2)) == 1
    assert len(frames(geometry, geometry.units[27].cells, 2)) == 9
    assert len(frames(NINE, NINE.units[18].cells, 2)) == 1


def test_picture_has_signs_borders_and_rules():
    grid = empty("6x6 diagonals")
    full = (grid.geometry.all_digits_mask,) * 36
    picture = draw_picture(grid, full, full, (), "title", "foot")
    texts = [each.text for each in picture.figures if isinstance(each, TextFigure)]
    assert "Both diagonals have each digit once." in texts
    assert sum(isinstance(each, Stroke) for each in picture.figures) == 2
    thick = [
        each for each in picture.figures if isinstance(each, LineFigure) and each.thickness > 2
    ]
    assert len(thick) == 4 + 3
    ElementTree.fromstring("".join(as_svg(picture)))
