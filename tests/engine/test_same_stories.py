"""Whatever makes a method faster, its story stays the same: every iteration, step, candidate and stored byte.

The digests are those of the stories that f869d38 told, and of `best` and 25×25 those that 8cfb0ce told.
`python -m bench.against` compares far more puzzles with any other commit; a change that is meant to alter a
story says so there, and has its new digests here.
"""

import hashlib
import itertools
import zlib

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, NO_CANDIDATE

from solver.engine import Solving, read
from solver.engine.core.storage_codec import Packer

EVERY_RULE = "placed,pointing,claiming,matches,combos,cell,row,column,box"
TELLINGS = {
    "combos": ("combos", {}),
    "branches": ("branches", {}),
    "guessing": ("guessing", {}),
    "guessing, most": ("guessing", {"guess": "most"}),
    "rules": ("rules", {}),
    "every rule": ("rules", {"rules": EVERY_RULE}),
    "joins": ("joins", {}),
    "joins, 3": ("joins", {"limit": 3}),
    "best": ("best", {}),
    "best, rules": ("best", {"first": "rules"}),
}


def pattern(box: int, keep: int) -> str:
    """A board of any size with about one clue in `keep`; it has solutions, mostly many."""
    size = box * box
    digits = "123456789ABCDEFGHIJKLMNOP"[:size]
    return "".join(
        digits[(box * (row % box) + row // box + column) % size]
        if (7 * row + 5 * column + row * column) % keep == 0
        else "0"
        for row in range(size)
        for column in range(size)
    )


PUZZLES = {
    "000": ARTICLE_000,
    "001": ARTICLE_001,
    "AlEscargot": ALESCARGOT,
    "a cell without a candidate": NO_CANDIDATE,
    "no solution": ALESCARGOT[:-3] + "600",
    "many solutions": ARTICLE_001[:30] + "0" * 8 + ARTICLE_001[38:],
    "4×4": pattern(2, 4),
    "9×9": pattern(3, 3),
    "16×16": pattern(4, 2),
    "25×25": pattern(5, 2),
}
MOST = 40  # iterations of a story


def digest(text: str, method: str, options: dict) -> str:
    """All that a story says and all that is stored of it, as a few characters."""
    solving = Solving(read(text), method, options)
    packer = Packer(solving.grid.size)
    facts = hashlib.sha256()

    def note(*values):
        facts.update(repr(values).encode())

    for iteration in itertools.islice(solving, MOST):
        note(iteration.number, iteration.candidates)
        note(iteration.branch, iteration.parent, iteration.depth)
        for step in iteration.steps:
            note(step.technique, step.unit, step.cells, step.digits_mask)
            note(step.placed, step.removed, step.counts)
        note(packer.add(iteration))
    stretch = packer.cut()
    note(stretch.first, stretch.branches, stretch.lefts, stretch.parents, stretch.techniques)
    note(zlib.decompress(stretch.story))  # how it is compressed is zlib's affair
    if solving.ending:
        note(solving.ending.outcome, solving.ending.solutions)
    return facts.hexdigest()[:12]


# By puzzle, in the order of TELLINGS.
STORIES = {
    "000": "4b60756dcb06 5d60167eb17e 517ef6b89ea9 517ef6b89ea9 "
    "cd9d6c79aab0 9d44d2573b4a 06c501bdedd3 06c501bdedd3 4b60756dcb06 d9d21fbf9d9f",
    "001": "e13c9d59fd7e 630c2defe173 819ff18d1dcb 7d69f5fdf3ce "
    "7995e9871f3d c648b60b9c6f 89311d5fdfb3 89311d5fdfb3 c5d4dee2d1d2 3431610c6e53",
    "AlEscargot": "a044395fae9e 5adf00ea4deb afd80ebf8d42 4a182f1b5e9c "
    "6d0e7ce5e580 542f132da96c 5764a7e29b01 5764a7e29b01 01332ee81591 fc640ff7776f",
    "a cell without a candidate": "1d4c4d43f735 7960fc063103 7960fc063103 7960fc063103 "
    "7960fc063103 7960fc063103 7960fc063103 7960fc063103 1d4c4d43f735 7960fc063103",
    "no solution": "edbc7ef78b5d 7c4cba87e4a5 a8050692243c 463743b91eae "
    "d990919a32cc e34e59818da4 b67181209ee8 25b4268411d1 fab675fe5984 efdd93406b68",
    "many solutions": "adadeb182459 60c6d2ec3e64 d9a49eeb97dc 2cd4f944fcca "
    "54a7aa3d28a4 ddf195a694fa 9b715d39096e be5faabc36a8 ccbe6c67ff8e 337b7b947f05",
    "4×4": "c69acee1e206 fbea2d59dff8 f31439fcb72b 8d9f43e16fe7 "
    "b9755219ee03 b9755219ee03 8bbf29d27e9f 89aeb12796e2 c47ce6ba8066 35d8423f60cd",
    "9×9": "7abeed0ff481 8f02f0e374b0 7fc7df5e643e 499138fb0c0a "
    "6c19ac2e5a6b 6c19ac2e5a6b 0dee7483d9ca 4705384ad299 42624147173f 004b3153eb64",
    "16×16": "5b557aee8c43 dc3add03c1e0 2493d78ed0f4 7065179c230c "
    "7fea1e390fac 7fea1e390fac 681afe531345 681afe531345 2850353e6075 8450d9d3edac",
    "25×25": "fdf53d3b8e0c d193a5e9f54f 2ff779947f15 b9986b0ff83d "
    "b49fc53449bf b49fc53449bf 881556b5a4af 881556b5a4af 34c74b8b01c9 c5984befec6a",
}


@pytest.mark.parametrize("name", PUZZLES)
def test_every_method_repeats_its_recorded_solves(name):
    told = {telling: digest(PUZZLES[name], *how) for telling, how in TELLINGS.items()}
    assert " ".join(told.values()) == STORIES[name], told


# Of the ladder: one step at a time, all steps of a technique at a time, and by score, as fb678497 told them.
LADDER = {
    "000": "e897478c069e 4aef64c655f0 d54a0ef016eb",
    "001": "eb0c37caae26 2a749b926778 68f72af814ba",
    "a cell without a candidate": "7960fc063103 7960fc063103 7960fc063103",
    "4×4": "27fdb377eb71 27fdb377eb71 27fdb377eb71",
}


@pytest.mark.parametrize("name", LADDER)
def test_the_ladder_repeats_its_recorded_solves(name):
    ways = {}, {"pace": "all"}, {"order": "score"}
    told = [digest(PUZZLES[name], "ladder", way) for way in ways]
    assert " ".join(told) == LADDER[name]
