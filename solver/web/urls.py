"""Addresses of the pages."""

from django.urls import path

from solver.operations.asked_again import for_everybody

from .accounts import account, programs, recovery, second_factor
from .entry import home
from .learn import atlas, drill, pglite, techniques
from .learn import views as learn
from .library import collecting, daily, feed, generate, puzzles, rating, sitemaps
from .library import social_image as puzzle_image
from .play import offline, player, saved_games
from .play import views as play
from .site import health, privacy, theme
from .solve import article, export, print_sheet, sharing, social_image, views
from .solves import compare, solve_list
from .work import batches, import_corrections, jobs

urlpatterns = [
    path("", home.home, name="home"),
    path("solves/", solve_list.solves, name="solves"),
    path("solves/export.jsonl", solve_list.export_solves, name="export-solves"),
    path("solves/<uuid:solve_id>/keep/", solve_list.keep, name="keep"),
    path("batches/", batches.new, name="batches"),
    path("batches/<uuid:job_id>/", batches.batch, name="batch"),
    path("batches/<uuid:job_id>/<str:what>", batches.download, name="take-batch"),
    path("solves/<uuid:solve_id>/", views.solve, name="solve"),
    path("solves/<uuid:solve_id>/retry/", views.retry, name="retry"),
    path("solves/<uuid:solve_id>/go-on/", views.go_on, name="go-on"),
    path("solves/<uuid:solve_id>/export.<str:form>", export.export, name="export"),
    path("solves/<uuid:solve_id>/sheet/", print_sheet.sheet, name="sheet"),
    path("solves/<uuid:solve_id>/article/", article.article, name="article"),
    path("solves/<uuid:solve_id>/share/", sharing.share, name="share"),
    path("solves/<uuid:solve_id>/delete/", sharing.delete, name="delete-solve"),
    path("solves/<uuid:solve_id>/qr.svg", social_image.qr, name="solve-qr"),
    path("solves/<uuid:solve_id>/report/", sharing.report, name="report"),
    path("embed/solves/<uuid:solve_id>/", sharing.embed, name="embed"),
    path("compare/", compare.compare, name="compare"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/add/", puzzles.add, name="add-puzzle"),
    path("puzzles/today/", puzzles.today, name="puzzle-of-the-day"),
    path("puzzles/sheet/", puzzles.sheet, name="puzzle-sheet"),
    path("puzzles/feed/", for_everybody(feed.NewPuzzles()), name="puzzle-feed"),
    path("puzzles/<uuid:puzzle_id>/board.png", puzzle_image.picture, name="puzzle-picture"),
    path("puzzles/<uuid:puzzle_id>/qr.svg", puzzle_image.qr, name="puzzle-qr"),
    path("puzzles/<uuid:puzzle_id>/way/", rating.rated_path, name="puzzle-way"),
    path("puzzles/<uuid:puzzle_id>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<uuid:puzzle_id>/play/", play.puzzle_play, name="puzzle-play"),
    path("play/", play.play, name="play"),
    path("play/games/", saved_games.games, name="games"),
    path("worker.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("play/offline/", offline.offline, name="offline"),
    path("play/me/", player.player, name="player"),
    path("play/me/record/", player.record, name="player-record"),
    path("play/keep/", saved_games.save, name="play-keep"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/<uuid:job_id>/", jobs.job, name="job"),
    path("jobs/<uuid:job_id>/report.csv", jobs.report, name="job-report"),
    path("jobs/<uuid:job_id>/lines/<int:number>/", import_corrections.correct_line, name="mend"),
    path("jobs/<uuid:job_id>/read-again/", import_corrections.read_again, name="read-again"),
    path("jobs/<uuid:job_id>/ticks/", import_corrections.tick, name="ticks"),
    path("jobs/<uuid:job_id>/undo/", import_corrections.undo, name="undo-import"),
    path("jobs/<uuid:job_id>/<str:move>/", jobs.move, name="job-move"),
    path("techniques/", atlas.atlas, name="techniques"),
    path("techniques/<slug:slug>/", techniques.technique, name="technique"),
    path("techniques/<slug:slug>/find/", drill.find_step, name="find-step"),
    path("make/", generate.make, name="make"),
    path("collections/", collecting.collections, name="collections"),
    path("collections/add/", collecting.collect, name="collect"),
    path("collections/<slug:slug>/", collecting.collection, name="collection"),
    path("collections/<slug:slug>/sheet/", collecting.sheet, name="collection-sheet"),
    path("daily/", daily.today, name="daily"),
    path("daily/<str:day>/", daily.of_day, name="daily-of"),
    path("learn/", learn.learn, name="learn"),
    path("learn/<slug:name>/", learn.lesson, name="lesson"),
    path("learn/<slug:name>/try/", learn.exercises, name="exercises"),
    path("pglite/<str:version>/worker.js", pglite.worker, name="pglite-worker"),
    path("pglite/<str:version>/<str:name>", pglite.file, name="pglite-file"),
    path("sudoku.sql", learn.install, name="sudoku-sql"),
    path("account/", account.account, name="account"),
    path("account/sign-up/", account.sign_up, name="sign-up"),
    path("account/sign-in/", account.SignInView.as_view(), name="sign-in"),
    path("account/sign-in/code/", second_factor.SecondFactorView.as_view(), name="sign-in-code"),
    path("account/sign-out/", account.SignOutView.as_view(), name="sign-out"),
    path("account/password/", account.ChangePasswordView.as_view(), name="password"),
    path("account/reset/", recovery.ResetPasswordView.as_view(), name="reset-password"),
    path("account/reset/sent/", recovery.ResetSentView.as_view(), name="reset-sent"),
    path(
        "account/reset/<str:uidb64>/<str:token>/",
        recovery.NewPasswordView.as_view(),
        name="new-password",
    ),
    path("account/address/", account.address, name="address"),
    path("account/second-factor/", second_factor.set_up, name="second-factor"),
    path("account/second-factor/remove/", second_factor.remove, name="remove-second-factor"),
    path("account/tokens/", programs.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", programs.revoke_token, name="revoke-token"),
    path("account/webhooks/", programs.webhooks, name="webhooks"),
    path(
        "account/webhooks/<uuid:webhook_id>/remove/", programs.remove_webhook, name="remove-webhook"
    ),
    path("account/delete/", account.delete_account, name="delete-account"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("theme/", theme.set_theme, name="theme"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("sitemap.xml", sitemaps.sitemaps, name="sitemaps"),
    path("sitemap-<slug:section>.xml", sitemaps.sitemap, name="sitemap"),
    path("livez", health.live, name="livez"),
    path("readyz", health.ready, name="readyz"),
]
