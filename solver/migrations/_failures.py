"""Failures stored as sentences become codes with facts; some rows a transaction, so that it can be stopped."""

import re

from django.db import transaction

AT_ONCE = 500  # rows

# What earlier versions wrote, in English, and in German for whoever had started a job in it.
SENTENCES = [
    (code, re.compile(pattern, re.DOTALL))
    for code, pattern in (
        (
            "worker-lost",
            r"The worker was lost (?:once|(?P<times>\d+) times)\. Nothing of the puzzle is lost\.",
        ),
        (
            "worker-lost",
            r"Der Arbeitsprozess ging (?:(?P<times>\d+) Mal )?verloren\."
            r" Vom Rätsel ist nichts verloren\.",
        ),
        ("fault", r"A fault in the solver, which has been noted\. The puzzle is kept\."),
        ("fault", r"Ein Fehler im Löser; er ist notiert\. Das Rätsel bleibt erhalten\."),
        (
            "worker-lost-in-part",
            r"The worker was lost (?P<times>\d+) times,? after item (?P<item>\d+)\."
            r" What was done is kept\.",
        ),
        (
            "worker-lost-in-part",
            r"Der Arbeitsprozess ging (?P<times>\d+) Mal nach Eintrag (?P<item>\d+) verloren\."
            r" Was getan ist, bleibt erhalten\.",
        ),
        (
            "worker-lost-in-part",
            r"Der Arbeitsprozess ging (?P<times>\d+) Mal verloren, nach Eintrag (?P<item>\d+)\."
            r" Was getan ist, bleibt erhalten\.",
        ),
        ("fault-in-part", r"A fault of ours, which has been noted\. What was done is kept\."),
        (
            "fault-in-part",
            r"Ein Fehler auf unserer Seite; er ist notiert\. Was getan ist, bleibt erhalten\.",
        ),
        (
            "wrong-lines",
            r"Nothing was written: some lines are wrong, and all or nothing was asked for\.",
        ),
        (
            "wrong-lines",
            r"Nichts wurde geschrieben: Einige Zeilen sind falsch,"
            r" und verlangt war alles oder nichts\.",
        ),
        ("rare-wishes", r"These wishes are met too rarely, so ask for less: (?P<found>.+)\."),
        (
            "rare-wishes",
            r"So ein Rätsel kommt zu selten vor; bitte weniger verlangen: (?P<found>.+)\.",
        ),
    )
]

# For the way back: the sentences of the version before.
WORDS = {
    "worker-lost": "The worker was lost {times} times. Nothing of the puzzle is lost.",
    "fault": "A fault in the solver, which has been noted. The puzzle is kept.",
    "worker-lost-in-part": (
        "The worker was lost {times} times after item {item}. What was done is kept."
    ),
    "fault-in-part": "A fault of ours, which has been noted. What was done is kept.",
    "refused-in-part": (
        "The database refused what was to be written: {what}. What was done is kept."
    ),
    "collection-gone": "The collection has been deleted. What was done is kept.",
    "wrong-lines": "Nothing was written: some lines are wrong, and all or nothing was asked for.",
    "rare-wishes": "These wishes are met too rarely, so ask for less: {found}.",
}


def put_into_codes(apps, schema_editor):
    """What no pattern knows stays a sentence."""
    _change(apps, lambda row: _as_code(row.failure))


def put_into_words(apps, schema_editor):
    _change(apps, lambda row: _as_words(row.failure, row.failure_facts))


def _as_code(sentence):
    """Its code and facts; None for a code, and for a sentence that is not known."""
    for code, pattern in SENTENCES:
        found = pattern.fullmatch(sentence)
        if found:
            facts = found.groupdict()
            if "times" in facts:
                facts["times"] = int(facts["times"] or 1)
            if "item" in facts:
                facts["item"] = int(facts["item"])
            return code, facts
    return None


def _as_words(code, facts):
    if code not in WORDS:
        return None
    words = WORDS[code].format(**facts)
    if code == "worker-lost":
        words = words.replace("lost 1 times", "lost once")
    return words, {}


def _change(apps, change_of):
    for name in ("Solve", "Job"):
        rows = apps.get_model("solver", name).objects.exclude(failure="").order_by("pk")
        batch = _change_batch(rows, change_of)
        while batch:
            batch = _change_batch(rows.filter(pk__gt=batch[-1].pk), change_of)


def _change_batch(rows, change_of):
    """The first of these rows, changed where there is something to change."""
    with transaction.atomic():
        # Locked, or somebody could try one again between our look at it and our change of it.
        batch = list(rows.only("failure", "failure_facts").select_for_update()[:AT_ONCE])
        changed = []
        for row in batch:
            change = change_of(row)
            if change:
                row.failure, row.failure_facts = change
                changed.append(row)
        rows.model.objects.bulk_update(changed, ["failure", "failure_facts"])
    return batch
