from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("solver", "0044_drafts")]

    operations = [
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                fields=["canonical", "in_inbox"],
                condition=~Q(canonical=""),
                name="puzzle_twins",
            ),
        ),
        migrations.RemoveIndex(model_name="puzzle", name="puzzle_canonical"),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                F("score").desc(nulls_last=True),
                F("created_at").desc(),
                F("id").desc(),
                condition=Q(in_inbox=False),
                name="puzzle_kept_by_score",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                fields=["-clue_count", "-created_at", "-id"],
                condition=Q(in_inbox=False),
                name="puzzle_kept_by_clues",
            ),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                fields=["level", "verdict", "box", "grade", "is_published"],
                condition=Q(in_inbox=False),
                name="puzzle_kept_facts",
            ),
        ),
    ]
