-- Article 001, a solver by branches of a Solution table: its listings. Its `dbo.` is left out, since all tables are temporary.
--: differs: No index of the article covers row, column and branch. So a branch may put two digits into one cell, and 81 rows in 76 cells count as solved. One more index ends that. A branch with an empty cell is no violation, so it stays, and the loop may never end: it has a limit here. This site’s engine looks for empty cells, and makes its branches in another order.
--= square: The square of a row and a column
CREATE OR REPLACE FUNCTION sudoku.SquareFor("@Rw" smallint, "@Cl" char(1)) RETURNS char(2)
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN "@Rw" BETWEEN 1 AND 3 AND "@Cl" BETWEEN 'A' AND 'C' THEN 'S1'
    WHEN "@Rw" BETWEEN 1 AND 3 AND "@Cl" BETWEEN 'D' AND 'F' THEN 'S2'
    WHEN "@Rw" BETWEEN 1 AND 3 AND "@Cl" BETWEEN 'G' AND 'I' THEN 'S3'
    WHEN "@Rw" BETWEEN 4 AND 6 AND "@Cl" BETWEEN 'A' AND 'C' THEN 'S4'
    WHEN "@Rw" BETWEEN 4 AND 6 AND "@Cl" BETWEEN 'D' AND 'F' THEN 'S5'
    WHEN "@Rw" BETWEEN 4 AND 6 AND "@Cl" BETWEEN 'G' AND 'I' THEN 'S6'
    WHEN "@Rw" BETWEEN 7 AND 9 AND "@Cl" BETWEEN 'A' AND 'C' THEN 'S7'
    WHEN "@Rw" BETWEEN 7 AND 9 AND "@Cl" BETWEEN 'D' AND 'F' THEN 'S8'
    WHEN "@Rw" BETWEEN 7 AND 9 AND "@Cl" BETWEEN 'G' AND 'I' THEN 'S9'
  END
$$;

--= solution: A row for each placed digit, in each branch
CREATE OR REPLACE PROCEDURE sudoku.make_tables("@index" boolean) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sudoku.forget('solution', 'candidates', 'digits', 'rws', 'cls', 'squares');  -- ours
  CREATE TEMP TABLE Solution (
    Value smallint NOT NULL,
    Rw smallint NOT NULL,
    Cl char(1) NOT NULL,
    Sq char(2) GENERATED ALWAYS AS (sudoku.SquareFor(Rw, Cl)) STORED,
    Branch int NOT NULL
  );

--= domains: Digits, rows, columns and squares
  CREATE TEMP TABLE Digits (Value smallint NOT NULL PRIMARY KEY);
  CREATE TEMP TABLE Rws (Label smallint NOT NULL PRIMARY KEY);
  CREATE TEMP TABLE Cls (Label char(1) NOT NULL PRIMARY KEY);
  CREATE TEMP TABLE Squares (Label char(2) NOT NULL PRIMARY KEY);
  INSERT INTO Digits SELECT generate_series(1, 9);
  INSERT INTO Rws SELECT generate_series(1, 9);
  INSERT INTO Cls VALUES ('A'), ('B'), ('C'), ('D'), ('E'), ('F'), ('G'), ('H'), ('I');
  INSERT INTO Squares SELECT 'S' || generate_series(1, 9);

--= constraints: The rules of Sudoku as constraints: each digit once in a row, column and square
  ALTER TABLE Solution ADD CONSTRAINT FK_Solution_Vals FOREIGN KEY (Value) REFERENCES Digits (Value);
  ALTER TABLE Solution ADD CONSTRAINT FK_Solution_Cols FOREIGN KEY (Cl) REFERENCES Cls (Label);
  ALTER TABLE Solution ADD CONSTRAINT FK_Solution_Rows FOREIGN KEY (Rw) REFERENCES Rws (Label);
  CREATE UNIQUE INDEX UniqueClValue ON Solution (Value ASC, Cl ASC, Branch ASC);
  CREATE UNIQUE INDEX UniqueRowValue ON Solution (Value ASC, Rw ASC, Branch ASC);
  CREATE UNIQUE INDEX UniqueSqValue ON Solution (Value ASC, Sq ASC, Branch ASC);
  ALTER TABLE Solution ALTER COLUMN Branch SET DEFAULT 1;

--= index: What the article lacks: one digit a cell and branch
  IF "@index" THEN
    CREATE UNIQUE INDEX UniqueCell ON Solution (Rw ASC, Cl ASC, Branch ASC);
  END IF;

