import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("solver", "0049_fair_lanes")]

    operations = [
        migrations.AddField(
            model_name="jobpart",
            name="content",
            field=models.BinaryField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="job",
            name="solve",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="files",
                to="solver.solve",
            ),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(("solve__isnull", False)), fields=["solve"], name="job_of_solve"
            ),
        ),
    ]
