--= tables
-- Rebuilt: the tables, views and the trigger are of part one, which is not quoted here.
CREATE TABLE Location (CellID SMALLINT, GroupType CHAR(1), GroupValue SMALLINT, PRIMARY KEY (CellID, GroupType));
CREATE TABLE LocationWide (CellID SMALLINT PRIMARY KEY, [Row] SMALLINT, [Column] SMALLINT, [Square] SMALLINT);
CREATE TABLE SetAll (SetValue INT PRIMARY KEY, Size INT);
CREATE TABLE Cell (CellID SMALLINT PRIMARY KEY, Value SMALLINT NOT NULL, [Rule] VARCHAR(40));
CREATE TABLE Candidate (CellID SMALLINT, Value SMALLINT, Mask INT, PRIMARY KEY (CellID, Value));
GO
CREATE VIEW CandidateMask AS
SELECT CellID, SUM(Mask) AS Mask FROM Candidate GROUP BY CellID;
GO
CREATE VIEW Violation AS
SELECT l.GroupType, l.GroupValue, c.Value
FROM Cell c INNER JOIN Location l ON c.CellID=l.CellID
GROUP BY l.GroupType, l.GroupValue, c.Value
HAVING COUNT(*)>1;
GO
CREATE TRIGGER CellInserted ON Cell AFTER INSERT AS
BEGIN
  DELETE c
  FROM Candidate c
  INNER JOIN inserted i ON c.CellID=i.CellID;
  DELETE c
  FROM Candidate c
  INNER JOIN Location l2 ON c.CellID=l2.CellID
  INNER JOIN Location l1 ON l1.GroupType=l2.GroupType AND l1.GroupValue=l2.GroupValue
  INNER JOIN inserted i ON l1.CellID=i.CellID AND c.Value=i.Value;
END;
GO

--= single
CREATE PROCEDURE ApplyRuleSingleCandidate (@rows SMALLINT OUTPUT) AS
BEGIN
  INSERT INTO Cell (CellID, [Rule], Value)
  SELECT t.CellID, t.[Rule], t.Value
  FROM (
    SELECT c.CellID, 'Single Candidate' AS [Rule], MAX(c.Value) AS Value
    FROM Candidate c
    GROUP BY c.CellID
    HAVING COUNT(*)=1
  ) t
  SET @rows=@@ROWCOUNT
  IF EXISTS(SELECT 2 FROM Violation)
    THROW 50001, 'Invalid value in cells', 1
END;
GO

--= token
CREATE PROCEDURE ApplyRuleSingleTokenInGroup (@rows SMALLINT OUTPUT) AS
BEGIN
  INSERT INTO Cell (CellID, [Rule], Value)
  SELECT CellID, [Rule], Value
  FROM (
    SELECT MAX(c.CellID) AS CellID
    , 'Single Token in ' + CASE WHEN l.GroupType='C' THEN 'Column' WHEN l.GroupType='R' then 'Row' ELSE 'Square' END AS [Rule]
    , c.Value
    , ROW_NUMBER() OVER(PARTITION BY MAX(c.CellID) ORDER BY l.GroupType) AS RowNumber
    FROM Candidate c
    INNER JOIN Location l ON c.CellID=l.CellID
    GROUP BY l.GroupType, l.GroupValue, c.Value
    HAVING COUNT(*)=1
  ) t
  WHERE RowNumber=1
  SET @rows=@@ROWCOUNT
  IF EXISTS(SELECT 2 FROM Violation)
    THROW 50001, 'Invalid value in cells', 1
END;
GO

--= complete
CREATE PROCEDURE RemoveCandidateCompleteMatch (@rows SMALLINT OUTPUT) AS
BEGIN
  DELETE c
  FROM Candidate c
  INNER JOIN CandidateMask m ON c.CellID=m.CellID
  INNER JOIN Location l on m.CellID=l.CellID
  INNER JOIN (
    SELECT l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    FROM SetAll s
    INNER JOIN CandidateMask c1 ON s.SetValue = c1.Mask
    INNER JOIN Location l1 ON c1.CellID=l1.CellID
    WHERE s.Size NOT IN (1, 9)
    GROUP BY l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    HAVING COUNT(*) = s.Size
  ) h ON h.GroupType=l.GroupType AND h.GroupValue=l.GroupValue
  WHERE m.Mask != h.SetValue
  AND c.Mask & h.SetValue != 0
  SET @rows=@@ROWCOUNT
