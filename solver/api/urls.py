"""Addresses of the API."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from . import batches, describing, library, views
from .methods import methods
from .techniques import techniques

urlpatterns = [
    path("", views.root, name="api-root"),
    path("puzzles/", library.PuzzleList.as_view(), name="api-puzzles"),
    path("puzzles/<uuid:pk>/", library.PuzzleDetail.as_view(), name="api-puzzle"),
    path("collections/", library.CollectionList.as_view(), name="api-collections"),
    path("solves/", views.SolveList.as_view(), name="api-solves"),
    path("solves/<uuid:pk>/", views.SolveDetail.as_view(), name="api-solve"),
    path("solves/<uuid:pk>/iterations/", views.IterationList.as_view(), name="api-iterations"),
    path("methods/", methods, name="api-methods"),
    path("techniques/", techniques, name="api-techniques"),
    path("comparisons/", views.Comparison.as_view(), name="api-comparisons"),
    path("batches/", batches.BatchList.as_view(), name="api-batches"),
    path("batches/<uuid:pk>/", batches.BatchDetail.as_view(), name="api-batch"),
    path("batches/<uuid:pk>/results/", batches.BatchResults.as_view(), name="api-batch-results"),
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("docs/", describing.docs, name="api-docs"),
    path("<path:rest>", views.not_found),
]
