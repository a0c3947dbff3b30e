"""URLs of the API."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from . import (
    batches,
    comparisons,
    events,
    generation_orders,
    jobs,
    library,
    my_collections,
    reference,
    root,
    solves,
    webhooks,
)
from .hints import Checks, Hints, Whys
from .methods import MethodList
from .steps import StepList
from .techniques import TechniqueList

urlpatterns = [
    path("", root.ApiRoot.as_view(), name="api-root"),
    path("puzzles/", library.PuzzleList.as_view(), name="api-puzzles"),
    path("puzzles/daily/", library.DailyPuzzleList.as_view(), name="api-daily"),
    path("puzzles/<uuid:pk>/", library.PuzzleDetail.as_view(), name="api-puzzle"),
    path("collections/", library.CollectionList.as_view(), name="api-collections"),
    path("collections/<slug:slug>/", library.CollectionDetail.as_view(), name="api-collection"),
    path(
        "collections/<slug:slug>/puzzles/",
        library.CollectionPuzzles.as_view(),
        name="api-collection-puzzles",
    ),
    path("own-collections/", my_collections.OwnCollections.as_view(), name="api-own-collections"),
    path(
        "own-collections/<slug:slug>/",
        my_collections.OwnCollectionDetail.as_view(),
        name="api-own-collection",
    ),
    path(
        "own-collections/<slug:slug>/puzzles/",
        my_collections.OwnPuzzles.as_view(),
        name="api-own-puzzles",
    ),
    path(
        "own-collections/<slug:slug>/puzzles/<uuid:pk>/",
        my_collections.OwnPuzzle.as_view(),
        name="api-own-puzzle",
    ),
    path("imports/", jobs.ImportList.as_view(), name="api-imports"),
    path("generate/", generation_orders.OrderList.as_view(), name="api-generate"),
    path("jobs/", jobs.JobList.as_view(), name="api-jobs"),
    path("jobs/<uuid:pk>/", jobs.JobDetail.as_view(), name="api-job"),
    path("jobs/<uuid:pk>/rows/", jobs.JobReport.as_view(), name="api-job-rows"),
    path("jobs/<uuid:pk>/<slug:move>/", jobs.JobMove.as_view(), name="api-job-move"),
    path("solves/", solves.SolveList.as_view(), name="api-solves"),
    path("solves/<uuid:pk>/", solves.SolveDetail.as_view(), name="api-solve"),
    path("solves/<uuid:pk>/events/", events.SolveEvents.as_view(), name="api-solve-events"),
    path("solves/<uuid:pk>/go-on/", solves.SolveContinuation.as_view(), name="api-go-on"),
    path("solves/<uuid:pk>/story/", solves.SolveStory.as_view(), name="api-story"),
    path("solves/<uuid:pk>/iterations/", solves.IterationList.as_view(), name="api-iterations"),
    path("methods/", MethodList.as_view(), name="api-methods"),
    path("techniques/", TechniqueList.as_view(), name="api-techniques"),
    path("steps/", StepList.as_view(), name="api-steps"),
    path("hints/", Hints.as_view(), name="api-hints"),
    path("check/", Checks.as_view(), name="api-check"),
    path("why/", Whys.as_view(), name="api-why"),
    path("comparisons/", comparisons.Comparison.as_view(), name="api-comparisons"),
    path("batches/", batches.BatchList.as_view(), name="api-batches"),
    path("batches/<uuid:pk>/", batches.BatchDetail.as_view(), name="api-batch"),
    path("batches/<uuid:pk>/events/", events.BatchEvents.as_view(), name="api-batch-events"),
    path("batches/<uuid:pk>/solves/", batches.BatchSolves.as_view(), name="api-batch-solves"),
    path("batches/<uuid:pk>/results/", batches.BatchResults.as_view(), name="api-batch-results"),
    path("webhooks/", webhooks.Webhooks.as_view(), name="api-webhooks"),
    path("webhooks/<uuid:pk>/", webhooks.WebhookDetail.as_view(), name="api-webhook"),
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("docs/", reference.docs, name="api-docs"),
    path("<path:rest>", root.elsewhere),
]
