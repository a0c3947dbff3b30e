from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("solver", "0026_going_on")]
    operations = [
        AddIndexConcurrently(
            model_name="solve",
            index=models.Index(condition=models.Q(("continues__isnull", False)), fields=["continues"], name="solve_continuations"),
        ),
    ]
