"""URLs of the API."""

from collections.abc import Callable, Iterator

from django.http import HttpResponseBase
from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularJSONAPIView

from solver.operations.asked_again import for_everybody

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
from .hints import Checks, Hints, StepList, Whys
from .techniques import MethodList, TechniqueList

VIEWS = (
    ("", "root", root.ApiRoot),
    ("puzzles/", "puzzles", library.PuzzleList),
    ("puzzles/daily/", "daily", library.DailyPuzzleList),
    ("puzzles/<uuid:pk>/", "puzzle", library.PuzzleDetail),
    ("collections/", "collections", library.CollectionList),
    ("collections/<slug:slug>/", "collection", library.CollectionDetail),
    ("collections/<slug:slug>/puzzles/", "collection-puzzles", library.CollectionPuzzles),
    ("own-collections/", "own-collections", my_collections.OwnCollections),
    ("own-collections/<slug:slug>/", "own-collection", my_collections.OwnCollectionDetail),
    ("own-collections/<slug:slug>/puzzles/", "own-puzzles", my_collections.OwnPuzzles),
    ("own-collections/<slug:slug>/puzzles/<uuid:pk>/", "own-puzzle", my_collections.OwnPuzzle),
    ("imports/", "imports", jobs.ImportList),
    ("generate/", "generate", generation_orders.OrderList),
    ("jobs/", "jobs", jobs.JobList),
    ("jobs/<uuid:pk>/", "job", jobs.JobDetail),
    ("jobs/<uuid:pk>/rows/", "job-rows", jobs.JobReport),
    ("jobs/<uuid:pk>/<slug:move>/", "job-move", jobs.JobMove),
    ("solves/", "solves", solves.SolveList),
    ("solves/<uuid:pk>/", "solve", solves.SolveDetail),
    ("solves/<uuid:pk>/events/", "solve-events", events.SolveEvents),
    ("solves/<uuid:pk>/go-on/", "go-on", solves.SolveContinuation),
    ("solves/<uuid:pk>/story/", "story", solves.SolveStory),
    ("solves/<uuid:pk>/iterations/", "iterations", solves.IterationList),
    ("methods/", "methods", MethodList),
    ("techniques/", "techniques", TechniqueList),
    ("steps/", "steps", StepList),
    ("hints/", "hints", Hints),
    ("check/", "check", Checks),
    ("why/", "why", Whys),
    ("comparisons/", "comparisons", comparisons.Comparison),
    ("batches/", "batches", batches.BatchList),
    ("batches/<uuid:pk>/", "batch", batches.BatchDetail),
    ("batches/<uuid:pk>/events/", "batch-events", events.BatchEvents),
    ("batches/<uuid:pk>/solves/", "batch-solves", batches.BatchSolves),
    ("batches/<uuid:pk>/results/", "batch-results", batches.BatchResults),
    ("webhooks/", "webhooks", webhooks.Webhooks),
    ("webhooks/<uuid:pk>/", "webhook", webhooks.WebhookDetail),
    ("schema/", "schema", SpectacularJSONAPIView),
)
# What these answer to strangers follows from public rows alone.
FOR_EVERYBODY = {
    *("root", "puzzles", "daily", "puzzle", "collections", "solves", "methods", "techniques"),
    "schema",
}


def _routes() -> Iterator[URLPattern]:
    for route, name, view in VIEWS:
        answer: Callable[..., HttpResponseBase] = view.as_view()
        if name in FOR_EVERYBODY:
            answer = for_everybody(answer)
        yield path(route, answer, name=f"api-{name}")


urlpatterns = [
    *_routes(),
    path("docs/", reference.docs, name="api-docs"),
    path("<path:rest>", root.elsewhere),
]
