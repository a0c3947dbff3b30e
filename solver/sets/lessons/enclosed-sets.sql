WITH held AS (
  SELECT unit, cell, mask FROM cell_mask JOIN unit_cell USING (cell)),
enclosed AS (
  SELECT unit, combo
  FROM held JOIN generate_series(1, 511) AS combo ON mask & ~combo = 0
  GROUP BY unit, combo HAVING count(*) = bit_count(combo::bit(9)))
SELECT DISTINCT cell, digit
FROM enclosed JOIN held USING (unit) JOIN digit ON mask & combo & bit <> 0
WHERE mask & ~combo <> 0
