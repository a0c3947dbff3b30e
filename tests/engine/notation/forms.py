# ruff: noqa: E501
"""Forms in which people keep, copy and print a board, each of which `texts_of` makes of 81 digits.

None of them is a copy of a sample: names, order, separators, signs and notes beside the board are other ones.
"""

LETTERS = "ABCDEFGHI"

# What stands before a list of cells, each of them, what stands between two, and after all. `0r` counts from 0, `L`
# is the column as a letter and `K` the row, `x` the box, `i` the place in the list and `m` the digit as a bit.
CELLS = {
    "INSERT, names in another order": ("INSERT INTO [dbo].[G] ([ColNo],[RowNo],[Number]) VALUES\n", "({c}, {r}, {d})", ",\n", "\nGO"),
    "INSERT, a line each": ("", "insert into sudoku(x, y, val) values ({c},{r},{d});", "\n", ""),
    "INSERT with a branch": ("", "INSERT dbo.Solution ( Value, Rw, Cl, Branch ) VALUES ( {d}, {r}, '{L}', 1 );", "\n", ""),
    "INSERT without names": ("INSERT INTO SudokuInput VALUES\n", "    ({r}, {c}, {d})", ",\n", ";"),
    "INSERT, quoted digits": ("INSERT INTO `s` (`row`,`col`,`val`) VALUES ", "('{r}','{c}','{d}')", ",", ";"),
    "INSERT of Oracle": ("INSERT ALL\n", "  INTO cells (rownum_, colnum, digit) VALUES ({r}, {c}, {d})", "\n", "\nSELECT * FROM dual;"),
    "INSERT of MySQL": ("", "INSERT INTO sudoku SET `row`={r}, `col`={c}, `val`={d};", "\n", ""),
    "INSERT of DataGrip": ("", 'INSERT INTO public.cells (id, "row", col, val, given) VALUES ({i}, {r}, {c}, {d}, true);', "\n", ""),
    "INSERT of cell numbers": ("INSERT INTO Cell (CellID, Value) VALUES ", "({r}{c}, {d})", ", ", ";"),
    "INSERT of what was created": ("CREATE TABLE s (val tinyint CHECK (val BETWEEN 1 AND 9), row tinyint, col tinyint, PRIMARY KEY (row, col));\nINSERT INTO s VALUES ", "({d},{r},{c})", ", ", ";"),
    "INSERT into a variable": ("DECLARE @g TABLE (cl char(1), rw int, v int);\n", "INSERT @g VALUES ('{L}', {r}, {d});", "\n", ""),
    "VALUES with names behind": ("SELECT * FROM (VALUES ", "({d},{r},{c})", ", ", ") AS t(digit, rw, cl)"),
    "VALUES in a WITH": ("WITH givens(row, col, val) AS (VALUES ", "({r},{c},{d})", ",", ") SELECT * FROM givens;"),
    "VALUES with letters": ("", "({d},{r},'{L}')", ", ", ""),
    "UNION ALL, names in each": ("", "SELECT {d} AS val, {r} AS rw, {c} AS cl", " UNION ALL\n", ";"),
    "UNION ALL of letters": ("", "SELECT {d}, {r}, '{L}'", "\nUNION ALL ", ""),
    "UNION ALL from dual": ("", "SELECT {r}, {c}, {d} FROM dual", "\nUNION ALL\n", ""),
    "UNION ALL without AS": ("", "SELECT {d} val, {c} col, {r} row", " UNION ALL\n", ";"),
    "UPDATE of ids": ("", "UPDATE Cells SET Value={d} WHERE RowId={r} AND ColId={c};", "\n", ""),
    "pandas, columns first": ("    x  y  digit\n", "{j}   {c}  {r}      {d}", "\n", ""),
    "cells numbered through": ("INSERT INTO g (pos, val) VALUES ", "({p}, {d})", ", ", ";"),
    "UPDATE": ("", "UPDATE dbo.Cell SET Value = {d} WHERE Rw = {r} AND Cl = {c};", "\n", ""),
    "UPDATE with letters": ("", "update solution set value={d} where rw={r} and cl='{L}';", "\n", ""),
    "UPDATE of columns": ("", "UPDATE SudokuInputD SET [{L}] = {d} WHERE [Row] = {r};", "\n", ""),
    "UPDATE of pairs": ("", "UPDATE s SET v = {d} WHERE (r, c) = ({r}, {c});", "\n", ""),
    "INSERT with comments": ("-- the givens\n", "INSERT dbo.Solution ( Value, Rw, Cl ) VALUES ( {d}, {r}, '{L}' ); -- {d} at {K}{c}", "\n", ""),
    "INSERT of a SELECT": ("INSERT dbo.Solution ( Value, Rw, Cl )\n", "SELECT {d}, {r}, '{L}'", "\nUNION ALL\n", ""),
    "pandas, digits first": ("    value Cl  Rw\n", "{j:<3} {d:>6}  {L} {r:>3}", "\n", "\n\n[24 rows x 3 columns]"),
    "EXEC with names": ("", "EXEC dbo.SetCell @Col = {c}, @Row = {r}, @Value = {d};", "\n", ""),
    "EXEC in order": ("", "EXEC SetCell {r}, {c}, {d}", "\n", ""),
    "COPY": ("COPY dbo.solution (value, rw, cl, branch) FROM stdin;\n", "{d}\t{r}\t{L}\t1", "\n", "\n\\.\n"),
    "psql": (" col | row | val \n-----+-----+-----\n", "   {c} |   {r} |   {d}", "\n", "\n(24 rows)\n"),
    "psql with all fields": (" value | rw | cl | sq | branch \n-------+----+----+----+--------\n", "     {d} |  {r} | {L}  |  {x} |      1", "\n", "\n(24 rows)\n"),
    "psql, expanded": ("", "-[ RECORD {i} ]\nrow | {r}\ncol | {c}\nval | {d}", "\n", "\n"),
    "psql, HTML": ('<table border="1">\n  <tr>\n    <th align="center">row</th>\n    <th align="center">col</th>\n    <th align="center">val</th>\n  </tr>\n', '  <tr valign="top">\n    <td align="right">{r}</td>\n    <td align="right">{c}</td>\n    <td align="right">{d}</td>\n  </tr>', "\n", "\n</table>\n<p>(24 rows)<br />\n</p>"),
    "psql, LaTeX": ("\\begin{tabular}{r | r | r}\n\\textit{row} & \\textit{col} & \\textit{val} \\\\\n\\hline\n", "{r} & {c} & {d} \\\\", "\n", "\n\\end{tabular}\n\n\\noindent (24 rows) \\\\\n"),
    "MySQL": ("+----+-----+-----+-----+\n| id | col | row | val |\n+----+-----+-----+-----+\n", "| {i:2} |   {c} |   {r} |   {d} |", "\n", "\n+----+-----+-----+-----+\n24 rows in set (0.00 sec)\n"),
    "MySQL, \\G": ("", "*************************** {i}. row ***************************\n  row: {r}\n  col: {c}\nvalue: {d}", "\n", "\n24 rows in set (0.00 sec)\n"),
    "SQLite, columns": ("row  col  val\n---  ---  ---\n", "{r}    {c}    {d}  ", "\n", ""),
    "SQLite, lines": ("", "  row = {r}\n  col = {c}\nvalue = {d}\n", "\n", ""),
    "SSMS": ("Value\tRw\tCl\n", "{d}\t{r}\t{L}", "\n", ""),
    "SSMS as text": ("row  col  val\n---- ---- ----\n", "{r}    {c}    {d}   ", "\n", "\n\n(24 rows affected)\n"),
    "SQL*Plus": ("       ROW        COL        VAL\n---------- ---------- ----------\n", "{r:10} {c:10} {d:10}", "\n", "\n\n24 rows selected.\n"),
    "CSV with more columns": ("id,puzzle_id,row,col,given,val\n", "{i},12,{r},{c},t,{d}", "\n", ""),
    "CSV from 0": ("row,col,val\n", "{0r},{0c},{d}", "\n", ""),
    "tabs from 0": ("", "{0r}\t{0c}\t{d}", "\n", ""),
    "German": ("Zeile;Spalte;Wert\n", "{r};{c};{d}", "\n", ""),
    "Spanish, columns first": ("columna;fila;valor\n", "{c};{r};{d}", "\n", ""),
    "Italian": ("riga\tcolonna\tcifra\n", "{r}\t{c}\t{d}", "\n", ""),
    "Polish": ("wiersz,kolumna,wartość\n", "{r},{c},{d}", "\n", ""),
    "CSV of cells": ("cell;value\n", "{K}{c};{d}", "\n", ""),
    "pandas": ("    row  col  val\n", "{i:2}   {r}    {c}    {d}", "\n", ""),
    "tibble of R": ("tribble(\n  ~row, ~col, ~val,\n", "  {r}, {c}, {d}", ",\n", "\n)"),
    "JSON": ("[", '{{"x":{0c},"y":{0r},"value":{d}}}', ",", "]"),
    "JSON, nested": ("[", '{{"position":{{"row":{r},"column":{c}}},"digit":{d}}}', ", ", "]"),
    "JSON, lists": ('{"givens":[', "[{r},{c},{d}]", ",", '],"title":"Sudoku 17"}'),
    "JSON, names of cells": ("{", '"{0r}-{0c}":{d}', ", ", "}"),
    "XML": ("<grid>", '<cell r="{0r}" c="{0c}" v="{d}"/>', "", "</grid>"),
    "XML, elements": ("", "<row><Value>{d}</Value><Rw>{r}</Rw><Cl>{L}</Cl></row>", "", ""),
    "YAML": ("cells:\n", "  - row: {r}\n    col: {c}\n    value: {d}", "\n", ""),
    "TOML": ("", "[[cell]]\nrow = {r}\ncol = {c}\nvalue = {d}\n", "\n", ""),
    "objects of JavaScript": ("const clues = [", "{{row: {0r}, col: {0c}, value: {d}}}", ", ", "];"),
    "PHP": ("$c = array(", "array('row' => {r}, 'col' => {c}, 'val' => {d})", ", ", ");"),
    "Kotlin": ("listOf(", "Cell(row = {r}, col = {c}, value = {d})", ", ", ")"),
    "Clojure": ("{", "[{0r} {0c}] {d}", " ", "}"),
    "Ruby": ("{", "[{0r}, {0c}] => {d}", ", ", "}"),
    "Lisp": ("(", "({r} {c} {d})", " ", ")"),
    "C": ("", "    board[{0r}][{0c}] = {d};", "\n", ""),
    "MATLAB": ("", "S({r},{c}) = {d};", "\n", ""),
    "Java": ("", "map.put(new Point({0r}, {0c}), {d});", "\n", ""),
    "MiniZinc": ("", "constraint x[{r},{c}] = {d};", "\n", ""),
    "SMT": ("", "(assert (= x_{r}_{c} {d}))", "\n", ""),
    "variables": ("", "x{r}{c}={d}", ", ", ""),
    "facts with letters": ("", "clue('{L}', {r}, {d}).", "\n", ""),
    "Mathematica": ("SparseArray[{", "{{{r}, {c}}} -> {d}", ", ", "}, {9, 9}]"),
    "facts": ("", "cell({r}, {c}, {d}).", "\n", ""),
    "AMPL": ("param given :=\n", "{r} {c} {d}", "\n", ";"),
    "addresses with blanks": ("", "r{r} c{c} = {d}", "; ", ""),
    "addresses in words": ("", "r{r}c{c} is {d}", "\n", ""),
    "digits before addresses": ("", "{d} at r{r}c{c}", "\n", ""),
    "letters and numbers": ("", "{K}{c}={d}", " ", ""),
}  # fmt: skip