--= display: The board as nine columns
  CREATE TEMP VIEW DisplaySolution AS
  SELECT Branch, Rw,
    MIN(CASE Cl WHEN 'A' THEN Value ELSE NULL END) AS A,
    MIN(CASE Cl WHEN 'B' THEN Value ELSE NULL END) AS B,
    MIN(CASE Cl WHEN 'C' THEN Value ELSE NULL END) AS C,
    MIN(CASE Cl WHEN 'D' THEN Value ELSE NULL END) AS D,
    MIN(CASE Cl WHEN 'E' THEN Value ELSE NULL END) AS E,
    MIN(CASE Cl WHEN 'F' THEN Value ELSE NULL END) AS F,
    MIN(CASE Cl WHEN 'G' THEN Value ELSE NULL END) AS G,
    MIN(CASE Cl WHEN 'H' THEN Value ELSE NULL END) AS H,
    MIN(CASE Cl WHEN 'I' THEN Value ELSE NULL END) AS I
  FROM Solution
  GROUP BY Branch, Rw;
END $$;

--= candidates: A bag of tiles: all values that no given rules out
CREATE OR REPLACE PROCEDURE sudoku.MakeCandidates() LANGUAGE plpgsql AS $$
BEGIN
  CREATE TEMP TABLE Candidates AS
  WITH Bag AS (
    SELECT Digits.Value, Squares.Label AS Sq, 1 AS Branch
    FROM Digits CROSS JOIN Squares
    EXCEPT SELECT Value, Sq, Branch FROM Solution
  ),
  AllCells AS (
    SELECT Rws.Label AS Rw, Cls.Label AS Cl,
      (SELECT sudoku.SquareFor(Rws.Label, Cls.Label)) AS Sq
    FROM Rws CROSS JOIN Cls
  ),
  Placements AS (
    SELECT Bag.Value, AllCells.Rw, AllCells.Cl, AllCells.Sq
    FROM AllCells JOIN Bag ON AllCells.Sq = Bag.Sq
  )
  SELECT p.Value, p.Rw, p.Cl, p.Sq, 1 AS Branch
  FROM Placements p
  WHERE NOT EXISTS (SELECT 1 FROM Solution WHERE Solution.Rw = p.Rw AND Solution.Cl = p.Cl)
    AND NOT EXISTS (SELECT 1 FROM Solution WHERE Solution.Value = p.Value AND Solution.Rw = p.Rw)
    AND NOT EXISTS (SELECT 1 FROM Solution WHERE Solution.Value = p.Value AND Solution.Cl = p.Cl)
    AND NOT EXISTS (SELECT 1 FROM Solution WHERE Solution.Value = p.Value AND Solution.Sq = p.Sq);
END $$;

--= solved: Cells with one possible value have it
CREATE OR REPLACE PROCEDURE sudoku.PushSolvedCells("@branch" int, INOUT "@count" int) LANGUAGE plpgsql AS $$
BEGIN
  WITH solvedCells AS (
    SELECT Value, p.Rw, p.Cl, p.Branch
    FROM Candidates p
    INNER JOIN (
      SELECT Rw, Cl, Branch
      FROM Candidates
      GROUP BY Rw, Cl, Branch
      HAVING COUNT(*) = 1
    ) AS onePossibleValue
    ON p.Rw = onePossibleValue.Rw
    AND p.Cl = onePossibleValue.Cl
    AND p.Branch = onePossibleValue.Branch
    AND p.Branch = "@branch"
  ),

--= inrow: A value with one place in a row goes there
  unqInRow AS (
    SELECT p.Value, p.Rw, p.Cl, p.Sq, p.Branch
    FROM Candidates p
    INNER JOIN (
      SELECT Value, Rw, Branch
      FROM Candidates
      GROUP BY Value, Rw, Branch
      HAVING COUNT(*) = 1
    ) AS uniques
    ON p.Rw = uniques.Rw
    AND p.Value = uniques.Value
    AND p.Branch = uniques.Branch
    AND p.Branch = "@branch"
  ),

--= incol: The same in a column
  unqInCol AS (
    SELECT p.Value, p.Rw, p.Cl, p.Sq, p.Branch
    FROM Candidates p
    INNER JOIN (
      SELECT Value, Cl, Branch
      FROM Candidates
      GROUP BY Value, Cl, Branch
      HAVING COUNT(*) = 1
    ) AS uniques
    ON p.Cl = uniques.Cl
    AND p.Value = uniques.Value
    AND p.Branch = uniques.Branch
    AND p.Branch = "@branch"
  ),

--= insquare: The same in a square
  unqInSquare AS (
    SELECT p.Value, p.Rw, p.Cl, p.Sq, p.Branch
    FROM Candidates p
    INNER JOIN (
      SELECT Value, Sq, Branch
      FROM Candidates
      GROUP BY Value, Sq, Branch
      HAVING COUNT(*) = 1
    ) AS uniques
    ON p.Sq = uniques.Sq
    AND p.Value = uniques.Value
    AND p.Branch = uniques.Branch
    AND p.Branch = "@branch"
  )

