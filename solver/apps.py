"""The one Django application of the site."""

from django.apps import AppConfig


class SolverConfig(AppConfig):
    name = "solver"
    verbose_name = "Sudoku by sets"
