from django.contrib.postgres.operations import AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models

from ._grades import carry, carry_back


class Migration(migrations.Migration):
    """While the site goes on, a thousand puzzles at a time; stopped, it is run again from where it was.

    The index comes last, since it would be written anew with every row. What the version before this one
    grades from here until it is replaced has no name yet: the migration that drops `difficulty` carries
    again, and until then “Verify and grade” does it.
    """

    atomic = False
    dependencies = [("solver", "0018_difficulty_names")]
    operations = [
        migrations.RunPython(carry, carry_back),
        ValidateConstraint(model_name="puzzle", name="puzzle_grade_rank"),
        # One that was not finished stands in the way of the next try.
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS puzzle_by_grade", migrations.RunSQL.noop),
        AddIndexConcurrently(
            model_name="puzzle",
            index=models.Index(condition=models.Q(("is_published", True)), fields=["grade_rank", "created_at", "id"], name="puzzle_by_grade"),
        ),
    ]
