"""An editor brings puzzles into the library: any file, with each line's fate before anything is written."""

import io
import json
import random

import pytest
from django.utils.translation import override
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, EMPTY, NO_CANDIDATE, SOLUTION_000, morph

from solver import engine
from solver.admin.history_restore import facts_of, words_of
from solver.engine.core import i18n
from solver.jobs import running
from solver.models import Collection, Job, Puzzle, User
from solver.puzzles.files.reading import items_in, items_in_text
from solver.puzzles.files.tables import Choices
from solver.queue import submission
from solver.queue.owners import Owner

pytestmark = pytest.mark.django_db


def import_(items, **spec) -> Job:
    job = submission.submit_job("import", list(items), spec=spec)
    running.run(job.pk)
    job.refresh_from_db()
    return job


def fates(job: Job) -> list[str]:
    return [row[0] for part in job.parts.all() for row in part.report]


def notes(job: Job) -> list[str]:
    return [row[5] for part in job.parts.all() for row in part.report]


MESSY = f"""# from somewhere
{ARTICLE_000}
{ARTICLE_000.replace("0", ".")}

{ALESCARGOT} hard
123
55{"0" * 79}
{"x9" * 40}1
{"٣" * 81}
"""


def test_preview_reports_each_line_and_writes_nothing():
    Puzzle.objects.create(givens=ALESCARGOT, title="AlEscargot")
    job = import_(items_in_text(MESSY))
    assert (job.status, job.phase, Puzzle.objects.count()) == ("paused", 1, 1)
    assert fates(job) == [
        *("blank", "new", "repeated", "blank", "there"),
        *("wrong", "wrong", "wrong", "wrong", "unused"),
    ]
    assert notes(job)[-1].startswith("“hard” is not")
    assert notes(job)[2] == "the same as line 2"
    assert notes(job)[4] == "AlEscargot"
    assert notes(job)[5].startswith("3 cells found")
    assert notes(job)[6] == "r1c1 and r1c2 are both 5, in row 1; change one of them"
    assert "ARABIC-INDIC DIGIT THREE" in notes(job)[8].upper()


def test_resumed_import_writes_the_new_puzzles():
    job = import_(items_in_text(MESSY), tags=["messy"], source="A file", publish=True)
    submission.resume_job(job)
    running.run(job.pk)
    job.refresh_from_db()
    assert job.status == "finished"
    assert job.counts == {"added": 2, "repeated": 1, "wrong": 4, "blank": 2, "unused": 1}
    puzzle = Puzzle.objects.get(givens=ARTICLE_000)
    assert (puzzle.tags, puzzle.source, puzzle.is_published) == (["messy"], "A file", True)
    assert (puzzle.verdict, puzzle.clue_count, puzzle.box) == ("unique", 26, 3)


def test_import_keeps_a_puzzle_that_was_added_meanwhile():
    job = import_([ARTICLE_000])
    Puzzle.objects.create(givens=ARTICLE_000, title="Mine")
    submission.resume_job(job)
    running.run(job.pk)
    job.refresh_from_db()
    assert job.counts == {"there": 1}
    assert Puzzle.objects.get().title == "Mine"


@pytest.mark.asvs("2.3.3")
def test_all_or_nothing_import_fails_at_a_wrong_line():
    job = import_([ARTICLE_000, "123"], at_once=True, all_or_nothing=True)
    assert (job.status, Puzzle.objects.count()) == ("failed", 0)
    assert "some lines are invalid" in job.failure_words
    job = import_([ARTICLE_000, ARTICLE_001], at_once=True, all_or_nothing=True)
    assert (job.status, Puzzle.objects.count()) == ("finished", 2)


def test_repeated_line_refers_to_an_earlier_part(monkeypatch):
    monkeypatch.setattr(type(running.find_job_type("import")), "part_size", 2)
    job = import_([ARTICLE_000, "", ALESCARGOT, ARTICLE_000.replace("0", ".")])
    assert fates(job) == ["new", "blank", "new", "repeated"]
    assert notes(job)[3] == "the same as line 1"


def test_import_recognises_a_transformed_puzzle():
    turned = morph(ARTICLE_000, random.Random(5)).replace(".", "0")
    import_([ARTICLE_000], at_once=True)
    job = import_([turned, ALESCARGOT], at_once=True, skip_twins=True)
    assert job.counts == {"left": 1, "added": 1}
    assert "transformed" in notes(job)[0]
    assert import_([turned], at_once=True).counts == {"added": 1}


