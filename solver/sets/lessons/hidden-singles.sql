-- title: Hidden singles by GROUP BY … HAVING
-- lede: Every digit must go somewhere in every row, column and box. If only one place is left, that is where it goes.
-- paragraph: A cell with only one candidate left is easy to see. A digit with only one cell left in its row is harder to see. Say that 5 is a candidate of only one cell of a row. This cell may have 1, 2 and 7 as candidates too, but the row needs its 5, so the cell is 5. The other candidates hide it. Players call that a *hidden single*.
-- paragraph: For a table both are the same question, asked of other columns: `GROUP BY cell HAVING count(*) = 1` finds the cells with one candidate, and `GROUP BY unit, digit HAVING count(*) = 1` the digits with one place in a unit. Nothing is hidden from a group.
-- because: All 27 units and nine digits are 243 groups of one statement. It finds every hidden single of the board at once; this is one of them.
-- loop: hidden_singles
-- of_loop: The loop goes through 27 units, nine digits and nine cells, and keeps a list of places: 2,187 looks, where the statement needs one.
-- of_short: Group the candidates by unit and digit. A group of one row is a digit with one place. `min(cell)` is no minimum here: an aggregate has to name the group's only cell. `EXCEPT` leaves out the digits that are placed already.
-- ms: 0.06, 0.32, 0.37
-- of_ms: The loop is faster: it looks into sets that are there already, while the statement first makes its relations of two arrays and then groups some 600 rows. What runs here takes a little longer, because it also keeps a reason for each row.
-- of_set: This is the same `GROUP BY`. A window then keeps one of several reasons for the same cell.
-- article: Article 002 calls it *Single Token in Group*, with the same `GROUP BY` and `MAX` for the cell, and prints after each rule how many cells it solved. The table below is that log for this solve.
-- article: Article 003 has no groups for it: a value is kept if there does not exist another cell of the row for which there does not exist a placed peer of the same value. Two nested `NOT EXISTS` are relational division, and because of the inner one the rule may look at candidates that a placed digit has not removed yet.
SELECT min(cell) AS cell, digit
FROM candidate JOIN unit_cell USING (cell)
GROUP BY unit, digit HAVING count(*) = 1
EXCEPT
SELECT cell, digit FROM placed;

-- asks: Which digits have one place left in a row, column or box after this pass? Cells that are solved are among them.
WITH unit_candidate AS (
  SELECT 'row ' || "row" AS unit, cell, digit FROM candidate WHERE iteration = {number}
  UNION ALL SELECT 'column ' || col, cell, digit FROM candidate WHERE iteration = {number}
  UNION ALL SELECT 'box ' || box, cell, digit FROM candidate WHERE iteration = {number})
SELECT unit, digit, min(cell) AS cell FROM unit_candidate
GROUP BY unit, digit HAVING count(*) = 1
ORDER BY cell, unit;
