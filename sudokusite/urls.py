"""Addresses: pages for people at the root, the API under /api/v1/, and what those who run it look at."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from solver.web import metrics

handler500 = "solver.web.errors.broken"

urlpatterns = [
    path("", include("solver.web.urls")),
    path("api/v1/", include("solver.api.urls")),
    path("admin/", admin.site.urls),
    path("language/", set_language, name="set_language"),
    path("status/", metrics.status, name="status"),
    path("metrics", metrics.metrics, name="metrics"),
]
