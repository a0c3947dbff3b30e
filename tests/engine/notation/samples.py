"""Texts as people copy them: what must be read as one puzzle, and near ones that must not be."""

import re

from solver.engine.notation import read_any, write

BOARD = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
OTHER = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLUTION = "429167358537489216681523497378956142145872963296314875763241589954638721812795634"
DOTS = BOARD.replace("0", ".")
ROWS = [DOTS[start : start + 9] for start in range(0, 81, 9)]
LINES = "\n".join(ROWS)
BOXED = write(read_any(BOARD), "boxed")
VALUES = [[int(c) for c in BOARD[start : start + 9]] for start in range(0, 81, 9)]
PLAIN = str(VALUES)
LEETCODE = str([list(row) for row in ROWS]).replace("'", '"')
FULL_WIDTH = "".join(chr(0xFF10 + int(c)) for c in BOARD)
EMOJI = "\n".join("".join("⬜" if c == "." else f"{c}\ufe0f\u20e3" for c in row) for row in ROWS)
TABLE = "\n".join(
    ["|" + "   |" * 9, "|" + "---|" * 9]
    + ["|" + "".join(f" {c} |".replace(".", " ") for c in row) for row in ROWS]
)
TATHAM = "".join(f"{c}_" if c != "0" else "a" for c in BOARD).replace("_a", "a").rstrip("_")
EXCEL = "\r\n".join(";".join(f'"{c}"'.replace(".", "") for c in row) for row in ROWS)
PACKED = write(read_any(BOARD), "f-puzzles").partition("=")[2]
MATLAB = "A = [" + "; ".join(" ".join(map(str, row)) for row in VALUES) + "];"

HTML = "".join(
    "<tr>\n" + "".join(f"<td>{c}</td>\n".replace(".", "") for c in row) + "</tr>" for row in ROWS
)
FORUM_TABLE = HTML.replace("<", "[").replace(">", "]")
BOLD_TABLE = re.sub(r"([1-9])", r"**\1**", TABLE)
SOLVED = [[int(c) for c in SOLUTION[start : start + 9]] for start in range(0, 81, 9)]
NAMED = "\n".join(f"r{number}: {row}" for number, row in enumerate(ROWS, 1))
CHESS = "  1 2 3 4 5 6 7 8 9\n" + "\n".join(
    f"{name} {' '.join(row)}" for name, row in zip("ABCDEFGHI", ROWS, strict=True)
)

READ = {
    "forum code": f"[code]{LINES}[/code]",
    "forum code, boxed": f"Hello all,\nwho can do this?\n[code]\n{BOXED}[/code]\nThanks, Anna",
    "Code: Select all": f"Code: Select all\n{BOXED}",
    "quote of a mail": "On Monday Bob wrote:\n" + "\n".join(f"> {row}" for row in ROWS),
    "quote of a quote": "\n".join(f"> > {row}" for row in BOXED.splitlines()),
    "Markdown fence": f"```text\n{BOXED}```\n",
    "Markdown table": TABLE,
    "Markdown link": f"Try [it](https://www.sudokuwiki.org/sudoku.htm?bd={BOARD}).",
    "table of a page": f"<p>Mine:</p><table><tbody>{HTML}</tbody></table>",
    "table of a forum": f"[table]{FORUM_TABLE}[/table]",
    "bold in a table": BOLD_TABLE,
    "rows in quotes": "\n".join(f'"{row}",' for row in ROWS),
    "rows with their names": f"Who can do this?\n{NAMED}",
    "rows and columns with their names": CHESS,
    "Simon Tatham's id in words": f"Game ID: 3x3:{TATHAM}",
    "JSON of a newspaper": (
        f'{{"day":"Friday","puzzle_data":{{"puzzle":{list(map(int, BOARD))},'
        f'"solution":{list(map(int, SOLUTION))},"hints":[]}}}}'
    ),
    "words before an address": f"Look: https://sudokuexchange.com/play/?s={BOARD} nice, no?",
    "inline code": f"This one: `{DOTS}`, please.",
    "numbered": f"1. {BOARD}",
    "name, comma": f"Easter Monster,{DOTS}",
    "name, tab": f"Golden Nugget\t{DOTS}",
    "Name: 81": f"AI Escargot: {DOTS}",
    "81, name": f"{DOTS} by somebody, 2007 (SE 7.2)",
    "quoted": f'"{BOARD}"',
    "end of a sentence": f"The puzzle is {BOARD}.",
    "puzzle and solution in words": f"Puzzle: {BOARD}\nSolution: {SOLUTION}",
    "% title": f"% Debian, easy\n{LINES}",
    "Grid 01": "Grid 01\n" + LINES.replace(".", "0"),
    "rulers": f"========\n{LINES}\n========",
    "Python": f"board = {PLAIN}",
    "Python with None": f"grid = {PLAIN.replace('0', 'None')}  # mine",
    "Python, triple quotes": f'puzzle = """{LINES}"""',
    "JSON": f'{{"board": {PLAIN}}}',
    "JSON with null": f'{{"board": {PLAIN.replace("0", "null")}, "status": "unsolved"}}',
    "JSON of dosuku": (
        f'{{"newboard":{{"grids":[{{"value":{PLAIN},"difficulty":"Hard"}}],"results":1}}}}'
    ),
    "JSON, flat with its solution": (
        f'{{"puzzle":{list(map(int, BOARD))},"solution":{list(map(int, SOLUTION))}}}'
    ),
    "LeetCode": f"Input: board = {LEETCODE}",
    "LeetCode, alone": LEETCODE,
    "numpy": f"array({PLAIN.replace('],', '],' + chr(10))})",
    "numpy, printed": PLAIN.replace(",", "").replace("] [", "]\n ["),
    "C": f"int grid[9][9] = {PLAIN.replace('[', '{').replace(']', '}')};",
    "MATLAB": MATLAB,
    "Prolog": f"problem(1, {PLAIN.replace('0', '_')}).",
    "rows as texts": str(ROWS),
    "sudoku.coach": f"https://sudoku.coach/en/play/{BOARD}",
    "lisudoku": f"https://lisudoku.xyz/solver?import={BOARD}",
    "SudokuPad, scf": f"https://sudokupad.app/scf?puzzleid=fpuzzles{PACKED}",
    "Cracking the Cryptic": (
        f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{PACKED}"
    ),
    "puzz.link": write(read_any(BOARD), "puzz-link"),
    "Simon Tatham's id": f"3x3:{TATHAM}",
    "middle dots": LINES.replace(".", "·"),
    "question marks": DOTS.replace(".", "?"),
    "full-width": FULL_WIDTH,
    "emoji": EMOJI,
    "quoted Excel cells": EXCEL,
}

