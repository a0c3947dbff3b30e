"""More texts as people copy them, by where they come from, and near ones that must not be read."""

import json
from random import Random

from samples import (
    BOARD,
    BOXED,
    DOTS,
    LINES,
    NEAR as FIRST_NEAR,
    OTHER,
    PACKED,
    READ as FIRST_READ,
    ROWS,
    SOLUTION,
    VALUES,
)

from solver.engine.notation import read_any, write

SOLVED_ROWS = [SOLUTION[start : start + 9] for start in range(0, 81, 9)]
OTHER_ROWS = [[int(c) for c in OTHER[start : start + 9]] for start in range(0, 81, 9)]
ADDRESS = f"www.sudokuwiki.org/sudoku.htm?bd={BOARD}"
LISTS = [", ".join(map(str, row)) for row in VALUES]
CELLS = [[c.replace(".", " ") for c in row] for row in ROWS]
COLUMNS = "0,1,2,3,4,5,6,7,8"
MARKS = write(read_any(BOARD), "pencilmarks")
GROUPS = "".join(c if c.isdigit() else " " for c in MARKS).split()
MARKED = [GROUPS[start : start + 9] for start in range(0, 81, 9)]


def drawn(left, bar, block, right):
    """Rows of a board with a bar after each cell, where a blank is an empty one."""
    return [
        left + block.join(bar.join(f" {c} " for c in row[at : at + 3]) for at in (0, 3, 6)) + right
        for row in CELLS
    ]


def table(row="<tr>", cell=lambda c: "<td>"):
    cells = [row + "".join(f"{cell(c)}{c}</td>".replace(".", "") for c in each) for each in ROWS]
    return "<table>" + "</tr>".join(cells) + "</tr></table>"


FORUMS = {
    "a quote of phpBB": f'[quote="bob" post_id=1 time=2]\n[code]\n{BOXED}[/code]\n[/quote]\nThanks!',
    "all of it bold": f"[pre][b]{LINES}[/b][/pre]",
    "a rating before it": f"ED=7.2/1.2/1.2 {DOTS}",
    "ratings after it": f"{DOTS};11.90;11.90;2.6;coloin;X-04",
    "a fence on the same line": f"```{LINES}```",
    "a hidden one of Discord": f"||{DOTS}||",
    "four blanks before each row": "Help?\n\n" + "\n".join(f"    {row}" for row in ROWS),
    "quotes as HTML has them": "\n".join(f"&gt; {row}" for row in ROWS),
    "blanks as HTML has them": f"<pre>{LINES.replace('.', '.&nbsp;')}</pre>",
    "rows between breaks": "Hello<br/>" + "<br/>".join(ROWS) + "<br/>Bye",
    "a link of a forum": f"[url=https://{ADDRESS}]link[/url]",
    "an address of a forum": f"[url]https://{ADDRESS}[/url]",
    "an address without https": f"see {ADDRESS} for it",
    "a site without www": f"sudoku.coach/en/play/{BOARD}",
    "a site in words without https": f"Try app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{PACKED}",
    "a bare table of Markdown": "\n".join(
        ["a|b|c|d|e|f|g|h|i", "|".join("-" * 9), *("|".join(row) for row in CELLS)]
    ),
    "a table with a class": table('<tr class="r">').replace("<table>", '<table class="s">'),
    "a table of one class": table(cell=lambda c: '<td class="c">'),
    "LaTeX's tabular": "\\begin{tabular}{|c|c|c|}\n\\hline\n"
    + "\n".join(" & ".join(row) + r" \\ \hline" for row in CELLS)
    + "\n\\end{tabular}",
    "LaTeX's sudoku": "\\begin{sudoku}\n"
    + "\n".join(f"|{'|'.join(row)}|." for row in CELLS)
    + "\n\\end{sudoku}",
    "drawn with heavy bars": "\n".join(["┏━━━┳━━━┓", *drawn("┃", "│", "┃", "┃"), "┗━━━┻━━━┛"]),
    "drawn with double bars": "\n\n".join(["╔═══╦═══╗", *drawn("║", "│", "║", "║"), "╚═══╩═══╝"]),
    "blanks between two bars": "\n".join(
        " " + " | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) for row in CELLS
    ).rstrip(),
    "rows with slashes between": "/".join(ROWS),
    "rows with bars between": "Mine: " + "|".join(ROWS),
    "an O for an empty cell": BOARD.replace("0", "O"),
}

