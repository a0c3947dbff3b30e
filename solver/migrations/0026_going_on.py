import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("solver", "0025_networks_of_strangers")]
    operations = [
        migrations.AddField(
            model_name="solve",
            name="has_all_solutions",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="solve",
            name="continues",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="continuations",
                to="solver.solve",
            ),
        ),
    ]
