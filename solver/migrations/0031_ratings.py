from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns that are empty, so that the version before this one goes on beside them."""

    dependencies = [("solver", "0029_methods_in_postgresql")]
    operations = [
        migrations.AddField("puzzle", "level", models.PositiveSmallIntegerField(choices=[(1, "easy"), (2, "medium"), (3, "hard"), (4, "unfair"), (5, "extreme")], editable=False, null=True)),
        migrations.AddField("puzzle", "score", models.PositiveIntegerField(editable=False, null=True)),
        migrations.AddField("puzzle", "reach", models.PositiveSmallIntegerField(editable=False, null=True)),
        migrations.AddField("puzzle", "rated_by", models.PositiveSmallIntegerField(editable=False, null=True)),
        migrations.AddField("puzzle", "path", models.TextField(blank=True, db_default="", default="", editable=False)),
        migrations.AddField("puzzle", "er", models.PositiveSmallIntegerField(editable=False, null=True)),
        migrations.AddField("puzzle", "ep", models.PositiveSmallIntegerField(editable=False, null=True)),
        migrations.AddField("puzzle", "ed", models.PositiveSmallIntegerField(editable=False, null=True)),
    ]