END;
GO

--= partial
CREATE PROCEDURE RemoveCandidatePartialSet (@rows SMALLINT OUTPUT) AS
BEGIN
  DELETE c
  FROM Candidate c
  INNER JOIN CandidateMask m on c.CellID=m.CellID
  INNER JOIN Location l on m.CellID=l.CellID
  INNER JOIN (
    SELECT l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    FROM SetAll s
    INNER JOIN CandidateMask c1 ON s.SetValue & c1.Mask = c1.Mask AND ~s.SetValue & c1.Mask = 0
    INNER JOIN Location l1 ON c1.CellID=l1.CellID
    WHERE s.Size NOT IN (1, 9)
    GROUP BY l1.GroupType, l1.GroupValue, s.SetValue, s.Size
    HAVING COUNT(*) = s.Size
  ) h ON h.GroupType=l.GroupType AND h.GroupValue=l.GroupValue
  WHERE ~h.SetValue & m.Mask != 0
  AND c.Mask & h.SetValue != 0
  SET @rows=@@ROWCOUNT
END;
GO

--= same
CREATE PROCEDURE RemoveCandidateValueInSameRowOrColumnAndSquare (@rows SMALLINT OUTPUT) AS
BEGIN
  DELETE FROM c
  FROM Candidate c
  INNER JOIN Location l ON c.CellID=l.CellID
  INNER JOIN LocationWide s ON c.CellID=s.CellID
  INNER JOIN (
    SELECT c.Value, ls.[Square], lrc.GroupType, MAX(lrc.GroupValue) as GroupValue
    FROM Candidate c
    INNER JOIN LocationWide ls ON c.CellID=ls.CellID
    INNER JOIN Location lrc ON c.CellID=lrc.CellID AND lrc.GroupType IN ('C','R')
    GROUP BY c.Value, ls.[Square], lrc.GroupType
    HAVING COUNT(DISTINCT ls.[Square])=1 AND COUNT(DISTINCT lrc.GroupValue)=1
  ) a ON a.Value=c.Value AND l.GroupType=a.GroupType AND l.GroupValue=a.GroupValue
  WHERE s.[Square] != a.[Square]
  SET @rows=@@ROWCOUNT
END;
GO

--= rules
CREATE PROCEDURE TrySolve (@iteration INT) AS
BEGIN
  DECLARE @cells INT
  DECLARE @affected INT
  SET @affected=0
  SET @cells=1
  WHILE @cells>0
  BEGIN
    WHILE @cells>0
    BEGIN
      EXEC ApplyRuleSingleCandidate @cells OUTPUT
      print SPACE(@@nestlevel) + 'Iteration ' + CAST(@iteration AS VARCHAR(5)) + ' ApplyRuleSingleCandidate solves ' + CAST(@cells AS VARCHAR(5)) + ' cells.'
      EXEC ApplyRuleSingleTokenInGroup @affected OUTPUT
      print SPACE(@@nestlevel) + 'Iteration ' + CAST(@iteration AS VARCHAR(5)) + ' ApplyRuleSingleTokenInGroup solves ' + CAST(@affected AS VARCHAR(5)) + ' cells.'
      SET @cells=@cells+@affected
      SET @iteration=@iteration+1
    END
    EXEC RemoveCandidateCompleteMatch @cells OUTPUT
    PRINT SPACE(@@nestlevel) + 'Removed ' + CAST(@cells AS VARCHAR(10)) + ' candidates due to complete match in same group'
    EXEC RemoveCandidatePartialSet @affected OUTPUT
    PRINT SPACE(@@nestlevel) + 'Removed ' + CAST(@affected AS VARCHAR(10)) + ' candidates due to exclusive partial sets in same group'
    SET @cells=@cells+@affected
    EXEC RemoveCandidateValueInSameRowOrColumnAndSquare @affected OUTPUT
    PRINT SPACE(@@nestlevel) + 'Removed ' + CAST(@affected AS VARCHAR(10)) + ' candidates due to candidate values in a square in only one row or column'
    SET @cells=@cells+@affected
  END

--= choices
  DECLARE @guess TABLE (CellID SMALLINT, Value SMALLINT)
  INSERT INTO @guess (CellID, Value)
  SELECT c.CellID, c.Value
  FROM Candidate c
  WHERE c.CellID = (
    SELECT TOP 1 cm.CellID
    FROM CandidateMask cm
    INNER JOIN SetAll s ON s.SetValue=cm.Mask
    ORDER BY s.Size DESC, cm.CellID
  )
  ORDER BY c.Value

