"""Addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from . import (
    accounts,
    compare,
    export,
    health,
    jobs,
    puzzles,
    sharing,
    sheet,
    techniques,
    tokens,
    views,
)

urlpatterns = [
    path("", views.home, name="home"),
    path("solves/", views.solves, name="solves"),
    path("solves/<uuid:solve_id>/", views.solve, name="solve"),
    path("solves/<uuid:solve_id>/retry/", views.retry, name="retry"),
    path("solves/<uuid:solve_id>/export.<str:form>", export.export, name="export"),
    path("solves/<uuid:solve_id>/sheet/", sheet.sheet, name="sheet"),
    path("solves/<uuid:solve_id>/share/", sharing.share, name="share"),
    path("solves/<uuid:solve_id>/delete/", sharing.delete, name="delete-solve"),
    path("compare/", compare.compare, name="compare"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/add/", puzzles.add, name="add-puzzle"),
    path("puzzles/today/", puzzles.today, name="puzzle-of-the-day"),
    path("puzzles/sheet/", puzzles.sheet, name="puzzle-sheet"),
    path("puzzles/<uuid:puzzle_id>/", puzzles.puzzle, name="puzzle"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/<uuid:job_id>/", jobs.job, name="job"),
    path("jobs/<uuid:job_id>/report.csv", jobs.report, name="job-report"),
    path("jobs/<uuid:job_id>/<str:move>/", jobs.move, name="job-move"),
    path("techniques/", techniques.techniques, name="techniques"),
    path("techniques/<slug:slug>/", techniques.technique, name="technique"),
    path("account/", accounts.account, name="account"),
    path("account/sign-up/", accounts.sign_up, name="sign-up"),
    path("account/sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("account/sign-out/", LogoutView.as_view(), name="sign-out"),
    path("account/password/", accounts.ChangePassword.as_view(), name="password"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke-token"),
    path("account/delete/", accounts.delete_account, name="delete-account"),
    path("livez", health.live, name="livez"),
    path("readyz", health.ready, name="readyz"),
]
