from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("solver", "0011_past_solves")]
    operations = [
        AddIndexConcurrently(
            model_name="solve",
            index=models.Index(condition=models.Q(("visibility", "public")), fields=["-created_at", "-id"], name="solve_published"),
        ),
    ]
