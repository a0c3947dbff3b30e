"""Draw a replay: the forced candidates in order, branch by branch, and the sets left with nothing."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from solver.engine.core.geometry import Geometry
from solver.engine.core.proof import Replay, Role, SetCount
from solver.engine.core.steps import Step, candidate_numbers
from solver.engine.techniques.forcing.branches import NetPart
from solver.engine.techniques.proof_text import branches_of
from solver.engine.techniques.wording import LETTERS, say_each, say_kinds, say_set_of

from .drawing import MOST_LINKS, Drawing, Sketch

MOST_ENDS = 4  # branches whose empty set is framed
MOST_REPLAYS = 3  # with more, as templates have, no forced candidates are drawn


def draw_replays(sketch: Sketch, step: Step) -> None:
    replays = [argument for argument in step.arguments if isinstance(argument, Replay)]
    if not replays:
        return
    alternatives = any(step.parts_of(Role.ALTERNATIVES))
    if not alternatives and (len(replays) > MOST_REPLAYS or replays[0].branch.branches):
        _draw_places(sketch, step)
    elif replays[0].branch.branches:
        _draw_branches(sketch, step, replays[0])
    else:
        _draw_single_chain(sketch, replays[0])


def draw_net_part(geometry: Geometry, step: Step, part: NetPart, before: Sequence[int]) -> Drawing:
    """Return the drawing of one part of a net. `before` has the candidates of each cell as masks."""
    sketch = Sketch(geometry, before, candidate_numbers(geometry, step.removed))
    sketch.mark(part.supposed, "square")
    sketch.key("square", _("supposed: %(places)s") % {"places": say_each(geometry, part.supposed)})
    _draw_forced(sketch, (*part.supposed, *part.earlier), part.forced, len(part.earlier) + 1)
    if part.counted:
        sketch.key("square", _say_counted(sketch, part.counted, part.ending))
    elif part.left:
        _draw_split(sketch, part.ending)
    elif part.ending >= 0:
        _draw_end(sketch, part.ending)
    return sketch.finish()


def _draw_places(sketch: Sketch, step: Step) -> None:
    """Ring the places that are left for the digits of a step."""
    cells = sketch.geometry.cell_count
    digits = {digit - 1 for digit in step.digits}
    places = sorted(c for c in sketch.candidates - sketch.removed if c // cells in digits)
    sketch.mark(places, "ring")
    sketch.key("ring", _("a remaining place"))


def _draw_single_chain(sketch: Sketch, replay: Replay) -> None:
    """Number what the assumption forces up to the empty set, with arrows if there are few."""
    _draw_forced(sketch, (replay.assumed,), replay.branch.forced)
    _draw_end(sketch, replay.branch.ending)


def _draw_forced(
    sketch: Sketch, earlier: tuple[int, ...], forced: tuple[int, ...], first: int = 1
) -> None:
    """Number what follows after `earlier`, with arrows if there are few."""
    for number, candidate in enumerate(forced, first):
        sketch.mark([candidate], "disc", str(number))
    reasons = _reasons(sketch, earlier, forced)
    if sum(len(causes) for causes in reasons.values()) <= MOST_LINKS:
        _draw_arrows(sketch, reasons)
    if forced:
        sketch.key(
            "disc",
            _("forced, in this order: %(places)s") % {"places": say_each(sketch.geometry, forced)},
        )


def _draw_arrows(sketch: Sketch, reasons: dict[int, list[int]]) -> None:
    for candidate, causes in reasons.items():
        for cause in causes:
            sketch.join((cause,), (candidate,), "arrow")
    if reasons:
        sketch.key("arrow", _("from it follows"))


def _draw_end(sketch: Sketch, ending: int, letter: str = "") -> None:
    """Frame the set left with nothing. The legend has the letter of its branch."""
    sketch.frame_set(ending, "link", letter)
    members = sorted(sketch.members(ending))
    sketch.mark(members, "dotted")
    if any(sketch.marks[member].shape == "dotted" for member in members if member in sketch.marks):
        sketch.key("dotted", _("what was left there, and is false"))
    text = _("no candidate left: %(set)s") % {"set": say_set_of(sketch.geometry, ending)}
    sketch.key("link", text, letter)


def _reasons(
    sketch: Sketch, assumed: tuple[int, ...], forced: tuple[int, ...]
) -> dict[int, list[int]]:
    """Return for each forced candidate the earlier ones that removed all others of a set with it."""
    geometry, cells = sketch.geometry, sketch.geometry.cell_count
    order = (*assumed, *forced)
    reasons: dict[int, list[int]] = {}
    for at, candidate in enumerate(forced, len(assumed)):
        index, cell = divmod(candidate, cells)
        sets = [
            cell,
            *(cells + index * len(geometry.units) + unit for unit in geometry.units_of[cell]),
        ]
        for number in sets:
            others = sketch.members(number) - {candidate}
            causes = [_first_that_excludes(sketch, other, order[:at]) for other in sorted(others)]
            if None not in causes:
                reasons[candidate] = list(dict.fromkeys(c for c in causes if c is not None))
                break
    return reasons


def _first_that_excludes(sketch: Sketch, candidate: int, order: tuple[int, ...]) -> int | None:
    cells, geometry = sketch.geometry.cell_count, sketch.geometry
    index, cell = divmod(candidate, cells)
    for other in order:
        its_index, its_cell = divmod(other, cells)
        if (its_cell == cell and its_index != index) or (
            its_index == index and its_cell in geometry.peers[cell]
        ):
            return other
    return None


def _draw_branches(sketch: Sketch, step: Step, replay: Replay) -> None:
    """Mark each alternative with a letter, and what it forces with the same letter, in one branch or in all."""
    _draw_split(sketch, replay.branch.ending)
    branches = list(zip(LETTERS.lower(), branches_of(sketch.geometry, step), strict=False))
    for letter, (candidate, _branch) in branches:
        sketch.mark([candidate], "square", letter)
    apart = sum(len(branch.forced) for _letter, (_candidate, branch) in branches) > MOST_LINKS
    sketch.branches = tuple(letter for letter, _branch in branches if apart)
    shown = branches[: sketch.branch + 1][-1:] if apart else branches
    branch_reasons = []
    for letter, (candidate, branch) in shown:
        for number, forced in enumerate(branch.forced, 1):
            sketch.mark([forced], "disc", str(number) if apart else f"{letter}{number}")
        branch_reasons.append(_reasons(sketch, (replay.assumed, candidate), branch.forced))
    text = _("one of these is true, each with its letter")
    if sketch.removed - {replay.assumed}:
        text = _(
            "one of these is true, each with its letter; shown is what follows with %(first)s"
        ) % {"first": say_each(sketch.geometry, (replay.assumed,))}
    sketch.key("square", text)
    for letter, (_candidate, branch) in shown:
        if branch.counted:
            sketch.key("square", _say_counted(sketch, branch.counted, branch.ending), letter)
    if any(branch.forced for _letter, (_candidate, branch) in shown):
        sketch.key("disc", _say_forced(shown[0][0] if apart else ""))
    if not apart or len(branch_reasons[0]) <= MOST_LINKS:
        _draw_arrows_of(sketch, branch_reasons)
    if len(shown) <= MOST_ENDS:
        for letter, (_candidate, branch) in shown:
            if not branch.counted:
                _draw_end(sketch, branch.ending, letter)


def _say_forced(letter: str) -> str:
    if letter:
        return _("forced in branch %(letter)s, in this order") % {"letter": letter}
    return _("forced in that branch, in this order")


def _say_counted(sketch: Sketch, count: SetCount, ending: int) -> str:
    return _("a count leaves nothing for %(set)s: %(count)s") % {
        "set": say_set_of(sketch.geometry, ending),
        "count": say_kinds(sketch.geometry, count),
    }


def _draw_split(sketch: Sketch, number: int) -> None:
    """Frame the set whose candidates have a branch each."""
    sketch.frame_set(number, "truth")
    text = _("one of them is true: %(set)s") % {"set": say_set_of(sketch.geometry, number)}
    sketch.key("truth", text)


def _draw_arrows_of(sketch: Sketch, branches: list[dict[int, list[int]]]) -> None:
    """Draw all arrows of the branches if they are few, else the last one to each candidate, else none."""
    if sum(len(causes) for reasons in branches for causes in reasons.values()) > MOST_LINKS:
        branches = [
            {number: causes[-1:] for number, causes in reasons.items()} for reasons in branches
        ]
    if sum(len(reasons) for reasons in branches) <= 2 * MOST_LINKS:
        for reasons in branches:
            _draw_arrows(sketch, reasons)
