"""All candidates in a row: 729 characters, nine a cell in digit order, `.` or `0` for one that is out.

Known as the sukaku line. 81 groups with blanks between them are the same. It has no mark for a given, so
a lone candidate is read as one. We write a plain puzzle as its solvers expect it, with all nine
candidates in each empty cell. A 4×4 board takes 64 characters.
"""

from ..core.errors import CellFact, GridError
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import Format, Note, Reading, characters, digit, misfit, words

_SIZES = {64: 4, 729: 9}


def looks_like(text: str) -> bool:
    groups = words(text)
    # A number a cell of a larger board, which may add up to 729 digits.
    if len(groups) in (256, 625):
        return False
    bare = "".join(word.text for word in groups)
    return len(bare) in _SIZES and all(c in ".0" or digit(c, 9) > 0 for c in bare)


def read(text: str, size: int | None = None) -> Reading:
    found = characters(words(text))
    size = size or _SIZES.get(len(found), 9)
    if len(found) != size**3:
        raise GridError(
            "write {expected} characters, {each} for each of {cells} cells, not {found}",
            found=len(found),
            expected=size**3,
            each=size,
            cells=size * size,
        )
    candidates = [0] * (size * size)
    for place, character in enumerate(found):
        cell, offset = divmod(place, size)
        if digit(character.text, size) == offset + 1:
            candidates[cell] |= 1 << offset
        elif character.text not in ".0":
            expected = LazyMessage("{digit}, or . or 0 for a removed candidate", digit=offset + 1)
            raise misfit(character, cell, size, expected)
    if 0 in candidates:
        cell = candidates.index(0)
        expected = LazyMessage("enough: a cell needs a candidate")
        raise misfit(found[cell * size], cell, size, expected)
    givens = [mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in candidates]
    grid = Grid.from_digits(box_for_size(size), givens)
    full = grid.geometry.all_digits_mask
    plain = all(given or mask == full for given, mask in zip(givens, candidates, strict=True))
    note = Note(text, grid, gettext("all candidates in a row"))
    return Reading(grid, "candidates", None if plain else tuple(candidates), note)


def write(reading: Reading) -> str:
    grid = reading.grid
    full = grid.geometry.all_digits_mask
    written = []
    for cell, given in enumerate(grid.givens):
        mask = reading.candidates[cell] if reading.candidates else full
        if given:
            mask = 1 << (given - 1)
        if not mask:
            raise GridError(
                "{cell} has no candidates; this format cannot say that",
                cell=CellFact(cell, grid.size),
            )
        written += [str(d) if mask >> (d - 1) & 1 else "." for d in range(1, grid.size + 1)]
    return "".join(written)


format = Format(
    name="candidates",
    title="729 candidates",
    rank=50,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        "1..." + "1234" * 14 + "...4",
        "..3......" + "123456789" * 79 + "1.......9",
        " ".join(["....5...."] + ["123456789"] * 80),
    ),
    sizes=(4, 9),
)
