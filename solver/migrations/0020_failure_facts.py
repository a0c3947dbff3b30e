from django.db import migrations, models

FACTS = {"db_default": {}, "default": dict, "editable": False}


class Migration(migrations.Migration):
    dependencies = [("solver", "0019_carry_difficulties")]
    operations = [
        migrations.AddField("solve", "failure_facts", models.JSONField(**FACTS)),
        migrations.AddField("job", "failure_facts", models.JSONField(**FACTS)),
        migrations.AlterField(
            "job",
            "request_id",
            models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
        ),
    ]
