"""The encoding of a file: UTF-8, UTF-16 with and without a byte order mark, or what old programs write."""

import codecs

TELLING = 1_000  # bytes that are enough to detect UTF-16
# Those of Windows, of old Macs, and of DOS. The usual one first.
SINGLE_BYTE = ("cp1252", "mac_roman", "cp850")
# Letters and signs of English, German, French, Spanish, Italian and Dutch beyond ASCII.
_USUAL = set("äöüßéèêëàâçîïôûùœæñáíóúìòÄÖÜÉÈÊÀÂÇÎÔŒÑÁÍÓÚ¿¡–—‘’“”„«»…°·•№€£§×\xa0")
_INSIDE = set("’–—…\xa0")  # signs that may stand between two letters


def encoding_of(start: bytes) -> str:
    """Return the codec of a file by its first bytes: UTF-8, or UTF-16 with a byte order mark or without.

    Without a mark it is UTF-16 if every other byte is NUL and no other byte is.
    """
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    first, second = start[:TELLING:2].count(0), start[1:TELLING:2].count(0)
    half = len(start[:TELLING]) // 2
    if half and not first and 4 * second > 3 * half:
        return "utf-16-le"
    if half and not second and 4 * first > 3 * half:
        return "utf-16-be"
    return "utf-8-sig"


def is_mostly_utf_8(data: bytes) -> bool:
    """Return whether at least half of what is beyond ASCII in these bytes is UTF-8."""
    text = data.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return sum(character > "\x7f" for character in text) >= 2 * wrong


def single_byte_encoding(data: bytes) -> str:
    """Return which of SINGLE_BYTE a text that is no UTF-8 was most likely written in.

    It is the one in which most characters beyond ASCII are those that people of six languages write. A capital
    or a sign inside a word counts against it.
    """
    return max(SINGLE_BYTE, key=lambda name: (_usualness(data, name), -SINGLE_BYTE.index(name)))


def _usualness(data: bytes, encoding: str) -> int:
    text = data.decode(encoding, "replace")
    odd = [at for at, character in enumerate(text) if character > "\x7f"]
    usual = sum(text[at] in _USUAL for at in odd)
    inner = sum(
        _is_odd_inside(text[max(at - 1, 0) : at], text[at], text[at + 1 : at + 2]) for at in odd
    )
    return usual - (len(odd) - usual) - 2 * inner


def _is_odd_inside(before: str, character: str, after: str) -> bool:
    """Return whether a character beyond ASCII between two others is a capital or a sign inside a word."""
    if character.isalpha():
        return character.isupper() and (before.islower() or (before.isalpha() and after.islower()))
    return character not in _INSIDE and before.isalpha() and after.isalpha()
