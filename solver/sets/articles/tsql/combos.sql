--= call
CREATE PROCEDURE [dbo].[usp_SolveSudoku_ComboBased] ( @Input VARCHAR(81), @TraceFlag INT = 0 ) AS BEGIN
  SET NOCOUNT ON;
  IF LEN(@Input)<>81 RETURN;
  DECLARE @datetime DATETIME, @UpdateCount INT, @Iterations INT;
  SELECT @datetime = GETDATE(), @UpdateCount = 1, @Iterations = 0;

--= num
  CREATE TABLE #num( vInt INT, vBinary INT);
  WITH n (vInt, vBit ) AS (
    SELECT 1, 1 UNION ALL
    SELECT 1+vInt, POWER(2, vInt) FROM n WHERE vInt < 9
  ) INSERT INTO #num SELECT * FROM n;

--= sudoku
  CREATE TABLE #Sudoku (id INT, row INT, col INT, blk INT, Val INT, NumOfValues INT);
  WITH n (id, row, col, blk, val) AS (
    SELECT 1, 1, 1 , 1,
      CASE WHEN SUBSTRING(@Input,1,1)>0 THEN POWER(2, SUBSTRING(@Input,1,1)-1) ELSE 511 END
    UNION ALL
    SELECT id+1, id/9 +1, (id % 9) +1, (id / 27)*3 + ((id % 9)/3+1) ,
      CASE WHEN SUBSTRING(@Input, id+1,1)>0 THEN POWER(2, SUBSTRING(@Input, id+1,1)-1) ELSE 511 END
    FROM n
    WHERE id < 81
  ) INSERT INTO #Sudoku (id,row,col,blk,Val) SELECT * FROM n OPTION (MAXRECURSION 80);

--= combo
  CREATE TABLE #Combo (Combo INT IDENTITY(1,1), NumOfChoices INT);
  INSERT INTO #Combo SELECT TOP 511 0 FROM SYS.all_parameters;
  UPDATE #Combo set NumOfChoices = (SELECT COUNT(*) FROM #num WHERE Combo & vBinary >0);

--= maprange
  CREATE TABLE #MapRange (ID INT, Range INT);
  INSERT INTO #MapRange SELECT ID, row FROM #Sudoku;
  INSERT INTO #MapRange SELECT ID, col*10 FROM #Sudoku;
  INSERT INTO #MapRange SELECT ID, blk*100 FROM #Sudoku;

--= temp
  WHILE @UpdateCount >0 BEGIN
    SELECT s.id, c.combo, c.NumOfChoices
    INTO #temp
    FROM #Sudoku s
    JOIN #Combo c ON s.val -(c.combo & s.val) = 0;

--= a
    WITH
    a AS (SELECT m.Range, t.Combo, t.NumOfChoices FROM #temp t JOIN #MapRange m ON t.id =m.ID)

--= x
    ,x AS ( SELECT Range, combo FROM a GROUP BY Range, combo HAVING MAX(NumOfChoices) = COUNT(*))

--= update
    UPDATE sdk SET Val=Val-(val & combo)
    FROM #Sudoku AS sdk
    JOIN #MapRange r on sdk.id =r.id
    JOIN x ON x.Range =r.Range AND Val & combo >0 AND Val - (Val & combo)>0

--= loop
    SELECT @UpdateCount = @@ROWCOUNT, @Iterations = @Iterations+1
    DROP TABLE #temp;
  END
  IF @TraceFlag >0 SELECT 'TotalMilliSeconds' = DATEDIFF(ms, @datetime, GETDATE()), @Iterations AS 'NumberOfIterations';

--= output
  UPDATE #Sudoku SET NumOfValues = (SELECT COUNT(*) FROM #num WHERE val & vBinary >0 );
  WITH a AS ( SELECT Row, Col,
      v = CASE WHEN @TraceFlag = 0 AND NumOfValues > 1 THEN '_'
        ELSE (SELECT LTRIM(STR(vInt)) FROM #num WHERE val & vBinary >0 FOR XML PATH('')) END
    FROM #Sudoku
  ) SELECT * FROM a PIVOT ( MAX(v) FOR Col in ([1],[2],[3],[4],[5],[6],[7],[8],[9])) AS pvt
END
GO

--= board
EXEC [usp_SolveSudoku_ComboBased] ':board' , 1
