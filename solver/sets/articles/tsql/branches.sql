--= square
CREATE FUNCTION dbo.SquareFor
(
  @Rw tinyint, @Cl char(1)
)
RETURNS char(2)
WITH SCHEMABINDING
AS
BEGIN
  DECLARE @Result char(2)
  SELECT @Result =
  CASE
    WHEN @Rw BETWEEN 1 AND 3 AND @Cl BETWEEN 'A' AND 'C' THEN 'S1'
    WHEN @Rw BETWEEN 1 AND 3 AND @Cl BETWEEN 'D' AND 'F' THEN 'S2'
    WHEN @Rw BETWEEN 1 AND 3 AND @Cl BETWEEN 'G' AND 'I' THEN 'S3'
    WHEN @Rw BETWEEN 4 AND 6 AND @Cl BETWEEN 'A' AND 'C' THEN 'S4'
    WHEN @Rw BETWEEN 4 AND 6 AND @Cl BETWEEN 'D' AND 'F' THEN 'S5'
    WHEN @Rw BETWEEN 4 AND 6 AND @Cl BETWEEN 'G' AND 'I' THEN 'S6'
    WHEN @Rw BETWEEN 7 AND 9 AND @Cl BETWEEN 'A' AND 'C' THEN 'S7'
    WHEN @Rw BETWEEN 7 AND 9 AND @Cl BETWEEN 'D' AND 'F' THEN 'S8'
    WHEN @Rw BETWEEN 7 AND 9 AND @Cl BETWEEN 'G' AND 'I' THEN 'S9'
  END
  RETURN @Result
END
GO

--= solution
CREATE TABLE dbo.Solution (
  Value tinyint NOT NULL,
  Rw tinyint NOT NULL,
  Cl char(1) NOT NULL,
  Sq AS ( dbo.SquareFor(Rw,Cl) ),
  Branch int NOT NULL
);

--= domains
CREATE TABLE dbo.Cls(
  Label char(1) NOT NULL,
  CONSTRAINT PK_Cls PRIMARY KEY CLUSTERED ( Label ASC )
);
INSERT dbo.Cls ( Label ) VALUES ( 'A' );
INSERT dbo.Cls ( Label ) VALUES ( 'B' );
INSERT dbo.Cls ( Label ) VALUES ( 'C' );
INSERT dbo.Cls ( Label ) VALUES ( 'D' );
INSERT dbo.Cls ( Label ) VALUES ( 'E' );
INSERT dbo.Cls ( Label ) VALUES ( 'F' );
INSERT dbo.Cls ( Label ) VALUES ( 'G' );
INSERT dbo.Cls ( Label ) VALUES ( 'H' );
INSERT dbo.Cls ( Label ) VALUES ( 'I' );
-- The other three "all following this pattern":
CREATE TABLE dbo.Digits( Value tinyint NOT NULL, CONSTRAINT PK_Digits PRIMARY KEY CLUSTERED ( Value ASC ) );
INSERT dbo.Digits ( Value ) VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9);
CREATE TABLE dbo.Rws( Label tinyint NOT NULL, CONSTRAINT PK_Rws PRIMARY KEY CLUSTERED ( Label ASC ) );
INSERT dbo.Rws ( Label ) VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9);
CREATE TABLE dbo.Squares( Label char(2) NOT NULL, CONSTRAINT PK_Squares PRIMARY KEY CLUSTERED ( Label ASC ) );
INSERT dbo.Squares ( Label ) VALUES ('S1'), ('S2'), ('S3'), ('S4'), ('S5'), ('S6'), ('S7'), ('S8'), ('S9');

--= constraints
ALTER TABLE dbo.Solution WITH CHECK ADD CONSTRAINT FK_Solution_Vals FOREIGN KEY ( Value )
REFERENCES dbo.Digits ( Value );
ALTER TABLE dbo.Solution WITH CHECK ADD CONSTRAINT FK_Solution_Cols FOREIGN KEY( Cl )
REFERENCES dbo.Cls ( Label );
ALTER TABLE dbo.Solution WITH CHECK ADD CONSTRAINT FK_Solution_Rows FOREIGN KEY( Rw )
REFERENCES dbo.Rws ( Label );
CREATE UNIQUE NONCLUSTERED INDEX UniqueClValue ON dbo.Solution ( Value ASC, Cl ASC, Branch ASC );
CREATE UNIQUE NONCLUSTERED INDEX UniqueRowValue ON dbo.Solution ( Value ASC, Rw ASC, Branch ASC );
CREATE UNIQUE NONCLUSTERED INDEX UniqueSqValue ON dbo.Solution ( Value ASC, Sq ASC, Branch ASC );
ALTER TABLE dbo.Solution ADD CONSTRAINT DF_Solution_Branch DEFAULT (1) FOR Branch;
GO

