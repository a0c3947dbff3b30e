"""The starter library: what a new site has to show."""

import re
import shlex
from collections import Counter
from itertools import groupby
from operator import attrgetter

import pytest
from support import manage, some

from solver import engine
from solver.engine.rating import LEVELS, rate
from solver.engine.symmetry import SYMMETRIES
from solver.models import Puzzle
from solver.models.puzzle import split_title
from solver.puzzles import seed_puzzles
from solver.puzzles.catalogue import matching
from solver.puzzles.starters import EXAMPLES, OF_SHAPES, STARTERS, load_starters


@pytest.mark.django_db
def test_loading_twice_adds_nothing_and_keeps_edits():
    added = load_starters()
    assert added == Puzzle.objects.count()
    assert Puzzle.objects.filter(tags__contains=["generated"], is_published=True).count() >= 500
    made = Puzzle.objects.filter(tags__contains=["generated"])
    assert not made.filter(grade="").exists()
    assert not made.filter(box=3, canonical="").exists()
    changed = made.first()
    changed.title = "Ours"
    changed.save()
    assert load_starters() == 0
    changed.refresh_from_db()
    assert changed.title == "Ours"


@pytest.mark.django_db
def test_every_starter_puzzle_has_verdict_and_grade():
    load_starters()
    assert not Puzzle.objects.filter(verdict="unknown").exists()
    assert not Puzzle.objects.filter(box__lte=3, grade="").exists()
    assert not Puzzle.objects.filter(source__contains="manage.py").exists()


@pytest.mark.django_db
def test_loading_updates_puzzles_of_an_earlier_version():
    load_starters()
    made, later, kept = Puzzle.objects.filter(tags__contains=["generated", "pointing"])[:3]
    starter = Puzzle.objects.get(title="Extreme 20")
    little = Puzzle.objects.get(title="4×4, no. 41")
    names = {puzzle.pk: puzzle.title for puzzle in (made, later, starter)}
    command = "Generated for this site by manage.py generate --facts --seed starter"
    Puzzle.objects.filter(pk=made.pk).update(title="Tricky 7", source=command)
    note = "31 clues. The hardest rule that it takes: pointing."
    Puzzle.objects.filter(pk=later.pk).update(title="Pointing 12", notes=note)
    Puzzle.objects.filter(pk=starter.pk).update(title="Stalls early")
    Puzzle.objects.filter(pk=kept.pk).update(title="Ours", source=command)
    Puzzle.objects.filter(pk=little.pk).update(
        title="Little one", verdict="unknown", grade="", grade_rank=None, canonical=""
    )
    assert load_starters() == 0
    for puzzle in (made, later, starter, kept, little):
        puzzle.refresh_from_db()
    assert {puzzle.pk: puzzle.title for puzzle in (made, later, starter)} == names
    for title, puzzle in (("Tricky 7", made), ("Pointing 12", later), ("Stalls early", starter)):
        assert puzzle in Puzzle.objects.filter(matching(title))
    assert later.notes == "31 clues. Earlier title: Pointing 12"
    assert made.source == "Generated for this site"
    assert (kept.title, kept.source) == ("Ours", "Generated for this site")
    assert (little.title, little.verdict, little.grade) == (*("4×4, no. 41", "unique", "box"),)


def test_titles_of_seed_puzzles_name_the_level_and_no_technique():
    levels = {name.capitalize(): number for number, name in enumerate(LEVELS, 1)}
    titles = Counter()
    for puzzle in seed_puzzles.puzzles():
        name, number = split_title(puzzle.title)
        titles[name] += 1
        assert int(number) == titles[name]
        assert (
            puzzle.level == levels[name]
            if puzzle.box == 3
            else name == f"{puzzle.size}×{puzzle.size}, no."
        )
    assert all(titles[name] >= 15 for name in levels)  # a new site has some of each
    for puzzle in list(seed_puzzles.puzzles())[::40]:
        if puzzle.box < 4:
            assert LEVELS[puzzle.level - 1] == rate(puzzle.grid).level


