"""Have another version solve puzzles, and keep its rows with what it tells of them for `test_earlier_versions`.

    git worktree add /tmp/other COMMIT
    .venv/bin/python -m sudokusite.local.services sh -c \\
        'cd /tmp/other && $OLDPWD/.venv/bin/python $OLDPWD/tests/web/stories_of_a_version.py COMMIT'

It runs in the folder of that version, by its code alone, and so knows where things were in each of them.
"""

import base64
import json
import lzma
import os
import sys
from pathlib import Path

KEPT = Path(__file__).with_name("earlier_stories.json.xz")
SECRET = "x" * 60
MOST = 120  # iterations of a story

ARTICLE_000 = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
ARTICLE_001 = "500000002000560073090200005003008400068000730004100800300001060680092000400000007"
ALESCARGOT = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
NO_CANDIDATE = "0123456789" + "0" * 71
SEVERAL = f"900000005{ARTICLE_000[9:]}"
SMALL = ("1000020000300004", "1200000000000021")
LARGE = (
    "0000C00000900040EF400GA5C0D0300B0D083029070000A0002B00406G500D0850GE0600000B0400"
    "D10690B000070A0E00B0F30400AGD180F4730E0A001090B00BCD4900AF000805006000000900000F"
    "0700AF0G158620C000E015082DBC00390092G0FE806000D00000709304EF000AG0F4800601007300"
    "8650B00070000004"
)
LARGE_THAT_FORKS = (
    "03000F0000C00002E5A0690D000004B048000C5000960G100000000G000B000500010B03E800600D"
    "0D00000243B700F00EF0C6D0001000700070F0E00500129G000200B0A00000E0C0E5D010B00G0000"
    "F040050C002000GB0BG3000F005E00000C0E500071G24000BF0000009005002010000000C0E0D609"
    "60000G70FB400A8C"
)
EVERY_RULE = (
    *("placed", "pointing", "claiming", "matches", "combos"),
    *("cell", "row", "column", "box"),
)
METHODS = ("combos", "branches", "guessing", "rules", "joins", "ladder", "best")
WANTED = [
    *((text, method, {}) for text in (ARTICLE_000, ARTICLE_001, *SMALL) for method in METHODS),
    *((ALESCARGOT, method, {}) for method in ("guessing", "branches", "best", "ladder")),
    (ALESCARGOT, "guessing", {"guess": "most"}),
    (ARTICLE_001, "rules", {"rules": list(EVERY_RULE)}),
    (ARTICLE_000, "joins", {"limit": 2}),
    (ARTICLE_000, "combos", {"output": "final"}),
    ("0" * 16, "joins", {}),
    ("0" * 16, "branches", {}),
    *((LARGE_THAT_FORKS, method, {}) for method in ("branches", "guessing")),
    *((LARGE, method, {}) for method in ("combos", "rules", "joins", "ladder")),
    *((NO_CANDIDATE, method, {}) for method in METHODS[:5]),
    *((SEVERAL, method, {}) for method in ("guessing", "branches")),
]


def begin():
    """Set that version up on an empty database, patient and with short stories."""
    sys.path.insert(0, str(Path.cwd()))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "sudokusite.settings", "SECRET_KEY": SECRET}
    import django
    from django.conf import settings

    django.setup()
    settings.ALLOWED_HOSTS = ["*"]
    settings.SOLVE_ITERATIONS = MOST
    for name in ("TURN_SECONDS", "SOLVE_SECONDS", "VERDICT_SECONDS", "TASK_SECONDS"):
        setattr(settings, name, 1000)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def stories():
    from django.test import Client

    from solver import engine

    try:
        from solver.queue.submission import submit
        from solver.solves.writing import record
    except ImportError:  # 0.1.0
        from solver.recording import record
        from solver.submission import submit
    client = Client()
    for text, method, options in WANTED:
        try:
            solve = submit(engine.read(text), method, options, lane="bulk")
        except ValueError:
            continue  # a method that is still to come
        record(solve.pk)
        address = f"{solve.get_absolute_url()}export.json"
        english, german = (_told(client, address, language) for language in ("en", "de"))
        row = _rows("solver_solve", "id", solve.pk)[0]
        chapters = _rows("solver_chapter", "solve_id", solve.pk)
        for chapter in chapters:
            del chapter["solve_id"]
            stored = bytes.fromhex(chapter["story"].removeprefix("\\x"))
            chapter["story"] = base64.b64encode(stored).decode()
        yield {
            "puzzle": _rows("solver_puzzle", "id", row["puzzle_id"])[0],
            "solve": row,
            "chapters": sorted(chapters, key=lambda chapter: chapter["first"]),
            "told": english,
            "whys_in_german": [
                [step["why"] for step in iteration["steps"]] for iteration in german["iterations"]
            ],
        }


def _told(client, address, language):
    answer = client.get(address, HTTP_ACCEPT_LANGUAGE=language)
    return json.loads(b"".join(answer.streaming_content) if answer.streaming else answer.content)


def _rows(table, column, key):
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT to_jsonb(t)::text FROM {table} t WHERE {column} = %s", [key])
        return [json.loads(text) for (text,) in cursor.fetchall()]


def keep(version):
    known = json.loads(lzma.decompress(KEPT.read_bytes())) if KEPT.exists() else {}
    known[version] = list(stories())
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    KEPT.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    begin()
    keep(sys.argv[1])
