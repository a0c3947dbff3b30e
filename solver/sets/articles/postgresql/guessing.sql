-- Article 002, "Sudoku by SQL", part two: its listings. The tables, views and the trigger of part one are rebuilt from how they are used.
--: rebuilt: The article prints these rules and the loop. Its tables, views and trigger are rebuilt from how they are used.
--: differs: The article guesses in the cell with most candidates, this site’s engine in one with fewest, unless you choose otherwise. What a guess did that was rolled back is not in this record, because it was rolled back too.
--= tables: Rebuilt: cells, candidates and the groups that a cell is in
CREATE OR REPLACE FUNCTION sudoku.CellInserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM Candidate c
  USING inserted i
  WHERE c.CellID = i.CellID;
  DELETE FROM Candidate c
  USING inserted i, Location l1, Location l2
  WHERE l1.CellID = i.CellID AND l2.CellID = c.CellID
    AND l1.GroupType = l2.GroupType AND l1.GroupValue = l2.GroupValue
    AND c.Value = i.Value;
  RETURN NULL;
END $$;

CREATE OR REPLACE PROCEDURE sudoku.StartGame("@board" text) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sudoku.forget('location', 'locationwide', 'setall', 'cell', 'candidate', '@guess');  -- ours
  CREATE TEMP TABLE LocationWide AS
  SELECT r*10 + c AS CellID, r AS "Row", c AS "Column", (r-1)/3*3 + (c-1)/3 + 1 AS "Square"
  FROM generate_series(1, 9) r CROSS JOIN generate_series(1, 9) c;
  CREATE TEMP TABLE Location AS
  SELECT CellID, 'R' AS GroupType, "Row" AS GroupValue FROM LocationWide
  UNION ALL SELECT CellID, 'C', "Column" FROM LocationWide
  UNION ALL SELECT CellID, 'S', "Square" FROM LocationWide;
  CREATE TEMP TABLE SetAll AS
  SELECT s AS SetValue, length(replace(s::bit(9)::text, '0', '')) AS Size FROM generate_series(1, 511) s;
  CREATE TEMP TABLE Cell (CellID int PRIMARY KEY, Value int NOT NULL, Rule varchar(40));
  CREATE TEMP TABLE Candidate (CellID int, Value int, Mask int, PRIMARY KEY (CellID, Value));
  CREATE TEMP VIEW CandidateMask AS
  SELECT CellID, SUM(Mask)::int AS Mask FROM Candidate GROUP BY CellID;
  CREATE TEMP VIEW Violation AS
  SELECT l.GroupType, l.GroupValue, c.Value
  FROM Cell c INNER JOIN Location l ON c.CellID = l.CellID
  GROUP BY l.GroupType, l.GroupValue, c.Value
  HAVING COUNT(*) > 1;
  CREATE TRIGGER CellInserted AFTER INSERT ON Cell REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION sudoku.CellInserted();
  CREATE TEMP TABLE "@guess" (nestlevel int, CellID int, Value int);
  INSERT INTO Candidate SELECT CellID, v, 1 << (v - 1) FROM LocationWide CROSS JOIN generate_series(1, 9) v;
  INSERT INTO Cell
  SELECT CellID, substr("@board", ("Row" - 1)*9 + "Column", 1)::int, 'Given'
  FROM LocationWide WHERE substr("@board", ("Row" - 1)*9 + "Column", 1) > '0';
  ANALYZE Location, LocationWide, SetAll, Cell, Candidate;  -- ours
END $$;

