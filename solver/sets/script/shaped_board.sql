-- A unit is a set of cells with each digit once. A group or a pair is a smaller one, with a digit at most once.
CREATE TEMP TABLE cell AS SELECT generate_series(0, :cells - 1) AS cell;
CREATE TEMP TABLE set_cell (unit int NOT NULL, kind text NOT NULL, cell int NOT NULL);
INSERT INTO set_cell SELECT set.unit, set.kind, member.cell FROM (VALUES
  :sets) AS set (unit, kind, cells), unnest(set.cells::int[]) AS member (cell);
CREATE TEMP VIEW unit_cell AS SELECT unit, kind, cell FROM set_cell WHERE unit < :whole;
CREATE TEMP VIEW sees AS
  SELECT DISTINCT a.cell, b.cell AS other FROM set_cell AS a JOIN set_cell AS b USING (unit) WHERE a.cell <> b.cell;
