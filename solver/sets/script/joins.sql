
-- Article 004: singletons, then the lines that agree, joined unit by unit.
CREATE TEMP VIEW line AS
WITH RECURSIVE :lines
SELECT unit, board FROM line;
CREATE FUNCTION pg_temp.find_agree() RETURNS TABLE (allowed text, lines int[]) LANGUAGE sql AS $rule$
:agree$rule$;
CREATE FUNCTION pg_temp.find_join(units int[], commons text[], most int)
RETURNS TABLE (nth int, boards bigint, seen text, solutions text[]) LANGUAGE sql AS $rule$
:join$rule$;
CREATE TEMP TABLE joined (nth int, boards bigint, seen text, solutions text[]);

DO $$
DECLARE pass int := 0; done int; agreed record; stage record; is_whole boolean := true; gone int; units int[] := :order;
BEGIN
  PERFORM pg_temp.remove(1, 'placed digit', 'placed_digit(pg_temp.all_placed())');
  LOOP
    pass := pass + 1;
    is_whole := pg_temp.is_whole();
    IF is_whole THEN
      PERFORM pg_temp.find('naked_single()');
      done := pg_temp.place(pass, 'naked single');
      is_whole := pg_temp.is_whole();
    END IF;
    IF is_whole THEN
      PERFORM pg_temp.remove(pass, 'placed digit', 'placed_digit(pg_temp.all_placed())');
      is_whole := pg_temp.is_whole();
    END IF;
    PERFORM pg_temp.keep_board(pass);
    EXIT WHEN done = 0 OR NOT is_whole;
  END LOOP;
  IF NOT is_whole OR cardinality(units) = 0 THEN
    INSERT INTO ending VALUES (CASE WHEN is_whole THEN 'limit' ELSE 'contradiction' END);
    RETURN;
  END IF;
  pass := pass + 1;  -- the lines are counted
  PERFORM pg_temp.keep_board(pass);
  pass := pass + 1;
  LOOP
    SELECT * INTO agreed FROM pg_temp.find_agree();
    DELETE FROM found;
    INSERT INTO found SELECT NULL, NULL, NULL, NULL, cell, digit FROM candidate
      WHERE substr(agreed.allowed, :bits - cell * :size - digit + 1, 1) = '0';
    DELETE FROM candidate USING found WHERE candidate.cell = found.cell AND candidate.digit = found.digit;
    GET DIAGNOSTICS gone = ROW_COUNT;
    INSERT INTO affected SELECT pass, 'lines', 'removed', f.* FROM (SELECT unit, cells, digits, cell, digit FROM found) AS f;
    EXIT WHEN gone = 0;
  END LOOP;
  PERFORM pg_temp.keep_board(pass);
  INSERT INTO joined SELECT * FROM pg_temp.find_join(units, :commons, 1000000);
  -- What every partial board of a stage rules out goes.
  FOR stage IN SELECT * FROM joined ORDER BY nth LOOP
    DELETE FROM candidate AS c
    WHERE substr(stage.seen, :bits - c.cell * :size - c.digit + 1, 1) = '0'
      AND position('1' IN substr(stage.seen, :bits - c.cell * :size - :size + 1, :size)) > 0;
    PERFORM pg_temp.keep_board(pass + stage.nth);
  END LOOP;
  INSERT INTO ending SELECT format('%s solutions', coalesce(max(cardinality(solutions)), 0)) FROM joined WHERE nth = cardinality(units);
END $$;
