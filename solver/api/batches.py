"""Batches: submit many puzzles at once, follow the counts, and read the solves as lines of JSON."""

from itertools import islice
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
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
from .openapi import EXAMPLE, ONCE, described, query_parameter
from .request_serializers import MethodChoice
from .response_serializers import BatchLine, BatchPage, BatchShape, NewBatchShape, PreparedShape
from .responses import PAGE, accepted, page_of, send, whole_number
from .webhooks import webhooks_of

LINES = "application/x-ndjson"


class NewBatch(MethodChoice):
    """A method, and puzzles: a list of texts, or one text of any format for several puzzles."""

    puzzles = serializers.JSONField()
    webhook = serializers.UUIDField(required=False)

    def validate_webhook(self, pk: UUID) -> Webhook:
        webhook = webhooks_of(self.context["request"]).filter(pk=pk).first()
        if webhook is None:
            raise serializers.ValidationError("no webhook of yours has this id")
        return webhook

    def validate_puzzles(self, puzzles: Any) -> Any:
        if isinstance(puzzles, list) and not all(isinstance(text, str) for text in puzzles):
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
            order = data["puzzles"], data["method"], data["options"]
            return [batches.submit(*order, owner, data.get("webhook"))]

        [job] = once(request, owner, Job.objects.all(), submit)
        return accepted(_answer(job))


class BatchDetail(APIView):
    """The progress of a batch. DELETE cancels what is not solved yet and keeps what is."""

    @described("How far a batch is", {200: BatchShape})
    def get(self, request: Request, pk: UUID) -> Response:
        return Response(_answer(find_batch(request, pk)))

    @described("Cancel what is not solved yet", {200: BatchShape})
    def delete(self, request: Request, pk: UUID) -> Response:
        job = find_batch(request, pk)
        Job.objects.cancel(job.pk)
        job.refresh_from_db()
        return Response(_answer(job))


class BatchResults(APIView):
    """One line of JSON per solve, in order. `?after=N` continues, `?histories=1` adds every iteration."""

    @described(
        "The solves of a batch, a line of JSON each",
        {(200, LINES): BatchLine, 202: PreparedShape},
        parameters=(
            query_parameter("after", "Go on after that item.", int),
            query_parameter("histories", "`1` for every iteration too.", int),
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
            whole_lines = text[: text.rfind("\n") + 1]  # `?after=` fetches the rest
            return StreamingHttpResponse([whole_lines], content_type=LINES)
        name, address = f"{str(job.pk)[:8]}-{form}.jsonl", request.get_full_path()
        return send(request, batches.order_of(job, form, after, address, LINES, name))


class BatchSolves(APIView):
    """The solves as a list, a hundred at a time, for programs that cannot read lines of JSON."""

    @described(
        "The solves of a batch, a page at a time",
        {200: BatchPage},
        parameters=(query_parameter("after", "Where `next` of the page before goes on.", int),),
    )
    def get(self, request: Request, pk: UUID) -> Response:
        job = find_batch(request, pk)
        after = whole_number(request, "after")
        results = list(islice(batches.results(job, after), PAGE + 1))
        return Response(page_of(request, results, lambda last: last["item"]))


def find_batch(request: Request, pk: UUID) -> Job:
    """Return a batch of the caller, or one without an owner. Raise Http404 for all others."""
    mine = Job.objects.of_visitor(request.user, request.session.session_key)
    nobodys = Job.objects.filter(Owner().owns)
    return get_object_or_404((mine | nobodys).filter(kind=batches.KIND), pk=pk)


def _answer(job: Job) -> dict[str, Any]:
    return BatchShape.of(batches.progress(job))
