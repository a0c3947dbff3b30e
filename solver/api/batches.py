"""Batches: many puzzles in one request, watched by counts, their solves read back as lines of JSON."""

from itertools import islice
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.models import Job, Webhook
from solver.queue import batches
from solver.queue.owners import Owner
from solver.solves import files
from solver.solves.portions import MOST_TOLD

from .access import owner_of
from .idempotency import once
from .openapi import EXAMPLE, ONCE, asks, described
from .paging import PAGE, page_of, whole_number
from .prepared import send
from .request_serializers import MethodChoice
from .response_serializers import BatchLine, BatchPage, BatchShape, NewBatchShape, PreparedShape
from .responses import accepted
from .webhooks import webhooks_of

LINES = "application/x-ndjson"


class NewBatch(MethodChoice):
    """Puzzles as a list of texts, or as one text of any format that holds several; and a method."""

    puzzles = serializers.JSONField()
    webhook = serializers.UUIDField(required=False)

    def validate_webhook(self, pk: UUID) -> Webhook:
        found = webhooks_of(self.context["request"]).filter(pk=pk).first()
        if found is None:
            raise serializers.ValidationError("no webhook of yours has this id")
        return found

    def validate_puzzles(self, puzzles: Any) -> Any:
        if isinstance(puzzles, list) and not all(isinstance(each, str) for each in puzzles):
            raise serializers.ValidationError("every puzzle of the list is to be a text")
        if not isinstance(puzzles, list | str):
            raise serializers.ValidationError("a list of texts, or one text, is expected here")
        try:
            return batches.read_puzzles(puzzles)
        except batches.BadPuzzles as error:
            raise serializers.ValidationError(error.sentences) from None


class BatchList(APIView):
    """POST many puzzles to have them solved by one method."""

    @described(
        "Have many puzzles solved",
        {202: BatchShape},
        takes=NewBatchShape,
        parameters=(ONCE,),
        example={"puzzles": [EXAMPLE, "3020000000040100"], "method": "guessing"},
    )
    def post(self, request: Request) -> Response:
        data = NewBatch.read(request)
        owner = owner_of(request)

        def submit() -> list[Job]:
            asked = data["puzzles"], data["method"], data["options"]
            return [batches.submit(*asked, owner, data.get("webhook"))]

        [job] = once(request, owner, Job.objects.all(), submit)
        return accepted(_answer(job))


class BatchDetail(APIView):
    """The progress of a batch; DELETE cancels what is not solved yet and keeps what is."""

    @described("How far a batch is", {200: BatchShape})
    def get(self, request: Request, pk: UUID) -> Response:
        return Response(_answer(find_batch(request, pk)))

    @described("Cancel what is not solved yet", {200: BatchShape}, takes=OpenApiTypes.NONE)
    def delete(self, request: Request, pk: UUID) -> Response:
        job = find_batch(request, pk)
        Job.objects.cancel(job.pk)
        job.refresh_from_db()
        return Response(_answer(job))


class BatchResults(APIView):
    """A line of JSON a solve, in order: `?after=N` goes on, `?histories=1` has every iteration."""

    @described(
        "The solves of a batch, a line of JSON each",
        {(200, LINES): BatchLine, 202: PreparedShape},
        parameters=(
            asks("after", "Go on after that item.", int),
            asks("histories", "`1` for every iteration too.", int),
        ),
    )
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        job, after = find_batch(request, pk), whole_number(request, "after")
        form = "histories" if whole_number(request, "histories") else "results"
        pieces, following = files.drained(files.batch(job, form, [after, False, 0], MOST_TOLD))
        if following is None:
            return StreamingHttpResponse(pieces, content_type=LINES)
        if not batches.is_whole(job):
            text = "".join(pieces)
            whole_lines = text[: text.rfind("\n") + 1]  # what follows comes by `?after=`
            return StreamingHttpResponse([whole_lines], content_type=LINES)
        name, address = f"{str(job.pk)[:8]}-{form}.jsonl", request.get_full_path()
        return send(request, batches.order_of(job, form, after, address, LINES, name))


class BatchSolves(APIView):
    """The same as objects of a list, a hundred at a time, for programs that read no lines."""

    @described(
        "The solves of a batch, a page at a time",
        {200: BatchPage},
        parameters=(asks("after", "Where `next` of the page before goes on.", int),),
    )
    def get(self, request: Request, pk: UUID) -> Response:
        job = find_batch(request, pk)
        after = whole_number(request, "after")
        found = list(islice(batches.results(job, after), PAGE + 1))
        return Response(page_of(request, found, lambda last: last["item"]))


def find_batch(request: Request, pk: UUID) -> Job:
    """The batch of whoever began it; one that belongs to nobody, for whoever knows its address."""
    mine = Job.objects.of_visitor(request.user, request.session.session_key)
    nobodys = Job.objects.filter(Owner().owns)
    return get_object_or_404((mine | nobodys).filter(kind=batches.KIND), pk=pk)


def _answer(job: Job) -> dict[str, Any]:
    return BatchShape.of(batches.progress(job))
