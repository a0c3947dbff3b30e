"""What an account has played, as its browsers know it."""

from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    dependencies = [('solver', '0059_puzzles_of_any_shape')]
    operations = [
        migrations.CreateModel('PlayRecord', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('played', models.JSONField(blank=True, default=list)),
            ('finds', models.JSONField(blank=True, default=dict)),
            ('owner', models.OneToOneField(on_delete=CASCADE, related_name='play_record', to=settings.AUTH_USER_MODEL)),
        ], options={'verbose_name': 'play record', 'verbose_name_plural': 'play records'}),
    ]
