-- A digit may be missing in a unit alone. It may be twice in no set.
WITH fault (unit, kind, nth, cells, digits) AS (
  SELECT -1, 0, cell, ARRAY[cell], 0 FROM cell_mask WHERE mask = 0
  UNION ALL
  SELECT unit, 1, (array_agg(cell ORDER BY cell))[2], array_agg(cell ORDER BY cell), 1 << (digit - 1)
  FROM placed JOIN set_cell USING (cell) GROUP BY unit, digit HAVING count(*) > 1
  UNION ALL
  SELECT unit, 2, 0, '{}', missing & -missing
  FROM (SELECT unit, ((1 << :size) - 1) & ~bit_or(mask) AS missing
        FROM cell_mask JOIN unit_cell USING (cell) GROUP BY unit) AS held
  WHERE missing <> 0)
SELECT NULLIF(unit, -1) AS unit, cells, digits FROM fault ORDER BY fault.unit, kind, nth LIMIT 1