SEVERAL = "1" + EMPTY[1:]


def test_import_skips_puzzles_without_one_solution_unless_allowed():
    job = import_([ARTICLE_000, SEVERAL, NO_CANDIDATE])
    assert fates(job) == ["new", "improper", "improper"]
    assert notes(job) == ["", "several solutions", "no solution"]
    submission.resume_job(job)
    running.run(job.pk)
    job.refresh_from_db()
    assert job.counts == {"added": 1, "left": 2}
    import_([SEVERAL, NO_CANDIDATE], at_once=True, improper=True)
    assert set(Puzzle.objects.values_list("verdict", flat=True)) == {"unique", "multiple", "none"}


def test_import_fills_a_collection_in_the_order_of_the_file():
    collection = Collection.objects.create(title="Three", slug="three")
    Puzzle.objects.create(givens=ALESCARGOT)
    import_([ARTICLE_001, ALESCARGOT, ARTICLE_000], at_once=True, collection=collection.pk)
    in_order = collection.puzzles.order_by("membership__position").values_list("givens", flat=True)
    assert list(in_order) == [ARTICLE_001, ALESCARGOT, ARTICLE_000]


def test_import_logs_who_imported_each_puzzle(admin_user: User):
    job = submission.submit_job(
        "import", [ARTICLE_000], "A list", {"at_once": True}, Owner(user=admin_user)
    )
    running.run(job.pk)
    action, entry = admin_user.logentry_set.order_by("pk")
    assert action.object_id == str(job.pk)
    assert facts_of(action) == {"title": ["A list", {}], "puzzles": 1}
    assert entry.object_id == str(Puzzle.objects.get().pk)
    assert words_of(entry) == ("Imported: A list", str(job.pk))


CSV = f"""puzzle;Title;author;tags
{ARTICLE_000};One;Somebody;easy, nice
{ALESCARGOT};{"long" * 60};;
;Empty;;
{EMPTY};a;b;c;d
"""
JSON = [{"givens": ARTICLE_000, "title": "One", "tags": ["easy", "nice"]}, ALESCARGOT, 7]
GRID = "\n".join(ARTICLE_000[row * 9 : row * 9 + 9] for row in range(9))
OTHER_GRID = "\n".join(ALESCARGOT[row * 9 : row * 9 + 9] for row in range(9))
XML = f'<opensudoku><game data="{ARTICLE_000}"/><game data="12"/></opensudoku>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CSV, ["new", "wrong", "wrong", "wrong"]),
        (CSV.replace(";", "\t"), ["new", "wrong", "wrong", "wrong"]),
        (json.dumps(JSON), ["new", "new", "wrong"]),
        (json.dumps({"puzzles": JSON}, indent=1), ["new", "new", "wrong"]),
        ("\n".join(json.dumps({"givens": text}) for text in (ARTICLE_000, "1")), ["new", "wrong"]),
        (GRID, ["new"]),
        (f"{GRID}\n\n{OTHER_GRID}\n", ["new", "new"]),
        (f"[Puzzle]\n{GRID}\n", ["new"]),
        (XML, ["new", "wrong"]),
        (f"{ARTICLE_000}\r\n{ALESCARGOT}\r\n", ["new", "new"]),
        ("\ufeff" + ARTICLE_000, ["new"]),
        ("\0" * 81, ["wrong"]),
        ("", []),
    ],
)
def test_import_reads_every_form_of_file(text, expected):
    assert fates(import_(items_in_text(text))) == expected


def test_columns_of_a_file_become_fields():
    import_(items_in_text(CSV), at_once=True)
    puzzle = Puzzle.objects.get()
    assert (puzzle.title, puzzle.author, puzzle.tags) == ("One", "Somebody", ["easy", "nice"])


@pytest.mark.parametrize(
    "text",
    [
        f"quizzes,solutions\n{ARTICLE_000},{SOLUTION_000}\n",
        f"id,puzzle,solution,clues,difficulty\n1,{ARTICLE_000},{SOLUTION_000},27,2.2\n",
        f"source,question,answer,rating\nmine,{ARTICLE_000},{SOLUTION_000},0\n",
        f"Puzzle,\n{ARTICLE_000},\n",
        f'{{"puzzle": "{ARTICLE_000}", "solution": "{SOLUTION_000}", "id": 3}}\n',
        "# a comment\n" * 60 + f"{ARTICLE_000}\n",
    ],
)
def test_import_reads_published_lists(text):
    assert set(fates(import_(items_in_text(text)))) - {"blank"} == {"new"}


