from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns with defaults in the database, so that the version before this one goes on beside them."""

    dependencies = [("solver", "0016_newest_solves")]
    operations = [
        migrations.AddField(
            model_name="puzzle",
            name="grade",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name="puzzle",
            name="grade_rank",
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        # It holds for what is written from now on; looking at all rows is for the next one, without a lock.
        AddConstraintNotValid(
            model_name="puzzle",
            constraint=models.CheckConstraint(
                name="puzzle_grade_rank",
                condition=models.Q(
                    models.Q(("grade", ""), ("grade_rank", None)),
                    models.Q(models.Q(("grade", ""), _negated=True), ("grade_rank__isnull", False)),
                    _connector="OR",
                ),
            ),
        ),
    ]