NEAR = {  # and a word of what is said
    "two puzzles in words": (f"One: {BOARD}\nTwo: {OTHER}", "contains 2 puzzles"),
    "80 cells in words": (f"Name: {BOARD[:-1]}", "80 cells found"),
    "half of another below it": (f"{BOARD}\n{OTHER[:40]}", "almost a row"),
    "82 cells in words": (f"Name: {BOARD}0", "82 cells found"),
    "eight rows in tags": ("[code]\n" + "\n".join(ROWS[:8]) + "\n[/code]", "not 8|72 cells"),
    "ten rows after words": (f"Mine:\n{LINES}\n{ROWS[0]}", "below each other, not 10"),
    "a row mistyped": (f"Mine:\n{LINES.replace(ROWS[4], '...!.....')}", "rows|almost a row"),
    "a killer": (f"Killer sudoku, cages below\n{BOARD}", "rules beyond plain Sudoku"),
    "Tatham's seed": ("3x3#12345", "a seed"),
    "Tatham's jigsaw": (f"9j:{TATHAM},abc", ""),
    "puzz.link of another kind": ("https://puzz.link/p?slither/9/9/g1k23k3g", "is not a Sudoku"),
    "an address with two boards": (
        f"https://x.org/?p={BOARD}&q={OTHER}",
        "one board of 81 cells, not 2",
    ),
    "code with a short row": (f"b = {str(VALUES).replace('[0, 3, ', '[3, ')}", "values, not 8"),
    "code of two puzzles": (
        f"a = {PLAIN}\nb = {[[int(c) for c in OTHER[s : s + 9]] for s in range(0, 81, 9)]}",
        "contains 2 puzzles",
    ),
    "code, digits from 0 to 8": (f"b = {PLAIN.replace('0', '-1')}", ""),
    "code, columns first": (f"reshape({list(map(int, BOARD))}, 9, 9)", "column by column"),
    "code of a jigsaw": (f"regions = {PLAIN}", "rules beyond plain Sudoku"),
    "mixed empty cells": (
        LINES.replace(ROWS[1], ROWS[1].replace(".", "?")),
        "“\\?” is not a digit",
    ),
    "mixed dots": (LINES.replace(ROWS[1], ROWS[1].replace(".", "·")), ""),
    "bold givens": (f"Mine:\n{LINES.replace('5', '[b]5[/b]')}", ""),
    "a broken puzzle beside its solution": (
        f'{{"puzzle":"{BOARD[:-1]}","solution":"{SOLUTION}"}}',
        "only a solved board",
    ),
    "a short row beside the solution": (
        f"Input: {[*VALUES[:4], VALUES[4][1:], *VALUES[5:]]}\nOutput: {SOLVED}",
        "values, not 8",
    ),
    "a solution in words": (f"Solution: {SOLUTION}", "only a solved board"),
    "a letter in a value": (f"b = {PLAIN.replace('[0, 3, ', '[0, 3x, ')}", "r2c2.: “3x”"),
    "a value with a zero before it": (f"b = {PLAIN.replace('[0, 3, ', '[0, 03, ')}", ""),
    "two signs for an empty cell": (LEETCODE.replace('".", "2"', '"", "2"', 1), ""),
    "a table without one of its rows": (
        TABLE.replace(TABLE.split("\n")[3] + "\n", "", 1),
        "",
    ),
    "some bold in a table": (BOLD_TABLE.replace("**9**", "9"), ""),
    "a table that marks its cells": (HTML.replace("<td>2", '<td class="mine">2'), ""),
    "named rows in another order": (NAMED.replace("r2", "r0").replace("r3", "r2"), ""),
    "eight named rows": (NAMED[: NAMED.index("r9")], ""),
    "81 cells, the last of them the end of a sentence": (f"It is {BOARD[:-1]}.", "80 cells"),
    "markup without a board": ("<div><b>Sudoku</b> of the day</div>", "no Sudoku was found"),
    "a PNG picture": ("\ufffdPNG\r\n\x1a\n\x00\x00", "this is a PNG picture"),
    "a zip archive": ("PK\x03\x04\x14\x00", "this is a zip archive"),
    "a gzip archive": ("\x1f\ufffd\x08\x00", "this is a gzip archive"),
}
