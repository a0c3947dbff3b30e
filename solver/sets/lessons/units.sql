-- title: A unit is a set
-- lede: Rows, columns and boxes are sets of nine cells, and so is a diagonal. Where a unit is rows of a table, no statement has to know its kind.
-- paragraph: `unit_cell` has a row for each cell of each unit. A Sudoku with diagonals has 18 more such rows, a jigsaw has other rows in place of its boxes, and a board of 6×6 has fewer. The statements stay.
-- paragraph: A smaller set has no digit twice, but need not have each. Two cells a knight’s move apart are such a pair. `sees` joins all sets with themselves: two cells see each other if a set has both.
-- paragraph: So pointing, claiming and all that diagonals or pairs add are one rule: the places of a digit in a unit, and the cells that see each of them. One of the places has the digit, so those lose it.
-- because: The digit stands in one of these places. A cell that sees all of them sees that one: its row in `sees` comes up as often as there are places, and `HAVING count(*) = places` keeps it.
-- loop: units
-- of_loop: The loop visits each unit and each digit, collects the places, and looks for cells that see all of them. `sees[cell]` are the cells that share a set with a cell.
-- of_short: Places are counted by unit and digit. Joined to `sees`, they are grouped by the cell that may lose the digit: it loses it if no place is missing in its group.
-- ms: 3.1, 11.0, 7.1
-- of_ms: The short statement is slower than the loop: it joins each place with all cells that it sees and then groups them, while the loop gives up a cell at the first place that it does not see. What runs here leaves out the units in which the digit is placed.
-- of_set: It runs for units that are neither rows nor columns; a second statement does the same for these. Units in which the digit is placed already are left out.
-- article: The articles know the row, the column and the square of a cell as three columns, and write each rule three times. A fourth kind of unit would be a fourth column and a fourth time.
-- article: Here the units of a board that is no usual one are bound to the statement as three arrays. Nothing of the board is in its text.
WITH place AS (
  SELECT unit, digit, count(*) AS places
  FROM candidate JOIN unit_cell USING (cell) GROUP BY unit, digit)
SELECT DISTINCT lost.cell, lost.digit
FROM place JOIN unit_cell USING (unit) JOIN candidate AS c USING (cell, digit)
JOIN sees USING (cell)
JOIN candidate AS lost ON lost.cell = sees.other AND lost.digit = c.digit
GROUP BY unit, places, lost.cell, lost.digit HAVING count(*) = places;

-- asks: Which places each digit has left on the diagonal from top left to bottom right, a unit whose cells are those with the same row and column.
SELECT digit, string_agg(cell, ', ' ORDER BY "row") AS places
FROM candidate WHERE iteration = {number} AND "row" = col
GROUP BY digit ORDER BY digit;