PROGRAMS = {
    "Rust": "let g = vec![" + ", ".join(f"vec![{row}]" for row in LISTS) + "];",
    "Rust, typed": "let g: [[u8; 9]; 9] = ["
    + ", ".join(f"[{row.replace(',', 'u8,')}u8]" for row in LISTS)
    + "];",
    "Java, typed rows": "int[][] b = {" + ", ".join(f"new int[]{{{r}}}" for r in LISTS) + "};",
    "Java, lists": "List.of(" + ",\n".join(f"List.of({row})" for row in LISTS) + ")",
    "Java, a comment a row": "int[][] b = {\n"
    + "".join(f"{{{r}}}, // row\n" for r in LISTS)
    + "};",
    "Go": "b := [9][9]int{\n" + "".join(f"\t{{{row}}},\n" for row in LISTS) + "}",
    "C with a definition": "#define N 9\nint b[N][N] = {"
    + ",\n".join(f"{{{row}}}" for row in LISTS)
    + "};\nint main(void) { return solve(b); }",
    "JavaScript, texts added": "var s = " + " +\n".join(f'"{row}"' for row in ROWS) + ";",
    "Python, texts in parentheses": "p = (\n" + "\n".join(f"    '{row}'" for row in ROWS) + "\n)",
    "Scheme": "#(" + "\n ".join(f"#({row})".replace(",", "") for row in LISTS) + ")",
    "MiniZinc": "puzzle = [|\n" + "|\n".join(LISTS).replace("0", "_") + "\n|];",
    "R by rows": f"matrix(c({','.join(BOARD)}), 9, 9, byrow = TRUE)",
    "SQL, values": "VALUES\n" + ",\n".join(f"({row})" for row in LISTS) + ";",
    "SQL, an insert": f"INSERT INTO sudoku VALUES (1, '{BOARD}', '{SOLUTION}');",
    "a shell's command": f"curl -d '{json.dumps({'board': VALUES})}' https://x.org/solve",
    "YAML": "grid:\n" + "\n".join(f'  - "{row}"' for row in ROWS),
    "pandas, printed": f"   {COLUMNS.replace(',', '  ')}\n"
    + "\n".join(f"{n}  {row}".replace(", ", "  ") for n, row in enumerate(LISTS)),
    "torch, printed": f"tensor({VALUES}, device='cuda:0')",
    "numbers with points": f"np.array({[[float(v) for v in row] for row in VALUES]})".replace(
        ".0", "."
    ),
    "JSON, a key a row": json.dumps({f"row{n}": row for n, row in enumerate(VALUES, 1)}),
    "JSON, the solution first": json.dumps({"solution": SOLUTION, "puzzle": BOARD}),
    "LeetCode with its output": f"Input: board = {[list(row) for row in ROWS]}\nOutput: "
    + json.dumps([list(row) for row in SOLVED_ROWS]),
}

SHEETS = {
    "81 values in a row": ",".join(BOARD),
    "a comma at each end": "\n".join(f"{row}," for row in LISTS),
    "numbers of columns above": COLUMNS + "\n" + "\n".join(LISTS).replace("0", ""),
    "dashes for empty cells": "\n".join("\t".join(row).replace(".", "-") for row in ROWS),
    "single quotes": "\n".join(";".join(f"'{c}'" for c in row) for row in ROWS).replace(".", ""),
    "numbers of pandas": "\n".join(
        ",".join(f"{v}.0" if v else "" for v in row) for row in VALUES
    ),
    "a line of Kaggle's": f"{BOARD},{SOLUTION}",
    "a line of sudoku-extreme's": f"puzzles0_kaggle,{DOTS},{SOLUTION},0",
    "a file of SudoCue's": f"#ASomebody\n#DFrom a book\n#LHard\n{LINES}\n",
}  # fmt: skip

