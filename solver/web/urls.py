"""Addresses of the pages."""

from django.urls import path

from . import compare, export, health, jobs, sheet, techniques, views

urlpatterns = [
    path("", views.home, name="home"),
    path("solves/", views.solves, name="solves"),
    path("solves/<uuid:solve_id>/", views.solve, name="solve"),
    path("solves/<uuid:solve_id>/retry/", views.retry, name="retry"),
    path("solves/<uuid:solve_id>/export.<str:form>", export.export, name="export"),
    path("solves/<uuid:solve_id>/sheet/", sheet.sheet, name="sheet"),
    path("compare/", compare.compare, name="compare"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/<uuid:job_id>/", jobs.job, name="job"),
    path("jobs/<uuid:job_id>/report.csv", jobs.report, name="job-report"),
    path("jobs/<uuid:job_id>/<str:move>/", jobs.move, name="job-move"),
    path("techniques/", techniques.techniques, name="techniques"),
    path("techniques/<slug:slug>/", techniques.technique, name="technique"),
    path("livez", health.live, name="livez"),
    path("readyz", health.ready, name="readyz"),
]
