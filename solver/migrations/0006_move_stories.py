from django.db import migrations

from ._stories import move


class Migration(migrations.Migration):
    """Most of the moving, while the site goes on. Stopped, it goes on from where it was."""

    atomic = False
    dependencies = [("solver", "0005_chapters")]
    operations = [migrations.RunPython(move)]
