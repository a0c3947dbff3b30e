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
        "The worker was lost once. Nothing of the puzzle is lost.",
        "The worker was lost {count} times. Nothing of the puzzle is lost.",
        times,
    ),
    "fault": lambda: gettext("A fault in the solver, which has been noted. The puzzle is kept."),
    "worker-lost-in-part": lambda times, item: ngettext(
        "The worker was lost once after item {item}. What was done is kept.",
        "The worker was lost {count} times after item {item}. What was done is kept.",
        times,
        item=item,
    ),
    "fault-in-part": lambda: gettext(
        "A fault of ours, which has been noted. What was done is kept."
    ),
    "refused-in-part": lambda what: gettext(
        "The database refused what was to be written: {what}. What was done is kept.", what=what
    ),
    "out-of-memory": lambda: gettext("It takes more memory than a worker may have."),
    "collection-gone": lambda: gettext("The collection has been deleted. What was done is kept."),
    "wrong-lines": lambda: gettext(
        "Nothing was written: some lines are wrong, and all or nothing was asked for."
    ),
    "rare-wishes": lambda found: gettext(
        "These wishes are met too rarely, so ask for less: {found}.", found=found
    ),
    "source-gone": lambda: gettext("What the file is to be made of has been deleted."),
}


def say_failure(code: str, facts: Mapping[str, Fact]) -> str:
    """Return the sentence in the active language. An unknown code is a sentence of an earlier version."""
    sentence = SENTENCES.get(code)
    return sentence(**facts) if sentence else code
