--= tables
-- Rebuilt from the article's description: it names these tables and its six steps. Its scripts were a download.
CREATE TABLE TEMP_GS (PUZZLE_NUM INT, ROW_NUM INT, COL_NUM INT, SQUARE_NUM INT, VAL INT);
CREATE TABLE TEMP_GS_RESULT (PUZZLE_NUM INT, SOLUTION CHAR(81));
DECLARE @board CHAR(81) = ':board';
WITH n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 80)
INSERT INTO TEMP_GS
SELECT 1, i/9 + 1, i%9 + 1, i/27*3 + i%9/3 + 1, SUBSTRING(@board, i + 1, 1)
FROM n WHERE SUBSTRING(@board, i + 1, 1) > '0';
GO

--= nums
CREATE PROCEDURE CALCULATE_GS (@PUZZLE_NUM INT) AS
BEGIN
  DECLARE @nums TABLE (N INT PRIMARY KEY);
  INSERT INTO @nums VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9);
  DECLARE @rows INT = 1;

--= singletons
  WHILE @rows > 0
  BEGIN
    INSERT INTO TEMP_GS (PUZZLE_NUM, ROW_NUM, COL_NUM, SQUARE_NUM, VAL)
    SELECT @PUZZLE_NUM, r.N, c.N, (r.N-1)/3*3 + (c.N-1)/3 + 1, MAX(v.N)
    FROM @nums r CROSS JOIN @nums c CROSS JOIN @nums v
    WHERE NOT EXISTS (SELECT 1 FROM TEMP_GS g
        WHERE g.PUZZLE_NUM = @PUZZLE_NUM AND g.ROW_NUM = r.N AND g.COL_NUM = c.N)
      AND NOT EXISTS (SELECT 1 FROM TEMP_GS g
        WHERE g.PUZZLE_NUM = @PUZZLE_NUM AND g.VAL = v.N
          AND (g.ROW_NUM = r.N OR g.COL_NUM = c.N OR g.SQUARE_NUM = (r.N-1)/3*3 + (c.N-1)/3 + 1))
    GROUP BY r.N, c.N
    HAVING COUNT(*) = 1;
    SET @rows = @@ROWCOUNT;
  END

--= others
  INSERT INTO TEMP_GS (PUZZLE_NUM, ROW_NUM, COL_NUM, SQUARE_NUM, VAL)
  SELECT @PUZZLE_NUM, r.N, c.N, (r.N-1)/3*3 + (c.N-1)/3 + 1, v.N
  FROM @nums r CROSS JOIN @nums c CROSS JOIN @nums v
  WHERE NOT EXISTS (SELECT 1 FROM TEMP_GS g
      WHERE g.PUZZLE_NUM = @PUZZLE_NUM AND g.ROW_NUM = r.N AND g.COL_NUM = c.N)
    AND NOT EXISTS (SELECT 1 FROM TEMP_GS g
      WHERE g.PUZZLE_NUM = @PUZZLE_NUM AND g.VAL = v.N
        AND (g.ROW_NUM = r.N OR g.COL_NUM = c.N OR g.SQUARE_NUM = (r.N-1)/3*3 + (c.N-1)/3 + 1));

--= lines
  DECLARE @sql NVARCHAR(MAX), @kind VARCHAR(6), @k INT, @i INT, @a INT, @b INT, @row INT, @col INT;
  DECLARE @listed NVARCHAR(MAX), @from NVARCHAR(MAX), @sum NVARCHAR(MAX);
  DECLARE lines CURSOR LOCAL STATIC FOR
    SELECT kind, N FROM (VALUES ('ROW'), ('COL'), ('SQUARE')) AS kinds (kind) CROSS JOIN @nums;
  OPEN lines;
  FETCH NEXT FROM lines INTO @kind, @k;
  WHILE @@FETCH_STATUS = 0
  BEGIN
    SELECT @i = 1, @listed = '', @from = '', @sum = '';
    WHILE @i <= 9
    BEGIN
      SET @row = CASE @kind WHEN 'ROW' THEN @k WHEN 'COL' THEN @i ELSE (@k-1)/3*3 + (@i-1)/3 + 1 END;
      SET @col = CASE @kind WHEN 'ROW' THEN @i WHEN 'COL' THEN @k ELSE (@k-1)%3*3 + (@i-1)%3 + 1 END;
      SET @listed = @listed + CASE WHEN @i > 1 THEN ', ' ELSE '' END + CONCAT('p', @i, '.VAL AS V', @i);
      SET @from = @from + CASE WHEN @i > 1 THEN ' CROSS JOIN ' ELSE '' END
        + CONCAT('(SELECT VAL FROM TEMP_GS WHERE ROW_NUM = ', @row, ' AND COL_NUM = ', @col, ') p', @i);
      SET @sum = @sum + CASE WHEN @i > 1 THEN ' + ' ELSE '' END + CONCAT('p', @i, '.VAL');
      SET @i = @i + 1;
    END
    SET @sql = CONCAT('SELECT ', @listed, ' INTO ##', @kind, @k, ' FROM ', @from, ' WHERE ', @sum, ' = 45');
    EXEC (@sql);

--= distinct
    SET @a = 1;
    WHILE @a <= 8
    BEGIN
      SET @b = @a + 1;
      WHILE @b <= 9
      BEGIN
        SET @sql = CONCAT('DELETE FROM ##', @kind, @k, ' WHERE V', @a, ' = V', @b);
        EXEC (@sql);
        SET @b = @b + 1;
      END
      SET @a = @a + 1;
    END
    FETCH NEXT FROM lines INTO @kind, @k;
  END
  CLOSE lines;
  DEALLOCATE lines;

--= join
  SET @sql = ':join';
  EXEC (@sql);
END;
GO

--= shown
EXEC CALCULATE_GS 1;
SELECT SOLUTION FROM TEMP_GS_RESULT WHERE PUZZLE_NUM = 1;
