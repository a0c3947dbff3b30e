"""What is drawn of a replay: what is forced in order, branch by branch, and the sets left with nothing."""

from django.utils.translation import gettext as _

from solver.engine.core.proof import Proof, Replay, ReplayBranch, Role, digit_and_unit
from solver.engine.core.steps import Step
from solver.engine.techniques.proof_text import branches_of
from solver.engine.techniques.wording import LETTERS, say_each, say_set_of

from .drawing import MOST_LINKS, Sketch

MOST_ENDS = 4  # of branches that are framed
MOST_REPLAYS = 3  # of which what is forced is drawn; templates have dozens


def draw_replays(sketch: Sketch, step: Step, proof: Proof) -> None:
    replays = [argument for argument in proof.arguments if isinstance(argument, Replay)]
    if not replays:
        return
    alternatives = [each for part in step.parts_of(Role.ALTERNATIVES) for each in part]
    if not alternatives and (len(replays) > MOST_REPLAYS or replays[0].branch.branches):
        _draw_places(sketch, step)
    elif replays[0].branch.branches:
        _draw_branches(sketch, step, replays[0])
    else:
        _draw_way(sketch, replays[0])


def _draw_places(sketch: Sketch, step: Step) -> None:
    """The places that are left for the digits of a step."""
    cells = sketch.shape.cell_count
    digits = {digit - 1 for digit in step.digits}
    left = sorted(c for c in sketch.candidates - sketch.removed if c // cells in digits)
    sketch.mark(left, "ring")
    sketch.key("ring", _("a place that is left"))


def _draw_way(sketch: Sketch, replay: Replay) -> None:
    """From the assumption to the empty set: numbered, and joined by arrows where they are few."""
    branch = replay.branch
    for number, candidate in enumerate(branch.forced, 1):
        sketch.mark([candidate], "disc", str(number))
    reasons = _reasons(sketch, (replay.assumed,), branch.forced)
    if sum(len(each) for each in reasons.values()) <= MOST_LINKS:
        _draw_arrows(sketch, reasons)
    if branch.forced:
        sketch.key(
            "disc",
            _("forced, in this order: %(places)s")
            % {"places": say_each(sketch.shape, branch.forced)},
        )
    _draw_end(sketch, branch)


def _draw_arrows(sketch: Sketch, reasons: dict[int, list[int]]) -> None:
    for candidate, causes in reasons.items():
        for cause in causes:
            sketch.join((cause,), (candidate,), "arrow")
    if reasons:
        sketch.key("arrow", _("from it follows"))


def _draw_end(sketch: Sketch, branch: ReplayBranch, letter: str = "") -> None:
    """The set left with nothing; in the legend with the letter of its branch."""
    meant = digit_and_unit(sketch.shape, branch.ending)
    if meant:
        sketch.unit(meant[1], "link", letter)
    else:
        sketch.cell(branch.ending, "link", letter)
    members = sorted(sketch.members(branch.ending))
    sketch.mark(members, "dotted")
    if any(sketch.marks[each].shape == "dotted" for each in members if each in sketch.marks):
        sketch.key("dotted", _("what was left there, and falls"))
    words = _("left with nothing: %(set)s") % {"set": say_set_of(sketch.shape, branch.ending)}
    sketch.key("link", words, letter)


def _reasons(
    sketch: Sketch, known: tuple[int, ...], forced: tuple[int, ...]
) -> dict[int, list[int]]:
    """For each forced candidate those before it that took the others of a set that came down to it."""
    shape, cells = sketch.shape, sketch.shape.cell_count
    order = (*known, *forced)
    found: dict[int, list[int]] = {}
    for at, candidate in enumerate(forced, len(known)):
        index, cell = divmod(candidate, cells)
        sets = [cell, *(cells + index * len(shape.units) + unit for unit in shape.units_of[cell])]
        for number in sets:
            others = sketch.members(number) - {candidate}
            causes = [_first_that_excludes(sketch, other, order[:at]) for other in sorted(others)]
            if None not in causes:
                found[candidate] = list(dict.fromkeys(c for c in causes if c is not None))
                break
    return found


def _first_that_excludes(sketch: Sketch, candidate: int, order: tuple[int, ...]) -> int | None:
    cells, shape = sketch.shape.cell_count, sketch.shape
    index, cell = divmod(candidate, cells)
    for other in order:
        its, there = divmod(other, cells)
        if (there == cell and its != index) or (its == index and there in shape.peers[cell]):
            return other
    return None


def _draw_branches(sketch: Sketch, step: Step, replay: Replay) -> None:
    """The alternatives, each with its letter, and what follows from each with the same."""
    branch = replay.branch
    meant = digit_and_unit(sketch.shape, branch.ending)
    if meant:
        sketch.unit(meant[1], "truth")
    else:
        sketch.cell(branch.ending, "truth")
    sketch.key(
        "truth",
        _("one of them is true: %(set)s") % {"set": say_set_of(sketch.shape, branch.ending)},
    )
    branches = branches_of(sketch.shape, step)
    letters = LETTERS.lower()
    for letter, (candidate, _branch) in zip(letters, branches, strict=False):
        sketch.mark([candidate], "square", letter)
    ways = []
    for letter, (candidate, each) in zip(letters, branches, strict=False):
        for number, forced in enumerate(each.forced, 1):
            sketch.mark([forced], "disc", f"{letter}{number}")
        ways.append(_reasons(sketch, (replay.assumed, candidate), each.forced))
    words = _("one of these is true, each with its letter")
    if sketch.removed - {replay.assumed}:
        words = _(
            "one of these is true, each with its letter; shown is what follows with %(first)s"
        ) % {"first": say_each(sketch.shape, (replay.assumed,))}
    sketch.key("square", words)
    if any(each.forced for _candidate, each in branches):
        sketch.key("disc", _("forced in that branch, in this order"))
    _draw_arrows_of(sketch, ways)
    if len(branches) <= MOST_ENDS:
        for letter, (_candidate, each) in zip(letters, branches, strict=False):
            _draw_end(sketch, each, letter)


def _draw_arrows_of(sketch: Sketch, ways: list[dict[int, list[int]]]) -> None:
    """All arrows of the branches where they are few, else the last that leads to each, else none."""
    if sum(len(causes) for way in ways for causes in way.values()) > MOST_LINKS:
        ways = [{candidate: causes[-1:] for candidate, causes in way.items()} for way in ways]
    if sum(len(way) for way in ways) <= 2 * MOST_LINKS:
        for way in ways:
            _draw_arrows(sketch, way)
