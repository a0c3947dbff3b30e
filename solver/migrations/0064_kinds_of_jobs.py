"""Old jobs for `forget`, and those of a kind for the reaper and the desk. An index of owners was the beginning of another."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [('solver', '0063_solves_of_accounts')]
    operations = [
        migrations.AddIndex('job', models.Index(condition=Q(finished_at__isnull=False), fields=['finished_at'], name='job_finished')),
        migrations.AddIndex('job', models.Index(fields=['-created_at', '-id'], name='job_newest')),
        migrations.AddIndex('job', models.Index(fields=['kind', '-created_at'], name='job_of_kind')),
        migrations.AddIndex('job', models.Index(condition=Q(status__in=('queued', 'running', 'paused')), fields=['kind'], name='job_not_over')),
        migrations.AlterField('job', 'owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
    ]