def test_solution_of_another_puzzle_makes_a_wrong_line():
    wrong = SOLUTION_000.translate(str.maketrans("12", "21"))
    job = import_(items_in_text(f"quizzes,solutions\n{ARTICLE_000},{wrong}\n"))
    assert notes(job) == ["the solution next to it does not solve this puzzle"]


def test_notes_name_line_and_column():
    job = import_(items_in_text(CSV))
    assert [row[1] for row in job.parts.get().report] == ["line 2", "line 3", "line 4", "line 5"]
    assert notes(job)[1] == "title is too long: 240 characters, at most 200 are allowed"
    assert notes(job)[3] == "the line has more columns (5) than the first line names (4)"


WRONG_LINES = ["0" * 80 + "x", "55" + "0" * 79, "0" * 80, "1 1 5\n1 1 6\n"]


def test_notes_name_the_same_places_in_every_language():
    """A line is named beside its note, and in it the column alone."""
    english = import_(WRONG_LINES)
    with override("de"):
        german = import_(WRONG_LINES)
    assert [row[1] for row in german.parts.get().report] == [f"Textzeile {n}" for n in (1, 2, 3, 4)]
    assert notes(german)[:3] == [
        (
            "Zeichen 81 (Zelle r9c9): „x“ ist keine Ziffer eines 9×9-Gitters; nimm 1 bis 9, und "
            "0 oder . für eine leere Zelle"
        ),
        "r1c1 und r1c2 sind beide 5, in Zeile 1; ändere eine davon",
        "80 Zellen gefunden, aber ein 9×9-Gitter hat 81",
    ]
    assert notes(english)[0].startswith("column 81 (cell r9c9): “x” is not a digit")
    assert notes(english)[3].startswith("line 2, column 1: r1c1 is 6 here")
    assert notes(german)[3].startswith("Textzeile 2, Zeichen 1: r1c1 ist hier 6")


def test_notes_omit_the_line_in_any_language(monkeypatch):
    marked = i18n.Translator(lambda message: f"⟦{message}⟧")
    monkeypatch.setattr(i18n, "_translator", marked)
    assert notes(import_(WRONG_LINES))[0].startswith("⟦⟦column 81⟧ (cell r9c9)")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_import_reads_other_encodings(encoding):
    assert fates(import_(items_in(io.BytesIO(CSV.encode(encoding)))))[0] == "new"


def test_title_outside_the_chosen_encoding_makes_a_wrong_line():
    data = io.BytesIO(f"givens,title\n{ARTICLE_000},Café".encode("latin-1"))
    items = items_in(data, Choices(encoding="utf-8"))
    assert notes(import_(items)) == ["title is not written in this encoding"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"givens,cages\n{ARTICLE_000},12", "rules beyond plain Sudoku"),
        (f"Killer sudoku, cages below\n{ARTICLE_000}", "rules beyond plain Sudoku"),
        ("GIF89a", "this is a GIF picture"),
        ('[{"givens": "1"', "this is not JSON at line 1, column"),
        ("[" * 100_000, "too deep"),
        ('<!DOCTYPE a><opensudoku><game data="1"/></opensudoku>', "document types"),
    ],
)
def test_unusable_file_raises_with_the_reason(text, message):
    with pytest.raises(engine.GridError, match=message):
        list(items_in_text(text))


@pytest.mark.asvs("5.2.2")
def test_binary_data_counts_as_wrong_lines():
    rubbish = random.Random(1).randbytes(3_000)
    assert set(fates(import_(items_in(io.BytesIO(rubbish))))) <= {"wrong", "blank"}


def test_lines_with_pencil_marks_count_as_wrong():
    job = import_(items_in_text(f"<!-- mine -->\n+4{ARTICLE_000[1:]}\n{ARTICLE_001}"))
    assert fates(job) == ["wrong", "wrong", "new"]
    assert (
        notes(job)[1]
        == "the library keeps puzzles without pencil marks or placed digits; remove them"
    )
