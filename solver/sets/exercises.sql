-- name: givens-of-a-row
-- lesson: candidates-as-rows
-- question: How many digits are given in each of the nine rows? A row without any has 0.
-- columns: row, count
-- hint: Begin with the nine numbers of `Nums`, and look for the givens of each.
-- more: `LEFT JOIN` keeps a number without givens. `COUNT(val)` counts no NULL, `COUNT(*)` does.
SELECT n, COUNT(val)
FROM Nums LEFT JOIN SudokuInput ON "row" = n
GROUP BY n;
-- mistake: A row without givens is in no group of `SudokuInput`, so it is missing.
SELECT "row", COUNT(*) FROM SudokuInput GROUP BY "row";

-- name: every-place
-- lesson: candidates-as-rows
-- question: Which digits could each open cell have before any rule? All nine: list them.
-- columns: row, col, val
-- hint: Nine rows, nine columns and nine values are three times `Nums`.
-- more: `CROSS JOIN` them, and keep what has no given: `NOT EXISTS`.
SELECT r.n, c.n, v.n
FROM Nums r CROSS JOIN Nums c CROSS JOIN Nums v
WHERE NOT EXISTS (
  SELECT FROM SudokuInput s WHERE s."row" = r.n AND s.col = c.n);
-- mistake: This has the cells with a given too.
SELECT r.n, c.n, v.n FROM Nums r CROSS JOIN Nums c CROSS JOIN Nums v;

-- name: box-of-a-given
-- lesson: peers
-- question: In which box is each given? Boxes count from 1 to 9, line by line.
-- columns: row, col, box
-- hint: Whole numbers divide to whole numbers: `(col - 1)/3` is 0, 1 or 2.
-- more: A band of boxes begins at `(row - 1)/3*3`, which is 0, 3 or 6.
SELECT "row", col, ("row" - 1)/3*3 + (col - 1)/3 + 1
FROM SudokuInput;
-- mistake: Rows and columns begin at 1, so the third of them is in the next box here.
SELECT "row", col, "row"/3*3 + col/3 + 1 FROM SudokuInput;

-- name: seen-by-a-cell
-- lesson: peers
-- question: Which 20 cells does row 4, column 5 see: those of its row, column and box?
-- columns: row, col
-- hint: All 81 cells are `Nums` joined with itself. Three conditions with OR keep some.
-- more: A cell does not see itself: take it out.
SELECT r.n, c.n
FROM Nums r CROSS JOIN Nums c
WHERE (r.n = 4 OR c.n = 5 OR ((r.n - 1)/3 = 1 AND (c.n - 1)/3 = 1))
  AND NOT (r.n = 4 AND c.n = 5);
-- mistake: These are 21: the cell itself is among them.
SELECT r.n, c.n FROM Nums r CROSS JOIN Nums c
WHERE r.n = 4 OR c.n = 5 OR ((r.n - 1)/3 = 1 AND (c.n - 1)/3 = 1);

-- name: only-candidate
-- lesson: hidden-singles
-- question: Article 002’s Single Candidate: which cells have only one candidate left?
-- columns: row, col, val
-- hint: Group the rows of `Candidate` by cell.
-- more: `HAVING COUNT(*) = 1`. An aggregate has to name the value: `MAX(val)`.
SELECT "row", col, MAX(val)
FROM Candidate
GROUP BY "row", col
HAVING COUNT(*) = 1;
-- mistake: Grouped by the value too, each group has one row, and nothing is counted.
SELECT "row", col, val FROM Candidate GROUP BY "row", col, val HAVING COUNT(*) = 1;

-- name: only-place
-- lesson: hidden-singles
-- question: Article 001’s unqInRow: which digits have only one place left in their row?
-- columns: row, col, val
-- hint: What is grouped by is what is counted in: a digit in a row.
-- more: The column is the only one of its group, so any aggregate names it.
SELECT "row", MAX(col), val
FROM Candidate
GROUP BY "row", val
HAVING COUNT(*) = 1;
-- mistake: This groups by cell: these cells have one candidate, which is the exercise before.
SELECT "row", col, MAX(val) FROM Candidate GROUP BY "row", col HAVING COUNT(*) = 1;