--= display
CREATE VIEW dbo.DisplaySolution AS
SELECT Branch, Rw,
MIN( CASE Cl WHEN 'A' THEN Value ELSE NULL END ) AS A,
MIN( CASE Cl WHEN 'B' THEN Value ELSE NULL END ) AS B,
MIN( CASE Cl WHEN 'C' THEN Value ELSE NULL END ) AS C,
MIN( CASE Cl WHEN 'D' THEN Value ELSE NULL END ) AS D,
MIN( CASE Cl WHEN 'E' THEN Value ELSE NULL END ) AS E,
MIN( CASE Cl WHEN 'F' THEN Value ELSE NULL END ) AS F,
MIN( CASE Cl WHEN 'G' THEN Value ELSE NULL END ) AS G,
MIN( CASE Cl WHEN 'H' THEN Value ELSE NULL END ) AS H,
MIN( CASE Cl WHEN 'I' THEN Value ELSE NULL END ) AS I
FROM dbo.Solution
GROUP BY Branch, Rw
GO

--= candidates
CREATE PROCEDURE dbo.MakeCandidates
AS
BEGIN
  IF EXISTS (SELECT * FROM sys.objects WHERE object_id = OBJECT_ID(N'[dbo].[Candidates]') AND type in (N'U'))
  DROP TABLE dbo.Candidates;
  WITH Bag AS (
    SELECT Digits.Value, Squares.Label AS Sq, 1 AS Branch
    FROM dbo.Digits cross join dbo.Squares
    EXCEPT SELECT Value, Sq, Branch FROM dbo.Solution
  ),
  AllCells AS (
    SELECT Rws.Label AS Rw,
    Cls.Label AS Cl,
    ( SELECT dbo.SquareFor( Rws.Label, Cls.Label ) ) AS Sq
    FROM Rws CROSS JOIN Cls
  ),
  Placements AS (
    SELECT Bag.Value, allCells.Rw, allCells.Cl, allCells.Sq
    FROM AllCells JOIN Bag ON allCells.Sq = bag.Sq
  )
  SELECT p.Value, p.Rw, p.Cl, p.Sq, 1 AS Branch
  INTO dbo.Candidates
  FROM placements p
  WHERE NOT EXISTS( SELECT 1 FROM dbo.Solution
    WHERE Solution.Rw = p.Rw AND Solution.Cl = p.Cl
  )
  AND NOT EXISTS ( SELECT 1 FROM dbo.Solution
    WHERE Solution.Value = p.Value AND Solution.Rw = p.Rw
  )
  AND NOT EXISTS ( SELECT 1 FROM dbo.Solution
    WHERE Solution.Value = p.Value AND Solution.Cl = p.Cl
  )
  AND NOT EXISTS ( SELECT 1 FROM dbo.Solution
    WHERE Solution.Value = p.Value AND Solution.Sq = p.Sq
  );
END
GO

--= solved
CREATE PROCEDURE dbo.PushSolvedCells ( @branch int, @count int OUTPUT )
AS
BEGIN
  WITH solvedCells AS (
    SELECT Value, p.Rw, p.Cl, p.Branch
    FROM dbo.Candidates p
    INNER JOIN (
      SELECT Rw, Cl, Branch
      FROM dbo.Candidates
      GROUP BY Rw, Cl, Branch
      HAVING COUNT(*) = 1
    ) AS onePossibleValue
    ON p.Rw = onePossibleValue.Rw
    AND p.Cl = onePossibleValue.Cl
    AND p.Branch = onePossibleValue.Branch
    AND p.Branch = @branch
  ) ,

--= inrow
  unqInRow AS (
    SELECT p.Value, p.Rw, p.Cl, p.Sq, p.Branch
    FROM dbo.Candidates p
    INNER JOIN (
      SELECT Value, Rw, Branch
      FROM dbo.Candidates
      GROUP BY Value, Rw, Branch
      HAVING COUNT(*) = 1
    ) AS uniques
    ON p.Rw = uniques.Rw
    AND p.Value = uniques.Value
    AND p.Branch = uniques.Branch
    AND p.Branch = @branch
  ),

--= incol
  unqInCol AS (
    SELECT p.Value, p.Rw, p.Cl, p.Sq, p.Branch
    FROM dbo.Candidates p
    INNER JOIN (
      SELECT Value, Cl, Branch
      FROM dbo.Candidates
      GROUP BY Value, Cl, Branch
      HAVING COUNT(*) = 1
    ) AS uniques
    ON p.Cl = uniques.Cl
    AND p.Value = uniques.Value
    AND p.Branch = uniques.Branch
    AND p.Branch = @branch
  ),

