"""Jobs: start and confirm an import of puzzles, and follow, pause, resume or cancel any job."""

import codecs
from base64 import b64decode
from io import BytesIO
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine
from solver.jobs import find_job_type
from solver.models import Job
from solver.puzzles.files.fields import CHOOSABLE
from solver.puzzles.files.tables import Choices
from solver.queue import submission
from solver.queue.imports import ColumnError, refuse_unknown_columns, submit_import
from solver.queue.owners import Owner

from .editing import CollectionField, Conflict, editor
from .idempotency import once
from .openapi import EXAMPLE, ONCE, described, query_parameter
from .request_serializers import RequestSerializer, line_field, tags_field
from .response_serializers import JobPage, JobRows, JobShape
from .responses import PAGE, accepted, page_of, whole_number

MOVES = ("pause", "resume", "cancel")


class NewImport(RequestSerializer):
    """A text in any format that the admin's import reads, and what to do with its puzzles."""

    text = serializers.CharField(trim_whitespace=False, required=False)
    file = serializers.CharField(
        required=False,
        help_text="In place of `text`: a file such as a workbook, in base64.",
    )
    encoding = serializers.CharField(
        required=False, max_length=20, help_text="Of `file`, if it is guessed wrongly."
    )
    columns = serializers.DictField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text=f"Fields by names or letters of columns: {', '.join(CHOOSABLE)}, or nothing.",
    )
    givens_only = serializers.BooleanField(
        default=False, help_text="Take the givens of games in progress."
    )
    leading_zeros = serializers.BooleanField(
        default=False, help_text="Put back zeros in front that a spreadsheet has dropped."
    )
    head = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text="The row with the names of columns, or 0 if none has them.",
    )
    title = line_field(200, required=False)
    collection = CollectionField(required=False, help_text="The slug of one that is there.")
    tags = tags_field()
    source: Any = line_field(500, required=False)
    licence = line_field(200, required=False)
    publish = serializers.BooleanField(default=False)
    twins = serializers.BooleanField(default=True, help_text="Look for puzzles turned round.")
    skip_twins = serializers.BooleanField(default=False)
    all_or_nothing = serializers.BooleanField(default=False)
    at_once = serializers.BooleanField(
        default=False, help_text="Write what is new; it is paused once all is checked, otherwise."
    )

    def validate_encoding(self, name: str) -> str:
        try:
            return codecs.lookup(name).name
        except LookupError:
            raise ValidationError("there is no encoding of this name") from None

    def validate_file(self, packed: str) -> bytes:
        try:
            return b64decode(packed, validate=True)
        except ValueError:
            raise ValidationError("this is not base64") from None

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """Put a `text` into `file`. Raise ValidationError unless exactly one of them is sent."""
        if ("text" in sent) == ("file" in sent):
            raise ValidationError({"text": ["send either text or file"]})
        text = sent.pop("text", None)
        return sent if text is None else {**sent, "file": text.encode("utf-8", "replace")}


class ImportList(APIView):
    """POST a text with many puzzles to import them into the library."""

    @described(
        "Import puzzles into the library",
        {202: JobShape},
        takes=NewImport,
        parameters=(ONCE,),
        example={"text": f"{EXAMPLE}\n3020000000040100", "tags": ["mine"]},
    )
    def post(self, request: Request) -> Response:
        user = editor(request, "add_puzzle")
        spec = NewImport.read(request)
        sent = "text" if "text" in request.data else "file"
        file, title = spec.pop("file"), spec.pop("title", "Import by the API")
        choices = Choices(
            spec.pop("encoding", ""),
            spec.pop("columns", {}),
            spec.pop("givens_only"),
            leading_zeros=spec.pop("leading_zeros"),
            heads={"": spec.pop("head")} if "head" in spec else {},
        )
        owner = Owner(user=user)

        def submit() -> list[Job]:
            try:
                with transaction.atomic():
                    job = submit_import(BytesIO(file), title, spec, owner, choices)
                    refuse_unknown_columns(job)
            except ColumnError as error:
                raise ValidationError({"columns": [str(error)]}) from None
            except engine.GridError as error:
                raise ValidationError({sent: [str(error)]}) from None
            return [job]

        [job] = once(request, owner, Job.objects.all(), submit)
        return accepted(JobShape.of(job))


class JobList(APIView):
    """Your jobs, newest first."""

    @described(
        "Your jobs, newest first",
        {200: JobPage},
        parameters=(query_parameter("after", "Where `next` of the page before goes on.", int),),
    )
    def get(self, request: Request) -> Response:
        after = whole_number(request, "after")
        mine = Job.objects.of_visitor(request.user, request.session.session_key)
        jobs = list(mine.order_by("-created_at", "pk")[after : after + PAGE + 1])
        return Response(JobPage.of(page_of(request, jobs, lambda _last: after + PAGE)))


class JobDetail(APIView):
    """The progress of a job."""

    @described("How far a job is", {200: JobShape})
    def get(self, request: Request, pk: UUID) -> Response:
        return Response(JobShape.of(find_job(request, pk)))


class JobMove(APIView):
    """Pause, resume or cancel a job: your own, or any with the permission to change jobs."""

    @described(
        "Pause, resume or cancel a job",
        {200: JobShape},
        parameters=(OpenApiParameter("move", str, OpenApiParameter.PATH, enum=MOVES),),
    )
    def post(self, request: Request, pk: UUID, move: str) -> Response:
        if move not in MOVES:
            raise ValidationError({"move": [f"choose one of {', '.join(MOVES)}"]})
        job = find_job(request, pk)
        if not _own(request).filter(pk=pk).exists():
            editor(request, "change_job")
        if not _moved(job, move, request):
            raise Conflict(f"it is {job.status}, so it cannot {move}")
        job.refresh_from_db()
        return Response(JobShape.of(job))


class JobReport(APIView):
    """The result of each item of a job so far."""

    @described(
        "What became of each item of a job",
        {200: JobRows},
        parameters=(
            query_parameter("fate", "Those alone: `wrong`, `new`, `added` …"),
            query_parameter("after", "Go on after that item.", int),
        ),
    )
    def get(self, request: Request, pk: UUID) -> Response:
        job = find_job(request, pk)
        kind, fate = find_job_type(job.kind), request.query_params.get("fate", "")
        if kind.is_private and not _own(request).filter(pk=pk).exists():
            raise Http404("these are somebody else's puzzles")
        if fate and fate not in kind.fates:
            raise ValidationError({"fate": [f"choose one of {', '.join(kind.fates)}"]})
        rows = job.rows(fate, whole_number(request, "after"), PAGE + 1)
        items = [{"item": n, **dict(zip(kind.columns, row, strict=False))} for n, row in rows]
        return Response(JobRows.of(page_of(request, items, lambda last: last["item"])))


def find_job(request: Request, pk: UUID) -> Job:
    """Return a job that the caller started, or any if they may view jobs. Raise Http404 otherwise."""
    may_look = request.user.has_perm("solver.view_job")
    jobs = Job.objects.all() if may_look else _own(request)
    return get_object_or_404(jobs, pk=pk)


def _own(request: Request) -> Any:
    return Job.objects.of_visitor(request.user, request.session.session_key)


def _moved(job: Job, move: str, request: Request) -> bool:
    match move:
        case "pause":
            return Job.objects.pause(job.pk)
        case "cancel":
            return find_job_type(job.kind).may_cancel(job) and Job.objects.cancel(job.pk)
    return submission.resume_job(job, request.user)
