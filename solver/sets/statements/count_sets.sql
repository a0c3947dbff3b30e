-- A proof, counted
-- idea: In some sets, the truths, at least one candidate is true; in others, the links, at most one. Each link that contains a candidate adds a weight of 1, each truth -1. A candidate that weighs more than links minus truths is false: one GROUP BY candidate HAVING sum(weight) > rank.
-- article: 000 proves an enclosed combo by HAVING MAX(NumOfChoices) = COUNT(*): that is this count, with the cells as truths and their digits as links. No article proves more.
-- postgresql: The sets are bound as two arrays of numbers, a cell's own and then one for each digit and unit; unnest() turns them into rows. A row with a negative weight refutes the proof.
WITH member (in_set, cell, digit) AS (
  SELECT cell, cell, digit FROM candidate
  UNION ALL
  SELECT :cells + (digit - 1) * 3 * :size + unit, cell, digit FROM candidate JOIN unit_cell USING (cell)),
certificate (in_set, weight) AS (
  SELECT unnest(%(links)s::int[]), 1
  UNION ALL
  SELECT unnest(%(truths)s::int[]), -1),
held (cell, digit, weight) AS (
  SELECT cell, digit, weight FROM certificate JOIN member USING (in_set)
  UNION ALL
  SELECT mod(g, :cells), 1 + g / :cells, -1 FROM unnest(%(guardians)s::int[]) AS g)
SELECT cell, digit, sum(weight)::int AS weight
FROM held GROUP BY cell, digit
HAVING sum(weight) < 0 OR sum(weight) >
  cardinality(%(links)s::int[]) - cardinality(%(truths)s::int[]) - least(cardinality(%(guardians)s::int[]), 1)
ORDER BY cell, digit
