from django.db import migrations

from ._failures import put_into_codes, put_into_words


class Migration(migrations.Migration):
    """While the site goes on. Stopped, it looks at all of them once more, and changes what is left."""

    atomic = False
    dependencies = [("solver", "0020_failure_facts")]
    operations = [migrations.RunPython(put_into_codes, put_into_words)]
