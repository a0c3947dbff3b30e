from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("solver", "0043_saved_filter")]

    operations = [
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                fields=["-created_at", "-id"],
                condition=models.Q(("in_inbox", False), ("is_published", False)),
                name="puzzle_drafts",
            ),
        ),
    ]
