"""Draw a replay: the forced candidates in order, branch by branch, and the sets left with nothing."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from solver.engine.core.geometry import Geometry
from solver.engine.core.masks import mask_of, masks
from solver.engine.core.proof import Replay, Role, SetCount
from solver.engine.core.steps import Step, candidate_numbers
from solver.engine.techniques.forcing.branches import NetPart
from solver.engine.techniques.proof_text import branches_of, reasons_of
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


def _draw_arrows(sketch: Sketch, reasons: dict[int, tuple[int, ...]]) -> None:
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
    sketch: Sketch, supposed: tuple[int, ...], forced: tuple[int, ...]
) -> dict[int, tuple[int, ...]]:
    """Return for each forced candidate the earlier ones that removed all others of a set with it."""
    left = mask_of(sketch.candidates)
    found = reasons_of(masks(sketch.geometry.shape), left, supposed, forced)
    return {reason.candidate: reason.causes for reason in found if reason.number is not None}


def _draw_branches(sketch: Sketch, step: Step, replay: Replay) -> None:
    """Mark each alternative with a letter, and number what one of them forces. Frame its end, or all ends."""
    _draw_split(sketch, replay.branch.ending)
    branches = list(zip(LETTERS.lower(), branches_of(sketch.geometry, step), strict=False))
    for letter, (candidate, _branch) in branches:
        sketch.mark([candidate], "square", letter)
    text = _("one of these is true, each with its letter")
    if sketch.removed - {replay.assumed}:
        text = _(
            "one of these is true, each with its letter; shown is what follows with %(first)s"
        ) % {"first": say_each(sketch.geometry, (replay.assumed,))}
    sketch.key("square", text)
    if any(branch.forced or branch.counted for _letter, (_candidate, branch) in branches):
        sketch.branches = tuple(letter for letter, _branch in branches)
        branches = branches[: sketch.branch + 1][-1:]
    for letter, (candidate, branch) in branches:
        for number, forced in enumerate(branch.forced, 1):
            sketch.mark([forced], "disc", str(number))
        if branch.forced:
            text = _("forced in branch %(letter)s, in this order") % {"letter": letter}
            sketch.key("disc", text)
            _draw_few_arrows(sketch, _reasons(sketch, (replay.assumed, candidate), branch.forced))
        if branch.counted:
            sketch.key("square", _say_counted(sketch, branch.counted, branch.ending), letter)
        elif len(branches) <= MOST_ENDS:
            _draw_end(sketch, branch.ending, letter)


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


def _draw_few_arrows(sketch: Sketch, reasons: dict[int, tuple[int, ...]]) -> None:
    """Draw all arrows if they are few, else the last one to each candidate, else none."""
    if sum(len(causes) for causes in reasons.values()) > MOST_LINKS:
        reasons = {number: causes[-1:] for number, causes in reasons.items()}
    if len(reasons) <= MOST_LINKS:
        _draw_arrows(sketch, reasons)
