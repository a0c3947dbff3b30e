import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("solver", "0007_remove_iteration")]
    operations = [
        AddIndexConcurrently(
            model_name="solve",
            index=models.Index(condition=models.Q(("owner__isnull", False)), fields=["owner", "-created_at"], name="solve_by_owner"),
        ),
        AddIndexConcurrently(
            model_name="solve",
            index=models.Index(condition=models.Q(("session_key", ""), _negated=True), fields=["session_key", "-created_at"], name="solve_by_session"),
        ),
        RemoveIndexConcurrently(model_name="solve", name="solve_of_owner"),
        RemoveIndexConcurrently(model_name="solve", name="solve_of_session"),
        migrations.AlterField(
            model_name="solve",
            name="owner",
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL),
        ),
    ]
