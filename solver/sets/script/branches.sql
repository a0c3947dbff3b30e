
-- Article 001: a pass over every live branch, as its cursor goes: push, then eliminate; fork one when none was pushed.
CREATE TEMP TABLE branch (branch int, is_live boolean, worked boolean DEFAULT false);
CREATE TEMP TABLE branch_candidate (branch int, cell int, digit int);
CREATE TEMP TABLE branch_placed (branch int, cell int, digit int);
INSERT INTO branch VALUES (1, true);

CREATE FUNCTION pg_temp.store(number int) RETURNS void LANGUAGE sql AS $$
  DELETE FROM branch_candidate WHERE branch = number;
  INSERT INTO branch_candidate SELECT number, cell, digit FROM candidate;
  DELETE FROM branch_placed WHERE branch = number;
  INSERT INTO branch_placed SELECT number, cell, digit FROM placed $$;

CREATE FUNCTION pg_temp.load(number int) RETURNS void LANGUAGE sql AS $$
  DELETE FROM candidate;
  INSERT INTO candidate SELECT cell, digit FROM branch_candidate WHERE branch = number;
  DELETE FROM placed;
  INSERT INTO placed SELECT cell, digit FROM branch_placed WHERE branch = number $$;

CREATE FUNCTION pg_temp.eliminate(pass int, number int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE gone int; is_whole boolean;
BEGIN
  gone := pg_temp.remove(pass, 'placed digit', 'placed_digit(pg_temp.all_placed())')
        + pg_temp.remove(pass, 'claiming', 'claiming()');
  is_whole := pg_temp.is_whole();
  PERFORM pg_temp.store(number);
  UPDATE branch AS b SET worked = worked OR gone > 0 OR NOT is_whole, is_live = is_whole WHERE b.branch = number;
END $$;

DO $$
DECLARE number int := 0; pass int := 0; solved int; pushed int; done int; is_whole boolean; each int; chosen record; born int := 1;
BEGIN
  PERFORM pg_temp.eliminate(0, 1);
  LOOP
    pass := pass + 1;
    pushed := 0;
    FOR each IN SELECT b.branch FROM branch AS b WHERE is_live ORDER BY b.branch LOOP
      PERFORM pg_temp.load(each);
      PERFORM pg_temp.find('push()');
      is_whole := NOT pg_temp.clashes();
      done := CASE WHEN is_whole THEN pg_temp.place(pass, 'push') ELSE 0 END;
      pushed := pushed + done;
      is_whole := is_whole AND pg_temp.is_whole();
      PERFORM pg_temp.store(each);
      UPDATE branch AS b SET worked = worked OR done > 0 OR NOT is_whole, is_live = is_whole WHERE b.branch = each;
      IF is_whole AND pg_temp.is_complete() THEN
        solved := each;
        EXIT;
      END IF;
    END LOOP;
    IF solved IS NULL AND pushed = 0 AND EXISTS (SELECT FROM branch AS b WHERE is_live) THEN  -- fork one
      DELETE FROM candidate;
      INSERT INTO candidate SELECT c.cell + :cells * (b.nth - 1), c.digit FROM branch_candidate AS c
        JOIN (SELECT l.branch, row_number() OVER (ORDER BY l.branch) AS nth FROM branch AS l WHERE is_live) AS b USING (branch);
      DELETE FROM placed;
      INSERT INTO placed SELECT c.cell + :cells * (b.nth - 1), c.digit FROM branch_placed AS c
        JOIN (SELECT l.branch, row_number() OVER (ORDER BY l.branch) AS nth FROM branch AS l WHERE is_live) AS b USING (branch);
      SELECT * INTO chosen FROM pg_temp.find_fork(ARRAY(SELECT l.branch FROM branch AS l WHERE is_live ORDER BY l.branch));
      PERFORM pg_temp.load(chosen.branch);
      FOR each IN SELECT digit FROM digit WHERE bit & chosen.digits <> 0 ORDER BY digit LOOP
        PERFORM pg_temp.load(chosen.branch);
        DELETE FROM candidate AS c WHERE c.cell = chosen.cell AND c.digit <> each;
        IF each > (SELECT min(digit) FROM digit WHERE bit & chosen.digits <> 0) THEN  -- the first stays, and comes last
          born := born + 1;
          INSERT INTO branch VALUES (born, true, true);
          PERFORM pg_temp.store(born);
        END IF;
      END LOOP;
      PERFORM pg_temp.load(chosen.branch);
      DELETE FROM candidate AS c WHERE c.cell = chosen.cell
        AND c.digit > (SELECT min(digit) FROM digit WHERE bit & chosen.digits <> 0);
      PERFORM pg_temp.store(chosen.branch);
      UPDATE branch AS b SET worked = true WHERE b.branch = chosen.branch;
    END IF;
    IF solved IS NULL THEN
      FOR each IN SELECT b.branch FROM branch AS b WHERE is_live ORDER BY b.branch LOOP
        PERFORM pg_temp.load(each);
        PERFORM pg_temp.eliminate(pass, each);
      END LOOP;
    END IF;
    FOR each IN SELECT b.branch FROM branch AS b WHERE worked ORDER BY b.branch LOOP
      number := number + 1;
      PERFORM pg_temp.load(each);
      PERFORM pg_temp.keep_board(number, each);
    END LOOP;
    UPDATE branch SET worked = false;
    EXIT WHEN solved IS NOT NULL OR NOT EXISTS (SELECT FROM branch AS b WHERE is_live);
  END LOOP;
  INSERT INTO ending VALUES (CASE WHEN solved IS NULL THEN 'contradiction' ELSE 'solved' END);
END $$;
