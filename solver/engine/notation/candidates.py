"""All candidates in a row: 729 characters, nine a cell in digit order, `.` or `0` for one that is out.

Known as the sukaku line. 81 groups with blanks between them are the same. It has no mark for a given, so
a lone candidate is read as one. We write a plain puzzle as its solvers expect it, with all nine
candidates in each empty cell. A 4×4 board takes 64 characters.
"""

from ..core.errors import CellFact, GridError
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import Format, Note, Reading, Word, digit, misfit, words

_SIZES = {64: 4, 729: 9}


def looks_like(text: str) -> bool:
    groups = words(text)
    # A number a cell of a larger board, which may add up to 729 digits.
    if len(groups) in (256, 625):
        return False
    bare = "".join(word.text for word in groups)
    return len(bare) in _SIZES and all(c in ".0" or digit(c, 9) > 0 for c in bare)


def read(text: str, size: int | None = None) -> Reading:
    characters = [
        Word(character, word.line, word.column + offset)
        for word in words(text)
        for offset, character in enumerate(word.text)
    ]
    size = size or _SIZES.get(len(characters), 9)
    if len(characters) != size**3:
        raise GridError(
            "write {expected} characters, {each} for each of {cells} cells, not {found}",
            found=len(characters),
            expected=size**3,
            each=size,
            cells=size * size,
        )
    candidates = [0] * (size * size)
    for place, character in enumerate(characters):
        cell, offset = divmod(place, size)
        if digit(character.text, size) == offset + 1:
            candidates[cell] |= 1 << offset
        elif character.text not in ".0":
            raise misfit(
                character,
                cell,
                size,
                LazyMessage("{digit}, or . or 0 for a removed candidate", digit=offset + 1),
            )
    if 0 in candidates:
        cell = candidates.index(0)
        raise misfit(
            characters[cell * size], cell, size, LazyMessage("enough: a cell needs a candidate")
        )
    givens = [mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in candidates]
    grid = Grid.from_digits(box_for_size(size), givens)
    full = grid.geometry.all_digits_mask
    plain = all(given or mask == full for given, mask in zip(givens, candidates, strict=True))
    return Reading(
        grid,
        "candidates",
        None if plain else tuple(candidates),
        Note(text, grid, gettext("all candidates in a row")),
    )


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
