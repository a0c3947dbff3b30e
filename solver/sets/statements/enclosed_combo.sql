-- Enclosed combo
-- idea: If as many cells of a unit fit a set of digits as it has members, they use it up: its digits are removed from the unit's other cells, in all units at once.
-- article: 000 joins each of 511 combos to 27 ranges, groups with HAVING MAX(NumOfChoices) = COUNT(*), and removes the digits in one UPDATE … FROM per pass.
-- postgresql: An UPDATE … FROM changes a row only once, even if many combos match it, so the sample would take 19 or 20 passes, depending on the plan. Here the removals are gathered first, then made together. Unions of the cells' own candidates replace the 511 combos: no other set can be enclosed and remove anything.
WITH RECURSIVE board AS MATERIALIZED (
  SELECT unit, cell, mask FROM cell_mask JOIN unit_cell USING (cell)),
held AS MATERIALIZED (
  SELECT unit, mask, row_number() OVER (PARTITION BY unit ORDER BY mask) AS nth
  FROM (SELECT DISTINCT unit, mask FROM board WHERE mask & (mask - 1) <> 0) AS kind),
combo (unit, nth, mask) AS (
  SELECT unit, nth, mask FROM held
  UNION
  SELECT c.unit, h.nth, c.mask | h.mask
  FROM combo AS c JOIN held AS h ON h.unit = c.unit AND h.nth > c.nth AND h.mask & ~c.mask <> 0),
tried (unit, mask) AS (
  SELECT unit, mask FROM combo UNION SELECT unit, mask FROM board WHERE mask & (mask - 1) = 0),
enclosed AS MATERIALIZED (
  SELECT t.unit, t.mask, bit_count(t.mask::bit(32))::int AS size, count(*)::int AS fit,
         array_agg(b.cell ORDER BY b.cell) AS cells
  FROM tried AS t JOIN board AS b ON b.unit = t.unit AND b.mask & ~t.mask = 0
  GROUP BY t.unit, t.mask HAVING count(*) >= bit_count(t.mask::bit(32))),
lost AS (
  SELECT DISTINCT ON (b.cell, d.digit) e.size, e.unit, e.mask, e.cells, b.cell, d.digit
  FROM enclosed AS e JOIN board AS b ON b.unit = e.unit AND b.mask & e.mask <> 0 AND b.mask & ~e.mask <> 0
  JOIN digit AS d ON b.mask & e.mask & d.bit <> 0
  WHERE NOT EXISTS (SELECT FROM enclosed WHERE fit > size)
  ORDER BY b.cell, d.digit, e.size, e.unit, e.mask)
SELECT ARRAY[size, unit, mask] AS turn, unit, cells, mask AS digits, cell, digit FROM lost
UNION ALL
(SELECT NULL, unit, cells, mask, NULL, NULL FROM enclosed WHERE fit > size ORDER BY unit, size, mask LIMIT 1)
ORDER BY turn, cell, digit
