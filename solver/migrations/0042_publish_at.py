from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("solver", "0040_keys_in_time_and_shared_parts")]

    operations = [
        migrations.AddField(
            model_name="collection",
            name="publish_at",
            field=models.DateTimeField(
                blank=True,
                help_text="UTC; then it is published with all its puzzles, and you need not be there.",
                null=True,
                verbose_name="publish at",
            ),
        ),
    ]