--= push: All of them at once; a violated index ends the branch
  INSERT INTO Solution (Value, Rw, Cl, Branch)
  SELECT Value, Rw, Cl, Branch FROM solvedCells
  UNION
  SELECT Value, Rw, Cl, Branch FROM unqInRow
  UNION
  SELECT Value, Rw, Cl, Branch FROM unqInCol
  UNION
  SELECT Value, Rw, Cl, Branch FROM unqInSquare;
  GET DIAGNOSTICS "@count" = ROW_COUNT;
END $$;

--= eliminate: What the placed digits rule out
CREATE OR REPLACE PROCEDURE sudoku.EliminateCandidates("@pass" int) LANGUAGE plpgsql AS $$
DECLARE touched int;  -- ours
BEGIN
  DELETE FROM Candidates
  WHERE EXISTS (SELECT 1 FROM Solution s
    WHERE s.Cl = Candidates.Cl
    AND s.Rw = Candidates.Rw
    AND s.Branch = Candidates.Branch)
  OR EXISTS (SELECT 1 FROM Solution s1
    WHERE s1.Value = Candidates.Value
    AND s1.Rw = Candidates.Rw
    AND s1.Branch = Candidates.Branch)
  OR EXISTS (SELECT 1 FROM Solution s2
    WHERE s2.Value = Candidates.Value
    AND s2.Cl = Candidates.Cl
    AND s2.Branch = Candidates.Branch)
  OR EXISTS (SELECT 1 FROM Solution s3
    WHERE s3.Value = Candidates.Value
    AND s3.Sq = Candidates.Sq
    AND s3.Branch = Candidates.Branch);
  GET DIAGNOSTICS touched = ROW_COUNT;  -- ours
  PERFORM sudoku.note("@pass", 'DELETE Candidates', touched);  -- ours

--= rows: A value of a row that is in one square only leaves the rest of that square
  WITH irs AS (
    SELECT DISTINCT Value, Rw, Sq, Branch
    FROM Candidates p
    WHERE (SELECT COUNT(DISTINCT Sq)
      FROM Candidates p2
      WHERE p2.Rw = p.Rw
      AND p2.Value = p.Value
      AND p2.Branch = p.Branch) = 1
  )
  DELETE FROM Candidates p
  USING irs
  WHERE p.Sq = irs.Sq
  AND p.Value = irs.Value
  AND p.Branch = irs.Branch
  AND p.Rw != irs.Rw;
  GET DIAGNOSTICS touched = ROW_COUNT;  -- ours
  PERFORM sudoku.note("@pass", 'DELETE Candidates by row and square', touched);  -- ours

--= columns: The same for a column
  WITH irs AS (
    SELECT DISTINCT Value, Cl, Sq, Branch
    FROM Candidates p
    WHERE (SELECT COUNT(DISTINCT Sq)
      FROM Candidates p2
      WHERE p2.Cl = p.Cl AND p2.Value = p.Value AND p2.Branch = p.Branch) = 1
  )
  DELETE FROM Candidates p
  USING irs
  WHERE p.Sq = irs.Sq
  AND p.Value = irs.Value
  AND p.Branch = irs.Branch
  AND p.Cl != irs.Cl;
  GET DIAGNOSTICS touched = ROW_COUNT;  -- ours
  PERFORM sudoku.note("@pass", 'DELETE Candidates by column and square', touched);  -- ours
END $$;

--= branch: A cell with few candidates, a branch for each of them
CREATE OR REPLACE PROCEDURE sudoku.Branch() LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sudoku.forget('#branchCells');
  CREATE TEMP TABLE "#branchCells" (Branch int, Value int, Rw int, Cl char(1));
  WITH
  BranchCell AS (
    SELECT Rw, Cl, Branch
    FROM Candidates
    GROUP BY Rw, Cl, Branch
    ORDER BY COUNT(*), Rw, Cl, Branch
    LIMIT 1
  ),
  LastBranch AS (
    SELECT MAX(Branch) AS id FROM Solution
  ),
  BranchVals AS (
    SELECT (ROW_NUMBER() OVER (ORDER BY c.Value) - 1) AS branchOffset,
      c.Value, c.Rw, c.Cl, c.Branch
    FROM Candidates c
    INNER JOIN BranchCell ON c.Rw = BranchCell.Rw
    AND c.Cl = BranchCell.Cl AND c.Branch = BranchCell.Branch
  ) INSERT INTO "#branchCells" (Branch, Value, Rw, Cl)
  SELECT
    CASE WHEN branchOffset = 0 THEN BranchVals.Branch
      ELSE branchOffset + LastBranch.id END AS Branch,
    BranchVals.Value,
    BranchVals.Rw,
    BranchVals.Cl
  FROM BranchVals
  CROSS JOIN LastBranch;