--= single: One candidate for a cell: it has this value
CREATE OR REPLACE PROCEDURE sudoku.ApplyRuleSingleCandidate(INOUT "@rows" int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO Cell (CellID, Rule, Value)
  SELECT t.CellID, t.Rule, t.Value
  FROM (
    SELECT c.CellID, 'Single Candidate' AS Rule, MAX(c.Value) AS Value
    FROM Candidate c
    GROUP BY c.CellID
    HAVING COUNT(*) = 1
  ) t;
  GET DIAGNOSTICS "@rows" = ROW_COUNT;
  IF EXISTS (SELECT 2 FROM Violation) THEN
    RAISE EXCEPTION 'Invalid value in cells' USING ERRCODE = '50001';
  END IF;
END $$;

--= token: One cell of a group for a value: it has to be there
CREATE OR REPLACE PROCEDURE sudoku.ApplyRuleSingleTokenInGroup(INOUT "@rows" int) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO Cell (CellID, Rule, Value)
  SELECT CellID, Rule, Value
  FROM (
    SELECT MAX(c.CellID) AS CellID
    , 'Single Token in ' || CASE WHEN l.GroupType = 'C' THEN 'Column' WHEN l.GroupType = 'R' THEN 'Row' ELSE 'Square' END AS Rule
    , c.Value
    , ROW_NUMBER() OVER (PARTITION BY MAX(c.CellID) ORDER BY l.GroupType) AS RowNumber
    FROM Candidate c
    INNER JOIN Location l ON c.CellID = l.CellID
    GROUP BY l.GroupType, l.GroupValue, c.Value
    HAVING COUNT(*) = 1
  ) t
  WHERE RowNumber = 1;
  GET DIAGNOSTICS "@rows" = ROW_COUNT;
  IF EXISTS (SELECT 2 FROM Violation) THEN
    RAISE EXCEPTION 'Invalid value in cells' USING ERRCODE = '50001';
  END IF;
END $$;

--= complete: As many cells of a group with the same set as it has members use it up
CREATE OR REPLACE PROCEDURE sudoku.RemoveCandidateCompleteMatch(INOUT "@rows" int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM Candidate c
  USING CandidateMask m
  INNER JOIN Location l ON m.CellID = l.CellID
  INNER JOIN (
    SELECT l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    FROM SetAll s
    INNER JOIN CandidateMask c1 ON s.SetValue = c1.Mask
    INNER JOIN Location l1 ON c1.CellID = l1.CellID
    WHERE s.Size NOT IN (1, 9)
    GROUP BY l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    HAVING COUNT(*) = s.Size
  ) h ON h.GroupType = l.GroupType AND h.GroupValue = l.GroupValue
  WHERE c.CellID = m.CellID
  AND m.Mask != h.SetValue
  AND c.Mask & h.SetValue != 0;
  GET DIAGNOSTICS "@rows" = ROW_COUNT;
END $$;

--= partial: The same for cells whose candidates are all in the set
CREATE OR REPLACE PROCEDURE sudoku.RemoveCandidatePartialSet(INOUT "@rows" int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM Candidate c
  USING CandidateMask m
  INNER JOIN Location l ON m.CellID = l.CellID
  INNER JOIN (
    SELECT l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    FROM SetAll s
    INNER JOIN CandidateMask c1 ON s.SetValue & c1.Mask = c1.Mask AND ~s.SetValue & c1.Mask = 0
    INNER JOIN Location l1 ON c1.CellID = l1.CellID
    WHERE s.Size NOT IN (1, 9)
    GROUP BY l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    HAVING COUNT(*) = s.Size
  ) h ON h.GroupType = l.GroupType AND h.GroupValue = l.GroupValue
  WHERE c.CellID = m.CellID
  AND ~h.SetValue & m.Mask != 0
  AND c.Mask & h.SetValue != 0;
  GET DIAGNOSTICS "@rows" = ROW_COUNT;
END $$;

--= same: A value in one row or column of a square leaves the other squares there
CREATE OR REPLACE PROCEDURE sudoku.RemoveCandidateValueInSameRowOrColumnAndSquare(INOUT "@rows" int) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM Candidate c
  USING Location l, LocationWide s, (
    SELECT c.Value, ls."Square", lrc.GroupType, MAX(lrc.GroupValue) AS GroupValue
    FROM Candidate c
    INNER JOIN LocationWide ls ON c.CellID = ls.CellID
    INNER JOIN Location lrc ON c.CellID = lrc.CellID AND lrc.GroupType IN ('C', 'R')
    GROUP BY c.Value, ls."Square", lrc.GroupType
    HAVING COUNT(DISTINCT ls."Square") = 1 AND COUNT(DISTINCT lrc.GroupValue) = 1
  ) a
  WHERE c.CellID = l.CellID
  AND c.CellID = s.CellID
  AND a.Value = c.Value AND l.GroupType = a.GroupType AND l.GroupValue = a.GroupValue
  AND s."Square" != a."Square";
  GET DIAGNOSTICS "@rows" = ROW_COUNT;
END $$;

--= rules: All rules, until they affect no row
CREATE OR REPLACE PROCEDURE sudoku.TrySolve("@iteration" int, "@nestlevel" int DEFAULT 1)
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  "@cells" int := 1; "@affected" int := 0; "@cellID" int; "@value" int; "@count" int;
BEGIN
  WHILE "@cells" > 0 LOOP
    WHILE "@cells" > 0 LOOP
      IF sudoku.is_over() THEN RAISE EXCEPTION 'limit' USING ERRCODE = 'SULIM'; END IF;  -- ours
      CALL sudoku.ApplyRuleSingleCandidate("@cells");
      PERFORM sudoku.note("@iteration", 'ApplyRuleSingleCandidate', "@cells");  -- ours
      RAISE NOTICE '%Iteration % ApplyRuleSingleCandidate solves % cells.', repeat(' ', "@nestlevel"), "@iteration", "@cells";
      CALL sudoku.ApplyRuleSingleTokenInGroup("@affected");
      PERFORM sudoku.note("@iteration", 'ApplyRuleSingleTokenInGroup', "@affected");  -- ours
      RAISE NOTICE '%Iteration % ApplyRuleSingleTokenInGroup solves % cells.', repeat(' ', "@nestlevel"), "@iteration", "@affected";
      "@cells" := "@cells" + "@affected";
      "@iteration" := "@iteration" + 1;
    END LOOP;
    CALL sudoku.RemoveCandidateCompleteMatch("@cells");
    PERFORM sudoku.note("@iteration", 'RemoveCandidateCompleteMatch', "@cells");  -- ours
    RAISE NOTICE '%Removed % candidates due to complete match in same group', repeat(' ', "@nestlevel"), "@cells";
    CALL sudoku.RemoveCandidatePartialSet("@affected");
    PERFORM sudoku.note("@iteration", 'RemoveCandidatePartialSet', "@affected");  -- ours
    RAISE NOTICE '%Removed % candidates due to exclusive partial sets in same group', repeat(' ', "@nestlevel"), "@affected";
    "@cells" := "@cells" + "@affected";
    CALL sudoku.RemoveCandidateValueInSameRowOrColumnAndSquare("@affected");
    PERFORM sudoku.note("@iteration", 'RemoveCandidateValueInSameRowOrColumnAndSquare', "@affected");  -- ours
    RAISE NOTICE '%Removed % candidates due to candidate values in a square in only one row or column', repeat(' ', "@nestlevel"), "@affected";
    "@cells" := "@cells" + "@affected";
  END LOOP;

--= choices: Then the cell with most candidates, and its choices
  INSERT INTO "@guess" (nestlevel, CellID, Value)
  SELECT "@nestlevel", c.CellID, c.Value
  FROM Candidate c
  WHERE c.CellID = (
    SELECT cm.CellID
    FROM CandidateMask cm
    INNER JOIN SetAll s ON s.SetValue = cm.Mask
    ORDER BY s.Size DESC, cm.CellID
    LIMIT 1
  )
  ORDER BY c.Value;

--= guess: One after the other, each in a savepoint
  WHILE (SELECT COUNT(*) FROM Cell) < 81 LOOP
    "@count" := (SELECT COUNT(*) FROM "@guess" WHERE nestlevel = "@nestlevel");
    IF "@count" = 0 THEN
      RAISE EXCEPTION 'Error in guessing, all candidates used but not solved.' USING ERRCODE = '50002';
    END IF;
    IF NOT EXISTS (SELECT 2 FROM Candidate) THEN
      RAISE EXCEPTION 'Error in guessing, no candidates.' USING ERRCODE = '50002';
    END IF;
    SELECT g.CellID, g.Value INTO "@cellID", "@value"
    FROM "@guess" g
    WHERE nestlevel = "@nestlevel"
    ORDER BY g.CellID, g.Value
    LIMIT 1;
    DELETE FROM "@guess"
    WHERE nestlevel = "@nestlevel" AND CellID = "@cellID" AND Value = "@value";
    RAISE NOTICE '%nestlevel %: guessing value % in cell %', repeat(' ', "@nestlevel"), "@nestlevel", "@value", "@cellID";
    PERFORM sudoku.note("@iteration", format('guess %s in cell %s', "@value", "@cellID"), 1);  -- ours
    BEGIN
      INSERT INTO Cell (CellID, Value, Rule)
      VALUES ("@cellID", "@value", 'Guess');
      CALL sudoku.TrySolve("@iteration", "@nestlevel" + 1);

--= back: What led nowhere is rolled back
    EXCEPTION WHEN SQLSTATE '50001' OR SQLSTATE '50002' THEN
      RAISE NOTICE '%rolling back transaction due to %', repeat(' ', "@nestlevel"), SQLERRM;
      PERFORM sudoku.note("@iteration", 'rolled back: ' || SQLERRM, 0);  -- ours
    END;
  END LOOP;
END $$;