@pytest.mark.fuzz
@pytest.mark.django_db
def test_levels_are_known_before_anything_is_rated():
    load_starters()
    assert not Puzzle.objects.filter(level=None, box__lte=3).exists()
    for starter in some(STARTERS, 3):
        grid = engine.read_line(starter.givens)
        assert starter.level == ("" if grid.box > 3 else rate(grid).level)


@pytest.mark.django_db
def test_starters_of_each_shape_are_easy_to_unfair():
    load_starters()
    assert len(OF_SHAPES) == 24
    for shape, starters in groupby(OF_SHAPES, attrgetter("shape")):
        titles = [starter.title for starter in starters]
        rows = Puzzle.objects.filter(shape=shape, title__in=titles).order_by("level")
        assert [row.level for row in rows] == [1, 2, 3, 4]
        assert all(row.verdict == "unique" and row.is_published for row in rows)
        assert all(LEVELS[row.level - 1] == rate(row.grid).level for row in rows[:3])


@pytest.mark.django_db
def test_titles_are_distinct_and_name_no_technique():
    load_starters()
    titles = list(Puzzle.objects.values_list("title", flat=True))
    assert len(set(titles)) == len(titles)
    neutral = re.compile(
        r"(Easy|Medium|Hard|Unfair|Extreme) \d+"
        r"|(\d+×\d+|Diagonals|Windows|Anti-knight|Jigsaw), no\. \d+"
    )
    named = {"Article puzzle 000", "Article puzzle 001", "AlEscargot"}
    assert {title for title in titles if not neutral.fullmatch(title)} == named


@pytest.mark.django_db
def test_notes_repeat_no_facts():
    load_starters()
    noted = Puzzle.objects.exclude(notes="").values_list("notes", flat=True)
    assert sorted(noted) == sorted(starter.note for starter in EXAMPLES)


def test_stock_spans_grades_sizes_and_symmetries_with_distinct_titles():
    puzzles = list(seed_puzzles.puzzles())
    assert len(puzzles) >= 500
    assert len({puzzle.givens for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.title for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.box for puzzle in puzzles} >= {2, 3, 4}
    tags = {tag for puzzle in puzzles for tag in puzzle.tags}
    assert tags >= {*engine.GRADES, *SYMMETRIES, "minimal"} - {"none"}


def test_starter_puzzles_have_one_solution_and_correct_tags():
    grids = [(puzzle, puzzle.grid) for puzzle in seed_puzzles.puzzles() if puzzle.box < 4]
    assert engine.count_many([grid for _, grid in grids]) == [1] * len(grids)
    some = grids[::25]
    facts = engine.facts_of_many([grid for _, grid in some])
    for (puzzle, grid), facts_of_it in zip(some, facts, strict=True):
        assert engine.grade_of(grid) in puzzle.tags
        assert ("minimal" in puzzle.tags) is facts_of_it.is_minimal
        assert facts_of_it.clue_count == puzzle.clue_count


@pytest.mark.parametrize("symmetry", ["full", "rotational-90"])
def test_named_commands_generate_the_same_puzzles(symmetry):
    kept = [
        (command, each)
        for command, each in seed_puzzles.with_commands()
        if f"--symmetry {symmetry}" in command
    ]
    out = manage(*shlex.split(kept[0][0].removeprefix("manage.py "))).stdout.decode()
    lines = [line for line in out.splitlines() if line[0] != "#"]
    assert [engine.read(line).text for line in lines] == [puzzle.givens for _, puzzle in kept]


def test_minimal_puzzles_have_different_canonical_forms():
    forms = [
        engine.canonical_form(puzzle.grid)[0]
        for puzzle in seed_puzzles.puzzles()
        if puzzle.box == 3 and "minimal" in puzzle.tags
    ]
    assert len(set(forms)) == len(forms)
