"""Indexes for the moderators' lists of solves."""

from django.db import migrations, models
from django.db.models import Q

NEWEST = ['-created_at', '-id']


class Migration(migrations.Migration):
    dependencies = [('solver', '0060_play_record')]
    operations = [
        migrations.RemoveIndex('solve', 'solve_newest'),
        migrations.AddIndex('solve', models.Index(fields=NEWEST, include=('method',), name='solve_newest')),
        migrations.AddIndex('solve', models.Index(condition=Q(status='failed'), fields=NEWEST, name='solve_failed')),
        migrations.AddIndex('solve', models.Index(condition=Q(owner__isnull=False), fields=['puzzle'], name='solve_of_account')),
    ]
