from django.db import migrations

from ._stories import move


class Migration(migrations.Migration):
    """What was finished meanwhile is moved too; from the lock on, nobody can add more."""

    dependencies = [("solver", "0006_move_stories")]
    operations = [
        migrations.RunSQL("LOCK TABLE solver_iteration IN ACCESS EXCLUSIVE MODE"),
        migrations.RunPython(move),
        migrations.DeleteModel("Iteration"),
    ]
