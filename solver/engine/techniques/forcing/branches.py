"""A forcing net in parts: one branch at a time, and at most twelve consequences at once."""

from collections.abc import Iterator
from typing import NamedTuple

from ...core.geometry import Geometry
from ...core.i18n import ALPHABET, gettext, ngettext, say_list
from ...core.masks import Masks, bits
from ...core.position import Position
from ...core.proof import Replay, ReplayBranch, SetCount
from ...core.steps import Step
from ..proof_text import branches_of
from ..wording import say_candidates, say_each, say_kinds, say_set_of

MOST = 12  # consequences of a part


class NetPart(NamedTuple):
    """Some consequences of a net, as candidates. `ending` is -1 if more of the same branch follow.

    `supposed` are the candidate that is refuted and the one taken at each split. `earlier` were forced before.
    `left` are the candidates of the set `ending`, each with a branch of its own, or () if none is left.
    `counted` is the count that removes all of these.
    """

    supposed: tuple[int, ...]
    earlier: tuple[int, ...]
    forced: tuple[int, ...]
    ending: int = -1
    left: tuple[int, ...] = ()
    counted: SetCount | None = None


def parts_of_net(position: Position, step: Step) -> list[NetPart]:
    """Return the parts of all replays in a step's proof. `position` is where the step was found."""
    left = position.candidates | position.placed
    parts: list[NetPart] = []
    for replay in step.arguments:
        if isinstance(replay, Replay):
            parts += _parts(position.masks, left, (replay.assumed,), (), replay.branch)
            left &= ~(1 << replay.assumed)  # what is refuted is false for those after it
    return parts


def parts_of_split(masks: Masks, left: int, step: Step) -> list[NetPart]:
    """Return a part for each branch of a split, or [] if a step has none. `left` are the candidates before."""
    replay = next((each for each in step.arguments if isinstance(each, Replay)), None)
    if replay is None:
        return []
    parts = []
    for candidate, branch in branches_of(masks.geometry, step):
        supposed = (replay.assumed, candidate)
        after = masks.after(left, (*supposed, *replay.branch.forced, *branch.forced))
        alternatives = tuple(bits(after & masks.sets[branch.ending]))
        parts.append(
            NetPart(
                supposed,
                replay.branch.forced,
                branch.forced,
                branch.ending,
                alternatives if branch.branches else (),
                branch.counted,
            )
        )
    return parts


def _parts(
    masks: Masks,
    left: int,
    supposed: tuple[int, ...],
    earlier: tuple[int, ...],
    branch: ReplayBranch,
) -> Iterator[NetPart]:
    left = masks.after(left, (supposed[-1], *branch.forced))
    forced = branch.forced
    while len(forced) > MOST:
        yield NetPart(supposed, earlier, forced[:MOST])
        earlier, forced = earlier + forced[:MOST], forced[MOST:]
    alternatives = tuple(bits(left & masks.sets[branch.ending]))
    yield NetPart(supposed, earlier, forced, branch.ending, alternatives, branch.counted)
    for each, below in zip(alternatives, branch.branches, strict=False):
        yield from _parts(masks, left, (*supposed, each), earlier + forced, below)


def say_net(geometry: Geometry, parts: list[NetPart]) -> str:
    """Return in plain words what a net of several parts shows about the candidate that it refutes."""
    return gettext(
        "Suppose {cell} is {digit}: in the end nothing is left for a cell or a digit. So it is not.",
        **_facts(geometry, parts[0].supposed[0]),
    )


def say_part(geometry: Geometry, part: NetPart) -> tuple[str, str]:
    """Return what is supposed in a part, how much follows and how it ends, and what follows in notation."""
    follows = ", ".join(say_candidates(geometry, (each,)) for each in part.forced)
    said = filter(None, (say_supposed(geometry, part), say_ending(geometry, part)))
    return " ".join(said), follows and f"{follows}."


def say_supposed(geometry: Geometry, part: NetPart) -> str:
    """Return what is supposed in a part and how much follows in a sentence."""
    each = (_facts(geometry, candidate) for candidate in part.supposed)
    supposed = say_list([gettext("{cell} is {digit}", **facts) for facts in each])
    if not part.forced:
        return gettext("Suppose {supposed}.", supposed=supposed)
    return ngettext(
        "If {supposed}, one more digit follows.",
        "If {supposed}, {count} digits follow.",
        len(part.forced),
        supposed=supposed,
    )


def _facts(geometry: Geometry, candidate: int) -> dict[str, str]:
    index, cell = divmod(candidate, geometry.cell_count)
    return {"cell": geometry.cell_names[cell], "digit": ALPHABET[index + 1]}


def say_ending(geometry: Geometry, part: NetPart) -> str:
    """Return how a part ends in a sentence, or an empty string if more of its branch follows."""
    if part.ending < 0:
        return ""
    ending = say_set_of(geometry, part.ending)
    if part.counted:
        count = say_kinds(geometry, part.counted)
        return gettext("{count} leave nothing for {ending}.", count=count, ending=ending)
    if part.left:
        left = say_each(geometry, part.left)
        return gettext(
            "For {ending} there is {left} left: each is tried.", ending=ending, left=left
        )
    return gettext("Nothing is left for {ending}.", ending=ending)
