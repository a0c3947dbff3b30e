"""The admin's page to generate puzzles. The page of the job shows the progress."""

from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy

from solver import engine
from solver.engine.core.shape import LONGEST_NAME
from solver.engine.methods.ladder import OFFERED
from solver.engine.rating import HIGHEST
from solver.engine.symmetry import SYMMETRIES
from solver.engine.techniques.rungs import slug
from solver.jobs.generating import job_type
from solver.models import Collection, Job, User
from solver.puzzles import pool
from solver.puzzles.filters import say_grade
from solver.puzzles.pool import requirements_of
from solver.queue.generation_orders import MOST, SIZES, order_puzzles
from solver.queue.owners import Owner

from .fields import PlainField, TagsField, tick
from .importing import show_start, start_form


def symmetries() -> list[tuple[str, str]]:
    return [(name, _(name)) for name in SYMMETRIES]


def grades() -> list[tuple[str, str]]:
    return [("", _("any")), *((name, str(say_grade(name))) for name in engine.GRADES)]


def techniques() -> list[tuple[str, str]]:
    """Return (slug, name) of each technique on the ladder (ordered by difficulty) that has a page.

    An empty choice comes first, then the easiest technique.
    """
    return [("", _("any")), *((slug(name), capfirst(_(name))) for name in OFFERED)]


def levels() -> list[tuple[str, str]]:
    return [("", _("any")), *((level, str(words)) for level, words in pool.LEVEL_WORDS.items())]


def _number(label: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


def _rating(label: Any, help_text: Any = "") -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        required=False,
        min_value=1,
        max_value=Decimal(str(HIGHEST)),
        decimal_places=1,
        help_text=help_text,
    )


class GenerateForm(forms.Form):
    count = forms.IntegerField(
        label=gettext_lazy("How many"), initial=20, min_value=1, max_value=MOST
    )
    size = forms.TypedChoiceField(
        label=gettext_lazy("Size"),
        coerce=int,
        initial=9,
        choices=[(size, f"{size}×{size}") for size in SIZES],
    )
    shape = forms.CharField(
        label=gettext_lazy("Shape of the board"),
        required=False,
        max_length=LONGEST_NAME,
        help_text=gettext_lazy(
            "In place of a size: 6x6, 9x9 diagonals, 9x9 windows anti-knight, jigsaw:AAB…"
        ),
    )
    minimal = tick(gettext_lazy("Minimal: every given is needed"))
    symmetry = forms.ChoiceField(
        label=gettext_lazy("Symmetry of the givens"), choices=symmetries, initial="none"
    )
    fewest = _number(gettext_lazy("Givens at least"), 1, 256)
    most = _number(gettext_lazy("Givens at most"), 1, 256)
    grade = forms.ChoiceField(
        label=gettext_lazy("Hardest of the articles’ rules"),
        choices=grades,
        required=False,
        help_text=gettext_lazy(
            "The easiest rule that solves the puzzle, together with the easier ones."
        ),
    )
    needs = forms.ChoiceField(
        label=gettext_lazy("Technique that it needs"),
        choices=techniques,
        required=False,
        help_text=gettext_lazy(
            "The ladder solves the puzzle up to the hardest technique below, but not "
            "without this one."
        ),
    )
    hardest = forms.ChoiceField(
        label=gettext_lazy("At most as hard as"),
        choices=techniques,
        required=False,
        help_text=gettext_lazy(
            "Leave empty for the technique that the puzzle needs, if you chose one."
        ),
    )
    level = forms.ChoiceField(label=gettext_lazy("Level (HoDoKu)"), choices=levels, required=False)
    score_from = _number(gettext_lazy("Score at least"), 0, 100_000)
    score_to = _number(gettext_lazy("Score at most"), 0, 100_000)
    er_from = _rating(gettext_lazy("SE rating at least"))
    er_to = _rating(
        gettext_lazy("SE rating at most"),
        help_text=gettext_lazy("By Sudoku Explainer; it takes longest to determine."),
    )
    pattern = forms.CharField(
        label=gettext_lazy("Pattern of the givens"),
        required=False,
        max_length=200,
        widget=forms.Textarea(attrs={"rows": 9, "cols": 12}),
        help_text=gettext_lazy(
            "Nine lines of nine characters: . for an empty cell, any other character for a given."
        ),
    )
    seed = PlainField(
        label=gettext_lazy("Seed"),
        required=False,
        max_length=50,
        help_text=gettext_lazy(
            "Any text; the same text gives the same puzzles. Leave empty for a random one."
        ),
    )
    collection = forms.ModelChoiceField(
        Collection.objects.all(), label=gettext_lazy("Into the collection"), required=False
    )
    tags = TagsField(label=gettext_lazy("Tags for all"), required=False)
    publish = tick(gettext_lazy("Publish the added puzzles"))

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with each pair of fields such as `fewest` and `most` turned into one range.

        An empty field of a pair stands for the end of the full range. Raise ValidationError if the generator
        cannot meet the requirements.
        """
        data = super().clean() or {}
        if self.errors:
            return data
        fewest, most = data.pop("fewest"), data.pop("most")
        if (fewest, most) != (None, None):
            data["clues"] = (fewest or 1, most or max(fewest or 1, data["size"] ** 2))
        lowest, highest = data.pop("score_from"), data.pop("score_to")
        if (lowest, highest) != (None, None):
            data["score"] = (lowest or 0, 100_000 if highest is None else highest)
        easiest, hardest = data.pop("er_from"), data.pop("er_to")
        if (easiest, hardest) != (None, None):
            data["er"] = (float(easiest or 1), float(hardest or HIGHEST))
        data["pattern"] = "".join(data["pattern"].split())
        try:
            requirements_of(data)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None
        return data

    def submit(self, owner: User) -> Job:
        spec = dict(self.cleaned_data)
        count = spec.pop("count")
        spec["collection"] = spec["collection"] and spec["collection"].pk
        return order_puzzles(count, spec, Owner(user=owner))


def missing_view(admin: Any, request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Order the puzzles that a generation job did not find, and redirect to the new job.

    It has the same requirements and another seed.
    """
    if request.method != "POST" or not request.user.has_perm("solver.add_puzzle"):
        raise PermissionDenied
    assert isinstance(request.user, User)  # has_perm
    jobs = Job.objects.filter(kind="generate")
    if not request.user.has_perm("solver.view_job"):
        jobs = jobs.filter(owner=request.user)
    job = get_object_or_404(jobs, pk=job_id)
    missing = job_type.missing_count(job)
    if not missing:
        return redirect(job)
    # The same seed would make the same puzzles again.
    again = {**job.spec, "seed": f"{job.spec['seed']}+"}
    return redirect(order_puzzles(missing, again, Owner(user=request.user)))


def generate_view(admin: Any, request: HttpRequest) -> HttpResponse:
    form = start_form(GenerateForm, request)
    if form.is_valid():
        return redirect(form.submit(request.user))
    return show_start(
        admin,
        request,
        form,
        title=_("Generate puzzles"),
        lede=_(
            "Each has exactly one solution. They are generated in the background; a page "
            "shows the progress."
        ),
        button=_("Generate"),
    )
