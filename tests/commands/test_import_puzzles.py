"""An administrator brings a file of puzzles into the library from the shell."""

import pytest
from django.core.management import CommandError, call_command
from puzzles import ALESCARGOT, ARTICLE_000

from solver.models import Collection, Job, Puzzle, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "some.sdm"
    path.write_text(f"{ARTICLE_000}\n{ALESCARGOT}\n123\n")
    return str(path)


def test_checks_a_file_and_writes_nothing_unasked(file, capsys):
    call_command("import_puzzles", file)
    printed = capsys.readouterr().out
    assert "2 new\n" in printed
    assert "1 wrong\n" in printed
    assert f"go on at /jobs/{Job.objects.get().pk}/" in printed
    assert not Puzzle.objects.exists()


def test_writes_what_is_new_when_told_to(file, capsys):
    Collection.objects.create(title="Shelf", slug="shelf")
    User.objects.create_user("lena")
    words = ("--tags", "a, b", "--collection", "shelf", "--publish", "--user", "lena")
    call_command("import_puzzles", file, "--yes", *words)
    assert "2 added" in capsys.readouterr().out
    puzzle = Puzzle.objects.get(givens=ARTICLE_000)
    assert (puzzle.tags, puzzle.is_published, puzzle.verdict) == (["a", "b"], True, "unique")
    assert Collection.objects.get().puzzles.count() == 2
    assert User.objects.get().logentry_set.count() == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--yes", "--all-or-nothing"], "some lines are wrong"),
        (["--collection", "none"], "there is no collection 'none'"),
        (["--user", "nobody"], "there is no user 'nobody'"),
    ],
)
def test_says_why_it_does_not(file, words, message):
    with pytest.raises(CommandError, match=message):
        call_command("import_puzzles", file, *words)
    assert not Puzzle.objects.exists()


def test_says_that_a_file_is_not_there():
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_puzzles", "/nowhere/at/all")


def test_makes_a_stock_to_look_at_pages_at_scale():
    Puzzle.objects.create(givens=ARTICLE_000)
    call_command("make_stock", "30")
    assert Puzzle.objects.count() == 31
    stock = Puzzle.objects.filter(tags__contains=["stock"])
    assert Collection.objects.get(slug="stock").puzzles.count() == stock.count() == 30
