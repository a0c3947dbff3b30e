"""LZ-string in base64, the compression f-puzzles uses, with a limit of the unpacked length.

Codes are read lowest bit first, out of six-bit characters read highest bit first. Code 0 brings a new
8-bit character, 1 a 16-bit one, 2 ends the text. Any other code is a phrase, known or just being made. Codes
grow by a bit when the dictionary reaches the next power of two.
"""

from ..core.deadline import spend
from ..core.errors import GridError

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {character: value for value, character in enumerate(_ALPHABET)}
_BITS = {ord(character): f"{value:06b}" for value, character in enumerate(_ALPHABET)}
_END = 2


class _Bits:
    def __init__(self, text: str) -> None:
        self.bits = text.translate(_BITS)
        self.position = 0

    def take(self, count: int) -> int:
        start, self.position = self.position, self.position + count
        if self.position > len(self.bits):
            raise GridError("the compressed text ends too early")
        return int(self.bits[start : self.position][::-1], 2)


def decompress(text: str, longest: int) -> str:
    """Return the unpacked text. Raise GridError if it is no base64, damaged, or longer than `longest`."""
    text = text.rstrip("=")
    for column, character in enumerate(text, start=1):
        if character not in _VALUES:
            raise GridError(
                "character {number} of the compressed text is not a base64 digit", number=column
            )
    bits = _Bits(text)
    phrases = ["", "", ""]
    unpacked: list[str] = []
    length, width, previous = 0, 2, ""
    while True:
        spend()
        code = bits.take(width)
        if code == _END:
            break
        if code < _END:
            phrase = chr(bits.take(16 if code else 8))
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
    return _joined(unpacked)


def _joined(unpacked: list[str]) -> str:
    """Return UTF-16 units as text. Raise GridError if they are none."""
    units = "".join(unpacked).encode("utf-16-le", "surrogatepass")
    try:
        return units.decode("utf-16-le")
    except UnicodeDecodeError:
        raise GridError("the compressed text is damaged") from None


def compress(text: str) -> str:
    """Return the text compressed by LZ-string, character for character the same as on the f-puzzles site."""
    units = text.encode("utf-16-le", "surrogatepass")
    characters = [chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2)]
    codes = {"": 0}
    bits: list[int] = []
    fresh: set[str] = set()
    next_code, width, room = 3, 2, 2  # `room` is the number of codes before they grow by a bit

    def put(value: int, count: int) -> None:
        bits.extend(value >> power & 1 for power in range(count))

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1

    def put_phrase(phrase: str) -> None:
        if phrase in fresh:
            wide = ord(phrase) > 255
            put(1 if wide else 0, width)
            put(ord(phrase), 16 if wide else 8)
            fresh.remove(phrase)
            grow()
        else:
            put(codes[phrase], width)
        grow()

    phrase = ""
    for character in characters:
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
    return _in_base64(bits)


def _in_base64(bits: list[int]) -> str:
    bits = bits + [0] * (6 - len(bits) % 6)  # one more character if the bits fill the last one
    packed = ""
    for start in range(0, len(bits), 6):
        value = 0
        for bit in bits[start : start + 6]:
            value = value << 1 | bit
        packed += _ALPHABET[value]
    return packed + "=" * (-len(packed) % 4)
