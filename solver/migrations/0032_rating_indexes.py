from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q

PUBLISHED = Q(("is_published", True))


def made_anew(name, **index):
    """One that was not finished stands in the way of the next try."""
    return [
        migrations.RunSQL(f"DROP INDEX CONCURRENTLY IF EXISTS {name}", migrations.RunSQL.noop),
        AddIndexConcurrently(model_name="puzzle", index=models.Index(name=name, **index)),
    ]


class Migration(migrations.Migration):
    """While the site goes on; stopped, it is run again from the start."""

    atomic = False
    dependencies = [("solver", "0031_ratings")]
    operations = [
        *made_anew("puzzle_by_score", fields=["score", "created_at", "id"], condition=PUBLISHED),
        *made_anew("puzzle_by_level", fields=["level", "created_at", "id"], condition=PUBLISHED),
        *made_anew("puzzle_by_er", fields=["er", "created_at", "id"], condition=PUBLISHED),
        *made_anew(
            "puzzle_to_rate",
            fields=["rated_by", "reach"],
            condition=Q(("box__lte", 3), ("verdict", "unique")) & (PUBLISHED | ~Q(canonical="")),
        ),
    ]
