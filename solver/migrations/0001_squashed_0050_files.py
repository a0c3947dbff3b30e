"""The tables as they are: one migration in place of the 46 that led here.

A database in which all of these were applied has it too. Any other comes over by a stepping stone, which
`migrate` names (docs/upgrading.md, “From an earlier version”).
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
import pyotp
import solver.models.uuid7
import solver.models.solve
import solver.models.validators
import solver.models.webhook
import uuid
from django.conf import settings
from django.db import migrations, models

EARLIER = """
    0001_initial 0002_operations 0003_jobs 0004_solves_go_with_their_account 0005_chapters
    0006_move_stories 0007_remove_iteration 0008_lighter_indexes 0009_api_tokens 0010_library
    0011_past_solves 0012_published_index 0013_sizes_in_words 0014_texts_that_can_be_seen
    0015_job_language 0016_newest_solves 0018_difficulty_names 0019_carry_difficulties
    0020_failure_facts 0021_failures_as_codes 0022_version_of_the_engine
    0023_digests_of_sessions 0024_more_texts_that_can_be_seen 0025_networks_of_strangers
    0026_going_on 0027_continuations 0028_reports_and_second_factors 0029_methods_in_postgresql
    0031_ratings 0032_rating_indexes 0033_puzzles_of_the_day 0034_kept_games
    0036_own_collections 0037_inbox 0038_fill_the_inbox 0039_where_from
    0040_keys_in_time_and_shared_parts 0042_publish_at 0043_saved_filter 0044_drafts
    0045_desk_orders 0046_webhooks 0047_puzzle_number 0048_attempts 0049_fair_lanes 0050_files
""".split()

# The next turn in a lane. It comes two after the last of the same asker that waits, and one after the first of
# all: whoever comes new is served after one row of somebody who has a thousand there. A session keeps the plan
# of PL/pgSQL, which must not be one to read the whole table. (Migration 0066 brings it to older databases.)
NEXT_TURN = """
    CREATE OR REPLACE FUNCTION solver_next_turn(in_lane text, asked_by text) RETURNS bigint
    LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
    BEGIN
        RETURN greatest(
            (SELECT turn + 2 FROM solver_solve
              WHERE status = 'queued' AND lane = in_lane
                AND coalesce(owner_id::text, nullif(network, ''), session_key) = asked_by
              ORDER BY turn DESC LIMIT 1),
            (SELECT turn + 2 FROM solver_job
              WHERE status = 'queued' AND lane = in_lane
                AND coalesce(owner_id::text, nullif(network, ''), session_key) = asked_by
              ORDER BY turn DESC LIMIT 1),
            1 + least(
                (SELECT turn FROM solver_solve
                  WHERE status = 'queued' AND lane = in_lane ORDER BY turn, id LIMIT 1),
                (SELECT turn FROM solver_job
                  WHERE status = 'queued' AND lane = in_lane ORDER BY turn, id LIMIT 1)),
            0);
    END
    $$;
"""
TAKE_TURN = """
    CREATE FUNCTION solver_take_turn() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.turn := solver_next_turn(
            NEW.lane, coalesce(NEW.owner_id::text, nullif(NEW.network, ''), NEW.session_key));
        RETURN NEW;
    END
    $$;
"""
ON_TABLE = """
    CREATE TRIGGER take_turn BEFORE INSERT ON {table}
        FOR EACH ROW WHEN (NEW.status = 'queued') EXECUTE FUNCTION solver_take_turn();
    CREATE TRIGGER take_turn_again BEFORE UPDATE OF status, lane ON {table}
        FOR EACH ROW WHEN (NEW.status = 'queued' AND (OLD.status, OLD.lane) <> ('queued', NEW.lane))
        EXECUTE FUNCTION solver_take_turn();
