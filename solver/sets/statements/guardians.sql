-- Guardians of one solution
-- idea: If all guardians were false, four cells or the whole board could be filled in two ways; so in a puzzle with one solution one of them is true. A row is what speaks against that.
-- article: Articles 000, 002 and 003 assume that there is one solution and draw nothing from it; 004 assumes nothing, and finds all.
-- postgresql: EXCEPT removes the guardians from the board. The whole board has two candidates in every open set: GROUP BY set HAVING count(*) <> 2, over a LEFT JOIN, so that an empty set is counted too.
WITH remaining (cell, digit) AS (
  SELECT cell, digit FROM candidate
  EXCEPT
  SELECT mod(g, :cells), 1 + g / :cells FROM unnest(%(guardians)s::int[]) AS g),
single (cell) AS (
  SELECT cell FROM remaining GROUP BY cell HAVING count(*) = 1),
member (in_set, cell) AS (
  SELECT cell, cell FROM remaining
  UNION ALL
  SELECT :cells + (digit - 1) * 3 * :size + unit, cell FROM remaining JOIN unit_cell USING (cell)),
corner (cell, row_unit, column_unit, box_unit) AS (
  SELECT cell, row_unit, column_unit, box_unit FROM unnest(%(corners)s::int[]) AS asked (cell) JOIN cell USING (cell))
SELECT 'set ' || in_set AS fault
FROM generate_series(0, :cells + 3 * :size * :size - 1) AS every (in_set)
LEFT JOIN member USING (in_set) LEFT JOIN single USING (cell)
WHERE cardinality(%(corners)s::int[]) = 0
GROUP BY in_set HAVING count(member.cell) <> CASE WHEN count(single.cell) > 0 THEN 1 ELSE 2 END
UNION ALL
SELECT 'no rectangle in two boxes' FROM corner
HAVING cardinality(%(corners)s::int[]) > 0 AND NOT (
  count(DISTINCT cell) = 4 AND count(DISTINCT row_unit) = 2 AND count(DISTINCT column_unit) = 2 AND count(DISTINCT box_unit) = 2)
UNION ALL
SELECT 'not two digits' FROM corner JOIN remaining USING (cell)
HAVING cardinality(%(corners)s::int[]) > 0 AND count(DISTINCT digit) <> 2
UNION ALL
SELECT 'a given' FROM corner WHERE cell = ANY (%(givens)s::int[])
