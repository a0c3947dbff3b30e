import solver.models.texts
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("solver", "0042_publish_at")]

    operations = [
        migrations.CreateModel(
            name="SavedFilter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.CharField(max_length=200)),
                (
                    "title",
                    models.CharField(max_length=60, validators=[solver.models.texts.validate_plain]),
                ),
                ("query", models.CharField(max_length=1000)),
            ],
            options={
                "ordering": ("title",),
                "constraints": [
                    models.UniqueConstraint(fields=("place", "title"), name="saved_filter_once")
                ],
            },
        ),
    ]
