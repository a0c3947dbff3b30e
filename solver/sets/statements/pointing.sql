-- Pointing
-- idea: A digit that a box can only have in one row or column is removed from the rest of that line: HAVING min(line) = max(line).
-- article: 002 groups by value, square and kind of line HAVING COUNT(DISTINCT GroupValue) = 1, and does DELETE FROM c … JOIN.
-- postgresql: Rows and columns are a UNION ALL of one kind of relation, line, so that one DELETE serves both.
WITH pointed AS (
  SELECT box_unit AS unit, digit, min(row_unit) AS line
  FROM open_candidate JOIN cell USING (cell) GROUP BY box_unit, digit HAVING min(row_unit) = max(row_unit)
  UNION ALL
  SELECT box_unit, digit, min(column_unit)
  FROM open_candidate JOIN cell USING (cell) GROUP BY box_unit, digit HAVING min(column_unit) = max(column_unit)),
member AS (
  SELECT q.unit, q.line, q.digit, c.cell, l.box_unit = q.unit AS is_inside
  FROM pointed AS q JOIN unit_cell AS u ON u.unit = q.line JOIN cell AS l ON l.cell = u.cell
  JOIN candidate AS c ON c.cell = u.cell AND c.digit = q.digit),
evidence AS (
  SELECT unit, line, digit, array_agg(cell ORDER BY cell) AS cells
  FROM member WHERE is_inside GROUP BY unit, line, digit),
lost AS (
  SELECT DISTINCT ON (m.cell, m.digit) m.unit, m.line, m.digit, m.cell, e.cells
  FROM member AS m JOIN evidence AS e USING (unit, line, digit)
  WHERE NOT m.is_inside ORDER BY m.cell, m.digit, m.unit, m.line)
SELECT ARRAY[unit, line, digit] AS turn, unit, cells, 1 << (digit - 1) AS digits, cell, digit
FROM lost ORDER BY turn, cell