--= insquare
  unqInSquare AS (
    SELECT p.Value, p.Rw, p.Cl, p.Sq, p.Branch
    FROM dbo.Candidates p
    INNER JOIN (
      SELECT Value, Sq, Branch
      FROM dbo.Candidates
      GROUP BY Value, Sq, Branch
      HAVING COUNT(*) = 1
    ) AS uniques
    ON p.Sq = uniques.Sq
    AND p.Value = uniques.Value
    AND p.Branch = uniques.Branch
    AND p.Branch = @branch
  )

--= push
  INSERT dbo.Solution( Value, Rw, Cl, Branch )
  SELECT Value, Rw, Cl, Branch FROM solvedCells
  UNION
  SELECT Value, Rw, Cl, Branch FROM unqInRow
  UNION
  SELECT Value, Rw, Cl, Branch FROM unqInCol
  UNION
  SELECT Value, Rw, Cl, Branch FROM unqInSquare;
  SET @count = @@ROWCOUNT;
END
GO

--= eliminate
CREATE PROCEDURE dbo.EliminateCandidates as
BEGIN
  DELETE dbo.Candidates
  WHERE EXISTS ( SELECT 1 FROM dbo.Solution s
    WHERE s.Cl = Candidates.Cl
    AND s.Rw = Candidates.Rw
    AND s.Branch = Candidates.Branch
  )
  OR EXISTS ( SELECT 1 FROM dbo.Solution s1
    WHERE s1.Value = Candidates.Value
    AND s1.Rw = Candidates.Rw
    AND s1.Branch = Candidates.Branch
  )
  OR EXISTS ( SELECT 1 FROM dbo.Solution s2
    WHERE s2.Value = Candidates.Value
    AND s2.Cl = Candidates.Cl
    AND s2.Branch = Candidates.Branch
  )
  OR EXISTS ( SELECT 1 FROM dbo.Solution s3
    WHERE s3.Value = Candidates.Value
    AND s3.Sq = Candidates.Sq
    AND s3.Branch = Candidates.Branch
  );

--= rows
  WITH irs AS (
    SELECT DISTINCT Value, Rw, Sq, Branch
    FROM dbo.Candidates p
    WHERE ( SELECT COUNT ( DISTINCT Sq )
      FROM dbo.Candidates p2
      WHERE p2.Rw = p.Rw
      AND p2.Value = p.Value
      AND p2.Branch = p.Branch ) = 1
  )
  DELETE dbo.Candidates
  FROM dbo.Candidates p
  JOIN irs ON p.Sq = irs.Sq
  AND p.Value = irs.Value
  AND p.Branch = irs.Branch
  AND p.Rw != irs.Rw;

--= columns
  WITH irs AS (
    SELECT DISTINCT Value, Cl, Sq, Branch
    FROM dbo.Candidates p
    WHERE ( SELECT COUNT ( DISTINCT Sq )
      FROM dbo.Candidates p2
      WHERE p2.Cl = p.Cl AND p2.Value = p.Value AND p2.Branch = p.Branch ) = 1
  )
  DELETE dbo.Candidates
  FROM dbo.Candidates p
  JOIN irs ON p.Sq = irs.Sq
  AND p.Value = irs.Value
  AND p.Branch = irs.Branch
  AND p.Cl != irs.Cl;
END
GO

--= branch
CREATE PROCEDURE dbo.Branch AS
BEGIN
  IF OBJECT_ID( 'tempdb..#branchCells' ) IS NOT NULL DROP TABLE #branchCells;
  CREATE TABLE #branchCells ( Branch int, Value int, Rw int, Cl char(1) );
  WITH
  BranchCell AS (
    SELECT TOP ( 1 ) Rw, Cl, Branch
    FROM dbo.Candidates
    GROUP BY Rw, Cl, Branch
    ORDER BY COUNT(*), Rw, Cl
  ) ,
  LastBranch AS (
    SELECT MAX( branch ) AS id FROM dbo.Solution
  ) ,
  BranchVals as (
    SELECT ( ROW_NUMBER() OVER ( order by c.value ) - 1 ) as branchOffset,
    c.Value, c.Rw, c.Cl, c.Branch
    FROM dbo.Candidates c
    INNER JOIN BranchCell ON c.Rw = BranchCell.Rw
    AND c.Cl = BranchCell.Cl AND c.Branch = BranchCell.Branch
  ) INSERT #branchCells ( Branch, Value, Rw, Cl )
  SELECT
  CASE WHEN branchOffset = 0 THEN BranchVals.Branch
    ELSE branchOffset + LastBranch.id END AS Branch,
  BranchVals.Value,
  BranchVals.Rw,
  BranchVals.Cl
  FROM BranchVals
  CROSS APPLY LastBranch;

