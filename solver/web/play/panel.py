"""The panel next to the board to play on: a check, a hint in stages, all steps, or a reason."""

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from solver.boards.cells import DrawnBoard, draw_board
from solver.boards.drawing import Drawing, Sketch
from solver.boards.forced import draw_net_part
from solver.boards.step_drawing import draw_step
from solver.engine import BudgetSpent
from solver.engine.core.deadline import say_cut_short
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.core.steps import Step, carried_out
from solver.engine.hinting import Game, Hint, Notice, after, check, hint, say_check, why, why_not
from solver.engine.hinting.area import HintArea
from solver.engine.hinting.game import candidate_at
from solver.engine.ladder.listing import LAST_RESORTS, has_no_count, say_no_count
from solver.engine.ladder.one_path import climbed
from solver.engine.ladder.search import all_steps, easiest, named_on_shape, telling_solution
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.rungs import Rung, by_slug
from solver.engine.techniques.splits.finder import SPLITS

from .play_request import PlayRequest

MOST_STEPS = 40  # listed at most
LINK = " = ("  # of a chain
BADGES = {"right": "solved", "solved": "solved", "wrong": "contradiction", "unclear": "stalled"}


Panel = dict[str, Any]  # what a template shows


def build_panel_context(request: PlayRequest) -> Panel | None:
    match request.what:
        case "check":
            return _build_check(request)
        case "hint":
            return _build_hint(request)
        case "steps":
            return _build_steps(request)
        case "why":
            return _build_why(request)
        case "why-not":
            return _build_why_not(request)
        case _nothing:
            return None


def _panel(
    game: Game,
    title: str,
    sentences: Sequence[str],
    step: Step | None = None,
    drawing: Drawing | None = None,
    wrong: Sequence[int] = (),
    **more: Any,
) -> Panel:
    """Return the panel with these words, and the step and cells that the board shows with them."""
    return {
        "stage": 0,  # of a hint, 0 for anything else
        "title": title,
        "sentences": sentences,
        "drawing": drawing,
        "board": _board(game, step, drawing),
        "script_data": _script_data(game, step, drawing, wrong),
        **more,
    }


def _unclear(title: str, *sentences: str) -> Panel:
    """Return the panel for a question that names nothing of the board."""
    return {"stage": 0, "badge": BADGES["unclear"], "title": title, "sentences": sentences}


def _action(words: str, request: PlayRequest, to: str, game: Game | None = None) -> dict[str, str]:
    """Return a link that asks for more or less. `to` names its action for the script and the style."""
    return {
        "words": words,
        "href": request.href,
        "to": to,
        "values": game.values_text if game else "",
        "marks": game.marks_text if game else "",
    }


# --- Check --------------------------------------------------------------------------------------------


def _build_check(request: PlayRequest) -> Panel:
    return _from_notice(
        request, say_check(request.game.geometry, check(request.game), request.names)
    )


def _from_notice(request: PlayRequest, notice: Notice) -> Panel:
    is_wrong = notice.kind == "wrong"
    actions = []
    if is_wrong and not notice.cells and notice.boxes:
        actions.append(_action(_("Show which digits"), request.but(names=True), "names"))
    return _panel(
        request.game,
        notice.title,
        notice.sentences,
        drawing=_frames(request.game, HintArea(units=notice.boxes)) if is_wrong else None,
        wrong=notice.cells if is_wrong else (),
        badge=BADGES[notice.kind],
        actions=actions,
    )


# --- Hint ---------------------------------------------------------------------------------------------


def _build_hint(request: PlayRequest) -> Panel:
    given = hint(request.game, max(request.stage, 1), request.names, path=request.known)
    if given.step is None:
        return _from_notice(request, given.notice)
    game = request.game
    if given.stage >= 4:
        return _build_done(request, given)
    step, parts = given.shown_step, given.parts
    number = min(max(request.part, 1), len(parts))
    drawing = _frames(game, given.area) if given.area else None
    if step and parts:
        drawing = draw_net_part(game.geometry, step, parts[number - 1], _candidates_before(game))
    elif step:
        drawing = _draw(game, step)
    sentences, clauses = given.notice.sentences, given.notice.sentences[1:]
    notation = ""
    if parts:
        sentences, clauses = (sentences[0], clauses[2 * number - 2]), (clauses[2 * number - 1],)
    elif step:
        notation, *plain = _without_notation(sentences[0])
        sentences = tuple(plain)
    described = describe_step(game.geometry, step) if step else None
    return _panel(
        game,
        given.notice.title,
        sentences,
        step,
        drawing,
        clauses=clauses if step else (),  # the parts of the reason
        notation=notation,  # the reason in the notation of chains, if the clauses say it in words
        part=_part(request, number, len(parts)) if parts else None,
        actions=_hint_actions(request, given),
        stage=given.stage,
        chips=described.done if described else [],
        sets=described.sets if described else "",
    )


