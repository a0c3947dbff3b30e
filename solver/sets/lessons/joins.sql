-- title: Joins of valid rows, columns and boxes
-- lede: A solved board is nine rows, nine columns and nine boxes that agree. A join finds it.
-- paragraph: No rule, and no guess. A *line* is one way to fill a unit with nine different digits, each of them a candidate of its cell. List all lines of each unit, one table per unit, and join these 27 tables. Row 1 and column 1 share the cell r1c1, so a line of the one goes with a line of the other only if both have the same digit there. What comes through all 27 is every solution, whether one, many or none.
-- paragraph: Everything depends on how many *partial boards* there are in between: the rows of the join so far. So the lines are counted before any is made, those that no crossing line agrees with are deleted, and the next unit is always the one that lets the partial boards grow least.
-- because: Lines of the two that disagree in a shared cell find no partner: the equality of the join is the rule of the game.
-- loop: join
-- of_loop: The loop compares every line with every partial board: the product of both, for each of 27 units. Boards and lines are dictionaries of a digit for each cell.
-- of_short: A partial board meets each line of the next unit that has the same digits in the cells that both fill. A line is a text of 729 bits, one for each cell and digit. `common` has the bits of the cells that both fill, and `|` puts both together. `…` are values from outside: the units in the order of the joins, and their `common`.
-- ms: 4677, 4295, 572
-- of_ms: The statement is a little faster than the loop, though both compare each partial board with each line: it cannot hash a condition that depends on the unit. What runs here joins on a key, which can be hashed.
-- of_set: The set joins on a key, the digits of the cells that both fill, so PostgreSQL can hash it: a partial board meets the lines that fit, and no others.
-- article: Article 004 fills a table of rows whose digits add up to 45, then deletes those with a digit twice: a cheap condition first. Then it joins 27 tables in one statement, a row, a column, a row, a column, boxes at some point, and needs 5 min 20 s for AlEscargot. In the order below it takes 0.7 s of PostgreSQL's processor and at most 16,272 partial boards; by row, column, row, column it already has 74,592 after the fourth join.
-- article: For N² digits the statement has 3N² tables and is put together as text, dynamic SQL. Here `WITH RECURSIVE` counts the stages, so one text serves every size. Its result has one row per solution; for large N the article advises one row per cell, because the number of columns of a table is limited.
WITH RECURSIVE partial (nth, board) AS (
  SELECT 0::bigint, 0::bit(:bits)
  UNION ALL
  SELECT p.nth + 1, (p.board | l.board)::bit(:bits)
  FROM partial AS p
  JOIN unnest(%(units)s::int[], %(commons)s::bit(:bits)[])
    WITH ORDINALITY AS s (unit, common, nth) ON s.nth = p.nth + 1
  JOIN line AS l ON l.unit = s.unit AND l.board & s.common = p.board & s.common)
SELECT board::text AS board
FROM partial WHERE nth = cardinality(%(units)s::int[]);

-- asks: All ways to fill row 1 with different candidates: the table that the joins begin with.
WITH RECURSIVE line (col, used) AS (
  SELECT 0, ''
  UNION ALL
  SELECT c.col, used || c.digit
  FROM line AS l JOIN candidate AS c ON c.col = l.col + 1
  WHERE c.iteration = 1 AND c."row" = 1 AND position(c.digit::text IN used) = 0)
SELECT count(*) AS lines, min(used) AS first, max(used) AS last FROM line WHERE col = 9;
