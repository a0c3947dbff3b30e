"""URLs: pages at the root, the API under /api/v1/, the admin, status and metrics."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazy
from django.views.generic import RedirectView
from django.views.i18n import set_language

from solver.web.accounts.account import AdminSignInView
from solver.web.site import metrics

admin.autodiscover()
lazy_icon = lazy(lambda: static("solver/logo.svg"), str)()

handler400 = "solver.middleware.errors.unreadable"
handler403 = "solver.middleware.errors.forbidden"
handler404 = "solver.middleware.errors.not_found"
handler500 = "solver.middleware.errors.broken"

urlpatterns = [
    path("", include("solver.web.urls")),
    path("api/v1/", include("solver.api.urls")),
    path(
        "admin/login/", AdminSignInView.as_view(), name="admin-sign-in"
    ),  # in place of Django's own
    path("admin/", admin.site.urls),
    # Browsers request it if a page names no icon, as in the admin.
    path("favicon.ico", RedirectView.as_view(url=lazy_icon), name="favicon"),
    path("language/", set_language, name="set_language"),
    path("status/", metrics.status, name="status"),
    path("metrics", metrics.metrics, name="metrics"),
]
