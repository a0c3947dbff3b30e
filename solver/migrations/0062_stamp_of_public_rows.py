"""A stamp that changes with the rows which strangers see on pages (docs/decisions/0029)."""

from django.db import migrations

# `setval` takes effect at once, before the commit. So whoever changes the stamp holds a lock until the end of
# the transaction, and a page is kept only while nobody does (solver/operations/asked_again.py).
STAMP = """
    CREATE SEQUENCE solver_public_stamp;
    CREATE FUNCTION solver_change_public_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock_shared(29, 0);
        PERFORM setval('solver_public_stamp', 1 + (random() * 9e18)::bigint);
        RETURN NULL;
    END
    $$;
"""
NO_STAMP = 'DROP FUNCTION solver_change_public_stamp CASCADE; DROP SEQUENCE solver_public_stamp;'
TRIGGER = """
    CREATE TRIGGER {name} AFTER {event} ON solver_{table} {when}
        EXECUTE FUNCTION solver_change_public_stamp();
"""
# What a worker does with somebody's solve until it is finished, and what visitors bring, is on no kept page.
WHEN = {
    ('puzzle', 'INSERT'): 'NOT NEW.in_inbox',
    ('solve', 'INSERT'): "NEW.visibility = 'public'",
    ('solve', 'UPDATE'):
        "OLD.status = 'finished' OR NEW.visibility = 'public' OR OLD.visibility <> NEW.visibility",
    ('solve', 'DELETE'): "OLD.visibility <> 'private'",
}


def triggers():
    for table in ('puzzle', 'collection', 'membership', 'dailypuzzle', 'solve'):
        yield TRIGGER.format(name='stamp_truncate', event='TRUNCATE', table=table, when='')
        for event in ('INSERT', 'UPDATE', 'DELETE'):
            when = f"FOR EACH ROW WHEN ({WHEN.get((table, event), 'true')})"
            yield TRIGGER.format(name=f'stamp_{event.lower()}', event=event, table=table, when=when)


class Migration(migrations.Migration):
    dependencies = [('solver', '0061_lists_of_solves')]

    operations = [migrations.RunSQL(STAMP + ''.join(triggers()), NO_STAMP)]