# As above, of all cells; an empty one is the last of these.
ALL_CELLS = {
    "masks of article 000": ("id\trow\tcol\tblk\tVal\tNumOfValues\n", "{i}\t{r}\t{c}\t{x}\t{m}\t9", "\n", "", "0"),
    "REPLACE": ("REPLACE INTO cells (id, r, c, v) VALUES ", "({i},{r},{c},{d})", ",", ";", "NULL"),
    "JSON with null": ("[", '{{"row": {r}, "col": {c}, "val": {d}}}', ", ", "]", "null"),
    "XML with nothing": ("<grid>\n", '<cell row="{r}" column="{c}">{d}</cell>', "\n", "\n</grid>", ""),
    "addresses with points": ("", "r{r}c{c}={d}", " ", "", "."),
    "template in one line": ("{{Sudoku", "|{d}", "", "}}", ""),
    "facts with _": ("", "cell({r},{c},{d}).", "\n", "", "_"),
    "labels of German pages": ("", "Zeile {r}, Spalte {c}: {d}", "\n", "", "leer"),
    "labels of French pages": ("", "Ligne {r}, colonne {c} : {d}", "\n", "", "vide"),
    "buttons with given": ("", '<button aria-label="row {r} column {c}, {w}"></button>', "\n", "", "blank"),
    "JSON with flags": ('{"cells": [', '{{"row": {0r}, "col": {0c}, "value": {d}, "given": {t}}}', ", ", "]}", "null"),
    "pictures": ("<p>", '<img alt="{d}">', "", "</p>", "empty"),
    "buttons": ("", '<button class="cell" aria-label="Row {r}, Column {c}, {d}"></button>', "\n", "", "empty"),
    "inputs": ("", '<input type="text" name="cell{i}" value="{d}" readonly>', "\n", "", ""),
    "boxes of a page": ('<div class="board">', '<div class="cell">{d}</div>', "", "</div>", ""),
}  # fmt: skip

