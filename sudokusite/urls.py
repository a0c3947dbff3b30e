"""Addresses: pages for people at the root, the API under /api/v1/, the admin, and health."""

from django.contrib import admin
from django.urls import include, path

handler500 = "solver.web.errors.broken"

urlpatterns = [
    path("", include("solver.web.urls")),
    path("api/v1/", include("solver.api.urls")),
    path("admin/", admin.site.urls),
]
