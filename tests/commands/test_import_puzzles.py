"""An administrator brings a file of puzzles into the library from the shell."""

import subprocess
import sys
from dataclasses import dataclass

import pytest
from django.core.management import CommandError, call_command, load_command_class
from puzzles import ALESCARGOT, ARTICLE_000
from support import PATIENCE, ROOT

from solver.jobs.runner import JobRunner
from solver.models import Collection, Job, Puzzle, User

pytestmark = pytest.mark.django_db
WRONG = "line 3: 3 cells found, but a board has 16, 36, 64, 81, 100, 144, 225, 256 or 625"


@dataclass
class Ended:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def manage(capsys):
    """Runs a command in the transaction of the test: by `execute_from_command_line` it would end that."""

    def run(*words):
        status, last = 0, ""
        try:
            call_command(*words)
        except CommandError as error:
            status, last = error.returncode, f"{error}\n"
        except SystemExit as end:
            status = end.code
        written = capsys.readouterr()
        return Ended(status, written.out, written.err + last)

    return run


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "some.sdm"
    path.write_text(f"{ARTICLE_000}\n{ALESCARGOT}\n123\n")
    return str(path)


@pytest.fixture
def well(tmp_path):
    path = tmp_path / "well.sdm"
    path.write_text(f"{ARTICLE_000}\n{ALESCARGOT}\n")
    return str(path)


def test_import_without_yes_reports_wrong_lines_and_writes_nothing(manage, file):
    ended = manage("import_puzzles", file)
    assert ended.returncode == 1
    assert WRONG in ended.stderr.splitlines()
    printed = ended.stdout
    assert "2 new\n" in printed
    assert "1 wrong\n" in printed
    assert f"import_puzzles --continue {Job.objects.get().pk}" in printed
    assert not Puzzle.objects.exists()


def test_continue_writes_the_checked_puzzles(manage, well):
    assert manage("import_puzzles", well, "--quiet").returncode == 0
    job = Job.objects.get()
    ended = manage("import_puzzles", "--continue", str(job.pk))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "2 added" in ended.stdout
    assert Puzzle.objects.count() == 2
    again = manage("import_puzzles", "--continue", str(job.pk))
    assert again.returncode == 1
    assert "it is finished; only a paused or failed job can go on" in again.stderr


def test_cancelled_import_writes_nothing(manage, well):
    manage("import_puzzles", well)
    job = Job.objects.get()
    assert manage("import_puzzles", "--cancel", str(job.pk)).returncode == 0
    job.refresh_from_db()
    assert job.status == "cancelled"
    assert manage("import_puzzles", "--continue", str(job.pk)).returncode == 1
    assert not Puzzle.objects.exists()


def test_ctrl_c_leaves_the_import_to_a_worker(manage, well, monkeypatch):
    def pressed(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(JobRunner, "_run_part", pressed)
        ended = manage("import_puzzles", well, "--yes")
    assert ended.returncode == 130
    job = Job.objects.get()
    assert f"job {job.pk} goes on in a worker" in ended.stderr
    assert f"jobs {job.pk} --follow" in ended.stderr
    assert manage("jobs", str(job.pk), "--follow").returncode == 0  # at once: it was let go
    assert Puzzle.objects.count() == 2


def test_jobs_command_lists_jobs_and_shows_the_report_of_one(manage, file):
    manage("import_puzzles", file)
    job = Job.objects.get()
    (line,) = manage("jobs").stdout.splitlines()
    assert line.startswith(str(job.pk))
    assert " import    paused " in line
    told = manage("jobs", str(job.pk))
    assert (told.returncode, told.stderr) == (0, WRONG + "\n")
    assert "1 wrong" in told.stdout
    manage("jobs", str(job.pk), "--cancel")
    assert manage("jobs", "--unfinished").stdout == ""
    nobody = manage("jobs", "00000000-0000-0000-0000-000000000000")
    assert nobody.returncode == 2
    assert "there is no job" in nobody.stderr


def test_help_leaves_out_the_options_of_django():
    words = load_command_class("solver", "import_puzzles").create_parser("", "").format_help()
    assert "--continue" in words
    assert "--settings" not in words
    assert "--traceback" not in words


def test_import_with_yes_writes_the_new_puzzles(manage, file):
    Collection.objects.create(title="Shelf", slug="shelf")
    User.objects.create_user("lena")
    words = ("--tags", "a, b", "--collection", "shelf", "--publish", "--user", "lena")
    ended = manage("import_puzzles", file, "--yes", *words)
    assert ended.returncode == 1  # for the wrong line
    assert "2 added" in ended.stdout
    puzzle = Puzzle.objects.get(givens=ARTICLE_000)
    assert (puzzle.tags, puzzle.is_published, puzzle.verdict) == (["a", "b"], True, "unique")
    assert Collection.objects.get().puzzles.count() == 2
    assert User.objects.get().logentry_set.count() == 3  # the action, and in each history


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--yes", "--all-or-nothing"], "some lines are invalid"),
        (["--collection", "none"], "there is no collection 'none'"),
        (["--user", "nobody"], "there is no user 'nobody'"),
    ],
)
def test_impossible_import_raises_a_command_error(file, words, message):
    with pytest.raises(CommandError, match=message):
        call_command("import_puzzles", file, *words)
    assert not Puzzle.objects.exists()


def test_missing_file_raises_a_command_error(manage):
    assert manage("import_puzzles").returncode == 2
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_puzzles", "/nowhere/at/all")


def test_make_stock_adds_puzzles():
    Puzzle.objects.create(givens=ARTICLE_000)
    call_command("make_stock", "30")
    assert Puzzle.objects.count() == 31
    stock = Puzzle.objects.filter(tags__contains=["stock"])
    assert Collection.objects.get(slug="stock").puzzles.count() == stock.count() == 30


def test_command_ends_quietly_when_its_reader_has_gone():
    """As in `manage.py jobs | head`."""
    line = f"{sys.executable} manage.py help | true; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(
        ["bash", "-c", line], cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False
    )
    assert (ended.returncode, ended.stderr) == (141, b"")
