from django.db import migrations, models

from solver.models.sessions import digest_keys


def carry(apps, schema_editor):
    """A thousand rows a statement, while the site goes on; stopped, it is run again from where it was.

    There is no way back: a digest does not tell its key. The version before finds what accounts own, and
    not what browsers own that have none.
    """
    for name in ("Solve", "Job"):
        digest_keys(apps.get_model("solver", name).objects.all())


class Migration(migrations.Migration):
    """The column keeps its name, size and index: the version before writes it as long as it runs.

    What that version writes from here on the reaper digests, within seconds (`reaping._digest_late_keys`).
    """

    atomic = False
    dependencies = [("solver", "0022_version_of_the_engine")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex(model_name="job", name="job_of_session"),
                migrations.RemoveIndex(model_name="solve", name="solve_by_session"),
                *(
                    operation
                    for name in ("job", "solve")
                    for operation in (
                        migrations.AlterField(
                            model_name=name,
                            name="session_key",
                            field=models.CharField(blank=True, db_column="session_key", editable=False, max_length=40),
                        ),
                        migrations.RenameField(model_name=name, old_name="session_key", new_name="session_digest"),
                    )
                ),
                migrations.AddIndex(
                    model_name="job",
                    index=models.Index(fields=["session_digest", "-created_at"], name="job_of_session"),
                ),
                migrations.AddIndex(
                    model_name="solve",
                    index=models.Index(condition=models.Q(("session_digest", ""), _negated=True), fields=["session_digest", "-created_at"], name="solve_by_session"),
                ),
            ],
        ),
        migrations.RunPython(carry, migrations.RunPython.noop),
    ]
