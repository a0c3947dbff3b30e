"""Words that the explanations of several techniques share: nodes, chains, units, and the line of sets."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ..core.geometry import Geometry
from ..core.i18n import ALPHABET, gettext, ngettext, say_cells, say_list, say_unit
from ..core.proof import Role, SetCount, digit_and_unit
from ..core.steps import Step, candidate_numbers

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of sets, in words and in drawings


def say_candidates(geometry: Geometry, candidates: Iterable[int]) -> str:
    """Return candidates of one digit in the notation of chains. For example, `(4)r1c2` or `(4)r1c2,r1c3`."""
    numbers = list(candidates)
    digit = numbers[0] // geometry.cell_count + 1
    cells = ",".join(geometry.cell_names[number % geometry.cell_count] for number in numbers)
    return f"({ALPHABET[digit]}){cells}"


def say_digit_of(geometry: Geometry, candidate: int) -> str:
    return ALPHABET[candidate // geometry.cell_count + 1]


def say_each(geometry: Geometry, candidates: Iterable[int]) -> str:
    """Return candidates as a list. For example, `(4)r1c2, (4)r1c3 and (7)r2c2`."""
    return say_list([say_candidates(geometry, (number,)) for number in candidates])


def say_chain(
    geometry: Geometry, nodes: Iterable[tuple[int, ...]], begins_strong: bool = True
) -> str:
    """Return a chain as text, with strong (=) and weak (-) links by turns. The first is strong by default.

    For example, `(4)r1c2 = (4)r1c8 - (7)r1c8`. A node has the numbers of its candidates, a grouped one several.
    """
    words = []
    for place, node in enumerate(nodes):
        if place:
            words.append("=" if (place % 2 == 1) == begins_strong else "-")
        words.append(say_candidates(geometry, node))
    return " ".join(words)


def say_chains(geometry: Geometry, step: Step, role: Role) -> list[str]:
    """Return, for each part of a step's proof with this role, its candidates as a chain that begins true."""
    return [
        say_chain(geometry, [(node,) for node in nodes], begins_strong=False)
        for nodes in step.parts_of(role)
    ]


def say_units(geometry: Geometry, units: Iterable[int]) -> str:
    """Return units as a list, those of one kind together. For example, `rows 3, 6 and 7`."""
    kinds: dict[str, list[int]] = {}
    for unit in units:
        kinds.setdefault(geometry.units[unit].kind, []).append(unit)
    return say_list([_say_units_of(geometry, kind, same) for kind, same in kinds.items()])


def _say_units_of(geometry: Geometry, kind: str, units: list[int]) -> str:
    if len(units) == 1:
        return say_unit(geometry, units[0])
    numbers = say_list([str(geometry.units[unit].number) for unit in units])
    match kind:
        case "row":
            return gettext("rows {numbers}", numbers=numbers)
        case "column":
            return gettext("columns {numbers}", numbers=numbers)
        case "box":
            return gettext("boxes {numbers}", numbers=numbers)
        case "region":
            return gettext("regions {numbers}", numbers=numbers)
        case _:
            return say_list([say_unit(geometry, unit) for unit in units])


def say_number_of(count: int) -> str:
    """Return a small number as a word, `three`, or a larger one in digits."""
    words = {2: gettext("two"), 3: gettext("three"), 4: gettext("four")}
    return words.get(count, str(count))


def say_removed(geometry: Geometry, step: Step) -> str:
    """Return the candidates that a step removes. For example, `4 in r1c2 and r1c3 and 7 in r2c2`."""
    cells: dict[str, list[int]] = {}
    for number in candidate_numbers(geometry, step.removed):
        cells.setdefault(say_digit_of(geometry, number), []).append(number % geometry.cell_count)
    return say_list(
        [
            gettext("{digit} in {cells}", digit=digit, cells=say_cells(geometry, cells[digit]))
            for digit in sorted(cells, key=ALPHABET.index)
        ]
    )


# --- The line of sets ---------------------------------------------------------------------------------


