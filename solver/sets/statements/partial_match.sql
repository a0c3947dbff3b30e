-- Partial match
-- idea: k open cells of a unit with only candidates of one set of k digits use them up; sets of one digit and of all digits are left out.
-- article: 002 (RemoveCandidatePartialSet) does the same, joined by SetValue & Mask = Mask, WHERE s.Size NOT IN (1, 9).
-- postgresql: The sets to try are unions of cells' candidates, made by a recursive common table expression; UNION drops repeated ones.
WITH RECURSIVE board AS MATERIALIZED (
  SELECT unit, cell, mask FROM cell_mask JOIN unit_cell USING (cell) WHERE placed_mask = 0),
room AS (
  SELECT unit, count(*)::int AS cells FROM board GROUP BY unit),
held AS MATERIALIZED (
  SELECT unit, mask, row_number() OVER (PARTITION BY unit ORDER BY mask) AS nth
  FROM (SELECT DISTINCT unit, mask FROM board) AS kind),
combo (unit, nth, mask) AS (
  SELECT unit, nth, mask FROM held
  UNION
  SELECT c.unit, h.nth, c.mask | h.mask
  FROM combo AS c JOIN held AS h ON h.unit = c.unit AND h.nth > c.nth AND h.mask & ~c.mask <> 0),
tried (unit, mask) AS (
  SELECT DISTINCT unit, mask FROM combo),
enclosed AS MATERIALIZED (
  SELECT t.unit, t.mask, bit_count(t.mask::bit(32))::int AS size, count(*)::int AS fit,
         array_agg(b.cell ORDER BY b.cell) AS cells
  FROM tried AS t JOIN board AS b ON b.unit = t.unit AND b.mask & ~t.mask = 0
  GROUP BY t.unit, t.mask HAVING count(*) >= bit_count(t.mask::bit(32))),
lost AS (
  SELECT DISTINCT ON (b.cell, d.digit) e.unit, e.size, e.mask, e.cells, b.cell, d.digit
  FROM enclosed AS e JOIN room AS r ON r.unit = e.unit AND e.size > 1 AND e.size < r.cells
  JOIN board AS b ON b.unit = e.unit AND b.mask & e.mask <> 0 AND b.mask & ~e.mask <> 0
  JOIN digit AS d ON b.mask & e.mask & d.bit <> 0
  WHERE NOT EXISTS (SELECT FROM enclosed WHERE fit > size)
  ORDER BY b.cell, d.digit, e.unit, e.size, e.mask)
SELECT ARRAY[unit, size, mask] AS turn, unit, cells, mask AS digits, cell, digit FROM lost
UNION ALL
(SELECT NULL, unit, cells, mask, NULL, NULL FROM enclosed WHERE fit > size ORDER BY unit, size, mask LIMIT 1)
ORDER BY turn, cell, digit
