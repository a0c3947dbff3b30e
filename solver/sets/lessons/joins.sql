WITH RECURSIVE partial (nth, board) AS (
  SELECT 0::bigint, 0::bit(:bits)
  UNION ALL
  SELECT p.nth + 1, (p.board | l.board)::bit(:bits)
  FROM partial AS p
  JOIN unnest(%(units)s::int[], %(commons)s::bit(:bits)[])
    WITH ORDINALITY AS s (unit, common, nth) ON s.nth = p.nth + 1
  JOIN line AS l ON l.unit = s.unit AND l.board & s.common = p.board & s.common)
SELECT board::text AS board
FROM partial WHERE nth = cardinality(%(units)s::int[])
