"""Serializers of the answers: each class describes an object of the JSON, and writes it."""

from typing import Any

from django.urls import reverse
from django.utils.text import slugify
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers as s

from solver import engine
from solver.engine.methods.base import Option
from solver.engine.rating import LEVELS, as_values
from solver.models import DailyPuzzle, Job, Puzzle
from solver.puzzles import showcases
from solver.puzzles.rating import rating_of
from solver.solves.serializers import (
    Failure,
    IterationSerializer,
    ObjectSerializer,
    OwnSolve,
    ProofShape,
    SolveSerializer,
    SolveWithMore,
    UrlField,
    WholeSolve,
    texts,
)

OPTION_KINDS = ["one", "several", "number"]
NOTICE_KINDS = ["right", "wrong", "solved", "unclear"]
MORE = ", up to a hundred, and where more of them are."

__all__ = ["IterationSerializer", "OwnSolve", "SolveSerializer", "WholeSolve"]


def _shape(name: str, says: str, **fields: s.Field[Any, Any, Any, Any]) -> type[ObjectSerializer]:
    """Return a shape with these fields. `name` is its component in the description."""
    return type(name, (ObjectSerializer,), {"__doc__": says, **fields})


def _page_of(name: str, shape: type[ObjectSerializer], says: str) -> type[ObjectSerializer]:
    """Return the shape of a page of a list."""
    return _shape(name, says, next=s.CharField(allow_null=True), results=shape(many=True))


LISTS = """
    puzzles collections own_collections imports generate jobs solves methods techniques steps
    hints check why comparisons batches webhooks schema docs
"""
Root = _shape(
    "Root",
    "Where to go.",
    **{name: UrlField(f"api-{name.replace('_', '-')}", of="") for name in LISTS.split()},
)


class Problem(ObjectSerializer):
    """The one format of errors, `application/problem+json`."""

    status = s.IntegerField()
    code = s.CharField(help_text="Stays what it is within v1; new ones may come.")
    title = s.CharField(help_text="What the status means.")
    detail = s.CharField(help_text="What is wrong, in a sentence.")
    errors: Any = s.DictField(
        child=texts(),
        required=False,
        help_text="What is wrong with each field.",
    )


class AcceptedSolve(SolveWithMore):
    """A solve that was accepted and will be finished later."""

    read = s.CharField(allow_blank=True, help_text="What was understood of the text.")


class ComparedSolve(SolveWithMore):
    """A solve and its counts."""

    solve = s.UUIDField(source="solve.pk")
    steps_by_rule = s.DictField(child=s.IntegerField())
    branches = s.IntegerField()
    depth = s.IntegerField(help_text="The most guesses that one of its boards stands on.")
    removed = s.IntegerField(help_text="Candidates, by all iterations.")
    candidates_left = s.ListField(
        source="lefts", child=s.IntegerField(), help_text="At the start, then by iteration."
    )


class RatingShape(ObjectSerializer):
    """How hard a puzzle is for people, by its easiest solution path."""

    level = s.ChoiceField(LEVELS)
    score = s.IntegerField(help_text="HoDoKu's.")
    er = s.JSONField(
        allow_null=True,
        help_text="Sudoku Explainer's, where somebody asked for it; a text if it is above 11.9, or not "
        "searched to the end.",
    )
    ep = s.JSONField(allow_null=True, help_text="The same up to the first digit that is placed.")
    ed = s.JSONField(allow_null=True, help_text="Of the first step.")
    hardest = s.CharField(
        allow_null=True, help_text="The technique that it cannot be solved without."
    )
    techniques = s.DictField(
        child=s.IntegerField(), help_text="How often each is used, hardest first."
    )
    sets = s.IntegerField(help_text="The most that have to be seen at once.")
    depth = s.CharField(
        help_text="D0 counts alone, D1 a split into branches, D2 a split in a split."
    )
    leaves = s.IntegerField(help_text="The branches of the step that splits deepest.")
    largest_leaf = s.IntegerField(help_text="The most sets in one of these.")
    backdoor = texts(
        allow_null=True,
        help_text="The fewest cells that, once known, let singles finish it, where they were searched for.",
    )

    def to_representation(self, instance: Puzzle) -> dict[str, Any] | None:  # type: ignore[override]
        rating = rating_of(instance)
        return super().to_representation(as_values(rating)) if rating else None