def say_sets(geometry: Geometry, step: Step) -> str:
    """Return the sets that a step's proof counts, or how much it replays, in a sentence. Empty without a proof.

    For example, `2 truths: 4 in row 1, …`.
    """
    counts = [argument for argument in step.arguments if isinstance(argument, SetCount)]
    if counts:
        text = say_count_of(geometry, counts[0])
        if step.placed and step.removed:
            text += " " + (
                gettext("The placed digit is then removed from its row, column and box.")
                if geometry.shape.square_box
                else gettext("The placed digit is then removed from every cell that its cell sees.")
            )
        return text
    if not step.arguments:
        return ""
    return ngettext(
        "Replayed: {count} assumption ends with an empty set.",
        "Replayed: {count} assumptions end with an empty set each.",
        len(step.arguments),
    )


def say_count_of(geometry: Geometry, count: SetCount) -> str:
    """Return a counting argument in a sentence: truths, links, and in how many more a false candidate is."""
    guardians = len(count.guardians) > 0
    truths = _say_each_set(geometry, count.truths)
    if guardians:
        truths.append(gettext("one of {guardians}", guardians=say_each(geometry, count.guardians)))
    links = _say_each_set(geometry, count.links)
    return ngettext(
        "{truths}; {links}. The truths use up the links, so a candidate in more links than truths is false.",
        "{truths}; {links}. A candidate that is in at least {count} more links than truths is false.",
        len(count.links) - len(count.truths) - guardians + 1,
        truths=ngettext(
            "{count} truth (one of its candidates is true): {sets}",
            "{count} truths (one candidate in each is true): {sets}",
            len(count.truths) + guardians,
            sets=", ".join(truths),
        ),
        links=ngettext(
            "{count} link (at most one of its candidates is true): {sets}",
            "{count} links (at most one candidate in each is true): {sets}",
            len(count.links),
            sets=", ".join(links),
        ),
    )


def _say_each_set(geometry: Geometry, numbers: Iterable[int]) -> list[str]:
    """Return the names of sets, each once. What counts more often is followed by how often: `r3c7 ×2`."""
    return [
        say_set_of(geometry, number) + (f" ×{times}" if times > 1 else "")
        for number, times in Counter(numbers).items()
    ]


def say_set_of(geometry: Geometry, number: int) -> str:
    """Return the name of a set of a proof by its number, translated. For example, `r3c7` or `4 in row 2`."""
    meant = digit_and_unit(geometry, number)
    if meant is None:
        return geometry.cell_names[number]
    return gettext("{digit} in {unit}", digit=ALPHABET[meant[0]], unit=say_unit(geometry, meant[1]))


def say_size(count: SetCount) -> str:
    """Return how many truths and links a count has: `16 truths, 16 links`."""
    truths = len(count.truths) + bool(count.guardians)
    links = len(count.links)
    return ", ".join(
        (
            ngettext("{count} truth", "{count} truths", truths),
            ngettext("{count} link", "{count} links", links),
        )
    )


def say_kinds_of(geometry: Geometry, numbers: Sequence[int]) -> str:
    """Return how many sets of each kind there are. For example, `6 cells and 4 digits in rows`."""
    kinds = {"cell": 0, "row": 0, "column": 0, "box": 0, "region": 0, "other": 0}
    for number in numbers:
        meant = digit_and_unit(geometry, number)
        kind = geometry.links[meant[1]].kind if meant else "cell"
        kinds[kind if kind in kinds else "other"] += 1
    words = {
        "cell": ngettext("{count} cell", "{count} cells", kinds["cell"]),
        "row": ngettext("{count} digit in a row", "{count} digits in rows", kinds["row"]),
        "column": ngettext(
            "{count} digit in a column", "{count} digits in columns", kinds["column"]
        ),
        "box": ngettext("{count} digit in a box", "{count} digits in boxes", kinds["box"]),
        "region": ngettext(
            "{count} digit in a region", "{count} digits in regions", kinds["region"]
        ),
        "other": ngettext(
            "{count} digit in another set of cells",
            "{count} digits in other sets of cells",
            kinds["other"],
        ),
    }
    return say_list([words[kind] for kind, times in kinds.items() if times])


def say_kinds(geometry: Geometry, count: SetCount) -> str:
    """Return how many truths and links of each kind a count has: `4 cells against 3 digits in rows`."""
    return gettext(
        "{truths} against {links}",
        truths=say_kinds_of(geometry, count.truths),
        links=say_kinds_of(geometry, count.links),
    )