--= copycandidates
  WITH RankedBranches AS (
    SELECT ROW_NUMBER() OVER ( ORDER BY Branch ) rnk, Branch, Value, Rw, Cl
    FROM #branchCells
  ) INSERT INTO dbo.Candidates ( Branch, Value, Rw, Cl, Sq )
  SELECT r.Branch,
  c.Value,
  c.Rw,
  c.Cl,
  c.Sq
  FROM RankedBranches r
  JOIN dbo.Candidates c ON c.Branch = ( SELECT TOP(1) Branch FROM rankedBranches )
  AND r.rnk > 1;

--= copysolution
  WITH RankedBranches AS (
    SELECT ROW_NUMBER() OVER ( ORDER BY Branch ) rnk, Branch, Value, Rw, Cl
    FROM #branchCells
  ) INSERT INTO dbo.Solution ( Branch, Value, Rw, Cl )
  SELECT r.Branch,
  s.Value,
  s.Rw,
  s.Cl
  FROM RankedBranches r
  JOIN dbo.Solution s ON s.Branch = ( SELECT TOP(1) Branch FROM rankedBranches )
  AND r.rnk > 1;

--= narrow
  DELETE dbo.Candidates
  FROM dbo.Candidates c
  JOIN #branchCells b
  ON c.Branch = b.Branch
  AND c.Cl = b.Cl
  AND c.Rw = b.Rw
  AND c.Value != b.Value;
END
GO

--= puzzle
TRUNCATE TABLE dbo.Solution;
:inserts

--= solver
SET NOCOUNT ON;
DECLARE @starttime datetime2,
@endtime datetime2
SET @starttime = SYSDATETIME();
PRINT 'Compute all candidate values'
EXEC dbo.MakeCandidates;
DECLARE @currBranch int = 0,
@branchSolvedCells int = 0,
@passSolvedCells int = 0,
@puzzleSolved bit = 0;
WHILE 1 = 1
BEGIN
  SET @passSolvedCells = 0;
  DECLARE branches CURSOR FAST_FORWARD
  FOR
  SELECT DISTINCT Branch FROM dbo.Solution;
  OPEN branches;
  FETCH NEXT FROM branches INTO @currBranch;
  WHILE @@FETCH_STATUS = 0
  BEGIN
    BEGIN TRY
      PRINT 'Insert solved cells branch ' + cast( @currBranch as varchar(5) );
      EXEC dbo.PushSolvedCells @branch = @currBranch, @count = @branchSolvedCells OUTPUT;
      IF ( ( SELECT COUNT(*) FROM dbo.Solution where Branch = @currBranch ) = 81 )
      BEGIN
        SET @puzzleSolved = 1;
        BREAK; -- Solved!
      END;
    END TRY

--= purge
    BEGIN CATCH
      IF ERROR_NUMBER() = 2601 BEGIN
        PRINT ERROR_MESSAGE()
        PRINT 'Constraint Violation, Purge Branch ' + cast( @currBranch as varchar(5) );
        DELETE dbo.Solution WHERE Branch = @currBranch
        DELETE dbo.Candidates WHERE Branch = @currBranch
      END
      ELSE BEGIN
        RAISERROR( 'Unhandled error', 11, 1 );
        BREAK;
      END
    END CATCH
    SET @passSolvedCells += @branchSolvedCells;
    FETCH NEXT FROM branches INTO @currBranch;
  END
  CLOSE branches;
  DEALLOCATE branches;
  IF ( @puzzleSolved = 1 ) BREAK; -- Solved in the last pass!

--= stuck
  IF @passSolvedCells = 0
  BEGIN
    PRINT 'Stuck! Branch!' ;
    EXEC dbo.Branch ;
  END ;
  PRINT 'Eliminate Candidate Values'
  EXEC dbo.EliminateCandidates ;
END ;
SET @endtime = SYSDATETIME();

--= shown
SELECT
A, B, C, D, E, F, G, H, I
FROM dbo.DisplaySolution
WHERE Branch = ( SELECT Branch
  FROM dbo.Solution
  GROUP BY Branch
  HAVING COUNT(*) = 81 )
ORDER BY Rw ;
SELECT DATEDIFF( millisecond, @starttime, @endtime ) AS Duration;
