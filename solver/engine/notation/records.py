"""A text as records: the fields of many things that are alike, with their names if they have any.

`alike` finds what repeats itself, with anything between the fields: `r1c2=5, r1c7=3`, facts, tuples, JSON,
XML, `INSERT` lines, labels of a page. `delimited` takes lines with one separator: a spreadsheet, CSV, output of
database consoles. `expanded` takes a line a field, `updates` what statements set. None of the functions knows
of boards.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from ..core.errors import GridError
from .base import BLANKS, in_rows, number
from .rulers import BARS


class Records(NamedTuple):
    """Rows of as many fields each, from the lines `lines` of a text. An empty field is ""."""

    rows: list[list[str]]
    lines: list[int]
    names: list[str]  # of the fields, empty if they have none
    is_certain: bool = True  # whether nothing else in the text may be such a row


FEWEST = 8  # records that are alike
_MOST_FIELDS = 12  # of a record of `alike`
_MOST_BESIDE = 12  # numbers of a text before its records, and after them

NOTHING = "∅"  # an empty cell
_EMPTY_QUOTES = re.compile(r"""(?<!["'])(?:""|'')(?!["'])""")
_CLOSED_ELEMENT = re.compile(r"<(\w{1,40})\s{0,9}/>(?=\s*<)")
_EMPTY_ELEMENT = re.compile(r"(<[a-zA-Z][^<>]{0,300}>)(?=</)")
_ALIAS = re.compile(  # `SELECT 1 row, 2 col`: names without AS
    r"""(?<=[\d'"])[ \t]{1,9}(?!(?:union|from|as|and|or)\b)([^\W\d]\w{0,40})"""
    r"(?=\s{0,9}(?:,|;|\)|\bunion\b|\n|$))",
    re.IGNORECASE,
)
_SELECT = re.compile(r"\bselect\b", re.IGNORECASE)
_AS_NAME = re.compile(
    r"""(?<=[\w'")\]])\s{1,9}as\s{1,9}["'`\[]?([^\W\d]\w{0,40})["'`\]]?""", re.IGNORECASE
)
_WORDS_FOR_NOTHING = (
    r"null|none|nil|nan|na|empty|blank|undefined|leer|leere|vide|vac[ií][oa]|vuot[oa]|leeg"
    r"|true|false"
)
_GIVEN = re.compile(
    r",\s?(?:given|fixed|pre-?filled|locked|editable|read-?only|initial|clue)\b(?=(\s?:?\s?[1-9])?)",
    re.IGNORECASE,
)
_SLOT = re.compile(
    rf"\d+(?:\.0+(?!\d))?|{NOTHING}|\\N(?!\w)|(?<!\w)_(?!\w)|(?<=[=:])[.*-](?=[\s,;]|$)"
    rf"|(?<![^\W\d_])(?:{_WORDS_FOR_NOTHING})(?![^\W\d_])",
    re.IGNORECASE,
)
_SLOT_OR_LETTER = re.compile(rf"(?<![^\W_])(?<!@)[A-I](?![^\W\d])|{_SLOT.pattern}", re.IGNORECASE)
_SHAPE = re.compile(r",\s?[\[({]9,\s?9[\])}](?=\W*$)")  # of the board, behind its cells
_QUOTES = str.maketrans("", "", "\"'`")
_BLANK_RUN = re.compile(r"\s+")
_CLOSING = re.compile(r"[\])}]+")
_OPENING = re.compile(r"[\[({]+")
_HAS_MARK = re.compile(r"[^\W\d]|[()<>]")
_TIGHT = re.compile(r" ?([^\w ]) ?")
_WORD = re.compile(r"[^\W\d_]+")


def alike(text: str) -> Records | None:
    """Return the longest run of things in a text that are alike, as records of two to twelve fields.

    All have the same signs and words between their fields. Return None if there is no run.
    """
    text = _CLOSED_ELEMENT.sub(r"<\1></\1>", text)
    text = _EMPTY_ELEMENT.sub(rf"\1{NOTHING}", _EMPTY_QUOTES.sub(NOTHING, _SHAPE.sub("", text)))
    text = _GIVEN.sub(lambda found: "," if found[1] else "", text)
    if _SELECT.search(text):
        text = _ALIAS.sub(r" AS \1", text)
    names = [found[1] for found in _AS_NAME.finditer(text[:2_000])]
    text = _AS_NAME.sub("", text)
    for slot in (_SLOT, _SLOT_OR_LETTER):
        found = list(slot.finditer(text))
        if len(found) < 2 * FEWEST:
            continue
        for keeps_lines in (True, False):
            between = _between(text, found, keeps_lines)
            run = _run(between)
            if run is not None:
                return _records(text, found, between, run, names)
    return None


def _between(text: str, found: list[re.Match[str]], keeps_lines: bool) -> list[str]:
    """Return the text before each field, without quotes and extra blanks."""
    starts = [0, *(match.end() for match in found)]
    return [
        _plain(text[start : match.start()], keeps_lines)
        for start, match in zip(starts, found, strict=False)
    ]


def _plain(between: str, keeps_lines: bool) -> str:
    if len(between) < 3 and not between.isspace():  # true of most, and saves most of the time
        return between.translate(_QUOTES).strip().lower()
    plain = between.translate(_QUOTES).lower()
    is_line = keeps_lines and "\n" in plain and not any(bracket in plain for bracket in "()[]{}<>")
    plain = _TIGHT.sub(r"\1", _BLANK_RUN.sub(" ", plain))
    plain = _OPENING.sub("(", _CLOSING.sub(")", plain))
    return "\n" + plain.strip() if is_line else plain if plain == " " else plain.strip()


def _run(between: list[str]) -> tuple[int, int, int] | None:
    """Return the fields of a record, and the first and the end of the longest run's fields, or None."""
    count = len(between)
    for width in range(2, _MOST_FIELDS + 1):
        best = (0, 0)
        start = None
        for at in range(width, count + 1):
            if at < count and between[at] == between[at - width]:
                start = at if start is None else start
            elif start is not None:
                best = max(best, (at - start, start))
                start = None
        length, start = best
        first = max(0, start - width - 1)
        end = start + length
        if length and (end - first) >= FEWEST * width and (end - first) * 2 > count:
            return width, first, end
    return None


def _records(
    text: str,
    found: list[re.Match[str]],
    between: list[str],
    run: tuple[int, int, int],
    names: list[str],
) -> Records:
    width, first, end = run
    over = (end - first) % width
    end -= over
    rows, lines, line, last = [], [], 1, 0
    for start in range(first, end, width):
        place = found[start].start()
        line += text.count("\n", last, place)
        last = place
        rows.append([_field(match[0]) for match in found[start : start + width]])
        lines.append(line)
    is_certain = _stands_alone(text, found, between, (width, first, end)) and (
        not (first or over) or _begins_with(between[first + width :][:width])
    )
    labels = [(_WORD.findall(each) or [""])[-1] for each in between[first + width :][:width]]
    listed = _named_before(text[: found[first].start()], width) or _named_before(text, width)
    if len(names) >= width and not listed:
        listed = names[:width]
    if not listed and not any(labels):
        labels = _WORD.findall(text[: found[first].start()])[-width:]
        if len(labels) == width - 1 and _counts_up([row[0] for row in rows]):
            labels = ["", *labels]  # the rows are numbered
    return Records(rows, lines, listed or (labels if len(labels) == width else []), is_certain)


def _counts_up(fields: list[str]) -> bool:
    return any(fields == [*map(str, range(start, start + len(fields)))] for start in (0, 1))


def _stands_alone(
    text: str, found: list[re.Match[str]], between: list[str], run: tuple[int, int, int]
) -> bool:
    """Return whether nothing around the records may be a broken one.

    Each number there must have a word on its line.
    """
    width, first, end = run
    pattern = {each for each in between[first + 1 : first + 1 + width] if _HAS_MARK.search(each)}
    outside = [*between[:first], *between[end:]]
    if any(each.endswith(part) for each in outside for part in pattern):
        return False
    lines = text.split("\n")
    noted = {text.count("\n", 0, match.start()) for match in (*found[:first], *found[end:])}
    return len(noted) <= _MOST_BESIDE and all(_is_note(lines[number]) for number in noted)


def _begins_with(between: list[str]) -> bool:
    """Return whether the first text separates records better than the others."""
    ranks = [
        (
            "\n" in each or ("(" in each and ")" in each),
            each.endswith("("),
            ";" in each,
            "," in each or _LONG_WORD.search(each) is not None,
            len(_WORD.findall(each)),
        )
        for each in between
    ]
    return all(ranks[0] > rank for rank in ranks[1:])


def _field(text: str) -> str:
    return "" if text == NOTHING else text


_LIST = re.compile(r"\(([^()]{1,400})\)")
_NAME = re.compile(r"""\s*["'`\[]?([^\W\d]\w*)["'`\]]?(?:\s[^,]*)?""")
_TABLE = re.compile(
    r"\b(?:create\s[^;(]{0,100}\btable\b[^;(]{0,100}|declare\s{1,9}@\w{1,40}\s{1,9}table\s{0,9})\(",
    re.IGNORECASE,
)
_NO_COLUMN = {"primary", "unique", "foreign", "check", "constraint", "key", "index", "like"}


def _named_before(text: str, width: int) -> list[str]:
    """Return the names of so many columns in the last list of names, or of a table that is created."""
    for listed in reversed(_LIST.findall(text)):
        found = [_NAME.fullmatch(each) for each in listed.split(",")]
        if len(found) == width and all(found):
            return [each[1] for each in found if each]
    made = _TABLE.search(text)
    return _columns_made(text[made.end() :], width) if made else []


def _columns_made(text: str, width: int) -> list[str]:
    """Return the names of the columns of `CREATE TABLE name (`, given the rest after the bracket."""
    depth, start, names = 0, 0, []
    for at, sign in enumerate(text):
        if not depth and sign in ",)":
            if (match := _NAME.match(text[start:at])) and match[1].lower() not in _NO_COLUMN:
                names.append(match[1])
            start = at + 1
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
    return names if len(names) >= width else []


# --- lines

_SEPARATORS = ("|", "\t", ";", ",")
_ONE_BAR = str.maketrans(dict.fromkeys(BARS + "║┃", "|"))
_DRAWN = re.compile(r"[─-╿+|:=\-~^ \t,;.'`]+")
_RULE = re.compile(r"[-=─━═]{2}")
_DASHES = re.compile(r"-{1,99}")
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
_NULLS = {"null", "nan", "none", "nil"}
_FEWEST_LINES = 4
_LONG_NOTE = 300


_Row = tuple[int, list[str]]  # the number of a line, and its fields


def delimited(text: str) -> Iterator[Records]:
    """Yield the lines of a text as records, once for each separator that most lines have equally often."""
    bare = [line.rstrip("\r").translate(_ONE_BAR) for line in text.split("\n")]
    numbered = list(enumerate(bare, 1))
    lines = [(number, line) for number, line in numbered if line.strip(BLANKS) or "\t" in line]
    for separator in _SEPARATORS:
        holding = [line for _number, line in lines if separator in line]
        is_whole = any(line.count(separator) >= _CELLS - 1 for line in holding[:2])
        if (len(holding) >= _FEWEST_LINES or is_whole) and 2 * len(holding) > len(lines):
            yield from _split(lines, separator)
    yield from _cut_under_dashes(numbered)
    yield from _blank_separated(lines)


def _is_rule(line: str) -> bool:
    return _DRAWN.fullmatch(line) is not None and _RULE.search(line) is not None


def _split(lines: list[tuple[int, str]], separator: str) -> Iterator[Records]:
    kept = _without_rules(lines)
    rows = [(number, line.split(separator)) for number, line in kept if separator in line]
    notes = [line for _number, line in kept if separator not in line]
    has_bars = separator == "|"
    is_closed = has_bars and not any(row[-1].strip(BLANKS) for _number, row in rows)
    # Empty fields before the first bar and after the last one are none.
    if has_bars and not any(row[0].strip(BLANKS) for _number, row in rows):
        if is_closed:
            yield _table(_fields_of(rows, 1, -1), notes)
        yield _table(_fields_of(rows, 1), notes)
    if separator == "\t":
        rows = _padded(rows)
    if _has_edge(rows):
        yield _table(_fields_of(rows, 1), notes)
    yield _table(rows, notes)
    if is_closed:
        yield _table(_fields_of(rows, 0, -1), notes)


def _fields_of(rows: list[_Row], start: int, end: int | None = None) -> list[_Row]:
    return [(number, row[start:end]) for number, row in rows]


def _has_edge(rows: list[_Row]) -> bool:
    """Return whether of nine rows of ten fields the first ones alone are all empty."""
    is_wide = len(rows) == _SIZE and all(len(row) == _SIZE + 1 for _number, row in rows)
    firsts, lasts = ([row[at] for _number, row in rows if is_wide] for at in (0, -1))
    return is_wide and not any(map(str.strip, firsts)) and any(lasts)


def _without_rules(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines without rules, and without an empty row above the one rule of a table."""
    rules = [at for at, (_number, line) in enumerate(lines) if _is_rule(line)]
    kept = [each for at, each in enumerate(lines) if at not in rules]
    is_headed = [at for at in rules if 0 < at < len(lines) - 1] == [1]
    return kept[1:] if is_headed and not kept[0][1].strip("| \t\r") else kept


def _padded(rows: list[_Row]) -> list[_Row]:
    """Return the rows with the empty cells at their ends that an editor has removed from all rows."""
    width = max(len(row) for _number, row in rows)
    if all(row[-1].strip(BLANKS) or not any(row) for _number, row in rows):
        return [(number, [*row, *[""] * (width - len(row))]) for number, row in rows]
    return rows


def _table(rows: list[_Row], notes: Iterable[str] = ()) -> Records:
    fields = [[clean(field) for field in row] for _number, row in rows]
    return Records(fields, [number for number, _row in rows], [], not any(map(_may_be_row, notes)))


def _may_be_row(note: str) -> bool:
    """Return whether a line next to a table may be one of its rows without its separators."""
    parts = note.split()
    return len(parts) > 5 and sum(len(part) == 1 for part in parts) * 2 > len(parts)


def _cut_under_dashes(lines: list[tuple[int, str]]) -> Iterator[Records]:
    """Yield the fields under dashes, as consoles print columns with empty fields: `---- ---- ----`."""
    for at, (_number, line) in enumerate(lines[:20]):
        spans = [match.span() for match in _DASHES.finditer(line)]
        if not at or len(spans) < 2 or line.replace("-", "").strip(BLANKS):
            continue
        starts = [start for start, _end in spans]
        below = [each for each in lines[at + 1 :] if not _is_note(each[1])]
        held = [each for each in below if each[1].strip(BLANKS)]
        if held and below.index(held[-1]) == _SIZE - 1 and below[0] == held[0]:
            held = below[:_SIZE]  # an empty line among them is an empty row
        rows = [
            (number, [line[start:end] for start, end in pairwise([*starts, _LONG_NOTE])])
            for number, line in (lines[at - 1], *held)
        ]
        pieces = [
            (field, field[: end - start])
            for _number, row in rows[1:]
            for field, (start, end) in zip(row, spans, strict=True)
            if field.strip(BLANKS)
        ]
        is_left = all(cut.startswith(field.strip(BLANKS)) for field, cut in pieces)
        is_right = all(len(cut.rstrip()) == len(cut) for _field, cut in pieces)
        yield _table(rows)._replace(is_certain=is_left or is_right)
        return


def _is_note(line: str) -> bool:
    """Return whether a line below a result is a note, such as the number of its rows."""
    return any(word.lower() not in _NULLS for word in _LONG_WORD.findall(line))


def _blank_separated(lines: list[tuple[int, str]]) -> Iterator[Records]:
    """Yield rows of words, with or without bars between them."""
    rows = [
        (number, line.replace("|", " ").split()) for number, line in lines if not _is_rule(line)
    ]
    if len(rows) >= _FEWEST_LINES:
        head, *below = [row for _number, row in rows]
        index = [row[0] if row else "" for row in below]
        is_indexed = _counts_up(index) and all(len(row) == len(head) + 1 for row in below)
        if is_indexed and len(head) > 1:
            yield _table([rows[0], *_fields_of(rows[1:], 1)])
        yield _table(rows)


_WRAPPED = (
    re.compile(r"=?\"([^\"]*)\""),
    re.compile(r"'([^']*)'"),
    re.compile(r"'(\d)"),
    re.compile(r"\{([^{}]*)\}"),
    re.compile(r"=(\d{1,2})"),
)
_WHOLE = re.compile(r"(\d{1,2})[.,]0*")


def clean(field: str) -> str:
    """Return a field of a record without the quotes and brackets that a sheet or a language puts around it."""
    field = field.strip()
    if field.isalnum():
        return field
    for _ in range(2):
        for wrapped in _WRAPPED:
            found = wrapped.fullmatch(field)
            if found:
                field = found[1].strip()
    integer = _WHOLE.fullmatch(field)
    return integer[1] if integer else field


# --- a line a field

_NAMED = re.compile(r"\s*([^\W\d][\w ]{0,30}?|\d)\s*[|:=]\s?(.*)")


def expanded(text: str) -> Iterator[Records]:
    """Yield records from a text with a line a field, each with its name: psql's `\\x`, MySQL's `\\G`, YAML."""
    fields: list[tuple[int, str, str]] = []
    for at, line in enumerate(text.split("\n"), 1):
        found = _NAMED.fullmatch(line.strip().lstrip("- |")) if line.strip() else None
        if found:
            fields.append((at, found[1].strip(), clean(found[2].strip().rstrip("|,"))))
    if len(fields) < 2 * FEWEST:
        return
    first = fields[0][1]
    starts = [at for at, (_number, name, _value) in enumerate(fields) if name == first]
    width = starts[1] if len(starts) > 1 else 0
    if len(starts) < FEWEST or starts != list(range(0, len(fields), width)):
        return
    names = [name for _number, name, _value in fields[:width]]
    rows = [fields[start : start + width] for start in starts]
    if all([name for _n, name, _v in row] == names for row in rows):
        yield Records(
            [[value for _n, _name, value in row] for row in rows],
            [row[0][0] for row in rows],
            names,
        )


# --- JSON

_FEWEST_KEYS, _DEEPEST = 2, 5


def of_json(text: str) -> Iterator[Records]:
    """Yield the objects of each list in JSON, or of a line each, that have the same keys."""
    for values in _json_lists(text):
        keys = list(values[0]) if isinstance(values[0], dict) else []
        is_alike = (
            len(values) >= FEWEST
            and len(keys) >= _FEWEST_KEYS
            and all(isinstance(each, dict) and list(each) == keys for each in values)
        )
        if is_alike and not any(
            isinstance(v, dict | list) for each in values for v in each.values()
        ):
            rows = [["" if v is None else str(v) for v in each.values()] for each in values]
            yield Records(rows, [1] * len(rows), keys)


def _json_lists(text: str) -> Iterator[list[Any]]:
    if text.lstrip()[:1] not in ("[", "{"):
        return
    try:
        waiting = [json.loads(text)]
    except (ValueError, RecursionError):
        try:
            waiting = [[json.loads(line) for line in text.split("\n") if line.strip()]]
        except (ValueError, RecursionError):
            return
    for _depth in range(_DEEPEST):
        inner: list[Any] = []
        for each in waiting:
            if isinstance(each, list) and each:
                yield each
            inner += (
                each if isinstance(each, list) else each.values() if isinstance(each, dict) else []
            )
        waiting = inner


# --- brackets

_RESHAPED = re.compile(r"(?<!\d)9 9 ?[⍴$] ?([0-9 ]{161,400})")
_IN_BRACKETS = re.compile(r"[\[({]([^\[\](){}]+)[\])}]")
_ALONE = re.compile(r"[\[({]([^\[\](){}<>\n]{0,6})[\])}]")
_STATEMENT = re.compile(r"\b(?:insert|values|select|exec|call)\b", re.IGNORECASE)
_FIELD = re.compile(r"""\s*("[^"]*"|'[^']*'|[^,]*),?""")
_CELLS, _SIZE, _THREE, _TWO = 81, 9, 3, 2
# Words before a list that do not name it.
_OF_LISTS = {"c", "array", "list", "array_agg", "np", "int"}
_KEYED = re.compile(
    r"""["']?\b[A-I0-9]["']?\s{0,9}:\s{0,9}(?:\{\s{0,9}["']?[0A1]["']?\s{0,9}:|\[)"""
)
_FRAME = re.compile(r"\bDataFrame\s{0,9}\(\s{0,9}\{")  # of pandas, by columns
_NUMBERED = re.compile(r"""\(\s*(\d)\s*,\s*N?['"]([0-9._*xX-]{9})['"]\s*\)""")


def refuse_columns(text: str) -> None:
    """Raise GridError if nine lists or objects under letters or numbers may be rows or columns."""
    if len(_KEYED.findall(text)) == _SIZE and not _FRAME.search(text):
        raise GridError("these objects may be rows or columns; paste rows as lists instead")


def grouped(text: str) -> Iterator[Records]:
    """Yield records from what is in brackets: nine rows, a whole board with its title, or 81 single cells."""
    for reshaped in _RESHAPED.finditer(text):
        cells = reshaped[1].split()
        if len(cells) == _CELLS:
            yield Records(in_rows(cells, _SIZE), [1] * _SIZE, [])
    numbered = _NUMBERED.findall(text)
    if [row for row, _cells in numbered] == list("123456789"):
        yield Records([list(cells) for _row, cells in numbered], [1] * _SIZE, [])
    alone = [each.strip() for each in _ALONE.findall(text)]
    if len(alone) == _CELLS:
        yield Records(in_rows(alone, _SIZE), [1] * _SIZE, [])
    found = [
        (match.start(), [clean(field) for field in _FIELD.findall(match[1] + ",")[:-1]])
        for match in _IN_BRACKETS.finditer(text)
        if match[1].count(",") >= _SIZE - 1
    ]
    titles = [
        fields
        for _start, fields in found
        if all(map(_NAME.fullmatch, fields))
        and any(field.lower() not in _NULLS for field in fields)
    ]
    rows = [(start, fields) for start, fields in found if fields not in titles]
    if _FRAME.search(text) and {len(fields) for _start, fields in rows} == {len(rows)}:
        across = zip(*(fields for _start, fields in rows), strict=True)
        rows = [(rows[0][0], list(fields)) for fields in across]
    if len(rows) == _SIZE and all(fields == titles[0] for fields in titles):
        line = [text.count("\n", 0, start) + 1 for start, _fields in rows]
        yield Records(
            [*titles[:1], *(fields for _start, fields in rows)],
            [*line[: len(titles[:1])], *line],
            [],
        )
    if len(rows) == 1 and _STATEMENT.search(text):
        yield from _whole_boards(rows[0][1], text.count("\n", 0, rows[0][0]) + 1)


def by_columns(text: str) -> Iterator[Records]:
    """Yield the records of three lists of one length, which are their fields: `row = c(1, 1), …`."""
    found = [match for match in _IN_BRACKETS.finditer(text) if match[1].count(",") >= FEWEST - 1]
    columns = [[clean(field) for field in match[1].split(",")] for match in found]
    if len(columns) == _THREE and len({*map(len, columns)}) == 1:
        ends = [0, *(match.end() for match in found)]
        before = (text[end : match.start()] for end, match in zip(ends, found, strict=False))
        words = [[w for w in _WORD.findall(each) if w.lower() not in _OF_LISTS] for each in before]
        names = _named_before(text, _THREE) or [each[-1] if each else "" for each in words]
        rows = [list(row) for row in zip(*columns, strict=True)]
        yield Records(rows, [text.count("\n", 0, found[0].start()) + 1] * len(rows), names)


def _whole_boards(fields: list[str], line: int) -> Iterator[Records]:
    """Yield the 81 fields of a row that are cells. The fields next to them must not be cells."""
    for first in range(min(len(fields) - _CELLS + 1, _MOST_FIELDS)):
        cells, before, after = fields[first:][:_CELLS], fields[:first], fields[first + _CELLS :]
        ends = [*before[-1:], *after[:1]]
        if len(fields) > _CELLS and not any(map(_may_be_cell, ends)):
            yield Records(in_rows(cells, _SIZE), [line] * _SIZE, [])


def _may_be_cell(field: str) -> bool:
    return len(field) < 2 or field.lower() in _NULLS


# --- statements

_LONGEST_UPDATE = 600  # characters of a statement
_UPDATE = re.compile(r"\bupdate\b", re.IGNORECASE)
_SET_WHERE = re.compile(r"[^;=]{1,80}\bset\b([^;]+)\bwhere\b([^;]+)", re.IGNORECASE)
_QUOTED_NAME = r"""["'`\[]?(\w{1,40})["'`\]]?"""
_EQUAL = re.compile(rf"{_QUOTED_NAME}\s{{0,9}}=\s{{0,9}}N?'?(\w{{1,9}})'?")
_PAIR = re.compile(
    rf"\(\s*{_QUOTED_NAME}\s*,\s*{_QUOTED_NAME}\s*\)\s{{0,9}}=\s{{0,9}}\(\s*'?(\w)'?\s*,\s*'?(\w)'?\s*\)"
)
_COLUMN_NAME = re.compile(r"(?:c|col|column|cl|spalte)?_?([1-9A-I])", re.IGNORECASE)


def updates(text: str) -> Iterator[Records]:
    """Yield the cells that the statements of a text set, if each of them sets cells."""
    starts = [found.end() for found in _UPDATE.finditer(text)]
    rows: list[list[str]] = []
    lines: list[int] = []
    names: set[tuple[str, ...]] = set()
    for start, end in pairwise([*starts, len(text)]):
        cells = _set_by(text[start:end][:_LONGEST_UPDATE])
        if not cells:
            return
        names |= {tuple(cell) for cell in cells}
        rows += [[*cell.values()] for cell in cells]
        lines += [text.count("\n", 0, start) + 1] * len(cells)
    if len(rows) >= FEWEST and len(names) == 1:
        yield Records(rows, lines, list(names.pop()))


def _set_by(statement: str) -> list[dict[str, str]]:
    """Return the cells of a statement, each as fields by their names, or [] if it sets none."""
    parts = _SET_WHERE.match(statement)
    if parts is None:
        return []
    told = dict(_EQUAL.findall(parts[2]))
    for first, second, *values in _PAIR.findall(parts[2]):
        told |= dict(zip((first, second), values, strict=True))
    values = _EQUAL.findall(parts[1])
    columns = [_COLUMN_NAME.fullmatch(name) for name, _value in values]
    if len(told) == 1 and all(columns) and number(*told.values()) > 0:
        places = zip(columns, values, strict=True)
        (row,) = told.values()
        return [{"row": row, "column": c[1], "digit": value} for c, (_name, value) in places if c]
    return [told | dict(values[:1])] if len(told) == 2 and values else []
