WITH enclosed AS (
  SELECT unit, combo, array_agg(cell) AS cells
  FROM generate_series(1, 511) AS combo
  JOIN cell_mask ON mask & ~combo = 0 JOIN unit_cell USING (cell)
  GROUP BY unit, combo HAVING count(*) = bit_count(combo::bit(9)))
SELECT DISTINCT cell, digit
FROM enclosed JOIN unit_cell USING (unit)
JOIN candidate USING (cell) JOIN digit USING (digit)
WHERE combo & bit <> 0 AND cell <> ALL (cells)