class NullIfEmptyField(s.CharField):
    """A text that is null while it is empty."""

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) or None


class PlainPuzzle(ObjectSerializer):
    """The facts of a puzzle."""

    id = s.UUIDField()
    url = UrlField("api-puzzle")
    puzzle = s.CharField(source="givens")
    size = s.IntegerField()
    shape = s.CharField(source="board", help_text="`9x9`, `9x9 diagonals`, `jigsaw:AAB…`")
    clue_count = s.IntegerField()
    verdict = s.ChoiceField(Puzzle.Verdict.choices)
    grade = NullIfEmptyField(
        allow_null=True, help_text="The easiest rule that solves it with those before it."
    )
    rating = RatingShape(source="*", allow_null=True)


class EditorsWords(ObjectSerializer):
    """The texts that editors wrote about a puzzle. They are shown once it is published."""

    title = s.CharField(allow_blank=True)
    author = s.CharField(allow_blank=True)
    source: Any = s.CharField(allow_blank=True)
    tags = texts()


class KnownPuzzle(PlainPuzzle, EditorsWords):
    """A puzzle with all computed facts, and with the editors' texts once it is published."""

    def to_representation(self, instance: Puzzle) -> dict[str, Any]:
        answer = super().to_representation(instance)
        return answer if instance.is_published else answer | EditorsWords.of(Puzzle())


class PuzzleShape(PlainPuzzle, EditorsWords):
    """A puzzle. Before it is published, only what follows from its givens is shown.

    A verdict, grade or rating would show that somebody has entered it before.
    """

    def to_representation(self, instance: Puzzle) -> dict[str, Any]:
        bare = Puzzle.of(instance.grid, pk=instance.pk)
        return super().to_representation(instance if instance.is_published else bare)


class DailyPuzzleShape(PuzzleShape):
    """A puzzle of the day, with the level for which it was chosen."""

    level = s.ChoiceField(LEVELS)

    def to_representation(self, instance: DailyPuzzle) -> dict[str, Any]:  # type: ignore[override]
        return super().to_representation(instance.puzzle) | {"level": instance.level}


class DailyPuzzles(ObjectSerializer):
    """The puzzles of today (UTC). They stay the same all day."""

    day = s.DateField()
    puzzle = DailyPuzzleShape(allow_null=True, help_text="The puzzle of the day, one of `levels`.")
    levels = DailyPuzzleShape(many=True, help_text="One of each level, easiest first.")


class EditedPuzzle(PlainPuzzle, EditorsWords):
    """A puzzle as its editors see it, published or not."""

    licence = s.CharField(allow_blank=True)
    notes = s.CharField(allow_blank=True)
    is_published = s.BooleanField()
    publish_at = s.DateTimeField(allow_null=True)


# Editors get more of a puzzle.
AnyPuzzle = PolymorphicProxySerializer("AnyPuzzle", [EditedPuzzle, PuzzleShape], None)


class PuzzlesUrl(s.CharField):
    """The address of the list of a collection's puzzles."""

    def to_representation(self, value: Any) -> str:
        return f"{reverse('api-puzzles')}?collection={value}"


class CollectionShape(ObjectSerializer):
    """Puzzles selected by an editor, in an order."""

    slug = s.CharField()
    title = s.CharField()
    description = s.CharField(allow_blank=True)
    puzzles_url = PuzzlesUrl(source="slug")
    page = s.CharField(source="get_absolute_url")


