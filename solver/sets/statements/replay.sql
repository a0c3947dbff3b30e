-- A proof, replayed
-- idea: Candidates follow one after the other, each because it is alone in one of its sets, until a set has none left, or only those that are tried next. A row is a candidate that does not follow; no row means the proof is right.
-- article: 002 guesses and lets the rules find the contradiction, 001 purges the broken branch; neither keeps the reason. This is such a branch with its reasons, checked in one statement.
-- postgresql: A candidate is false from the first listed candidate on that shares a set with it: min(nth) by GROUP BY. A set then has one left if bool_and() finds all others false before; EXCEPT, in both directions, compares what a set has left with what is tried.
WITH told AS MATERIALIZED (
  SELECT line, nth, mod(candidate, :cells) AS cell, 1 + candidate / :cells AS digit, is_due
  FROM unnest(%(lines)s::int[], %(nths)s::int[], %(told)s::int[], %(dues)s::boolean[]) AS given (line, nth, candidate, is_due)),
ending (line, in_set) AS (
  SELECT line, in_set FROM unnest(%(ended)s::int[], %(endings)s::int[]) AS given (line, in_set)),
tried (line, cell, digit) AS (
  SELECT line, mod(candidate, :cells), 1 + candidate / :cells
  FROM unnest(%(split)s::int[], %(tried)s::int[]) AS given (line, candidate)),
member (in_set, cell, digit) AS MATERIALIZED (
  SELECT cell, cell, digit FROM candidate
  UNION ALL
  SELECT :cells + (digit - 1) * 3 * :size + unit, cell, digit FROM candidate JOIN unit_cell USING (cell)),
gone (line, cell, digit, nth) AS MATERIALIZED (
  SELECT t.line, m.cell, m.digit, min(t.nth)
  FROM told AS t JOIN member AS own USING (cell, digit) JOIN member AS m USING (in_set)
  WHERE (m.cell, m.digit) <> (t.cell, t.digit)
  GROUP BY t.line, m.cell, m.digit),
due (line, nth, holds) AS (
  SELECT t.line, t.nth, bool_and(
    CASE WHEN (m.cell, m.digit) = (t.cell, t.digit) THEN coalesce(g.nth >= t.nth, true) ELSE coalesce(g.nth < t.nth, false) END)
  FROM told AS t JOIN member AS own USING (cell, digit) JOIN member AS m USING (in_set)
  LEFT JOIN gone AS g ON g.line = t.line AND g.cell = m.cell AND g.digit = m.digit
  WHERE t.is_due GROUP BY t.line, t.nth, own.in_set),
kept (line, cell, digit) AS (
  SELECT e.line, m.cell, m.digit FROM ending AS e JOIN member AS m USING (in_set)
  LEFT JOIN gone AS g ON g.line = e.line AND g.cell = m.cell AND g.digit = m.digit
  WHERE g.nth IS NULL)
SELECT t.line, t.nth FROM told AS t LEFT JOIN due AS d ON d.line = t.line AND d.nth = t.nth
WHERE t.is_due GROUP BY t.line, t.nth HAVING NOT coalesce(bool_or(d.holds), false)
UNION ALL
SELECT t.line, t.nth FROM told AS t LEFT JOIN candidate AS c USING (cell, digit) WHERE c.cell IS NULL
UNION ALL
(SELECT line, NULL FROM (SELECT * FROM kept EXCEPT SELECT * FROM tried) AS untried)
UNION ALL
(SELECT line, NULL FROM (SELECT * FROM tried EXCEPT SELECT * FROM kept) AS unfounded)
