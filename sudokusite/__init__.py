"""The Django project: settings, URLs, and the processes of the site."""
