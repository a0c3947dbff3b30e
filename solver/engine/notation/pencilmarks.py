"""A pencilmark grid: the candidates of each cell as one group of digits, in nine rows.

    | 1567  3      1567   | 4 ...

Bars and borders are left out, and so are HoDoKu's marks `*` and `#` before a group. A lone digit without a
mark is read as a given, unless a cell that sees it still has that candidate (HoDoKu's rule). Then it is a
naked single. Givens and placed digits look the same here. We write `*` before a lone candidate that is no
given, so that it is read as one again. Boards up to 9×9 only, because `12` could be one digit or two.
"""

from ..core.errors import CellFact, GridError
from ..core.geometry import box_for_size, mask_of_digits
from ..core.grid import Grid
from ..core.i18n import LazyMessage, characters_of, gettext, ngettext
from .base import (
    Format,
    Note,
    Reading,
    Word,
    digit,
    lone_digits,
    masks,
    misfit,
    misfit_count,
    words,
)
from .boxed import draw
from .rulers import has_rulers, without_rulers

_MARKS = "*#"


def looks_like(text: str) -> bool:
    cells = [word.text for word in words(without_rulers(text))]
    groups = [word.lstrip(_MARKS) for word in cells]
    if any(not group.isascii() or not group.isdigit() for group in groups):
        return False
    # A drawing with a few groups too few or too many is pencil marks too, so that the error counts them.
    is_almost = 70 < len(groups) < 92 and (has_rulers(text) or _are_candidates(groups))
    enough = len(groups) in (16, 81) or is_almost
    return enough and any(len(word) > 1 for word in cells)


def _are_candidates(groups: list[str]) -> bool:
    """Return whether at least half of the groups are several digits, and all are in ascending order."""
    several = sum(len(group) > 1 for group in groups)
    return 2 * several >= len(groups) and all("".join(sorted(set(g))) == g for g in groups)


def read(text: str, size: int | None = None) -> Reading:
    cells = words(without_rulers(text))
    if size is None:
        size = 4 if len(cells) == 16 else 9
    if size > 9:
        raise GridError(
            "pencil marks can be read for boards up to 9×9, not {size}×{size}", size=size
        )
    candidates = [_mask(word, cell, size) for cell, word in enumerate(cells)]
    if len(candidates) != size * size:
        raise misfit_count(len(candidates), size)
    box = box_for_size(size)
    lone = lone_digits(box, tuple(candidates))
    givens = [0 if word.text[0] in _MARKS else lone.get(cell, 0) for cell, word in enumerate(cells)]
    grid = Grid.from_digits(box, givens)
    naked = sum(mask & (mask - 1) == 0 for mask in candidates) - grid.clue_count
    phrase = gettext("a pencilmark grid")
    if naked:
        phrase += "; " + ngettext(
            "{count} lone digit kept as candidates",
            "{count} lone digits kept as candidates",
            naked,
        )
    return Reading(grid, "pencilmarks", tuple(candidates), Note(text, grid, phrase))


def _mask(word: Word, cell: int, size: int) -> int:
    group = word.text.lstrip(_MARKS)
    digits = [digit(character, size) for character in group]
    if not digits or -1 in digits or len(set(digits)) != len(digits):
        expected = LazyMessage("a group of different digits from 1 to {size}", size=size)
        raise misfit(word, min(cell, size * size - 1), size, expected)
    return mask_of_digits(digits)


def write(reading: Reading) -> str:
    groups = _groups(reading.grid, reading.candidates)
    width = max(map(len, groups))
    return draw([group.ljust(width) for group in groups])


def _groups(grid: Grid, candidates: tuple[int, ...] | None) -> list[str]:
    """Return the text of each cell. A given's digit is left out of its peers, or it would not read as one."""
    simple = masks(grid)
    groups = []
    for cell, given in enumerate(grid.givens):
        mask = simple[cell] & (candidates[cell] if candidates else simple[cell])
        if mask == 0:
            raise GridError(
                "{cell} has no candidates; pencil marks cannot say that",
                cell=CellFact(cell, grid.size),
            )
        lone = mask & (mask - 1) == 0
        groups.append(("*" if lone and not given else "") + "".join(characters_of(mask)))
    return groups


EXAMPLE = """\
.---------.-------.
| 1    23 | 4  23 |
| 234  24 | 1  23 |
:---------+-------:
| 24   1  | 23 4  |
| 234  34 | 23 1  |
'---------'-------'
"""

format = Format(
    name="pencilmarks",
    title="Pencilmark grid",
    rank=190,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(EXAMPLE, EXAMPLE.replace("| 1 ", "|*1 ")),
    sizes=(4, 9),
)
