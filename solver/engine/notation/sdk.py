"""`.sdk` files: SadMan's `[Puzzle]` and nine rows, or SudoCue's `#` lines and nine rows.

SudoCue's lines begin with `#` and A, D, C, B, S, L or U: author, description, comment, date, source,
level and address. They are left out, and so is any other section, such as SadMan's `[State]`.
"""

from ..core.i18n import gettext
from .base import EXAMPLE, Format, Note, Reading, in_rows, lines
from .line import read as read_line

_SECTION = "[puzzle]"


def looks_like(text: str) -> bool:
    found = lines(text)
    if not found:
        return False
    first = found[0]
    return first.lower() == _SECTION or (
        len(found) > 1 and first[0] == "#" and first[1:2].upper() in tuple("ADCBSLU")
    )


def read(text: str, size: int | None = None) -> Reading:
    grid = read_line(_rows(text), size)
    return Reading(grid, "sdk", None, Note(grid.text, grid, gettext("an .sdk file")))


def _rows(text: str) -> str:
    """Return the text with empty lines for all that is no row, so that errors name the right line."""
    kept, section = [], _SECTION
    for line in text.split("\n"):
        stripped = line.strip()
        is_header = stripped.startswith("[")
        if is_header:
            section = stripped.lower()
        outside = is_header or stripped.startswith("#") or section != _SECTION
        kept.append("" if outside else line)
    return "\n".join(kept)


def write(reading: Reading) -> str:
    text = reading.grid.text.replace("0", ".")
    return "\n".join(["[Puzzle]", *in_rows(text, reading.grid.size)]) + "\n"


_ROWS = "\n".join(in_rows(EXAMPLE, 9)).replace("0", ".") + "\n"

format = Format(
    name="sdk",
    title=".sdk file",
    rank=100,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        f"[Puzzle]\n{_ROWS}",
        f"[Puzzle]\r\n{_ROWS}[State]\r\n{_ROWS}",
        f"#AA. Setter\n#LEasy\n{_ROWS}",
    ),
)