def _without_notation(reason: str) -> tuple[str, str]:
    """Return the chain of a reason in its notation, or "", and the other words."""
    chain, _stop, conclusion = reason.partition(". ")
    return (f"{chain}.", conclusion) if LINK in chain else ("", reason)


def _part(request: PlayRequest, number: int, count: int) -> dict[str, Any]:
    """Return the part of a reason that is shown, and the addresses of others, blank where there is none."""

    def href(part: int) -> str:
        return request.but(part=part).href if 1 <= part <= count and part != number else ""

    return {
        "number": number,
        "count": count,
        "first": href(1),
        "previous": href(number - 1),
        "next": href(number + 1),
        "last": href(count),
    }


def _hint_actions(request: PlayRequest, given: Hint) -> list[dict[str, str]]:
    less = _action(_("Less"), request.but(stage=given.stage - 1, names=False, part=1), "less")
    more = request.but(stage=given.stage + 1, names=False)
    assert given.step is not None
    match given.stage:
        case 1:
            name = _action(_("Name the technique"), request.but(names=True), "names")
            return [*([] if given.names else [name]), _action(_("Where?"), more, "more")]
        case 2:
            return [less, _action(_("Why?"), more, "more")]
        case _why:
            return [less, _apply_action(request, given.step)]


def _apply_action(request: PlayRequest, step: Step) -> dict[str, str]:
    game = after(request.game, step)
    done = request.but(game=game, what="", names=False, step=0)
    return _action(_("Apply"), done, "do", game)


def _build_done(request: PlayRequest, given: Hint) -> Panel:
    """Return stage 4, which has an address of its own: what the step does, and the action that does it."""
    assert given.step is not None
    return _panel(
        request.game,
        given.notice.title,
        given.notice.sentences,
        actions=[_apply_action(request, given.step)],
        stage=4,
        chips=describe_step(request.game.geometry, given.step, "facts").done,
    )


# --- All steps ----------------------------------------------------------------------------------------


def _build_steps(request: PlayRequest) -> Panel:
    """Return the easiest steps with the selected one drawn, or what is wrong with the game."""
    game, checked = request.game, check(request.game, thorough=False)
    if not checked.is_clean or not checked.open:
        return _from_notice(request, say_check(game.geometry, checked, request.names))
    steps, is_whole, counting = _all_steps(game, checked.verdict == "unique")
    selected = steps[request.step - 1] if 0 < request.step <= len(steps) else None
    described = describe_step(game.geometry, selected) if selected else None
    drawing = _draw(game, selected) if selected else None
    listed = [
        {
            "number": number,
            "technique": step.technique,
            "does": ", ".join(step.done),
            "href": request.but(step=number).href,
            "is_chosen": number == request.step,
        }
        for number, step in enumerate(
            [describe_step(game.geometry, step, "title") for step in steps], 1
        )
    ]
    actions = [_apply_action(request, selected)] if selected else []
    sentences = tuple(filter(None, (counting, described.why if described else "")))
    if not is_whole and not steps:
        sentences = (say_cut_short(),)
    return _panel(
        game,
        described.technique if described else _title_of(steps, is_whole),
        sentences,
        selected,
        drawing,
        clauses=tuple(described.clauses) if described else (),
        actions=actions,
        chips=described.done if described else [],
        sets=described.sets if described else "",
        steps=listed,
    )


def _all_steps(game: Game, is_one: bool) -> tuple[list[Step], bool, str]:
    """Return the easiest steps, whether these are all, and what is to be said of proofs by counting.

    Only if no pattern is found, the steps of the easiest technique that has one in branches or counts follow.
    """
    rungs = climbed(game.grid.shape, is_one)
    patterns = [rung for rung in rungs if rung.index < LAST_RESORTS]
    steps: list[Step] = []
    try:
        position = game.position()
        for deduction in all_steps(position, patterns):
            steps.append(deduction.step(position))
            if len(steps) > MOST_STEPS:
                return steps, False, ""
        if steps:
            return steps, True, ""
        last: Iterable[Rung] = [rung for rung in rungs if rung.index >= LAST_RESORTS]
        last = telling_solution(position, last) if is_one else last
        for deduction in islice(filter(None, easiest(position, last)), MOST_STEPS):
            steps.append(deduction.step(position))
        is_split = bool(steps) and steps[0].technique in SPLITS
        is_sure = is_split and has_no_count(position)
        return steps, not steps, say_no_count() if is_sure else ""
    except BudgetSpent:
        return steps, False, ""


