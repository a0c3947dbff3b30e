-- What sees all places of a digit in a unit loses it.
WITH place AS (
  SELECT u.unit, c.digit, array_agg(c.cell ORDER BY c.cell) AS cells
  FROM candidate AS c JOIN unit_cell AS u USING (cell)
  WHERE u.kind IN ('row', 'column')
    AND NOT EXISTS (SELECT FROM placed AS p JOIN unit_cell AS o USING (cell) WHERE o.unit = u.unit AND p.digit = c.digit)
  GROUP BY u.unit, c.digit),
lost AS (
  SELECT DISTINCT ON (c.cell, c.digit) p.unit, p.digit, c.cell, p.cells
  FROM place AS p JOIN sees AS s ON s.cell = ANY (p.cells)
  JOIN candidate AS c ON c.cell = s.other AND c.digit = p.digit
  GROUP BY p.unit, p.digit, p.cells, c.cell, c.digit HAVING count(*) = cardinality(p.cells)
  ORDER BY c.cell, c.digit, p.unit)
SELECT ARRAY[unit, digit] AS turn, unit, cells, 1 << (digit - 1) AS digits, cell, digit
FROM lost ORDER BY turn, cell