# What stands before nine rows, before each, between its cells, behind it, between rows, and after all; an empty cell.
# `n` is the number of the row and `K` its letter.
_DUCKDB = "┌" + "┬".join(["───────"] * 9) + "┐\n"
_HEAD = "".join(f"\t{letter}" for letter in LETTERS)
ROWS = {
    "INSERT of rows": ("", "INSERT INTO SudokuInputD VALUES ({n}, ", ", ", ");", "\n", "", "NULL"),
    "INSERT of named rows": ("", "INSERT INTO grid (rw,a,b,c,d,e,f,g,h,i) VALUES ({n}, ", ", ", ");", "\n", "", "''"),
    "INSERT of columns with names": ("INSERT INTO d (c1,c2,c3,c4,c5,c6,c7,c8,c9) VALUES\n", "(", ", ", ")", ",\n", ";", "NULL"),
    "view of article 001": ("Branch\tRw" + "".join(f"\t{letter}" for letter in LETTERS) + "\n", "1\t{n}\t", "\t", "", "\n", "", "NULL"),
    "psql with a prompt": ("s=# TABLE b;\n rw | a | b | c | d | e | f | g | h | i \n----+---+---+---+---+---+---+---+---+---\n", "  {n} | ", " | ", "", "\n", "\n(9 rows)\n\nTime: 1.2 ms\n", " "),
    "psql, bare": ("", " ", " | ", "", "\n", "", " "),
    "psql, unaligned": ("rw|a|b|c|d|e|f|g|h|i\n", "{n}|", "|", "", "\n", "\n(9 rows)", ""),
    "psql, CSV": ("row,c1,c2,c3,c4,c5,c6,c7,c8,c9\n", "{n},", ",", "", "\n", "", ""),
    "SSMS as text, nulls": ("Rw   A    B    C    D    E    F    G    H    I\n" + "---- " * 10 + "\n", "   {n}    ", "    ", "", "\n", "\n\n(9 row(s) affected)\n", "NULL"),
    "DBeaver": ("rw\ta\tb\tc\td\te\tf\tg\th\ti\n", "{n}\t", "\t", "", "\n", "", "[NULL]"),
    "DBeaver, plain text": ("rw|" + "|".join("abcdefghi") + "|\n--" + "+-" * 9 + "+\n", " {n}|", "|", "|", "\n", "", " "),
    "psql, a sign for NULL": (" rw | a | b | c | d | e | f | g | h | i \n----+---+---+---+---+---+---+---+---+---\n", "  {n} | ", " | ", "", "\n", "\n(9 rows)", "¤"),
    "sqlcmd with prompts": ("1> SELECT * FROM d\n2> GO\nRw A B C D E F G H I\n-- " + "- " * 9 + "\n", " {n} ", " ", "", "\n", "\n\n(9 rows affected)\n1> ", "."),
    "texts joined": ("SELECT ", "'", "", "'", " ||\n  ", " AS board;", "."),
    "texts joined by +": ("SET @b = ", "'", "", "'", " +\n", ";", "0"),
    "DuckDB": (_DUCKDB + "│" + "│".join(f"   {c}   " for c in "abcdefghi") + "│\n│" + "│".join([" int32 "] * 9) + "│\n" + _DUCKDB, "│     ", " │     ", " │", "\n", "\n" + _DUCKDB, " "),
    "Polars": ("shape: (9, 9)\n│" + "┆".join(f" {c}    " for c in LETTERS) + "│\n│" + "┆".join([" ---  "] * 9) + "│\n│" + "┆".join([" i64  "] * 9) + "│\n╞" + "╪".join(["══════"] * 9) + "╡\n", "│ ", "    ┆ ", "    │", "\n", "\n└──────┘", "null"),
    "R": ("  V1 V2 V3 V4 V5 V6 V7 V8 V9\n", "{n} ", " ", "", "\n", "", "NA"),
    "article 000, flag 0": ("Row\t1\t2\t3\t4\t5\t6\t7\t8\t9\n", "{n}\t", "\t", "", "\n", "", "_"),
    "sheet, heads on all sides": (_HEAD + "\t\n", "{n}\t", "\t", "\t{n}", "\n", "\n" + _HEAD + "\t", ""),
    "sheet, rows in words": ("", "Zeile {n};", ";", "", "\n", "", ""),
    "sheet of Excel": ("sep=;\n", "", ";", "", "\n", "", ""),
    "sheet, columns in words": (";".join(f"Spalte {n}" for n in range(1, 10)) + "\n", "", ";", "", "\n", "", ""),
    "MediaWiki": ('{| class="wikitable"\n', "|-\n| ", " || ", "", "\n", "\n|}", "&nbsp;"),
    "template of a wiki": ("{{Sudoku\n", "|", "|", "", "\n", "\n}}", " "),
    "Jira": ("|| ||1||2||3||4||5||6||7||8||9||\n", "||{n}|", "|", "|", "\n", "", " "),
    "MoinMoin": ("", "||", "||", "||", "\n", "", " "),
    "Textile": ("|_. |" + "".join(f"_. {c}|" for c in LETTERS) + "\n", "|_. {n}|", "|", "|", "\n", "", " "),
    "Org": ("|   | A | B | C | D | E | F | G | H | I |\n|---+---+---+---+---+---+---+---+---+---|\n", "| {n} | ", " | ", " |", "\n", "", " "),
    "Markdown with letters": ("|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|:-:|" + ":-:|" * 9 + "\n", "| **{K}** | ", " | ", " |", "\n", "", " "),
    "reStructuredText": ("= " * 9 + "\n", "", " ", "", "\n", "\n" + "= " * 9, "\\ "),
    "LaTeX's array": ("\\[\\begin{array}{|c|c|c|c|c|c|c|c|c|}\\hline\n", "", " & ", " \\\\ \\hline", "\n", "\n\\end{array}\\]", "~"),
    "LaTeX with dots": ("\\begin{tabular}{ccc|ccc|ccc}\n", "", " & ", "", " \\\\\n", "\n\\end{tabular}", "$\\cdot$"),
    "LaTeX's rows": ("\\begin{tikzpicture}[scale=.5]\n", "\\setrow {{", "} {", "}}", "\n", "\n\\node[anchor=center] at (4.5, -0.5) {Unsolved};\n\\end{tikzpicture}", ""),
    "Typst": ("#table(\n  columns: 9,\n", "  [", "], [", "],", "\n", "\n)", ""),
    "table of a page": ("<table><tr><th></th>" + "".join(f"<th>{n}</th>" for n in range(1, 10)) + "</tr>", "<tr><th>{K}</th><td>", "</td><td>", "</td></tr>", "", "</table>", ""),
    "table of Google": ('<google-sheets-html-origin><table cellspacing="0"><colgroup><col width="20"/></colgroup><tbody>', '<tr style="height:21px;"><td style="padding:2px;">', '</td><td style="padding:2px;">', "</td></tr>", "", "</tbody></table>", ""),
    "table without ends": ("<table border=1>\n", "<tr><td>", "<td>", "", "\n", "</table>", ""),
    "MATLAB, printed": ("S =\n\n", "     ", "     ", "", "\n", "\n", "0"),
    "Julia, printed": ("9×9 Matrix{Int64}:\n", " ", "  ", "", "\n", "", "0"),
    "numpy with nan": ("[", "[", ". ", ".]", "\n ", "]", "nan"),
    "Common Lisp": ("#2A(", "(", " ", ")", "\n", ")", "0"),
    "Perl": ("my @g = (\n", "  [ qw( ", " ", " ) ]", ",\n", "\n);", "0"),
    "escaped JSON": ('"{\\"board\\": [', "[", ", ", "]", ", ", ']}"', "0"),
    "comments": ("", "// ", "", "", "\n", "", "."),
    "comments of SQL": ("", "-- ", " ", "", "\n", "", "."),
    "a diff": ("--- a/p\n+++ b/p\n@@ -1 +1,9 @@\n", "+", "", "", "\n", "", "."),
    "rows as texts": ("INSERT INTO b (r, cells) VALUES\n", "({n}, '", "", "')", ",\n", ";", "."),
    "sheet from column B": ("", "\t", "\t", "", "\n", "", ""),
    "dashes among words": ("Mine:\n```\n", "", "", "", "\n", "\n```\nThanks", "-"),
    "grep": ("", "{n}:", "", "", "\n", "", "."),
    "ends of lines written out": ("'", "", "", "", "\\n", "\\n'", "."),
    "a terminal's colours": ("", "", " ", "", "\n", "", "\x1b[90m.\x1b[0m"),
    "letters on both sides": ("  1 2 3 4 5 6 7 8 9\n", "{K} ", " ", " {K}", "\n", "\n  1 2 3 4 5 6 7 8 9", "."),
    "rows with names and commas": ("", "R{n}: ", ",", "", "\n", "", ""),
}  # fmt: skip

