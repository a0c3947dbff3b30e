-- Claiming
-- idea: A digit that a row or column can only have in one box is removed from the rest of that box: HAVING min(box) = max(box).
-- article: 001 compares (SELECT COUNT(DISTINCT Sq) …) with 1 in a common table expression and does DELETE … FROM … JOIN, once for rows and once for columns.
-- postgresql: Rows and columns in one statement; DISTINCT ON keeps the first of several reasons to remove a candidate.
WITH claimed AS (
  SELECT u.unit, c.digit, min(l.box_unit) AS box
  FROM open_candidate AS c JOIN cell AS l USING (cell) JOIN unit_cell AS u USING (cell)
  WHERE u.kind <> 'box' GROUP BY u.unit, c.digit HAVING min(l.box_unit) = max(l.box_unit)),
member AS (
  SELECT q.unit, q.box, q.digit, c.cell, q.unit IN (l.row_unit, l.column_unit) AS is_inside
  FROM claimed AS q JOIN cell AS l ON l.box_unit = q.box
  JOIN candidate AS c ON c.cell = l.cell AND c.digit = q.digit),
evidence AS (
  SELECT unit, box, digit, array_agg(cell ORDER BY cell) AS cells
  FROM member WHERE is_inside GROUP BY unit, box, digit),
lost AS (
  SELECT DISTINCT ON (m.cell, m.digit) m.unit, m.box, m.digit, m.cell, e.cells
  FROM member AS m JOIN evidence AS e USING (unit, box, digit)
  WHERE NOT m.is_inside ORDER BY m.cell, m.digit, m.unit, m.box)
SELECT ARRAY[unit, box, digit] AS turn, unit, cells, 1 << (digit - 1) AS digits, cell, digit
FROM lost ORDER BY turn, cell
