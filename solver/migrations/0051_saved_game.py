"""`KeptGame` is called `SavedGame`. Its table keeps its name, so processes of the version before go on."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [('solver', '0001_squashed_0050_files')]
    operations = [
        migrations.AlterModelTable('KeptGame', 'solver_keptgame'),
        migrations.RenameModel('KeptGame', 'SavedGame'),
    ]
