-- Complete match
-- idea: k open cells of a unit with exactly the same k candidates use them up: GROUP BY unit, mask HAVING count(*) = size.
-- article: 002 (RemoveCandidateCompleteMatch) joins the masks to a table SetAll of all 511 sets, HAVING COUNT(*) = s.Size, and deletes from the other cells of the unit.
-- postgresql: The masks are grouped once; the cells that fit and those that lose candidates are the two halves of one join.
WITH board AS MATERIALIZED (
  SELECT unit, cell, mask, placed_mask FROM cell_mask JOIN unit_cell USING (cell)),
match AS (
  SELECT unit, mask, min(cell) AS first, count(*)::int AS size
  FROM board WHERE placed_mask = 0 GROUP BY unit, mask
  HAVING count(*) = bit_count(mask::bit(32)) AND count(*) > 1 AND count(*) < :size),
member AS (
  SELECT m.unit, m.mask, m.first, m.size, b.cell, b.mask AS held, b.mask & ~m.mask = 0 AS fits
  FROM match AS m JOIN board AS b USING (unit)),
evidence AS (
  SELECT unit, mask, array_agg(cell ORDER BY cell) AS cells
  FROM member WHERE fits GROUP BY unit, mask, size HAVING count(*) = size),
lost AS (
  SELECT DISTINCT ON (m.cell, d.digit) m.unit, m.mask, m.first, e.cells, m.cell, d.digit
  FROM member AS m JOIN evidence AS e USING (unit, mask) JOIN digit AS d ON m.held & m.mask & d.bit <> 0
  WHERE NOT m.fits ORDER BY m.cell, d.digit, m.unit, m.first)
SELECT ARRAY[unit, first] AS turn, unit, cells, mask AS digits, cell, digit
FROM lost ORDER BY turn, cell, digit
