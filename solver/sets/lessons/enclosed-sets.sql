-- title: Enclosed combos
-- lede: If two cells of a row can only be 4 or 8, one of them is 4 and the other one is 8. No other cell of that row can be either.
-- paragraph: It is the same in columns and boxes, and for more cells. Three cells of a row with {1, 2, 3}, {2, 3} and {1, 3} use up 1, 2 and 3. Nobody knows yet which cell gets which digit, and no cell has to have all of them. All other cells of the row lose 1, 2 and 3.
-- paragraph: Article 000 calls a set of digits a *combo*. A cell *fits* a combo if all its candidates are in it. A combo is *enclosed* in a unit if exactly as many cells fit it as it has digits: three cells, three digits. That is the whole rule: find the enclosed combos, and delete their digits from the cells of the unit that do not fit. A digit that is placed is a combo of one, so no other rule is needed.
-- paragraph: For SQL a combo is a number with one bit per digit: {5, 8, 9} is 16 + 128 + 256 = 400. So the numbers from 1 to 511 are all combos. `mask & ~combo = 0` says that a cell fits: it has no candidate outside the combo. `GROUP BY unit, combo` counts the cells that fit, and `HAVING` compares their number with that of the digits, `bit_count(combo)`.
-- because: The cells that fit keep their rows; the rows of the same digits elsewhere in the unit are deleted. All enclosed sets of all 27 units are found before any row is deleted, so their order does not matter.
-- loop: enclosed_sets
-- of_loop: The loop tries all 511 `COMBOS` in each of 27 units and compares each with nine cells: 124,173 comparisons per pass.
-- of_short: All 511 combos meet the cells of each unit that fit them, as in the article. A combo with as many cells as digits is enclosed. The other cells of its unit lose its digits: `mask & ~combo <> 0` says that a cell does not fit, and `mask & combo & bit <> 0` are the digits that it shares with the combo. A row of the result is one candidate to delete, a cell and a digit.
-- ms: 5.4, 25.0, 1.4
-- of_ms: The short statement is slower than the loop: it makes and groups some 20,000 rows, one for each cell that fits a combo in a unit, where the loop only counts. Sets win by asking less, as what runs here does: it tries some 260 combos instead of 13,797, and is faster than both.
-- of_set: The short statement counts 511 combos in each of 27 units, 13,797 in all. This one tries only unions of masks that cells of the unit have, built by `WITH RECURSIVE`. No other combo can be enclosed and remove anything, and there are some 260.
-- article: Article 000 joins 511 combos to 81 cells, groups by range and combo, and removes the digits in one `UPDATE … FROM`. A cell may match many enclosed combos at once. T-SQL leaves open which of them updates the row; PostgreSQL says that it is one of them, but not which.
-- article: The article's sample takes 15 passes if all removals of a pass are made, as here. Its `UPDATE`, word for word in PostgreSQL, changes a cell by one combo per pass. Which one depends on the server's plan: with hash joins it takes 20 passes, with merge joins 19, as in the table below. It reaches the same board, because what is enclosed stays enclosed; but a statement whose result depends on its plan is not set-based.
WITH held AS (
  SELECT unit, cell, mask FROM cell_mask JOIN unit_cell USING (cell)),
enclosed AS (
  SELECT unit, combo
  FROM held JOIN generate_series(1, 511) AS combo ON mask & ~combo = 0
  GROUP BY unit, combo HAVING count(*) = bit_count(combo::bit(9)))
SELECT DISTINCT cell, digit
FROM enclosed JOIN held USING (unit) JOIN digit ON mask & combo & bit <> 0
WHERE mask & ~combo <> 0;

-- asks: The article's question in one query: which sets of digits, found in some cell, fit as many cells of a box as they have members?
WITH cell AS (
  SELECT box, cell, string_agg(digit::text, '' ORDER BY digit) AS digits
  FROM candidate WHERE iteration = {before} GROUP BY box, cell)
SELECT s.box, s.digits, array_agg(c.cell) AS cells
FROM (SELECT DISTINCT box, digits FROM cell) AS s
JOIN cell AS c ON c.box = s.box AND translate(c.digits, s.digits, '') = ''
GROUP BY s.box, s.digits HAVING count(*) = length(s.digits) AND count(*) > 1
ORDER BY s.box, s.digits;
