from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("solver", "0015_job_language")]
    operations = [
        AddIndexConcurrently(
            model_name="solve",
            index=models.Index(fields=["-created_at", "-id"], name="solve_newest"),
        ),
    ]
