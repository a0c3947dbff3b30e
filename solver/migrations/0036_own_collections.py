import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('solver', '0034_kept_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='puzzle',
            name='er_by',
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        # There has been one version so far.
        migrations.RunSQL('UPDATE solver_puzzle SET er_by = 1 WHERE er IS NOT NULL', migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name='puzzle',
            index=models.Index(condition=models.Q(('er__isnull', False)), fields=['er_by', 'er'], name='puzzle_to_explain'),
        ),
        migrations.AddField(
            model_name='collection',
            name='owner',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='collection',
            constraint=models.CheckConstraint(condition=models.Q(('owner', None), ('is_published', False), _connector='OR'), name='collection_own_is_private'),
        ),
    ]
