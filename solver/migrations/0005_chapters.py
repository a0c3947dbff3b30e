import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.lookups
from django.db import migrations, models


def count_of(array):
    return models.Func(array, function="cardinality", output_field=models.IntegerField())


class Migration(migrations.Migration):
    dependencies = [("solver", "0004_solves_go_with_their_account")]

    operations = [
        migrations.CreateModel(
            name="Chapter",
            fields=[
                ("pk", models.CompositePrimaryKey("solve_id", "first", blank=True, editable=False, primary_key=True, serialize=False)),
                ("solve", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="chapters", to="solver.solve")),
                ("first", models.PositiveIntegerField()),
                ("attempt", models.PositiveSmallIntegerField()),
                ("branches", django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None)),
                ("lefts", django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None)),
                ("parents", django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None)),
                ("techniques", django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=50), size=None)),
                ("story", models.BinaryField()),
            ],
            options={
                "ordering": ("first",),
                "constraints": [
                    models.CheckConstraint(name="chapter_from_one", condition=models.Q(("first__gte", 1))),
                    models.CheckConstraint(
                        name="chapter_length",
                        condition=models.Q(
                            django.db.models.lookups.Exact(count_of("lefts"), count_of("branches")),
                            django.db.models.lookups.Range(count_of("lefts"), (1, 64)),
                        ),
                    ),
                ],
            },
        ),
        # It is compressed already: PostgreSQL need not try again.
        migrations.RunSQL(
            "ALTER TABLE solver_chapter ALTER COLUMN story SET STORAGE EXTERNAL",
            migrations.RunSQL.noop,
        ),
    ]