class EditedCollection(CollectionShape):
    """A collection as its editors see it, published or not."""

    url = UrlField("api-collection", of="slug")
    position = s.IntegerField()
    is_published = s.BooleanField()
    publish_at = s.DateTimeField(allow_null=True)
    puzzles = s.ListField(
        source="puzzle_ids", child=s.UUIDField(), help_text="Their ids, in order."
    )


class OwnCollection(ObjectSerializer):
    """Puzzles that an account has collected for itself."""

    slug = s.CharField()
    url = UrlField("api-own-collection", of="slug")
    title = s.CharField()
    count = s.IntegerField(help_text="Its puzzles.")
    puzzles_url = UrlField("api-own-puzzles", of="slug")
    page = s.CharField(source="get_absolute_url")


class JobShape(ObjectSerializer):
    """Background work on many items, and its progress."""

    id = s.UUIDField()
    url = UrlField("api-job")
    rows_url = UrlField("api-job-rows")
    page = s.CharField(source="get_absolute_url")
    kind = s.CharField()
    title = s.CharField()
    status = s.ChoiceField(Job.Status.choices)
    phase = s.IntegerField(help_text="From 0; of an import 0 checks and 1 writes.")
    total = s.IntegerField()
    done = s.IntegerField(help_text="Items of this phase.")
    counts = s.DictField(child=s.IntegerField(), help_text="Items by their fate.")
    failure = Failure(source="failure_words", allow_null=True)
    created_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)


class JobRows(ObjectSerializer):
    """Items of a job, up to a hundred, and the address of the next page."""

    next = s.CharField(allow_null=True)
    results = s.ListField(child=s.DictField(), help_text="`item`, `fate`, and what its kind says.")


class PreparedShape(ObjectSerializer):
    """A file that is being written in the background. Request it again."""

    url = s.CharField(source="address", help_text="Where the file will be.")
    status = s.ChoiceField(Job.Status.choices, source="job.status")
    total = s.IntegerField(source="job.total", help_text="Pieces, as far as that is known.")
    done = s.IntegerField(source="job.done")


class BatchShape(ObjectSerializer):
    """Many puzzles, solved by one method."""

    # The source is a `Progress`.
    id = s.UUIDField(source="job.pk")
    url = UrlField("api-batch", of="job.pk")
    results_url = UrlField("api-batch-results", of="job.pk")
    status = s.ChoiceField(Job.Status.choices, source="job.status")
    method = s.ChoiceField(list(engine.methods()), source="job.spec.method")
    options = s.DictField(source="job.spec.options")
    total = s.IntegerField()
    finished = s.IntegerField()
    counts = s.DictField(child=s.IntegerField(), help_text="Of the finished ones, by outcome.")
    failure = Failure(source="job.failure_words", allow_null=True)
    created_at = s.DateTimeField(source="job.created_at")
    finished_at = s.DateTimeField(source="job.finished_at", allow_null=True)


class Item(ObjectSerializer):
    """A line of a batch."""

    item = s.IntegerField(min_value=1, help_text="Its place among the puzzles.")


class SolvedLine(Item, WholeSolve):
    """A solve of a batch."""


class DeletedLine(Item):
    """The place of a solve that was deleted."""

    id: Any = s.UUIDField(allow_null=True)
    puzzle = s.CharField()


BatchLine = PolymorphicProxySerializer("BatchLine", [SolvedLine, DeletedLine], None)


class BatchPage(ObjectSerializer):
    """Solves of a batch, up to a hundred, and the address of the next page."""

    next = s.CharField(allow_null=True)
    results = s.ListField(child=BatchLine)


class NewBatchShape(ObjectSerializer):
    """Many puzzles, and a method with its options."""

    puzzles = texts(help_text="Or one text of any format that holds several.")
    method = s.ChoiceField(list(engine.methods()), default="combos")
    options = s.DictField(required=False)
    webhook = s.UUIDField(required=False, help_text="Of one of yours, to be told when it is over.")


