CREATE FUNCTION pg_temp.is_whole() RETURNS boolean LANGUAGE sql AS $$
  SELECT NOT EXISTS (SELECT FROM pg_temp.find_check()) $$;

CREATE FUNCTION pg_temp.is_complete() RETURNS boolean LANGUAGE sql AS $$
  SELECT count(*) = :cells FROM placed $$;
