-- title: Peers as an anti-join
-- lede: A digit in a cell cannot appear again in its row, column or box. The candidates that stay are found by an anti-join.
-- paragraph: The cells that share a unit with a cell are its *peers*: eight in its row, eight in its column, and four more in its box, 20 in all. If a cell is 2, no peer can be 2, so the 2 is deleted from the candidates of all 20. Every method needs this one rule.
-- paragraph: In SQL this can be asked in two ways. What stays are the candidates for which no placed peer with the same digit exists: `NOT EXISTS`, an *anti-join*. What goes is the other half: the candidates that have such a peer, a join. This site asks for what goes, because a step must say which cell removed it.
-- because: One row of `placed`, joined to its three units and from there to the candidates of the same digit. A peer in two of the units comes up twice: `DISTINCT ON` keeps it once, with the first reason.
-- loop: placed_digits
-- of_loop: The loop takes one placed digit after the other, looks up its three units, and visits each of their cells.
-- of_short: `here` are the three units of a placed digit, `there` the other cells of these units. Each candidate of the same digit there goes. A peer may be in two of the units: `DISTINCT` names it once.
-- ms: 0.08, 0.34, 0.5
-- of_ms: The loop is faster: it finds the units of a cell by its number, while the statement first makes `unit_cell`, 243 rows, from nothing. What runs here takes longer still, because it also says which digit is the reason for each row.
-- of_set: The set uses all placed digits at once. `unit_cell` says which cell is in which unit, for rows, columns and boxes alike, so there is one join and no case for each kind.
-- article: Article 001 writes one `DELETE` with four `EXISTS`, joined by `OR`: the cell is solved, or its row, its column, its square has the value. Article 003 has two delete rules, and counts what they affect in `@@ROWCOUNT`; its loop continues while the sum is not zero. The table below is that sum.
-- article: `DELETE … USING` is PostgreSQL's `DELETE … FROM … JOIN`, and `RETURNING` returns the deleted rows, where T-SQL returns their number.
SELECT DISTINCT c.cell, c.digit
FROM placed AS p
JOIN unit_cell AS here ON here.cell = p.cell
JOIN unit_cell AS there ON there.unit = here.unit AND there.cell <> here.cell
JOIN candidate AS c ON c.cell = there.cell AND c.digit = p.digit;

-- asks: The half that stays, word for word: candidates for which no single candidate among the peers exists.
WITH single AS (
  SELECT cell, min("row") AS "row", min(col) AS col, min(box) AS box, min(digit) AS digit
  FROM candidate WHERE iteration = {number} GROUP BY cell HAVING count(*) = 1)
SELECT count(*) FROM candidate AS c
WHERE iteration = {number} AND NOT EXISTS (
  SELECT FROM single AS s
  WHERE s.digit = c.digit AND s.cell <> c.cell
    AND (s."row" = c."row" OR s.col = c.col OR s.box = c.box));
