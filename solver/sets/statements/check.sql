-- Is the board still valid?
-- idea: A cell without candidates, a digit placed twice in a unit, a digit that a unit has no place for: the first of them is named.
-- article: 001 lets unique indexes reject the row; 002 asks IF EXISTS (SELECT 2 FROM Violation) after each insert, and does THROW. An empty cell is noticed late.
-- postgresql: A query names the fault, so nothing is thrown: an error would end the transaction, and with it the solve.
WITH fault (unit, kind, nth, cells, digits) AS (
  SELECT -1, 0, cell, ARRAY[cell], 0 FROM cell_mask WHERE mask = 0
  UNION ALL
  SELECT unit, 1, (array_agg(cell ORDER BY cell))[2], array_agg(cell ORDER BY cell), 1 << (digit - 1)
  FROM placed JOIN unit_cell USING (cell) GROUP BY unit, digit HAVING count(*) > 1
  UNION ALL
  SELECT unit, 2, 0, '{}', missing & -missing
  FROM (SELECT unit, ((1 << :size) - 1) & ~bit_or(mask) AS missing
        FROM cell_mask JOIN unit_cell USING (cell) GROUP BY unit) AS held
  WHERE missing <> 0)
SELECT NULLIF(unit, -1) AS unit, cells, digits FROM fault ORDER BY fault.unit, kind, nth LIMIT 1