SIGNS = {  # nine digits, and an empty cell
    "Persian": ("۱۲۳۴۵۶۷۸۹", "."), "Devanagari": ("१२३४५६७८९", "□"), "Tamil": ("௧௨௩௪௫௬௭௮௯", "."), "Khmer": ("១២៣៤៥៦៧៨៩", "០"),
    "Myanmar": ("၁၂၃၄၅၆၇၈၉", "."), "Lao": ("໑໒໓໔໕໖໗໘໙", "-"), "Tibetan": ("༡༢༣༤༥༦༧༨༩", "○"), "Gujarati": ("૧૨૩૪૫૬૭૮૯", "·"),
    "circled": ("①②③④⑤⑥⑦⑧⑨", "⓪"), "in parentheses": ("⑴⑵⑶⑷⑸⑹⑺⑻⑼", "□"), "with a full stop": ("⒈⒉⒊⒋⒌⒍⒎⒏⒐", "."),
    "Chinese": ("一二三四五六七八九", "・"), "Roman": ("ⅠⅡⅢⅣⅤⅥⅦⅧⅨ", "."), "raised": ("¹²³⁴⁵⁶⁷⁸⁹", "."), "lowered": ("₁₂₃₄₅₆₇₈₉", "□"),
    "bold": ("𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "."), "black circles": ("➊➋➌➍➎➏➐➑➒", "○"), "full width": ("１２３４５６７８９", "＿"), "no digit": ("123456789", "∅"),
}  # fmt: skip


def texts_of(board):
    """The board in each form, by its name."""
    all_cells = [_facts(board, cell) for cell in range(81)]
    some = [facts for facts in all_cells if facts["d"] != "0"]
    texts = {}
    for name, (before, each, between, after) in CELLS.items():
        cells = [each.format(**facts, i=i, j=i - 1) for i, facts in enumerate(some, 1)]
        texts[name] = before + between.join(cells) + after
    for name, (before, each, between, after, empty) in ALL_CELLS.items():
        cells = [
            each.format(**(facts | {"d": facts["d"] if facts["d"] != "0" else empty}), i=i)
            for i, facts in enumerate(all_cells, 1)
        ]
        texts[name] = before + between.join(cells) + after
    for name, (before, first, inner, last, between, after, empty) in ROWS.items():
        rows = [
            first.format(n=n, K=LETTERS[n - 1])
            + inner.join(c if c != "0" else empty for c in board[9 * n - 9 : 9 * n])
            + last.format(n=n, K=LETTERS[n - 1])
            for n in range(1, 10)
        ]
        texts[name] = before + between.join(rows) + after
    for name, (digits, empty) in SIGNS.items():
        signs = "".join(digits[int(c) - 1] if c != "0" else empty for c in board)
        texts[f"digits: {name}"] = "\n".join(signs[at : at + 9] for at in range(0, 81, 9))
    return texts


def _facts(board, cell):
    row, column, digit = cell // 9, cell % 9, int(board[cell])
    return {
        "r": row + 1,
        "c": column + 1,
        "d": str(digit),
        "0r": row,
        "0c": column,
        "K": LETTERS[row],
        "L": LETTERS[column],
        "x": row // 3 * 3 + column // 3 + 1,
        "m": 1 << digit - 1 if digit else 511,
        "p": cell + 1,
        "w": f"given {digit}" if digit else "blank",
        "t": "true" if digit else "false",
    }
