"""A step explained piece by piece: a chain link by link, sets and what they share, the branches of a replay."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ..core.geometry import Geometry
from ..core.i18n import ALPHABET, gettext, say_cells, say_unit
from ..core.masks import Masks, bits
from ..core.proof import Replay, ReplayBranch, Role, SetCount, digit_and_unit
from ..core.steps import Step, candidate_numbers
from .proof_chains import Chain, chains_in
from .wording import LETTERS, say_candidates, say_kinds, say_set_of


def say_clauses(geometry: Geometry, step: Step) -> list[str]:
    """Return a step's explanation piece by piece, or [] for a step whose sentence says it all."""
    clauses = [
        clause
        for chain in chains_in(geometry, step, step.parts_of(Role.NODE))
        for clause in _of_chain(geometry, chain)
    ]
    return [*clauses, *_of_sets(geometry, step), *_of_branches(geometry, step)]


# --- Chains -------------------------------------------------------------------------------------------


def _of_chain(geometry: Geometry, chain: Chain) -> Iterator[str]:
    """Yield one clause for each strong link."""
    for number, (one, two, behind) in enumerate(chain.strong_links):
        facts = {
            "one": say_candidates(geometry, one),
            "two": say_candidates(geometry, two),
            "reason": say_behind(geometry, behind),
        }
        if number:
            yield gettext("So {one} is false, and {two} is true: {reason}.", **facts)
        elif chain.begins_strong:
            yield gettext("If {one} is false, {two} is true: {reason}.", **facts)
        else:
            first = say_candidates(geometry, chain.nodes[0])
            yield gettext(
                "If {first} is true, {one} is false, and {two} is true: {reason}.",
                first=first,
                **facts,
            )


def say_behind(geometry: Geometry, behind: tuple[int, ...] | None) -> str:
    """Return why one of two linked nodes is true, from the numbers of the sets behind their link."""
    if not behind:
        return gettext("one of the two has to be")
    meant = digit_and_unit(geometry, behind[0])
    if meant:
        digit, unit = meant
        return gettext(
            "{unit} has no other place for {digit}",
            unit=say_unit(geometry, unit),
            digit=ALPHABET[digit],
        )
    if len(behind) == 1:
        return gettext("{cell} has no other digit", cell=geometry.cell_names[behind[0]])
    return gettext(
        "{cells} have one digit more than cells, so they can lack only one",
        cells=say_cells(geometry, behind),
    )


# --- Sets of cells ------------------------------------------------------------------------------------


class Common(NamedTuple):
    """A digit that two sets of cells share in a unit, so that only one set can have it."""

    digit: int
    unit: int
    one: int  # places of the two sets
    two: int
    number: int  # of the set in the proof


def sets_of(step: Step) -> list[tuple[int, ...]]:
    """Return the candidates of each set of cells that a step's proof names, in the order of their letters."""
    return list(dict.fromkeys(step.parts_of(Role.SET)))


def commons_of(geometry: Geometry, step: Step) -> list[Common]:
    """Return the digits that each set of a step shares with the next one, or each with the first.

    Digits in which a removed candidate takes part are left out, unless both sets are locked.
    """
    counts = [each for each in step.arguments if isinstance(each, SetCount)]
    parts = [set(part) for part in sets_of(step)]
    if not counts or len(parts) < 2:
        return []
    # With as many links as truths both sets are locked, and any link may hold what is removed.
    is_locked = len(counts[0].links) == len(counts[0].truths)
    spared = set() if is_locked else set(candidate_numbers(geometry, step.removed))
    found = [
        common
        for number in dict.fromkeys(counts[0].links)
        for common in _commons_in(geometry, number, parts, spared)
    ]
    if is_locked:
        return found
    # The proof of sets in a row begins with the links between them.
    along = [
        common
        for place, number in enumerate(counts[0].links[: len(parts) - 1])
        for common in found
        if (common.number, common.one, common.two) == (number, place, place + 1)
    ]
    if len(along) == len(parts) - 1:
        return along
    return [common for common in found if common.one == 0]


def _commons_in(
    geometry: Geometry, number: int, parts: list[set[int]], spared: set[int]
) -> Iterator[Common]:
    """Yield the pairs of sets that have all their places for a digit in a link."""
    meant = digit_and_unit(geometry, number)
    if meant is None:
        return
    digit, unit = meant
    floor = (digit - 1) * geometry.cell_count
    members = {floor + cell for cell in geometry.links[unit].cells}
    if members & spared:
        return
    of_digit = range(floor, floor + geometry.cell_count)
    inside = [
        place
        for place, part in enumerate(parts)
        if part & members and not (part - members) & set(of_digit)
    ]
    for one, two in combinations(inside, 2):
        yield Common(digit, unit, one, two, number)


