"""Why a solve or a job failed: its row has a code and values, which become a sentence when it is shown."""

from collections.abc import Callable, Mapping
from typing import Literal

from solver.engine.core.i18n import gettext, ngettext

Fact = int | str
Code = Literal[
    "worker-lost",
    "fault",
    "worker-lost-in-part",
    "fault-in-part",
    "refused-in-part",
    "out-of-memory",
    "collection-gone",
    "wrong-lines",
    "rare-wishes",
    "source-gone",
]

# By code, called with the stored values. A code keeps its meaning and its values for good.
SENTENCES: dict[str, Callable[..., str]] = {
    "worker-lost": lambda times: ngettext(
        "The worker was lost once. Your puzzle is safe.",
        "The worker was lost {count} times. Your puzzle is safe.",
        times,
    ),
    "fault": lambda: gettext(
        "Something went wrong in the solver; we have been told. Your puzzle is safe."
    ),
    "worker-lost-in-part": lambda times, item: ngettext(
        "The worker was lost once after item {item}. Everything done so far is saved.",
        "The worker was lost {count} times after item {item}. Everything done so far is saved.",
        times,
        item=item,
    ),
    "fault-in-part": lambda: gettext(
        "Something went wrong on our side; we have been told. Everything done so far is saved."
    ),
    "refused-in-part": lambda what: gettext(
        "The database rejected the data: {what}. The work done so far is saved.", what=what
    ),
    "out-of-memory": lambda: gettext("It needs more memory than a worker may use."),
    "collection-gone": lambda: gettext(
        "The collection was deleted meanwhile. The work done so far is saved."
    ),
    "wrong-lines": lambda: gettext(
        "Nothing was imported: some lines are invalid, and you chose all or nothing."
    ),
    "rare-wishes": lambda found: gettext(
        "Too few puzzles match; please ask for less: {found}.", found=found
    ),
    "source-gone": lambda: gettext("The source of this file has been deleted."),
}


def say_failure(code: str, facts: Mapping[str, Fact]) -> str:
    """Return the sentence for the code of a failure in the active language, with its facts.

    An unknown code is returned as it is: it is a sentence of an earlier version.
    """
    sentence = SENTENCES.get(code)
    return sentence(**facts) if sentence else code