def _title_of(steps: list[Step], is_whole: bool) -> str:
    if not steps:
        return _("No step was found from here.")
    if not is_whole:
        return _("The easiest steps from here")
    return _("Possible steps from here")


# --- Why ----------------------------------------------------------------------------------------------


def _build_why(request: PlayRequest) -> Panel:
    game = request.game
    try:
        cell, digit = candidate_at(game.geometry, request.candidate.strip())
    except ValueError as error:
        return _unclear(_("This is not a candidate."), str(error))
    answer = why(game, cell, digit, request.names)
    if answer.step:
        return _about_step(game, answer.notice, answer.step)
    actions = []
    if answer.answer == "open" and not request.names:
        actions.append(_action(_("Check a digit"), request.but(names=True), "names"))
    notice = answer.notice
    badge = BADGES[notice.kind]
    return _panel(game, notice.title, notice.sentences, badge=badge, actions=actions)


def _build_why_not(request: PlayRequest) -> Panel:
    """Say whether a technique works with these cells, or which of its conditions fails first."""
    game = request.game
    places = {name: cell for cell, name in enumerate(game.geometry.cell_names)}
    names = request.cells.lower().replace(",", " ").split()
    if request.technique not in by_slug() or not names or not set(names) <= set(places):
        return _unclear(_("Choose a technique, and name cells of the board: r3c7 r5c7."))
    try:
        (rung,) = named_on_shape([request.technique], game.grid.shape)
    except ValueError as error:
        return _unclear(_("This is not searched for on a board of this size."), str(error))
    answer = why_not(game, rung, sorted({places[name] for name in names}), request.names)
    if answer.step is None:
        return _from_notice(request, answer.notice)
    actions = [_apply_action(request, answer.step)]
    badge = BADGES[answer.notice.kind]
    return _about_step(game, answer.notice, answer.step, badge=badge, actions=actions)


def _about_step(game: Game, notice: Notice, step: Step, **more: Any) -> Panel:
    done = describe_step(game.geometry, step, "facts").done
    drawing = _draw(game, step)
    return _panel(game, notice.title, notice.sentences, step, drawing, chips=done, **more)


# --- On the board -------------------------------------------------------------------------------------


def _candidates_before(game: Game) -> tuple[int, ...]:
    return tuple(
        1 << (value - 1) if value else mask
        for value, mask in zip(game.values, game.candidates, strict=True)
    )


def _draw(game: Game, step: Step) -> Drawing:
    return draw_step(game.geometry, step, _candidates_before(game))


def _frames(game: Game, area: HintArea) -> Drawing:
    sketch = Sketch(game.geometry, _candidates_before(game), ())
    for unit in area.units:
        sketch.unit(unit, "link")
    for cell in area.cells:
        sketch.cell(cell, "link")
    return sketch.finish()


def _board(game: Game, step: Step | None, drawing: Drawing | None) -> DrawnBoard | None:
    """Return the board for readers without the script, with a step's candidates, or None without a step."""
    if drawing is None and step is None:
        return None
    before, steps = _candidates_before(game), (step,) if step else ()
    return draw_board(
        game.grid,
        carried_out(before, steps),
        before=before,
        steps=steps,
        label=_("Board with the hint"),
        chosen=step,
        drawing=drawing,
    )


def _visible_cells(game: Game, step: Step) -> list[int]:
    """Return the open cells whose candidates are shown: all, or for a single only those of its unit."""
    if step.removed:
        return game.open_cells
    unit = game.geometry.links[step.unit].cells if step.unit is not None else ()
    return [cell for cell in game.open_cells if cell in unit or cell in step.cells]


def _script_data(
    game: Game, step: Step | None, drawing: Drawing | None, wrong: Sequence[int]
) -> str:
    """Return as JSON what the script draws: the candidates of each cell, their marks, and the changes."""
    geometry = game.geometry
    data: dict[str, Any] = {"wrong": list(wrong)}
    if step and drawing:
        data["candidates"] = {
            cell: "".join(characters_of(game.candidates[cell]))
            for cell in _visible_cells(game, step)
        }
        data["marks"] = {
            f"{candidate % geometry.cell_count} {ALPHABET[candidate // geometry.cell_count + 1]}": [
                mark.shape,
                mark.note,
            ]
            for candidate, mark in drawing.marks.items()
        }
        data["removed"] = {cell: "".join(characters_of(mask)) for cell, mask in step.removed}
        data["placed"] = {cell: ALPHABET[digit] for cell, digit in step.placed}
        data["evidence"] = [] if not drawing.is_blank else list(step.cells)
    return json.dumps(data)
