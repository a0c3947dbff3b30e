-- Lines that agree
-- idea: A digit that no line of some unit has in a cell is removed from that cell, with the lines that need it, until nothing is affected.
-- article: 004 has no such step: it deletes what breaks a rule from each of its three tables, and leaves the rest to the joins.
-- postgresql: bit_or() combines all lines of a unit, bit_and() keeps what all three units of a cell allow: two aggregates that T-SQL does not have.
WITH held AS (
  SELECT unit, count(*)::int AS lines, bit_or(board) AS board FROM line GROUP BY unit),
outside AS (
  SELECT unit, ~bit_or(set_bit(0::bit(:bits), :bits - cell * :size - digit, 1)) AS board
  FROM unit_cell CROSS JOIN digit GROUP BY unit)
SELECT bit_and(coalesce(h.board, 0::bit(:bits)) | o.board)::text AS allowed,
       array_agg(coalesce(h.lines, 0) ORDER BY o.unit) AS lines
FROM outside AS o LEFT JOIN held AS h USING (unit)
