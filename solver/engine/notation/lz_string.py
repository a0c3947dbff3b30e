"""LZ-string in base64, the compression f-puzzles uses, with a limit of the unpacked length.

Codes are read lowest bit first, out of six-bit characters read highest bit first. Code 0 brings a new
8-bit character, 1 a 16-bit one, 2 ends the text. Any other code is a phrase, known or just being made. Codes
grow by a bit when the dictionary reaches the next power of two.
"""

from ..core.deadline import spend
from ..core.errors import GridError
from .base import in_rows

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {ord(character): f"{value:06b}" for value, character in enumerate(_ALPHABET)}
_END = 2


def decompress(text: str, longest: int) -> str:
    """Return the unpacked text. Raise GridError if it is no base64, damaged, or longer than `longest`."""
    text = text.rstrip("=")
    foreign = (column for column, each in enumerate(text, start=1) if each not in _ALPHABET)
    if column := next(foreign, 0):
        raise GridError(
            "character {number} of the compressed text is not a base64 digit", number=column
        )
    bits, position = text.translate(_BITS), 0

    def take(count: int) -> int:
        nonlocal position
        start, position = position, position + count
        if position > len(bits):
            raise GridError("the compressed text ends too early")
        return int(bits[start:position][::-1], 2)

    phrases = ["", "", ""]
    unpacked: list[str] = []
    length, width, previous = 0, 2, ""
    while True:
        spend()
        code = take(width)
        if code == _END:
            break
        if code < _END:
            phrase = chr(take(16 if code else 8))
            phrases.append(phrase)
        elif code < len(phrases):
            phrase = phrases[code]
        elif code == len(phrases) and previous:
            phrase = previous + previous[0]
        else:
            raise GridError("the compressed text is damaged")
        if previous:
            phrases.append(previous + phrase[0])
        length += len(phrase)
        if length > longest:
            raise GridError(
                "the compressed text unpacks to more than {most} characters", most=longest
            )
        unpacked.append(phrase)
        previous = phrase
        width = max(width, len(phrases).bit_length())  # the next code may be the phrase being made
    units = "".join(unpacked).encode("utf-16-le", "surrogatepass")
    try:
        return units.decode("utf-16-le")
    except UnicodeDecodeError:
        raise GridError("the compressed text is damaged") from None


def compress(text: str) -> str:
    """Return the text compressed by LZ-string, character for character the same as on the f-puzzles site."""
    units = text.encode("utf-16-le", "surrogatepass")
    codes = {"": 0}
    fresh: set[str] = set()
    bits: list[str] = []
    next_code, width, room = 3, 2, 2  # `room` is the number of codes before they grow by a bit

    def put(value: int, count: int) -> None:
        bits.append(f"{value:0{count}b}"[::-1])

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1

    def put_phrase(phrase: str) -> None:
        if phrase in fresh:
            is_wide = ord(phrase) > 255
            put(is_wide, width)
            put(ord(phrase), 16 if is_wide else 8)
            fresh.remove(phrase)
            grow()
        else:
            put(codes[phrase], width)
        grow()

    phrase = ""
    for low, high in zip(units[::2], units[1::2], strict=True):
        character = chr(low | high << 8)
        if character not in codes:
            codes[character] = next_code
            next_code += 1
            fresh.add(character)
        if phrase + character in codes:
            phrase += character
            continue
        put_phrase(phrase)
        codes[phrase + character] = next_code
        next_code += 1
        phrase = character
    if phrase:
        put_phrase(phrase)
    put(_END, width)
    written = "".join(bits)
    written += "0" * (6 - len(written) % 6)  # one more character if the bits fill the last one
    packed = "".join(_ALPHABET[int(six, 2)] for six in in_rows(written, 6))
    return packed + "=" * (-len(packed) % 4)