-- name: mask-of-a-cell
-- lesson: enclosed-sets
-- question: Article 000 writes the candidates of a cell as one number, 2^(v-1) for each. What is it for each open cell?
-- columns: row, col, mask
-- hint: A digit v is the bit `1 << (v - 1)`.
-- more: `bit_or` unites the bits of a group. `SUM` does too, as no bit comes twice.
SELECT "row", col, bit_or(1 << (val - 1))
FROM Candidate
GROUP BY "row", col;
-- mistake: Every number is twice as large as it should be: digit 1 is bit 0.
SELECT "row", col, bit_or(1 << val) FROM Candidate GROUP BY "row", col;

-- name: pairs-of-a-row
-- lesson: enclosed-sets
-- question: The smallest enclosed combo is a pair: two cells of a row that have the same two candidates. In which rows, and which candidates? Write them as a text such as 38.
-- columns: row, pair
-- hint: First a list for each cell: `string_agg(val::text, '' ORDER BY val)`.
-- more: Then group the cells of two candidates by row and list, and count two.
WITH cell AS (
  SELECT "row", col, string_agg(val::text, '' ORDER BY val) AS list
  FROM Candidate GROUP BY "row", col)
SELECT "row", list
FROM cell WHERE length(list) = 2
GROUP BY "row", list HAVING COUNT(*) = 2;
-- mistake: One cell with two candidates encloses nothing: it takes as many cells as digits.
WITH cell AS (
  SELECT "row", col, string_agg(val::text, '' ORDER BY val) AS list
  FROM Candidate GROUP BY "row", col)
SELECT "row", list FROM cell WHERE length(list) = 2;

-- name: fewest-candidates
-- lesson: branches
-- question: Where would you branch? List all open cells with the fewest candidates.
-- columns: row, col, count
-- hint: Count the candidates of each cell in a CTE, so that you can read it twice.
-- more: Keep the cells whose count is the smallest: `(SELECT MIN(n) FROM …)`.
WITH cell AS (
  SELECT "row", col, COUNT(*) AS n FROM Candidate GROUP BY "row", col)
SELECT "row", col, n
FROM cell WHERE n = (SELECT MIN(n) FROM cell);
-- mistake: `LIMIT 1` takes one of several cells, and nothing says which.
SELECT "row", col, COUNT(*) FROM Candidate
GROUP BY "row", col ORDER BY COUNT(*) LIMIT 1;

-- name: part-of-a-line
-- lesson: joins
-- question: Article 004 joins cells to lines. How can the first three cells of row 1 be filled with different digits? A given cell has one way.
-- columns: c1, c2, c3
-- hint: Givens and candidates together are what a cell may be: `UNION ALL`.
-- more: Join that three times, a column each, with `<>` between any two values.
WITH may AS (
  SELECT col, val FROM Candidate WHERE "row" = 1
  UNION ALL
  SELECT col, val FROM SudokuInput WHERE "row" = 1)
SELECT a.val, b.val, c.val
FROM may a
JOIN may b ON b.val <> a.val
JOIN may c ON c.val <> a.val AND c.val <> b.val
WHERE a.col = 1 AND b.col = 2 AND c.col = 3;
-- mistake: The first and the third cell may have the same digit here.
WITH may AS (
  SELECT col, val FROM Candidate WHERE "row" = 1
  UNION ALL
  SELECT col, val FROM SudokuInput WHERE "row" = 1)
SELECT a.val, b.val, c.val
FROM may a JOIN may b ON b.val <> a.val JOIN may c ON c.val <> b.val
WHERE a.col = 1 AND b.col = 2 AND c.col = 3;

-- name: a-further-unit
-- lesson: units
-- question: Let the diagonal from top left to bottom right have each digit once, too. Which candidates does that remove, as a given of the diagonal has their digit?
-- columns: row, col, val
-- hint: A cell is on this diagonal if its row is its column.
-- more: Candidates of the diagonal for which a given of the diagonal with their digit `EXISTS`.
SELECT c."row", c.col, c.val FROM Candidate c
WHERE c."row" = c.col AND EXISTS (
  SELECT FROM SudokuInput s WHERE s."row" = s.col AND s.val = c.val);
-- mistake: This removes the digit from cells outside the diagonal too.
SELECT c."row", c.col, c.val FROM Candidate c
WHERE EXISTS (
  SELECT FROM SudokuInput s WHERE s."row" = s.col AND s.val = c.val);
