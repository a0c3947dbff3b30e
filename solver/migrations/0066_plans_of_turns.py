"""The plan of the next turn is kept by a session. A function in SQL was planned again for each new row."""

from django.db import migrations

NEXT_TURN = """
    CREATE OR REPLACE FUNCTION solver_next_turn(in_lane text, asked_by text) RETURNS bigint
    LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
    BEGIN
        RETURN greatest(
            (SELECT turn + 2 FROM solver_solve
              WHERE status = 'queued' AND lane = in_lane
                AND coalesce(owner_id::text, nullif(network, ''), session_key) = asked_by
              ORDER BY turn DESC LIMIT 1),
            (SELECT turn + 2 FROM solver_job
              WHERE status = 'queued' AND lane = in_lane
                AND coalesce(owner_id::text, nullif(network, ''), session_key) = asked_by
              ORDER BY turn DESC LIMIT 1),
            1 + least(
                (SELECT turn FROM solver_solve
                  WHERE status = 'queued' AND lane = in_lane ORDER BY turn, id LIMIT 1),
                (SELECT turn FROM solver_job
                  WHERE status = 'queued' AND lane = in_lane ORDER BY turn, id LIMIT 1)),
            0);
    END
    $$;
"""


class Migration(migrations.Migration):
    dependencies = [('solver', '0065_redundant_indexes')]
    # Nothing needs to be undone: the function gives the same turns.
    operations = [migrations.RunSQL(NEXT_TURN, migrations.RunSQL.noop)]
