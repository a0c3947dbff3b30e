-- Join
-- idea: Lines of one unit after the other are joined to partial boards on the cells that both fill: what comes through all joins is a solution.
-- article: 004 joins nine rows, nine columns and nine squares, 27 tables in one statement; N² of them for other sizes, by dynamic SQL.
-- postgresql: A recursive common table expression with a stage as its counter says the same for every board size. A bit string has no hash, bit_send() makes one possible.
WITH RECURSIVE stage AS MATERIALIZED (
  SELECT nth::int AS nth, unit, common::bit(:bits) AS common,
         coalesce(lead(common) OVER (ORDER BY nth), common)::bit(:bits) AS common_with_next
  FROM unnest(%(units)s::int[], %(commons)s::text[]) WITH ORDINALITY AS planned (unit, common, nth)),
ready AS MATERIALIZED (
  SELECT s.nth, bit_send(l.board & s.common) AS key, l.board, s.common_with_next
  FROM stage AS s JOIN line AS l USING (unit)),
partial (nth, boards, board, key) AS (
  SELECT 0, 1::bigint, 0::bit(:bits), bit_send(0::bit(:bits))
  UNION ALL
  SELECT r.nth, count(*) OVER (), (p.board | r.board)::bit(:bits), bit_send((p.board | r.board) & r.common_with_next)
  FROM partial AS p JOIN ready AS r ON r.nth = p.nth + 1 AND r.key = p.key
  WHERE p.boards <= %(most)s::int)
SELECT nth, count(*) AS boards, bit_or(board)::text AS seen,
       CASE WHEN nth = cardinality(%(units)s::int[]) THEN array_agg(board::text) END AS solutions
FROM partial WHERE nth > 0 GROUP BY nth ORDER BY nth