READ = FIRST_READ | FORUMS | PROGRAMS | SHEETS

FOUR = "1030300100404020"
RANDOM = Random(5)
LARGE = [(4 * (n // 16 % 4) + n // 64 + n) % 16 + 1 for n in range(256)]
LARGE = [value if RANDOM.random() < 0.4 else 0 for value in LARGE]
LARGE_ROWS = [LARGE[start : start + 16] for start in range(0, 256, 16)]
SIXTEEN = "".join("0123456789ABCDEFG"[value] for value in LARGE)
LETTERS = ["".join(chr(64 + value) if value else "." for value in row) for row in LARGE_ROWS]

OF_OTHER_SIZES = {  # and the givens
    "4×4 of Tatham's in words": ("Solo: 2x2dt:1a3a3b1b4a4a2a, easy", FOUR),
    "4×4, a table of Markdown": ("|1| |3| |\n|-|-|-|-|\n|3| | |1|\n| | |4| |\n|4| |2| |", FOUR),
    "4×4, digits of phones": ("1️⃣⬜3️⃣⬜\n3️⃣⬜⬜1️⃣\n⬜⬜4️⃣⬜\n4️⃣⬜2️⃣⬜", FOUR),
    "16×16 in words": (f"Monster: {SIXTEEN.replace('0', '.')}", SIXTEEN),
    "16×16 of a spreadsheet": (
        "\n".join(",".join(str(v or "") for v in row) for row in LARGE_ROWS),
        SIXTEEN,
    ),
    "16×16, numbers in a fence": (
        "```\n" + "\n".join(" ".join(f"{v:2}" for v in row) for row in LARGE_ROWS) + "\n```",
        SIXTEEN,
    ),
    "16×16, letters and bars": (
        "\n".join(" | ".join(" ".join(r[at : at + 4]) for at in (0, 4, 8, 12)) for r in LETTERS),
        SIXTEEN,
    ),
    "16×16, Python": (f"board = {LARGE_ROWS}", SIXTEEN),
}  # fmt: skip

MARKED_BOARDS = {  # read with their candidates, and so no puzzles of the library
    "candidates in a forum": f"Stuck:\n[code]\n{MARKS}[/code]\nAny ideas?",
    "candidates in braces": "\n".join(
        " ".join(f"{{{g}}}" if len(g) > 1 else g for g in row) for row in MARKED
    ),
    "candidates of a spreadsheet": "\n".join("\t".join(row) for row in MARKED),
    "candidates on wrapped lines": "\n".join(
        " ".join(row[:5]) + "\n    " + " ".join(row[5:]) for row in MARKED
    ),
}

NEAR = FIRST_NEAR | {
    "a row of a spreadsheet": (",2,9,,,,,,8", ""),
    "three numbers": ("2,9,8", ""),
    "eight rows below the numbers of columns": (
        "\n".join([COLUMNS.replace("0,", "") + ",9", *LISTS[:8]]).replace("0", ""),
        "rows of values below it, not 8",
    ),
    "ten values in each row": ("\n".join(f"{row}, 7" for row in LISTS), ""),
    "80 values in a row": (",".join(BOARD[:-1]), "80 cells found"),
    "a wrong solution beside it": (f"{OTHER},{SOLUTION}", "does not solve this puzzle"),
    "another puzzle beside it": (f"{BOARD} {OTHER}", "contains 2 puzzles"),
    "a wrong solution in a line of sudoku-extreme": (f"x,{OTHER},{SOLUTION},0", "contains 2 puzzles"),
    "cages in JSON": (json.dumps({"puzzle": VALUES, "cages": [[1, 2]]}), "rules beyond"),
    "Tatham's killer": ("3x3k:zzz,abc", "rules beyond plain Sudoku"),
    "6×6": ("\n".join(["123456"] * 6), "r1c1 and r2c1 are both 1"),
    "6×6 in JSON": (str([[1, 2, 3, 4, 5, 6]] * 6), "r1c1 and r2c1 are both 1"),
    "7×7": ("\n".join(["1000000"] * 7), "name of its shape before it, such as 7x7 latin"),
    "eight rows in JSON": (str(VALUES[:8]), "a 9×9 board has 9 rows of values, not 8"),
    "80 values of numpy": (
        f"np.array({[*map(int, BOARD[:-1])]}).reshape(9, 9)",
        "80 cells found",
    ),
    "two boards of Rust": (
        f"vec!{VALUES}; vec!{OTHER_ROWS}".replace("[", "vec![").replace("vec!vec!", "vec!"),
        "contains 2 puzzles",
    ),
    "a letter among typed numbers": (str(VALUES).replace("[0, 3, ", "[0, 3q8, "), "r2c2.: “3q8”"),
    "eight texts added": (" +\n".join(f'"{row}"' for row in ROWS[:8]), ""),
    "ten texts added": (" +\n".join(f'"{row}"' for row in [*ROWS, ROWS[0]]), ""),
    "a row of eight in a forum": (f"[code]{LINES[:-1]}[/code]", "a row has 9 cells, but"),
    "a row of ten in a forum": (f"[code]{LINES}5[/code]", "a row has 9 cells, but"),
    "ten rows with slashes between": ("/".join([*ROWS, ROWS[0]]), ""),
    "eight rows of LaTeX": ("\\begin{sudoku}\n" + "|".join(CELLS[0]) + "|.\n" * 8, ""),
    "eight drawn rows": ("\n".join(drawn("┃", "│", "┃", "┃")[:8]), ""),
    "a blank in the wrong place": (
        "\n".join(
            " " + " | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) for row in CELLS
        ).replace("2 9", "29 "),
        "",
    ),
    "eight rows of pandas": (
        f"   {COLUMNS.replace(',', '  ')}\n"
        + "\n".join(f"{n}  {row}".replace(", ", "  ") for n, row in enumerate(LISTS[:8])),
        "",
    ),
    "rows numbered from 0 alone": (
        "\n".join(f"{n}  {row}".replace(", ", "  ") for n, row in enumerate(LISTS)),
        "",
    ),
    "columns from right to left": (
        "  9 8 7 6 5 4 3 2 1\n"
        + "\n".join(f"{name} {' '.join(row)}" for name, row in zip("ABCDEFGHI", ROWS, strict=True)),
        "below each other, not 10",
    ),
    "a table of two classes": (
        table(cell=lambda c: f'<td class="{"given" if c in "135" else "own"}">'),
        "",
    ),
    "80 groups of candidates": (" ".join(GROUPS[:-1]), "80 cells found, but a 9×9 board has 81"),
    "a site with two boards": (f"sudoku.coach/en/play/{BOARD}/{OTHER}", "one board of 81 cells, not 2"),
    "phone numbers": ("\n".join(f"0{n}30 12345{n}7" for n in range(9)), ""),
    "dates": ("\n".join(f"2024-0{n}-1{n}" for n in range(1, 10)), ""),
    "addresses of machines": ("\n".join(f"192.168.{n}.1{n}" for n in range(1, 10)), ""),
    "sums": ("\n".join(f"{n} + {n + 1} = {2 * n + 1}" for n in range(1, 10)), ""),
    "a table of products": (
        "\n".join(" ".join(str(a * b) for b in range(1, 10)) for a in range(1, 10)),
        "",
    ),
    "digits of pi": ("3." + "14159265358979323846264338327950288419716939937510" * 2, ""),
    "an O among zeros": (BOARD.replace("0", "O", 3), ""),
}  # fmt: skip