"""

# The fields of what is done under a lease. Django clones them for each model.
LEASED = [
    ('attempt', models.PositiveSmallIntegerField(default=0)),
    ('lease_token', models.UUIDField(editable=False, null=True)),
    ('lease_until', models.DateTimeField(editable=False, null=True)),
    ('lost', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=None, editable=False, null=True, size=None)),
    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
    ('enqueued_at', models.DateTimeField(default=django.utils.timezone.now)),
    ('turn', models.BigIntegerField(db_default=0, default=0, editable=False)),
    ('started_at', models.DateTimeField(null=True)),
    ('finished_at', models.DateTimeField(null=True)),
    ('failure', models.TextField(blank=True)),
    ('failure_facts', models.JSONField(db_default={}, default=dict, editable=False)),
    ('network', models.CharField(blank=True, db_default='', default='', editable=False, max_length=32)),
    ('request_id', models.CharField(blank=True, db_default='', default='', editable=False, max_length=32)),
    ('id', models.UUIDField(default=solver.models.uuid7.uuid7, editable=False, primary_key=True, serialize=False)),
]


def each(operation, model, *things):
    """Return the operation that adds each of these indexes or constraints to a model."""
    return [operation(model, thing) for thing in things]


class Migration(migrations.Migration):
    initial = True
    replaces = [('solver', name) for name in EARLIER]
    dependencies = [('auth', '0012_alter_user_first_name_max_length')]

    operations = [
        migrations.CreateModel('Solve', [
            *LEASED,
            ('method', models.CharField(max_length=20)),
            ('options', models.JSONField(default=dict)),
            ('start', models.BinaryField(null=True)),
            ('session_digest', models.CharField(blank=True, db_column='session_key', editable=False, max_length=40)),
            ('visibility', models.CharField(choices=[('private', 'private'), ('unlisted', 'unlisted'), ('public', 'public')], default='unlisted', max_length=8)),
            ('is_favourite', models.BooleanField(db_default=False, default=False)),
            ('note', models.CharField(blank=True, db_default='', default='', max_length=500, validators=[solver.models.validators.validate_lines])),
            ('runs_in', models.CharField(choices=[('python', 'Python'), ('postgresql', 'PostgreSQL')], db_default='python', default='python', max_length=10)),
            ('lane', models.CharField(choices=[('interactive', 'interactive'), ('slow', 'slow'), ('bulk', 'bulk'), ('site', "the site's own"), ('sets', 'by sets')], default='interactive', max_length=11)),
            ('status', models.CharField(choices=[('queued', 'queued'), ('running', 'running'), ('finished', 'finished'), ('failed', 'failed')], default='queued', max_length=8)),
            ('outcome', models.CharField(blank=True, choices=[('solved', 'solved'), ('stalled', 'stuck'), ('contradiction', 'contradiction'), ('limit', 'limit')], max_length=13)),
            ('verdict', models.CharField(blank=True, choices=[('unique', 'one solution'), ('multiple', 'several solutions'), ('none', 'no solution'), ('unknown', 'not known')], max_length=8)),
            ('solutions', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None)),
            ('has_all_solutions', models.BooleanField(db_default=False, default=False)),
            ('iteration_count', models.PositiveIntegerField(default=0)),
            ('elapsed_ms', models.FloatField(help_text='Solving only, without the wait.', null=True)),
            ('engine_version', models.CharField(default=solver.models.solve.current_version, max_length=20)),
            ('continues', models.ForeignKey(db_constraint=False, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='continuations', to='solver.solve')),
        ], options={'ordering': ('-created_at',), 'abstract': False}),
        migrations.CreateModel('Heartbeat', [
            ('name', models.CharField(max_length=200, primary_key=True, serialize=False)),
            ('seen_at', models.DateTimeField()),
            ('counts', models.JSONField(default=dict)),
            ('worker', models.CharField(blank=True, db_default='', default='', max_length=12)),
            ('ended', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), db_default=[], default=list, size=None)),
        ]),
        migrations.CreateModel('Puzzle', [
            ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
            ('givens', models.TextField(help_text='One character a cell, 0 for an empty one.', unique=True)),
            ('box', models.PositiveSmallIntegerField(choices=[(2, '4×4'), (3, '9×9'), (4, '16×16'), (5, '25×25')], editable=False, help_text='3 for a 9×9 board.', verbose_name='size')),
            ('clue_count', models.PositiveSmallIntegerField(editable=False)),
            ('verdict', models.CharField(choices=[('unique', 'one solution'), ('multiple', 'several solutions'), ('none', 'no solution'), ('unknown', 'not known')], default='unknown', editable=False, max_length=8)),
            ('title', models.CharField(blank=True, max_length=200, validators=[solver.models.validators.validate_plain])),
            ('author', models.CharField(blank=True, max_length=200, validators=[solver.models.validators.validate_plain])),
            ('source', models.CharField(blank=True, max_length=500, validators=[solver.models.validators.validate_plain])),
            ('licence', models.CharField(blank=True, db_default='', help_text='What others may do with it.', max_length=200, validators=[solver.models.validators.validate_plain])),
            ('notes', models.TextField(blank=True, validators=[solver.models.validators.validate_lines])),
            ('tags', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=50, validators=[solver.models.validators.validate_plain]), blank=True, default=list, size=None)),
            ('number', models.PositiveIntegerField(editable=False, null=True)),
            ('is_published', models.BooleanField(default=False, verbose_name='published')),
            ('in_inbox', models.BooleanField(db_default=False, default=False, editable=False)),
            ('dismissed_at', models.DateTimeField(editable=False, null=True)),
            ('canonical', models.TextField(blank=True, db_default='', default='', editable=False)),
            ('grade', models.CharField(blank=True, db_default='', default='', editable=False, max_length=40)),
            ('grade_rank', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('level', models.PositiveSmallIntegerField(choices=[(1, 'easy'), (2, 'medium'), (3, 'hard'), (4, 'unfair'), (5, 'extreme')], editable=False, null=True)),
            ('score', models.PositiveIntegerField(editable=False, null=True)),
            ('reach', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('rated_by', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('path', models.TextField(blank=True, db_default='', default='', editable=False)),
            ('er', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('ep', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('ed', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('er_by', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('difficulty', models.PositiveSmallIntegerField(editable=False, null=True)),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
        ], options={'ordering': ('-created_at',)}),
        migrations.CreateModel('User', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('password', models.CharField(max_length=128, verbose_name='password')),
            ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
            ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
            ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
            ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
            ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
            ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
            ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
            ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
            ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
            ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
            ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
        ], options={'verbose_name': 'user', 'verbose_name_plural': 'users', 'abstract': False}, managers=[('objects', django.contrib.auth.models.UserManager())]),
        migrations.CreateModel('Collection', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('title', models.CharField(max_length=200, validators=[solver.models.validators.validate_plain], verbose_name='title')),
            ('slug', models.SlugField(help_text='Its part of the address.', unique=True)),
            ('description', models.TextField(blank=True, validators=[solver.models.validators.validate_lines], verbose_name='description')),
            ('position', models.PositiveSmallIntegerField(default=0, help_text='Collections are shown from the lowest up.', verbose_name='position')),
            ('is_published', models.BooleanField(default=False, verbose_name='published')),
            ('publish_at', models.DateTimeField(blank=True, help_text='UTC; then it is published with all its puzzles, and you need not be there.', null=True, verbose_name='publish at')),
            ('owner', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
        ], options={'verbose_name': 'collection', 'verbose_name_plural': 'collections', 'ordering': ('position', 'title')}),
        migrations.CreateModel('DatabaseRun', [
            ('solve', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='database_run', serialize=False, to='solver.solve')),
            ('server', models.CharField(max_length=20)),
            ('statements', models.PositiveIntegerField()),
            ('rows_found', models.PositiveIntegerField()),
            ('steps', models.PositiveIntegerField()),
            ('same_steps', models.PositiveIntegerField()),
            ('differs_in', models.PositiveIntegerField(null=True)),
            ('plans', models.JSONField(default=dict)),
        ]),
        migrations.CreateModel('Chapter', [
            ('pk', models.CompositePrimaryKey('solve_id', 'first', blank=True, editable=False, primary_key=True, serialize=False)),
            ('first', models.PositiveIntegerField()),
            ('attempt', models.PositiveSmallIntegerField()),
            ('branches', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None)),
            ('lefts', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None)),
            ('parents', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None)),
            ('techniques', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=50), size=None)),
            ('story', models.BinaryField()),
            ('solve', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chapters', to='solver.solve')),
        ], options={'ordering': ('first',)}),
        migrations.CreateModel('IdempotencyKey', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('client', models.CharField(max_length=200)),
            ('key', models.CharField(max_length=200)),
            ('digest', models.CharField(max_length=64)),
            ('location', models.CharField(max_length=300)),
            ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
        ], options={'constraints': [models.UniqueConstraint(fields=('client', 'key'), name='idempotency_once')]}),
        migrations.CreateModel('Job', [
            *LEASED,
            ('kind', models.CharField(max_length=20)),
            ('title', models.CharField(max_length=200)),
            ('spec', models.JSONField(default=dict, help_text='What was chosen, in the words of its kind.')),
            ('session_digest', models.CharField(blank=True, db_column='session_key', editable=False, max_length=40)),
            ('lane', models.CharField(choices=[('interactive', 'interactive'), ('slow', 'slow'), ('bulk', 'bulk'), ('site', "the site's own"), ('sets', 'by sets')], db_default='bulk', default='bulk', max_length=11)),
            ('status', models.CharField(choices=[('queued', 'waiting'), ('running', 'running'), ('paused', 'paused'), ('finished', 'finished'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='queued', max_length=9)),
            ('phase', models.PositiveSmallIntegerField(default=0)),
            ('cursor', models.PositiveIntegerField(default=0)),
            ('total', models.PositiveIntegerField(default=0)),
            ('done', models.PositiveIntegerField(default=0)),
            ('counts', models.JSONField(default=dict)),
            ('busy_seconds', models.FloatField(default=0.0)),
            ('language', models.CharField(db_default='en', default='en', editable=False, max_length=10)),
            ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ('solve', models.ForeignKey(db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='files', to='solver.solve')),
        ], options={'ordering': ('-created_at',), 'abstract': False}),
        migrations.CreateModel('JobPart', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('number', models.PositiveIntegerField()),
            ('first', models.PositiveIntegerField()),
            ('items', models.PositiveIntegerField()),
            ('given', models.JSONField(default=list)),
            ('report', models.JSONField(default=list)),
            ('keys', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None)),
            ('content', models.BinaryField(null=True)),
            ('lease_token', models.UUIDField(editable=False, null=True)),
            ('lease_until', models.DateTimeField(editable=False, null=True)),
            ('attempt', models.PositiveSmallIntegerField(db_default=0, default=0)),
            ('lost', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=None, editable=False, null=True, size=None)),
            ('failure', models.TextField(blank=True, db_default='', default='')),
            ('failure_facts', models.JSONField(db_default={}, default=dict, editable=False)),
            ('job', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='solver.job')),
        ], options={'ordering': ('number',)}),
        migrations.CreateModel('KeptGame', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('puzzle', models.CharField(max_length=625)),
            ('values', models.CharField(max_length=625)),
            ('marks', models.TextField(blank=True)),
            ('colours', models.CharField(blank=True, max_length=625)),
            ('seconds', models.PositiveIntegerField(default=0)),
            ('at', models.BigIntegerField()),
            ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
            ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to=settings.AUTH_USER_MODEL)),
        ], options={'verbose_name': 'game', 'verbose_name_plural': 'games'}),
        migrations.CreateModel('Mail', [
            ('id', models.UUIDField(default=solver.models.uuid7.uuid7, editable=False, primary_key=True, serialize=False)),
            ('host', models.CharField(max_length=260)),
            ('is_https', models.BooleanField()),
            ('language', models.CharField(max_length=10)),
            ('request_id', models.CharField(blank=True, max_length=32)),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ('not_before', models.DateTimeField(default=django.utils.timezone.now)),
            ('attempts', models.PositiveSmallIntegerField(default=0)),
            ('account', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
        ], options={'ordering': ('-created_at',)}),
        migrations.CreateModel('Membership', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('position', models.PositiveIntegerField(default=0, verbose_name='position')),
            ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='solver.collection')),
            ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='solver.puzzle')),
        ], options={'verbose_name': 'puzzle of the collection', 'verbose_name_plural': 'puzzles of the collection', 'ordering': ('position', 'pk')}),
        migrations.CreateModel('DailyPuzzle', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('day', models.DateField()),
            ('level', models.CharField(max_length=10)),
            ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='solver.puzzle')),
        ], options={'ordering': ('-day',)}),
        migrations.CreateModel('Report', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('reason', models.CharField(choices=[('offensive', 'it insults or threatens somebody'), ('personal', 'it tells something private of somebody'), ('rights', 'it belongs to somebody who has not agreed'), ('other', 'something else')], max_length=9)),
            ('words', models.CharField(blank=True, max_length=500, validators=[solver.models.validators.validate_lines])),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ('answered_at', models.DateTimeField(null=True)),
            ('solve', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='solver.solve')),
        ], options={'verbose_name': 'report of a solve', 'verbose_name_plural': 'reports of solves', 'ordering': ('-created_at',)}),
        migrations.CreateModel('SavedFilter', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('place', models.CharField(max_length=200)),
            ('title', models.CharField(max_length=60, validators=[solver.models.validators.validate_plain])),
            ('query', models.CharField(max_length=1000)),
        ], options={'ordering': ('title',), 'constraints': [models.UniqueConstraint(fields=('place', 'title'), name='saved_filter_once')]}),
        migrations.CreateModel('SecondFactor', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('secret', models.CharField(default=pyotp.random_base32, max_length=64)),
            ('last_used', models.BigIntegerField(default=0)),
            ('recovery', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), default=list, size=None)),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='second_factor', to=settings.AUTH_USER_MODEL)),
        ]),
        migrations.CreateModel('Token', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('name', models.CharField(max_length=100, validators=[solver.models.validators.validate_plain], verbose_name='name')),
            ('digest', models.CharField(editable=False, max_length=64, unique=True)),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ('last_used_at', models.DateTimeField(editable=False, null=True)),
            ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
        ], options={'verbose_name': 'API token', 'verbose_name_plural': 'API tokens', 'ordering': ('-created_at',)}),
        migrations.CreateModel('Webhook', [
            ('id', models.UUIDField(default=solver.models.uuid7.uuid7, editable=False, primary_key=True, serialize=False)),
            ('address', models.CharField(max_length=500)),
            ('secret', models.CharField(default=solver.models.webhook.new_secret, editable=False, max_length=64)),
            ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ('failures', models.PositiveSmallIntegerField(default=0, editable=False)),
            ('not_before', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
        ], options={'ordering': ('-created_at',)}),
        migrations.CreateModel('Delivery', [
            ('id', models.UUIDField(default=solver.models.uuid7.uuid7, editable=False, primary_key=True, serialize=False)),
            ('due_at', models.DateTimeField(null=True)),
            ('sent_at', models.DateTimeField(null=True)),
            ('attempts', models.PositiveSmallIntegerField(default=0)),
            ('failure', models.CharField(blank=True, max_length=200)),
            ('job', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='delivery', to='solver.job')),
            ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='solver.webhook')),
        ], options={'verbose_name_plural': 'deliveries', 'ordering': ('-id',)}),
        migrations.AddField('solve', 'owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
        migrations.AddField('solve', 'puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='solves', to='solver.puzzle')),
        migrations.AddField('puzzle', 'job', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='puzzles', to='solver.job')),
        migrations.AddField('collection', 'puzzles', models.ManyToManyField(related_name='collections', through='solver.Membership', to='solver.puzzle')),
        migrations.AddIndex('user', models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('email', ''), _negated=True), name='user_by_address')),
        migrations.AddConstraint('databaserun', models.CheckConstraint(condition=models.Q(('same_steps__lte', models.F('steps'))), name='database_run_same_among_steps')),
        *each(migrations.AddConstraint, 'chapter',
            models.CheckConstraint(condition=models.Q(('first__gte', 1)), name='chapter_from_one'),
            models.CheckConstraint(condition=models.Q(django.db.models.lookups.Exact(models.Func('lefts', function='cardinality', output_field=models.IntegerField()), models.Func('branches', function='cardinality', output_field=models.IntegerField())), django.db.models.lookups.Range(models.Func('lefts', function='cardinality', output_field=models.IntegerField()), (1, 64))), name='chapter_length'),
        ),
        *each(migrations.AddIndex, 'job',
            models.Index(condition=models.Q(('status__in', ('queued', 'running'))), fields=['status', 'enqueued_at'], name='job_unfinished'),
            models.Index(condition=models.Q(('status__in', ('queued', 'running'))), fields=['lane', 'turn', 'id'], name='job_turn'),
            models.Index(models.F('lane'), django.db.models.functions.comparison.Coalesce(django.db.models.functions.comparison.Cast('owner_id', models.TextField()), django.db.models.functions.comparison.NullIf('network', models.Value('')), 'session_digest'), models.F('turn'), condition=models.Q(('status', 'queued')), name='job_turn_of_asker'),
            models.Index(fields=['owner', '-created_at'], name='job_of_owner'),
            models.Index(fields=['session_digest', '-created_at'], name='job_of_session'),
            models.Index(condition=models.Q(models.Q(('network', ''), _negated=True), ('status__in', ('queued', 'running', 'paused'))), fields=['network'], name='job_of_network'),
            models.Index(condition=models.Q(('solve__isnull', False)), fields=['solve'], name='job_of_solve'),
        ),
        *each(migrations.AddConstraint, 'job',
            models.CheckConstraint(condition=models.Q(models.Q(('lease_token__isnull', False), ('lease_until__isnull', False), ('status', 'running')), models.Q(models.Q(('status', 'running'), _negated=True), ('lease_token__isnull', True)), _connector='OR'), name='job_running_has_lease'),
            models.CheckConstraint(condition=models.Q(('failure', ''), ('status', 'failed'), _negated=True), name='job_failed_says_why'),
            models.CheckConstraint(condition=models.Q(('status__in', ('queued', 'running', 'paused', 'finished', 'failed', 'cancelled'))), name='job_known_status'),
            models.CheckConstraint(condition=models.Q(('lane__in', ('interactive', 'bulk', 'site'))), name='job_known_lane'),
            models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='job_done_within_total'),
        ),
        *each(migrations.AddIndex, 'jobpart',
            django.contrib.postgres.indexes.GinIndex(fields=['keys'], name='jobpart_keys'),
            models.Index(condition=models.Q(('failure', ''), _negated=True), fields=['job'], name='jobpart_set_aside'),
        ),
        *each(migrations.AddConstraint, 'jobpart',
            models.UniqueConstraint(fields=('job', 'number'), name='jobpart_number'),
            models.CheckConstraint(condition=models.Q(('items__gte', 1)), name='jobpart_has_items'),
        ),
        migrations.AddIndex('keptgame', models.Index(fields=['owner', '-changed_at'], name='kept_game_latest')),
        migrations.AddConstraint('keptgame', models.UniqueConstraint(fields=('owner', 'puzzle'), name='kept_game_once')),
        *each(migrations.AddIndex, 'solve',
            models.Index(condition=models.Q(('status__in', ('queued', 'running'))), fields=['status', 'enqueued_at'], name='solve_unfinished'),
            models.Index(condition=models.Q(('status__in', ('queued', 'running'))), fields=['lane', 'turn', 'id'], name='solve_turn'),
            models.Index(models.F('lane'), django.db.models.functions.comparison.Coalesce(django.db.models.functions.comparison.Cast('owner_id', models.TextField()), django.db.models.functions.comparison.NullIf('network', models.Value('')), 'session_digest'), models.F('turn'), condition=models.Q(('status', 'queued')), name='solve_turn_of_asker'),
            models.Index(condition=models.Q(('owner__isnull', False)), fields=['owner', '-created_at'], name='solve_by_owner'),
            models.Index(condition=models.Q(('session_digest', ''), _negated=True), fields=['session_digest', '-created_at'], name='solve_by_session'),
            models.Index(fields=['-created_at', '-id'], name='solve_newest'),
            models.Index(condition=models.Q(('visibility', 'public')), fields=['-created_at', '-id'], name='solve_published'),
            models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['finished_at'], name='solve_finished'),
            models.Index(condition=models.Q(('continues__isnull', False)), fields=['continues'], name='solve_continuations'),
        ),
        *each(migrations.AddConstraint, 'solve',
            models.CheckConstraint(condition=models.Q(models.Q(('lease_token__isnull', False), ('lease_until__isnull', False), ('status', 'running')), models.Q(models.Q(('status', 'running'), _negated=True), ('lease_token__isnull', True)), _connector='OR'), name='solve_running_has_lease'),
            models.CheckConstraint(condition=models.Q(('failure', ''), ('status', 'failed'), _negated=True), name='solve_failed_says_why'),
            models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('status', 'finished'), models.Q(('outcome', ''), _negated=True), models.Q(('verdict', ''), _negated=True)), models.Q(models.Q(('status', 'finished'), _negated=True), ('outcome', '')), _connector='OR'), name='solve_finished_has_outcome'),
            models.CheckConstraint(condition=models.Q(('status__in', ('queued', 'running', 'finished', 'failed')), ('outcome__in', ('', 'solved', 'stalled', 'contradiction', 'limit')), ('lane__in', ('interactive', 'slow', 'bulk', 'site', 'sets')), ('runs_in__in', ('python', 'postgresql')), ('visibility__in', ('private', 'unlisted', 'public'))), name='solve_known_words'),
        ),
        *each(migrations.AddIndex, 'puzzle',
            models.Index(condition=models.Q(('is_published', True)), fields=['created_at', 'id'], name='puzzle_by_age'),
            models.Index(condition=models.Q(('is_published', True)), fields=['clue_count', 'created_at', 'id'], name='puzzle_by_clues'),
            models.Index(condition=models.Q(('is_published', True)), fields=['difficulty', 'created_at', 'id'], name='puzzle_by_difficulty'),
            models.Index(condition=models.Q(('is_published', True)), fields=['grade_rank', 'created_at', 'id'], name='puzzle_by_grade'),
            models.Index(condition=models.Q(('is_published', True)), fields=['score', 'created_at', 'id'], name='puzzle_by_score'),
            models.Index(condition=models.Q(('is_published', True)), fields=['level', 'created_at', 'id'], name='puzzle_by_level'),
            models.Index(condition=models.Q(('is_published', True)), fields=['er', 'created_at', 'id'], name='puzzle_by_er'),
            models.Index(condition=models.Q(('er__isnull', False)), fields=['er_by', 'er'], name='puzzle_to_explain'),
            models.Index(condition=models.Q(('in_inbox', False)), fields=['rated_by', 'reach'], name='puzzle_to_work_out'),
            models.Index(condition=models.Q(('is_published', True)), fields=['verdict', 'created_at', 'id'], name='puzzle_by_verdict'),
            models.Index(condition=models.Q(('is_published', True)), fields=['box', 'created_at', 'id'], name='puzzle_by_box'),
            django.contrib.postgres.indexes.GinIndex(fields=['tags'], name='puzzle_tags'),
            django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('title', 'author', 'source', 'notes', config='simple'), name='puzzle_words'),
            models.Index(condition=models.Q(('canonical', ''), _negated=True), fields=['canonical', 'in_inbox'], name='puzzle_twins'),
            models.Index(models.OrderBy(models.F('score'), descending=True, nulls_last=True), models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('in_inbox', False)), name='puzzle_kept_by_score'),
            models.Index(condition=models.Q(('in_inbox', False)), fields=['-clue_count', '-created_at', '-id'], name='puzzle_kept_by_clues'),
            models.Index(condition=models.Q(('in_inbox', False)), fields=['level', 'verdict', 'box', 'grade', 'is_published'], name='puzzle_kept_facts'),
            models.Index(fields=['-created_at', '-id'], name='puzzle_newest'),
            models.Index(condition=models.Q(('in_inbox', False)), fields=['-created_at', '-id'], name='puzzle_kept'),
            models.Index(condition=models.Q(('dismissed_at', None), ('in_inbox', True)), fields=['-created_at', '-id'], name='puzzle_inbox'),
            models.Index(condition=models.Q(('in_inbox', False), ('is_published', False)), fields=['-created_at', '-id'], name='puzzle_drafts'),
        ),
        *each(migrations.AddConstraint, 'puzzle',
            models.CheckConstraint(condition=models.Q(('box__in', (2, 3, 4, 5))), name='puzzle_box'),
            models.CheckConstraint(condition=models.Q(('givens__regex', '^[0-9A-P]+$'), ('clue_count__lte', 625)), name='puzzle_givens'),
            models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('givens'), django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('box'), '*', models.F('box')), '*', models.F('box')), '*', models.F('box'))), name='puzzle_givens_length'),
            models.CheckConstraint(condition=models.Q(models.Q(('grade', ''), ('grade_rank', None)), models.Q(models.Q(('grade', ''), _negated=True), ('grade_rank__isnull', False)), _connector='OR'), name='puzzle_grade_rank'),
        ),
        migrations.AddIndex('membership', models.Index(fields=['collection', 'position'], name='membership_in_order')),
        migrations.AddConstraint('membership', models.UniqueConstraint(fields=('collection', 'puzzle'), name='membership_once')),
        migrations.AddConstraint('dailypuzzle', models.UniqueConstraint(fields=('day', 'level'), name='daily_one_a_level')),
        migrations.AddConstraint('collection', models.CheckConstraint(condition=models.Q(('owner', None), ('is_published', False), _connector='OR'), name='collection_own_is_private')),
        migrations.AddIndex('report', models.Index(condition=models.Q(('answered_at', None)), fields=['solve'], name='report_open')),
        migrations.AddConstraint('report', models.CheckConstraint(condition=models.Q(('reason__in', ('offensive', 'personal', 'rights', 'other'))), name='report_known_words')),
        migrations.AddIndex('delivery', models.Index(condition=models.Q(('sent_at', None)), fields=['due_at'], name='delivery_unsent')),
        migrations.AddConstraint('delivery', models.CheckConstraint(condition=models.Q(('sent_at', None), models.Q(('due_at', None), _negated=True), _connector='OR'), name='delivery_sent_was_due')),
        # It is compressed already: PostgreSQL need not try again.
        migrations.RunSQL('ALTER TABLE solver_chapter ALTER COLUMN story SET STORAGE EXTERNAL'),
        migrations.RunSQL(NEXT_TURN + TAKE_TURN + ON_TABLE.format(table='solver_solve') + ON_TABLE.format(table='solver_job')),
    ]