class DeliveryShape(ObjectSerializer):
    """The message to a webhook that a batch is over."""

    batch = s.UUIDField(source="job_id")
    state = s.ChoiceField(["unfinished", "waiting", "sent", "given-up"])
    attempts = s.IntegerField()
    failure = Failure(allow_null=True, help_text="Of the last attempt.")
    sent_at = s.DateTimeField(allow_null=True)


class WebhookShape(ObjectSerializer):
    """An address that gets a message when a batch is over."""

    id = s.UUIDField()
    url = UrlField("api-webhook")
    address = s.CharField()
    created_at = s.DateTimeField()
    deliveries = s.ListField(child=DeliveryShape(), source="newest", help_text="The last twenty.")


class NewWebhook(WebhookShape):
    """A new webhook with its secret, which is shown only now."""

    secret = s.CharField()


class OptionShape(ObjectSerializer):
    """An option of a method: one or several of `choices`, or a number."""

    name = s.CharField()
    title = s.CharField()
    help = s.CharField()
    kind = s.ChoiceField(OPTION_KINDS)
    default: Any = s.JSONField()
    choices = s.DictField(child=s.CharField(), required=False, help_text="Values with their words.")
    vars()["from"] = s.IntegerField(source="least", required=False)
    to = s.IntegerField(source="most", required=False)

    def to_representation(self, instance: Option) -> dict[str, Any]:
        answer = super().to_representation(instance)
        unused = ("from", "to") if instance.choices else ("choices",)
        return {name: value for name, value in answer.items() if name not in unused}


class MethodShape(ObjectSerializer):
    """A published way of solving."""

    name = s.CharField()
    title = s.CharField()
    summary = s.CharField()
    article = s.CharField()
    options = OptionShape(many=True)


class LinesField(s.CharField):
    """A text of several lines."""

    def to_representation(self, value: Any) -> str:
        return "\n".join(value)


class MethodNames(s.ListField):
    """The names of the methods that use a technique."""

    def to_representation(self, value: Any) -> list[str]:
        return [method.name for method in showcases.methods_using(value)]


class TechniquePage(UrlField):
    """The page of a technique by its name."""

    def to_representation(self, value: Any) -> str:
        return super().to_representation(slugify(value))


