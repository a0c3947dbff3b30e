-- Count the lines
-- idea: The ways to fill each unit: with digits that add up to the sum of a full line, and with different digits. A unit with too many sets of used digits is not counted.
-- article: 004 fills a table with the rows whose digits pass an aggregate condition, such as their sum, and deletes those with a digit twice afterwards.
-- postgresql: The ways are counted before any is made, by a recursive common table expression; aggregates stand in a LATERAL, since the recursive part itself may have none.
WITH RECURSIVE place AS MATERIALIZED (
  SELECT unit, mask, row_number() OVER (PARTITION BY unit ORDER BY bit_count(mask::bit(32)), cell)::int AS nth
  FROM cell_mask JOIN unit_cell USING (cell)),
summed (unit, nth, totals, ways) AS (
  SELECT unit, 0, ARRAY[0], ARRAY[1::numeric] FROM place WHERE nth = 1
  UNION ALL
  SELECT s.unit, p.nth, following.totals, following.ways
  FROM summed AS s JOIN place AS p ON p.unit = s.unit AND p.nth = s.nth + 1
  CROSS JOIN LATERAL (
    SELECT array_agg(total) AS totals, array_agg(ways) AS ways FROM (
      SELECT so_far.total + d AS total, sum(so_far.ways) AS ways
      FROM unnest(s.totals, s.ways) AS so_far (total, ways) JOIN generate_series(1, :size) AS d ON p.mask & (1 << (d - 1)) <> 0
      GROUP BY so_far.total + d) AS grown) AS following),
differing (unit, nth, used, ways) AS (
  SELECT unit, 0, ARRAY[0], ARRAY[1::numeric] FROM place WHERE nth = 1
  UNION ALL
  SELECT s.unit, p.nth, following.used, following.ways
  FROM differing AS s JOIN place AS p ON p.unit = s.unit AND p.nth = s.nth + 1
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(used), '{}') AS used, coalesce(array_agg(ways), '{}') AS ways FROM (
      SELECT so_far.used | (1 << (d - 1)) AS used, sum(so_far.ways) AS ways
      FROM unnest(s.used, s.ways) AS so_far (used, ways)
      JOIN generate_series(1, :size) AS d ON p.mask & ~so_far.used & (1 << (d - 1)) <> 0
      GROUP BY so_far.used | (1 << (d - 1))) AS grown) AS following
  WHERE cardinality(following.used) <= %(most)s::int)
SELECT s.unit,
       coalesce((SELECT t.ways FROM unnest(s.totals, s.ways) AS t (total, ways) WHERE t.total = :size * (:size + 1) / 2), 0) AS adding_up,
       CASE WHEN d.unit IS NOT NULL THEN coalesce(d.ways[1], 0) END AS different
FROM summed AS s LEFT JOIN differing AS d ON d.unit = s.unit AND d.nth = :size
WHERE s.nth = :size ORDER BY s.unit