--= copycandidates: A copy of all candidates for each other branch
  WITH RankedBranches AS (
    SELECT ROW_NUMBER() OVER (ORDER BY Branch) rnk, Branch, Value, Rw, Cl
    FROM "#branchCells"
  ) INSERT INTO Candidates (Branch, Value, Rw, Cl, Sq)
  SELECT r.Branch, c.Value, c.Rw, c.Cl, c.Sq
  FROM RankedBranches r
  JOIN Candidates c ON c.Branch = (SELECT Branch FROM RankedBranches ORDER BY rnk LIMIT 1)
  AND r.rnk > 1;

--= copysolution: And of the solution
  WITH RankedBranches AS (
    SELECT ROW_NUMBER() OVER (ORDER BY Branch) rnk, Branch, Value, Rw, Cl
    FROM "#branchCells"
  ) INSERT INTO Solution (Branch, Value, Rw, Cl)
  SELECT r.Branch, s.Value, s.Rw, s.Cl
  FROM RankedBranches r
  JOIN Solution s ON s.Branch = (SELECT Branch FROM RankedBranches ORDER BY rnk LIMIT 1)
  AND r.rnk > 1;

--= narrow: In each branch the cell keeps its own value
  DELETE FROM Candidates c
  USING "#branchCells" b
  WHERE c.Branch = b.Branch
  AND c.Cl = b.Cl
  AND c.Rw = b.Rw
  AND c.Value != b.Value;
END $$;

--= solver: Until a branch has 81 rows
CREATE OR REPLACE PROCEDURE sudoku.solver_of_branches() LANGUAGE plpgsql AS $$
DECLARE
  "@starttime" timestamptz := clock_timestamp();
  "@currBranch" int := 0;
  "@branchSolvedCells" int := 0;
  "@passSolvedCells" int := 0;
  "@puzzleSolved" boolean := false;
  pass int := 0;  -- ours
BEGIN
  RAISE NOTICE 'Compute all candidate values';
  ANALYZE Digits, Rws, Cls, Squares, Solution;  -- ours
  CALL sudoku.MakeCandidates();
  CREATE INDEX ON Candidates (Branch, Value);  -- ours
  PERFORM sudoku.note(0, 'MakeCandidates', (SELECT COUNT(*) FROM Candidates));  -- ours
  WHILE TRUE
    AND NOT sudoku.is_over()  -- ours
  LOOP
    pass := pass + 1;  -- ours
    "@passSolvedCells" := 0;
    FOR "@currBranch" IN SELECT DISTINCT Branch FROM Solution ORDER BY Branch LOOP
      EXIT WHEN sudoku.is_over();  -- ours
      BEGIN
        RAISE NOTICE 'Insert solved cells branch %', "@currBranch";
        CALL sudoku.PushSolvedCells("@currBranch", "@branchSolvedCells");
        PERFORM sudoku.note(pass, 'INSERT Solution, branch ' || "@currBranch", "@branchSolvedCells");  -- ours
        IF (SELECT COUNT(*) FROM Solution WHERE Branch = "@currBranch") = 81 THEN
          "@puzzleSolved" := true;
          EXIT;
        END IF;

--= purge: A branch that violates a constraint is deleted
      EXCEPTION WHEN unique_violation THEN
        RAISE NOTICE '%', SQLERRM;
        RAISE NOTICE 'Constraint Violation, Purge Branch %', "@currBranch";
        DELETE FROM Solution WHERE Branch = "@currBranch";
        DELETE FROM Candidates WHERE Branch = "@currBranch";
        PERFORM sudoku.note(pass, 'Purge branch ' || "@currBranch", 0);  -- ours
      END;
      "@passSolvedCells" := "@passSolvedCells" + "@branchSolvedCells";
    END LOOP;
    EXIT WHEN "@puzzleSolved";

--= stuck: A pass that places nothing makes branches
    IF "@passSolvedCells" = 0 THEN
      RAISE NOTICE 'Stuck! Branch!';
      CALL sudoku.Branch();
      PERFORM sudoku.note(pass, 'Branch', (SELECT COUNT(*) FROM "#branchCells"));  -- ours
    END IF;
    EXIT WHEN sudoku.is_over();  -- ours
    RAISE NOTICE 'Eliminate Candidate Values';
    CALL sudoku.EliminateCandidates(pass);
  END LOOP;
  RAISE NOTICE 'Duration %', round(1000 * extract(epoch FROM clock_timestamp() - "@starttime"));
END $$;
