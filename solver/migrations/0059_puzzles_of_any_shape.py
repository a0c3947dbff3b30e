"""Puzzles may have a shape. Rows of earlier versions have none, which means a plain board, and stay as they are."""

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact

BOX_4 = F('box') * F('box') * F('box') * F('box')


class Migration(migrations.Migration):
    dependencies = [('solver', '0058_article_run')]
    operations = [
        migrations.AddField('Puzzle', 'shape', models.TextField(blank=True, db_default='', default='', editable=False)),
        migrations.AlterField('Puzzle', 'box', models.PositiveSmallIntegerField(choices=[(2, '4×4'), (3, '9×9'), (4, '16×16'), (5, '25×25'), (0, 'another shape')], editable=False, help_text='3 for a plain 9×9 board, 0 for a board of another shape.', verbose_name='size')),
        migrations.AddConstraint('Puzzle', models.UniqueConstraint(fields=('givens', 'shape'), name='puzzle_of_shape')),
        migrations.AddIndex('Puzzle', models.Index(fields=['givens'], name='puzzle_by_givens', opclasses=('text_pattern_ops',))),
        migrations.AlterField('Puzzle', 'givens', models.TextField(help_text='One character a cell, 0 for an empty one.')),
        migrations.RemoveConstraint('Puzzle', 'puzzle_box'),
        migrations.AddConstraint('Puzzle', models.CheckConstraint(condition=Q(box__in=(2, 3, 4, 5), shape='') | (Q(box=0) & ~Q(shape='')), name='puzzle_box')),
        migrations.RemoveConstraint('Puzzle', 'puzzle_givens_length'),
        migrations.AddConstraint('Puzzle', models.CheckConstraint(condition=Q(box=0) | Q(Exact(Length('givens'), BOX_4)), name='puzzle_givens_length')),
        migrations.AddIndex('Puzzle', models.Index(condition=Q(is_published=True) & ~Q(shape=''), fields=['shape', 'created_at', 'id'], name='puzzle_by_shape')),
    ]
