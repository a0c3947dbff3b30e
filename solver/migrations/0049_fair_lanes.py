import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q, Value
from django.db.models.functions import Cast, Coalesce, NullIf

import solver.models.keys

LANES = [
    ("interactive", "interactive"),
    ("slow", "slow"),
    ("bulk", "bulk"),
    ("site", "the site's own"),
    ("sets", "by sets"),
]
TABLES = ("solver_solve", "solver_job")

# The next turn in a lane. It comes two after the last of the same asker that waits, and one after the first of
# all: whoever comes new is served after one row of somebody who has a thousand there.
NEXT_TURN = """
    CREATE FUNCTION solver_next_turn(in_lane text, asked_by text) RETURNS bigint LANGUAGE sql STABLE AS $$
        SELECT greatest(
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
            0)
    $$;
    CREATE FUNCTION solver_take_turn() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.turn := solver_next_turn(
            NEW.lane, coalesce(NEW.owner_id::text, nullif(NEW.network, ''), NEW.session_key));
        RETURN NEW;
    END
    $$;
"""
ON_TABLE = """
    CREATE TRIGGER take_turn BEFORE INSERT ON {table}
        FOR EACH ROW WHEN (NEW.status = 'queued') EXECUTE FUNCTION solver_take_turn();
    CREATE TRIGGER take_turn_again BEFORE UPDATE OF status, lane ON {table}
        FOR EACH ROW WHEN (NEW.status = 'queued' AND (OLD.status, OLD.lane) <> ('queued', NEW.lane))
        EXECUTE FUNCTION solver_take_turn();
"""
WITHOUT = """
    DROP FUNCTION solver_take_turn() CASCADE;
    DROP FUNCTION solver_next_turn(text, text);
"""


def turns(name: str) -> list[migrations.operations.base.Operation]:
    """The column and its indexes."""
    asker = Coalesce(
        Cast("owner_id", models.TextField()), NullIf("network", Value("")), "session_digest"
    )
    return [
        migrations.AddField(
            model_name=name,
            name="turn",
            field=models.BigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddIndex(
            model_name=name,
            index=models.Index(
                fields=["lane", "turn", "id"],
                condition=Q(status__in=("queued", "running")),
                name=f"{name}_turn",
            ),
        ),
        migrations.AddIndex(
            model_name=name,
            index=models.Index(
                "lane",
                asker,
                "turn",
                condition=Q(status="queued"),
                name=f"{name}_turn_of_asker",
            ),
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [("solver", "0048_attempts")]

    operations = [
        migrations.RemoveConstraint(model_name="solve", name="solve_known_words"),
        migrations.AlterField(
            model_name="solve",
            name="lane",
            field=models.CharField(choices=LANES, default="interactive", max_length=11),
        ),
        migrations.AddConstraint(
            model_name="solve",
            constraint=models.CheckConstraint(
                condition=Q(status__in=("queued", "running", "finished", "failed"))
                & Q(outcome__in=("", "solved", "stalled", "contradiction", "limit"))
                & Q(lane__in=("interactive", "slow", "bulk", "site", "sets"))
                & Q(runs_in__in=("python", "postgresql"))
                & Q(visibility__in=("private", "unlisted", "public")),
                name="solve_known_words",
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="lane",
            field=models.CharField(
                choices=LANES, db_default="bulk", default="bulk", max_length=11
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=Q(lane__in=("interactive", "bulk", "site")), name="job_known_lane"
            ),
        ),
        *turns("solve"),
        *turns("job"),
        migrations.CreateModel(
            name="Mail",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=solver.models.keys.key_in_time,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("host", models.CharField(max_length=260)),
                ("is_https", models.BooleanField()),
                ("language", models.CharField(max_length=10)),
                ("request_id", models.CharField(blank=True, max_length=32)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("not_before", models.DateTimeField(default=django.utils.timezone.now)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "account",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ("-created_at",)},
        ),
        migrations.RunSQL(NEXT_TURN + "".join(ON_TABLE.format(table=table) for table in TABLES), WITHOUT),
    ]
