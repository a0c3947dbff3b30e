
-- Article 000: pass by pass, until one affects no row.
DO $$
DECLARE pass int := 0; gone int;
BEGIN
  LOOP
    pass := pass + 1;
    gone := pg_temp.remove(pass, 'enclosed combo', 'enclosed_combo()');
    PERFORM pg_temp.keep_board(pass);
    EXIT WHEN gone <= 0;
  END LOOP;
  INSERT INTO ending SELECT CASE
    WHEN gone < 0 THEN 'contradiction'
    WHEN (SELECT count(*) FROM candidate) = :cells THEN 'solved' ELSE 'stalled' END;
END $$;
