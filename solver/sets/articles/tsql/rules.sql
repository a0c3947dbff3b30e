--= input
-- Rebuilt from the article's description: it names these tables, rules and CTEs. Its listings were a download.
CREATE TABLE Nums (n INT NOT NULL PRIMARY KEY);
INSERT INTO Nums VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9);
CREATE TABLE SudokuInput (
  row INT NOT NULL CHECK (row BETWEEN 1 AND 9),
  col INT NOT NULL CHECK (col BETWEEN 1 AND 9),
  val INT NOT NULL CHECK (val BETWEEN 1 AND 9),
  PRIMARY KEY (row, col)
);
DECLARE @board CHAR(81) = ':board';
INSERT INTO SudokuInput
SELECT R.n, C.n, SUBSTRING(@board, (R.n - 1)*9 + C.n, 1)
FROM Nums AS R CROSS JOIN Nums AS C
WHERE SUBSTRING(@board, (R.n - 1)*9 + C.n, 1) > '0';
GO

--= unique
CREATE FUNCTION dbo.fn_sudoku() RETURNS @Sudoku TABLE (row INT, col INT, val INT)
AS
BEGIN
  DECLARE @rc AS INT;
  DECLARE @SudokuUnique TABLE (row INT, col INT, box INT, val INT, PRIMARY KEY (row, col));
  DECLARE @SudokuNonUnique TABLE (row INT, col INT, box INT, val INT, PRIMARY KEY (row, col, val));
  INSERT INTO @SudokuUnique (row, col, box, val)
  SELECT row, col, (row-1)/3*3 + (col-1)/3 + 1, val
  FROM SudokuInput;

--= nonunique
  INSERT INTO @SudokuNonUnique (row, col, box, val)
  SELECT R.n, C.n, (R.n-1)/3*3 + (C.n-1)/3 + 1, V.n
  FROM Nums AS R CROSS JOIN Nums AS C CROSS JOIN Nums AS V
  WHERE NOT EXISTS (SELECT * FROM SudokuInput AS S WHERE S.row = R.n AND S.col = C.n);

--= delete1
  SET @rc = 1;
  WHILE @rc > 0
  BEGIN
    SET @rc = 0;
    DELETE FROM N
    FROM @SudokuNonUnique AS N
    WHERE EXISTS (SELECT * FROM @SudokuUnique AS U WHERE U.row = N.row AND U.col = N.col);
    SET @rc = @rc + @@ROWCOUNT;

--= delete2
    DELETE FROM N
    FROM @SudokuNonUnique AS N
    WHERE EXISTS (SELECT * FROM @SudokuUnique AS U
      WHERE U.val = N.val AND (U.row = N.row OR U.col = N.col OR U.box = N.box));
    SET @rc = @rc + @@ROWCOUNT;

--= insert1
    INSERT INTO @SudokuUnique (row, col, box, val)
    SELECT row, col, box, val FROM @SudokuNonUnique AS N
    WHERE NOT EXISTS (SELECT * FROM @SudokuUnique AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (SELECT * FROM @SudokuNonUnique AS N2
        WHERE N2.row = N.row AND N2.col = N.col AND N2.val <> N.val);
    SET @rc = @rc + @@ROWCOUNT;

--= insert2
    INSERT INTO @SudokuUnique (row, col, box, val)
    SELECT row, col, box, val FROM @SudokuNonUnique AS N
    WHERE NOT EXISTS (SELECT * FROM @SudokuUnique AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (
        SELECT * FROM @SudokuNonUnique AS N2
        WHERE N2.val = N.val AND N2.row = N.row AND N2.col <> N.col
          AND NOT EXISTS (SELECT * FROM @SudokuUnique AS U
            WHERE U.val = N2.val AND (U.row = N2.row OR U.col = N2.col OR U.box = N2.box)));
    SET @rc = @rc + @@ROWCOUNT;

--= insert3
    INSERT INTO @SudokuUnique (row, col, box, val)
    SELECT row, col, box, val FROM @SudokuNonUnique AS N
    WHERE NOT EXISTS (SELECT * FROM @SudokuUnique AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (
        SELECT * FROM @SudokuNonUnique AS N2
        WHERE N2.val = N.val AND N2.col = N.col AND N2.row <> N.row
          AND NOT EXISTS (SELECT * FROM @SudokuUnique AS U
            WHERE U.val = N2.val AND (U.row = N2.row OR U.col = N2.col OR U.box = N2.box)));
    SET @rc = @rc + @@ROWCOUNT;

--= insert4
    INSERT INTO @SudokuUnique (row, col, box, val)
    SELECT row, col, box, val FROM @SudokuNonUnique AS N
    WHERE NOT EXISTS (SELECT * FROM @SudokuUnique AS U WHERE U.row = N.row AND U.col = N.col)
      AND NOT EXISTS (
        SELECT * FROM @SudokuNonUnique AS N2
        WHERE N2.val = N.val AND N2.box = N.box AND (N2.row <> N.row OR N2.col <> N.col)
          AND NOT EXISTS (SELECT * FROM @SudokuUnique AS U
            WHERE U.val = N2.val AND (U.row = N2.row OR U.col = N2.col OR U.box = N2.box)));
    SET @rc = @rc + @@ROWCOUNT;
  END
--= result
  INSERT INTO @Sudoku
  SELECT row, col, val FROM @SudokuUnique
  UNION ALL
  SELECT row, col, val FROM @SudokuNonUnique AS N
  WHERE NOT EXISTS (SELECT * FROM @SudokuUnique AS U WHERE U.row = N.row AND U.col = N.col);
  RETURN;
END;
GO

--= pivot
WITH SudokuStrings AS (
  SELECT row, col, val, CAST(val AS VARCHAR(1)) AS strval FROM dbo.fn_sudoku()
),
SudokuPivotVals AS (
  SELECT row, col,
    COALESCE([1] + ',', '') + COALESCE([2] + ',', '') + COALESCE([3] + ',', '')
    + COALESCE([4] + ',', '') + COALESCE([5] + ',', '') + COALESCE([6] + ',', '')
    + COALESCE([7] + ',', '') + COALESCE([8] + ',', '') + COALESCE([9] + ',', '') AS vals
  FROM SudokuStrings
  PIVOT (MAX(strval) FOR val IN ([1], [2], [3], [4], [5], [6], [7], [8], [9])) AS P
),
SudokuPivotVals2 AS (
  SELECT row, col, LEFT(vals, LEN(vals) - 1) AS vals FROM SudokuPivotVals
),
SudokuPivotCols AS (
  SELECT row, [1], [2], [3], [4], [5], [6], [7], [8], [9]
  FROM SudokuPivotVals2
  PIVOT (MAX(vals) FOR col IN ([1], [2], [3], [4], [5], [6], [7], [8], [9])) AS P
)
SELECT * FROM SudokuPivotCols ORDER BY row;
