"""An outsider's checker of proofs. It knows the documents and the JSON, and nothing of the engine.

A candidate is (digit, row, column), each from 1. `left` is the set of the candidates that are left.
"""

import math
import re
from functools import cache, lru_cache
from itertools import product

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOVES = {
    "anti-knight": ((1, 2), (1, -2), (2, 1), (2, -1)),
    "anti-king": ((1, 1), (1, -1)),
}


def cell(name):
    row, column = re.fullmatch(r"r(\d+)c(\d+)", name).groups()
    return int(row), int(column)


def candidate(name):
    """`r3c7=A` as (10, 3, 7)."""
    place, digit = name.split("=")
    return (DIGITS.index(digit), *cell(place))


class Rules:
    """The sets of a board by its name: all of them, and the truths among them, which have to be filled."""

    def __init__(self, name):
        base, *words = name.split()
        letters = base.partition(":")[2]
        self.size = math.isqrt(len(letters)) if letters else int(base.partition("x")[0])
        self.numbers = range(1, self.size + 1)
        self.everywhere = list(product(self.numbers, self.numbers))
        self.all = {(digit, *place) for digit in self.numbers for place in self.everywhere}
        units, links = self.units_of(letters, words)
        self.sets = {f"r{r}c{c}": {(d, r, c) for d in self.numbers} for r, c in self.everywhere}
        self.cells = list(self.sets)
        self.sets |= self.of_digits(units)
        self.truths = set(self.sets)
        self.sets |= self.of_digits(links)
        self.sets_of = {each: [] for each in self.all}
        for number, members in self.sets.items():
            for each in members:
                self.sets_of[each].append(number)

    def of_digits(self, places):
        return {
            f"{DIGITS[digit]} in {name}": {(digit, *each) for each in cells}
            for name, cells in places.items()
            for digit in self.numbers
        }

    def units_of(self, letters, words):
        """The cells of each unit, then those of each smaller set, by name."""
        units, links, size = {}, {}, self.size
        for n in self.numbers:
            units[f"row {n}"] = [place for place in self.everywhere if place[0] == n]
            units[f"column {n}"] = [place for place in self.everywhere if place[1] == n]
        tall = next(rows for rows in range(math.isqrt(size), 0, -1) if size % rows == 0)
        wide = size // tall
        for word in words:
            if word.startswith("boxes:"):
                tall, wide = map(int, word.partition(":")[2].split("x"))
        if letters:
            for number, letter in enumerate(dict.fromkeys(letters), 1):
                places = zip(self.everywhere, letters, strict=True)
                units[f"region {number}"] = [place for place, of in places if of == letter]
        elif "latin" not in words:
            corners = product(range(1, size, tall), range(1, size, wide))
            for number, (top, left) in enumerate(corners, 1):
                units[f"box {number}"] = self.block(top, left, tall, wide)
        for word in words:
            if word == "diagonals":
                units["diagonal 1"] = [(n, n) for n in self.numbers]
                units["diagonal 2"] = [(n, size + 1 - n) for n in self.numbers]
            elif word == "windows":
                corners = product(range(2, size, tall + 1), repeat=2)
                for number, (top, left) in enumerate(corners, 1):
                    units[f"window {number}"] = self.block(top, left, tall, wide)
            for (row, column), (down, right) in product(self.everywhere, MOVES.get(word, ())):
                if (other := (row + down, column + right)) in self.everywhere:
                    names = f"pair r{row}c{column} r{other[0]}c{other[1]}"
                    links[names] = [(row, column), other]
        groups = [word.partition(":")[2].split("+") for word in words if word.startswith("extra:")]
        for number, names in enumerate(groups, 1):
            where = units if len(names) == size else links
            where[f"extra region {number}"] = list(map(cell, names))
        return units, links

    @staticmethod
    def block(top, left, tall, wide):
        return [(top + down, left + right) for down, right in product(range(tall), range(wide))]

    @cache  # noqa: B019 as long as the tests run
    def made_false(self, true):
        return set().union(*(self.sets[name] for name in self.sets_of[true])) - {true}

    def sees(self, place):
        return {tuple(other) for digit, *other in self.made_false((1, *place)) if digit == 1}

    def is_last(self, true, left):
        return any(left & self.sets[n] == {true} for n in self.sets_of[true] if n in self.truths)

    # --- A step -----------------------------------------------------------------------------------

    def proves(self, step, left, givens):
        """Whether all that a step does follows from its proof."""
        for argument in (step["proof"], *step["proof"].get("also", ())):
            is_replay = "assumed" in argument
            proved = (
                self.replayed(argument, left) if is_replay else self.counted(argument, left, givens)
            )
            if proved is None:
                return False
            left = left - proved
        for name in step["placed"]:
            placed = candidate(name)
            if not self.is_last(placed, left):
                return False
            left = left - self.made_false(placed)
        return not any(candidate(name.replace("<>", "=")) in left for name in step["removed"])

    def counted(self, argument, left, givens):
        """What an inequality makes false; None where it does not hold."""
        truths, links = argument["truths"], argument["links"]
        guardians = set(map(candidate, argument.get("guardians", ())))
        if not self.truths.issuperset(truths):
            return None
        if guardians and not self.are_guardians(argument, left - guardians, givens):
            return None
        rank = len(links) - len(truths) - bool(guardians)
        weight = dict.fromkeys(left, 0) | dict.fromkeys(guardians & left, -1)
        for sign, names in ((1, links), (-1, truths)):
            for name in names:
                for each in self.sets[name] & left:
                    weight[each] += sign
        if min(weight.values()) < 0:
            return None
        return {each for each in left if weight[each] > rank}

    def are_guardians(self, argument, left, givens):
        """Whether the puzzle would have two solutions or none without the guardians."""
        corners = sorted(map(cell, argument.get("cells", ())))
        if not corners:
            cells = [self.sets[name] & left for name in self.cells]
            placed = set().union(*(each for each in cells if len(each) == 1))
            is_even = all(
                len(members & left) == (1 if members & placed else 2)
                for name, members in self.sets.items()
                if name in self.truths
            )
            return is_even and all(
                not self.made_false(each) & (left - placed) - self.inside_units(each)
                for each in left - placed
            )
        rows, columns = ({corner[at] for corner in corners} for at in (0, 1))
        one, two, three, four = map(self.sees, corners)
        return (
            corners == sorted(product(rows, columns))
            and (one | four) - {*corners} == (two | three) - {*corners}
            and len({digit for digit, *place in left if tuple(place) in corners}) == 2
            and not givens & set(corners)
        )

    def inside_units(self, each):
        return set().union(*(self.sets[n] for n in self.sets_of[each] if n in self.truths))

    def replayed(self, argument, left):
        assumed = candidate(argument["assumed"])
        fails = assumed in left and self.ends(argument, left - self.made_false(assumed))
        return {assumed} if fails else None

    def ends(self, branch, left):
        for name in branch["forced"]:
            forced = candidate(name)
            if not self.is_last(forced, left):
                return False
            left = left - self.made_false(forced)
        if "pattern" in branch:
            cells = set(map(cell, branch["pattern"]["cells"]))
            digits = branch["pattern"]["digits"]
            left = left | {each for each in self.all if each[1:] not in cells or each[0] in digits}
        if branch.get("truths"):
            proved = self.counted(branch, left, set())
            if proved is None:
                return False
            left = left - proved
        alternatives = sorted(left & self.sets[branch["ending"]])
        after = [left - self.made_false(true) for true in alternatives]
        branches = branch.get("branches", [])
        return len(after) == len(branches) and all(
            self.is_alike(here, after, branches, each) if "like" in each else self.ends(each, here)
            for here, each in zip(after, branches, strict=True)
        )

    def is_alike(self, here, after, branches, branch):
        """Whether what is left, with its digits renamed, is in a branch that is followed."""
        names = {int(digit): int(name) for digit, name in branch["renamed"].items()}
        number = branch["like"] - 1
        return (
            sorted(names) == sorted(names.values()) == list(self.numbers)
            and "like" not in branches[number]
            and {(names[digit], *place) for digit, *place in here} <= after[number]
        )


@lru_cache(maxsize=16)
def rules_of(name="9x9"):
    return Rules(name)


def left_in(candidates):
    """The candidates that are left, from a text or a list of numbers for each cell."""
    places = product(range(1, math.isqrt(len(candidates)) + 1), repeat=2)
    return {
        (int(digit), *place)
        for place, digits in zip(places, candidates, strict=True)
        for digit in digits
    }


def givens_in(position):
    """The cells of the givens of a line of digits or a line of HoDoKu's, where `+` is before other digits."""
    grid = position.split(":")[3] if ":" in position else position
    values = re.findall(r"\+?.", grid)
    places = product(range(1, math.isqrt(len(values)) + 1), repeat=2)
    return {
        place
        for place, value in zip(places, values, strict=True)
        if value not in ("0", ".") and value[0] != "+"
    }


def faults_in(answer):
    """The steps of a list of steps at a position whose proof does not hold."""
    size = math.isqrt(len(answer["candidates"]))
    rules, left = rules_of(answer.get("shape", f"{size}x{size}")), left_in(answer["candidates"])
    givens = givens_in(answer["position"])
    return [step for step in answer["steps"] if not rules.proves(step, left, givens)]