def _of_sets(geometry: Geometry, step: Step) -> Iterator[str]:
    for common in commons_of(geometry, step):
        yield gettext(
            "{one} and {two} share {digit} in {unit}: only one of them can be {digit}.",
            one=LETTERS[common.one],
            two=LETTERS[common.two],
            digit=ALPHABET[common.digit],
            unit=say_unit(geometry, common.unit),
        )


# --- Branches -----------------------------------------------------------------------------------------


def branches_of(geometry: Geometry, step: Step) -> list[tuple[int, ReplayBranch]]:
    """Return the alternatives of a step's first replay, as (candidate, what follows from it).

    Return [] if it has no branches.
    """
    replay = next((each for each in step.arguments if isinstance(each, Replay)), None)
    alternatives = sorted(each for part in step.parts_of(Role.ALTERNATIVES) for each in part)
    if replay is None or not replay.branch.branches or not alternatives:
        return []
    if replay.branch.forced:  # what is left after these is shown, and nothing else
        return list(zip(alternatives, replay.branch.branches, strict=True))
    cells = geometry.cell_count
    its, there = divmod(replay.assumed, cells)
    left = [
        each
        for each in alternatives
        if not (
            (each % cells == there and each // cells != its)
            or (each // cells == its and each % cells in geometry.peers[there])
        )
    ]
    return list(zip(left, replay.branch.branches, strict=False))


class Reason(NamedTuple):
    """Why a candidate of a replay is true: it is the last of a set, after what removed the others."""

    candidate: int
    number: int | None  # of the set, None if there is none
    causes: tuple[int, ...]  # earlier candidates

    def say(self, geometry: Geometry) -> str:
        """Return the reason in words: `row 6 has no other place for 1, after r5c4`."""
        text = say_behind(geometry, None if self.number is None else (self.number,))
        if not self.causes:
            return text
        cells = sorted({cause % geometry.cell_count for cause in self.causes})
        return gettext("{reason}, after {cells}", reason=text, cells=say_cells(geometry, cells))


def reasons_of(
    masks: Masks, left: int, supposed: Iterable[int], forced: Iterable[int]
) -> Iterator[Reason]:
    """Yield why each of the `forced` candidates follows from `supposed` ones and those before it.

    `left` are the candidates before all of them, as a mask.
    """
    order = list(supposed)
    after = masks.after(left, order)
    for candidate in forced:
        alone = 1 << candidate
        number = next((n for n in masks.sets_of[candidate] if after & masks.sets[n] == alone), None)
        others = 0 if number is None else left & masks.sets[number] & ~alone
        causes = (
            next((each for each in order if masks.excluded[each] >> other & 1), None)
            for other in bits(others)
        )
        known = dict.fromkeys(cause for cause in causes if cause is not None)
        yield Reason(candidate, number, tuple(known))
        order.append(candidate)
        after &= ~masks.excluded[candidate]


def _of_branches(geometry: Geometry, step: Step) -> Iterator[str]:
    for letter, (candidate, branch) in zip(
        LETTERS.lower(), branches_of(geometry, step), strict=False
    ):
        facts = {
            "letter": letter,
            "first": say_candidates(geometry, (candidate,)),
            "ending": say_set_of(geometry, branch.ending),
        }
        if branch.counted:
            yield gettext(
                "{letter}: with {first}{forced}, {count} leave nothing for {ending}.",
                forced=_say_forced(geometry, branch),
                count=say_kinds(geometry, branch.counted),
                **facts,
            )
        elif branch.branches:
            yield gettext(
                "{letter}: with {first}, everything that is left for {ending} fails in turn.",
                **facts,
            )
        elif branch.forced:
            forced = ", ".join(say_candidates(geometry, (each,)) for each in branch.forced)
            yield gettext(
                "{letter}: with {first} come {forced}, and nothing is left for {ending}.",
                forced=forced,
                **facts,
            )
        else:
            yield gettext("{letter}: with {first} nothing is left for {ending}.", **facts)


def _say_forced(geometry: Geometry, branch: ReplayBranch) -> str:
    """Return what is forced in a branch, to follow what is assumed: `, (4)r1c2, (5)r3c2`. Empty without any."""
    return "".join(f", {say_candidates(geometry, (each,))}" for each in branch.forced)