--= guess
  DECLARE @cellID SMALLINT, @value SMALLINT, @count SMALLINT
  WHILE (SELECT COUNT(*) FROM Cell)<81
  BEGIN
    SET @count=(SELECT COUNT(*) FROM @guess)
    IF (@count=0)
      THROW 50002, 'Error in guessing, all candidates used but not solved.', 1
    IF NOT EXISTS(SELECT 2 FROM Candidate)
      THROW 50002, 'Error in guessing, no candidates.', 1
    SELECT TOP 1 @cellID=g.CellID, @value=g.Value
    FROM @guess g
    ORDER BY g.CellID, g.Value
    DELETE FROM @guess
    WHERE CellID=@cellID AND Value=@value
    PRINT SPACE(@@nestlevel) + 'nestlevel ' + CAST(@@NESTLEVEL as VARCHAR(10)) +': guessing value ' + CAST(@value as CHAR(1)) + ' in cell ' + CAST(@cellID as VARCHAR(5))
    BEGIN TRY
      SAVE TRANSACTION Guessing
      INSERT INTO Cell(CellID, Value, [Rule])
      VALUES (@cellID, @value, 'Guess')
      EXEC TrySolve @iteration
    END TRY

--= back
    BEGIN CATCH
      PRINT SPACE(@@nestlevel) + 'rolling back transaction due to ' + ERROR_MESSAGE()
      ROLLBACK TRANSACTION Guessing
      IF (ERROR_NUMBER() NOT IN (50001, 50002))
        THROW
    END CATCH
  END
END;
GO

--= board
-- Rebuilt: the rows that the tables start with, and the givens.
WITH n AS (SELECT 1 AS v UNION ALL SELECT v+1 FROM n WHERE v < 9)
INSERT INTO LocationWide SELECT r.v*10+c.v, r.v, c.v, (r.v-1)/3*3+(c.v-1)/3+1 FROM n r CROSS JOIN n c;
INSERT INTO Location
SELECT CellID, 'R', [Row] FROM LocationWide
UNION ALL SELECT CellID, 'C', [Column] FROM LocationWide
UNION ALL SELECT CellID, 'S', [Square] FROM LocationWide;
WITH s AS (SELECT 1 AS v UNION ALL SELECT v+1 FROM s WHERE v < 511)
INSERT INTO SetAll
SELECT v, SIGN(v & 1)+SIGN(v & 2)+SIGN(v & 4)+SIGN(v & 8)+SIGN(v & 16)+SIGN(v & 32)+SIGN(v & 64)+SIGN(v & 128)+SIGN(v & 256)
FROM s OPTION (MAXRECURSION 510);
WITH n AS (SELECT 1 AS v UNION ALL SELECT v+1 FROM n WHERE v < 9)
INSERT INTO Candidate SELECT CellID, v, POWER(2, v-1) FROM LocationWide CROSS JOIN n;
DECLARE @board CHAR(81) = ':board';
INSERT INTO Cell (CellID, Value, [Rule])
SELECT CellID, SUBSTRING(@board, ([Row]-1)*9+[Column], 1), 'Given'
FROM LocationWide
WHERE SUBSTRING(@board, ([Row]-1)*9+[Column], 1) > '0';
BEGIN TRANSACTION;
EXEC TrySolve 1;
COMMIT;
SELECT l.[Row], MAX(CASE l.[Column] WHEN 1 THEN c.Value END) AS c1, MAX(CASE l.[Column] WHEN 2 THEN c.Value END) AS c2,
  MAX(CASE l.[Column] WHEN 3 THEN c.Value END) AS c3, MAX(CASE l.[Column] WHEN 4 THEN c.Value END) AS c4,
  MAX(CASE l.[Column] WHEN 5 THEN c.Value END) AS c5, MAX(CASE l.[Column] WHEN 6 THEN c.Value END) AS c6,
  MAX(CASE l.[Column] WHEN 7 THEN c.Value END) AS c7, MAX(CASE l.[Column] WHEN 8 THEN c.Value END) AS c8,
  MAX(CASE l.[Column] WHEN 9 THEN c.Value END) AS c9
FROM LocationWide l LEFT JOIN Cell c ON c.CellID=l.CellID
GROUP BY l.[Row] ORDER BY l.[Row];