class TechniqueShape(ObjectSerializer):
    """A rule. Steps name it as `technique`."""

    name = s.CharField()
    level = s.ChoiceField(choices=LEVELS)
    family = s.CharField(help_text="Techniques that a learner takes for one have the same.")
    aliases = texts(help_text="Names elsewhere, English and German.")
    examples = s.IntegerField(help_text="Positions that show it, whose easiest step it is.")
    drills = s.IntegerField(help_text="Further ones, in which to find it.")
    reason = s.CharField(required=False, help_text="Why there are no such positions.")
    definition = LinesField(
        source="paragraphs", help_text="A line a paragraph; the first says what it is."
    )
    source: Any = s.CharField()
    methods = MethodNames(source="technique", child=s.CharField())
    page = TechniquePage("technique", of="name", help_text="For people: what it does to a board.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        answer = super().to_representation(instance)
        return {name: value for name, value in answer.items() if value != ""}


def candidates_field(required: bool = True) -> s.ListField:
    return s.ListField(
        required=required, help_text="Of each cell, as in iterations: at these the proofs hold."
    )


class StepAtShape(ObjectSerializer):
    """A step that the ladder of techniques finds at a position."""

    technique = s.CharField()
    called = s.CharField(required=False, help_text="The pattern that a count is, as `sk-loop`.")
    code = s.CharField(help_text="HoDoKu's.")
    digits = s.ListField(child=s.IntegerField())
    placed = texts()
    removed = texts()
    why = s.CharField()
    sets = s.CharField(allow_blank=True, help_text="What the first proof counts, in words.")
    proof = ProofShape()


class StepsAtShape(ObjectSerializer):
    """All steps at a position, easiest first."""

    position = s.CharField(help_text="The givens, or where a line has room also what follows.")
    shape = s.CharField(required=False, help_text="Of a board that is not plain.")
    candidates = candidates_field()
    is_whole = s.BooleanField(
        help_text="False when there are more than an answer takes, or the search was cut short."
    )
    steps = StepAtShape(many=True)


class LookShape(ObjectSerializer):
    """Where to look. The cells that the step changes are left out."""

    units = texts(help_text="`box 5`")
    digits = s.ListField(child=s.IntegerField())
    cells = texts()


class HintShape(ObjectSerializer):
    """As much of a step as the stage shows. Only texts if there is a mistake or no step."""

    stage = s.IntegerField(help_text="0 where there is a mistake, whatever was asked.")
    ending = s.ChoiceField(
        ["found", "mistake", "solved", "stuck", "none"], help_text="`none`: no solution."
    )
    title = s.CharField()
    text = s.CharField(allow_blank=True)
    step_id = s.CharField(
        required=False, help_text="The same at each stage, as long as the game is the same."
    )
    family = s.CharField(required=False)
    level = s.ChoiceField(LEVELS, required=False)
    technique = s.CharField(required=False, help_text="From stage 3, or with `names`.")
    look = LookShape(required=False, help_text="From stage 2.")
    candidates = candidates_field(required=False)
    step = StepAtShape(required=False, help_text="From stage 3.")
    values = s.CharField(required=False, help_text="At stage 4: the digits after the step.")
    marks = s.CharField(required=False, allow_blank=True, help_text="At stage 4: the marks.")


class NoticeShape(ObjectSerializer):
    """A message, and the boxes and cells that it is about."""

    kind = s.ChoiceField(NOTICE_KINDS)
    title = s.CharField()
    text = s.CharField(allow_blank=True)
    boxes = texts()
    cells = texts(help_text="Of mistakes, only with `names`.")


class CheckShape(NoticeShape):
    """Whether a game has no mistake so far."""

    verdict = s.ChoiceField(Puzzle.Verdict.choices, help_text="Of the puzzle.")
    is_clean = s.BooleanField(help_text="Whether nothing is wrong, as far as that is known.")
    right = s.IntegerField(help_text="Digits that are not wrong, the givens not counted.")
    open = s.IntegerField(help_text="Cells without a digit.")


class WhyShape(NoticeShape):
    """Why a candidate is removed, or whether a technique works with some cells."""

    answer = s.ChoiceField(
        ["mistake", "filled", "seen", "step", "later", "true", "open", "false", "works", "fails"],
        help_text="Of a technique `works` or `fails`; of a candidate, who or what takes it.",
    )
    candidates = candidates_field(required=False)
    step = StepAtShape(required=False)


JobPage = _page_of("JobPage", JobShape, f"Jobs{MORE}")
WebhookPage = _page_of("WebhookPage", WebhookShape, "All webhooks of an account.")
SolvePage = _page_of("SolvePage", SolveSerializer, f"Solves{MORE}")
IterationPage = _page_of("IterationPage", IterationSerializer, f"Iterations{MORE}")
PuzzlePage = _page_of("PuzzlePage", PuzzleShape, f"Puzzles{MORE}")
CollectionPage = _page_of("CollectionPage", CollectionShape, "Collections, all at once.")
OwnCollectionPage = _page_of(
    "OwnCollectionPage", OwnCollection, "Collections of one's own by title, all at once."
)
OwnPuzzlePage = _page_of(
    "OwnPuzzlePage",
    KnownPuzzle,
    "The puzzles of a collection of one's own in their order, all at once: it has 500 at most.",
)


class Comparisons(ObjectSerializer):
    """Solves side by side."""

    results = ComparedSolve(many=True)


class AcceptedComparison(ObjectSerializer):
    """An accepted solve by each method, and the address of their comparison."""

    url = s.CharField()
    results = SolveSerializer(many=True)
