
-- Article 003: round by round, until no rule affects a row. An insert rule looks past the values that a placed one sees.
CREATE TEMP TABLE aside (cell int, digit int);

CREATE FUNCTION pg_temp.insert_unseen(pass int, rule text, call text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE is_whole boolean;
BEGIN
  DELETE FROM aside;
  INSERT INTO aside SELECT candidate.cell, candidate.digit FROM candidate;
  PERFORM pg_temp.find('placed_digit(pg_temp.all_placed())');
  DELETE FROM candidate USING found WHERE candidate.cell = found.cell AND candidate.digit = found.digit;
  is_whole := pg_temp.is_whole();
  PERFORM pg_temp.find(call);
  DELETE FROM candidate;
  INSERT INTO candidate SELECT aside.cell, aside.digit FROM aside;
  RETURN CASE WHEN is_whole THEN pg_temp.place(pass, rule) ELSE -1 END;
END $$;

DO $$
DECLARE pass int := 0; rows int; total int; rule record;
BEGIN
  LOOP
    pass := pass + 1;
    total := 0;
    FOR rule IN SELECT * FROM (VALUES :rules) AS chosen (nth, title, call, inserts) ORDER BY nth LOOP
      rows := CASE WHEN rule.inserts THEN pg_temp.insert_unseen(pass, rule.title, rule.call)
                   ELSE pg_temp.remove(pass, rule.title, rule.call) END;
      total := total + rows;
      EXIT WHEN rows < 0 OR NOT pg_temp.is_whole();
    END LOOP;
    PERFORM pg_temp.keep_board(pass);
    EXIT WHEN rows < 0 OR total = 0 OR NOT pg_temp.is_whole();
  END LOOP;
  INSERT INTO ending SELECT CASE
    WHEN rows < 0 OR NOT pg_temp.is_whole() THEN 'contradiction'
    WHEN pg_temp.is_complete() THEN 'solved' ELSE 'stalled' END;
END $$;
