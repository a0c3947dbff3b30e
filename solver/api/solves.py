"""Solves: submit a puzzle, list your solves, and read the iterations of each."""

from uuid import UUID

from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine
from solver.engine.methods import best
from solver.models import Solve
from solver.operations.asked_again import headers_for, keep_etag, not_modified, set_headers
from solver.queue import submission
from solver.queue.exports import order_of
from solver.queue.wait import await_end
from solver.solves.exports import json
from solver.solves.filters import FILTERS, SolveFilter
from solver.solves.json_lines import line_of
from solver.solves.portions import MOST_TOLD, Portion, is_long
from solver.solves.serializers import iterations_as_json

from .access import owner_of, visible_solves
from .editing import Conflict
from .idempotency import once
from .openapi import EXAMPLE, ONCE, described, parameters_of, query_parameter
from .request_serializers import NewSolve, SolveChange
from .response_serializers import (
    AcceptedSolve,
    IterationPage,
    OwnSolve,
    PreparedShape,
    SolvePage,
    SolveSerializer,
    WholeSolve,
)
from .responses import PAGE, accepted, next_page, send, whole_number

LONGEST = 10  # seconds of `?wait=`
WAIT = query_parameter("wait", f"Seconds to wait until it is finished, up to {LONGEST}.", int)


class SolveList(APIView):
    """Your solves, newest first. POST a puzzle to have it solved."""

    @described(
        "Your solves, or those that were published, newest first",
        {200: SolvePage},
        parameters=parameters_of(FILTERS),
    )
    def get(self, request: Request) -> Response:
        """`?whose=public` lists the published solves of others. The filters are those of the page of solves."""
        wanted = SolveFilter.of(request.query_params)
        if wanted.errors:
            raise ValidationError({name: [message] for name, message in wanted.errors.items()})
        if wanted.is_public:
            solves = Solve.objects.published(request.user, request.session.session_key)
        else:
            solves = Solve.objects.of_visitor(request.user, request.session.session_key)
        page = wanted.page(solves, PAGE)
        results = {"next": next_page(request, page.after), "results": page.solves}
        return Response(SolvePage.of(results))

    @described(
        "Have a puzzle solved",
        {202: AcceptedSolve},
        takes=NewSolve,
        parameters=(ONCE, WAIT),
        example={"puzzle": EXAMPLE, "method": "combos"},
    )
    def post(self, request: Request) -> Response:
        owner, seconds = owner_of(request), _seconds_to_wait(request)
        data = NewSolve.read(request, owner=owner)

        names = ("grid", "method", "options", "visibility", "runs_in")
        order = {name: data[name] for name in names}
        solves = Solve.objects.select_related("puzzle")
        [solve] = once(request, owner, solves, lambda: [submission.submit(**order, owner=owner)])
        _wait_for(solve, seconds)
        return _accepted(solve, data["note"])


class SolveDetail(APIView):
    """One solve. Once it is finished it has its iterations, as the command line writes them."""

    @described(
        "One solve, with its iterations once it is finished",
        {200: WholeSolve, 304: None},
        parameters=(WAIT,),
    )
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        seconds = _seconds_to_wait(request)
        solve = find_solve(request, pk)
        _wait_for(solve, seconds)
        if solve.status != Solve.Status.FINISHED:
            return Response(SolveSerializer.of(solve), headers={"Cache-Control": "no-store"})
        if unchanged := _unchanged(request, solve):
            return unchanged
        portion = Portion(solve, most=MOST_TOLD).measured()
        answer = SolveSerializer.of(solve)
        if not portion.is_end:
            answer["iterations_next"] = _following(portion)
            answer["story_url"] = reverse("api-story", args=[pk])
        pieces = line_of(answer | {"iterations": portion}, between=",\n")
        return StreamingHttpResponse(
            pieces,
            content_type="application/json",
            headers=headers_for(request._request, _etag(solve)),
        )

    @described(
        "Say who may see it, keep it as a favourite, note something",
        {200: OwnSolve},
        takes=SolveChange,
        example={"visibility": "public", "note": "The one with the hidden pair"},
    )
    def patch(self, request: Request, pk: UUID) -> Response:
        """Change who may see a solve of yours, whether it is a favourite, and its note."""
        solve = _find_own(request, pk)
        change = SolveChange.read(request)
        for name, value in change.items():
            setattr(solve, name, value)
        solve.save(update_fields=list(change))
        return Response(OwnSolve.of(solve))

    @described("Delete a solve of yours", {204: None})
    def delete(self, request: Request, pk: UUID) -> Response:
        _find_own(request, pk).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


class SolveStory(APIView):
    """One solve with all its iterations, however many there are."""

    @described(
        "One solve with all its iterations, however many there are",
        {200: WholeSolve, 202: PreparedShape, 304: None},
    )
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        """A large answer is a file that is written in the background: 202 until it is ready."""
        solve = find_solve(request, pk)
        if not solve.is_over:
            raise Conflict("it is not solved yet")
        is_finished = solve.status == Solve.Status.FINISHED
        if is_finished and (unchanged := _unchanged(request, solve)):
            return unchanged
        if is_long(solve):
            response = send(request, order_of(solve, json.export))
        else:
            pieces = json.export.write(Portion(solve))
            response = StreamingHttpResponse(pieces, content_type="application/json")
        if is_finished and response.status_code == 200:
            set_headers(response, headers_for(request._request, _etag(solve)))
        return response


class SolveContinuation(APIView):
    """A new solve with the iterations of a stalled one, which continues by the ladder of techniques."""

    @described(
        "Go on as a person would from the board on which a solve has stalled",
        {202: AcceptedSolve},
        parameters=(ONCE,),
        operation_id="going_on_post",
    )
    def post(self, request: Request, pk: UUID) -> Response:
        """The same owner gets the same solve again."""
        stalled = find_solve(request, pk)
        if not stalled.can_go_on:
            by = " or ".join(best.FIRST)
            raise ValidationError({"solve": [f"only one by {by} that has stalled goes on"]})
        owner = owner_of(request)
        solves = Solve.objects.select_related("puzzle")
        [solve] = once(
            request, owner, solves, lambda: [submission.continue_stalled(stalled, owner)]
        )
        return _accepted(solve)


class IterationList(APIView):
    """The iterations of a solve, also while it runs. `?after=N` continues after number N."""

    @described(
        "The iterations of a solve, also while it runs",
        {200: IterationPage, 304: None},
        parameters=(query_parameter("after", "Go on after that number.", int),),
    )
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        solve, after = find_solve(request, pk), whole_number(request, "after")
        is_finished = solve.status == Solve.Status.FINISHED
        if is_finished and (unchanged := _unchanged(request, solve)):
            return unchanged
        portion = Portion(solve, after=after, most=MOST_TOLD, count=PAGE)
        results = list(iterations_as_json(solve, portion))
        page = {"next": None if portion.is_end else _following(portion), "results": results}
        return Response(
            IterationPage.of(page),
            headers=headers_for(request._request, _etag(solve)) if is_finished else None,
        )


def _seconds_to_wait(request: Request) -> int:
    """Return the seconds of the parameter `?wait=`, or 0 if it is left out.

    Raise ValidationError above LONGEST.
    """
    seconds = whole_number(request, "wait")
    if seconds > LONGEST:
        raise ValidationError({"wait": [f"at most {LONGEST} seconds"]})
    return seconds


def _wait_for(solve: Solve, seconds: int) -> None:
    """Wait until the solve is over or the seconds have passed, then refresh it from the database.

    Raise Http404 if it is deleted meanwhile.
    """
    if solve.is_over or not seconds:
        return
    await_end(solve, seconds)
    try:
        solve.refresh_from_db()
    except Solve.DoesNotExist:
        raise Http404("it has been deleted meanwhile") from None


def _etag(solve: Solve) -> str:
    """Return the ETag of the answer about a finished solve."""
    return f'"{solve.pk}-{solve.visibility}-{engine.VERSION}"'


def _unchanged(request: Request, solve: Solve) -> HttpResponseBase | None:
    """Return 304 if the client has what is told of this finished solve."""
    keep_etag(request._request, _etag(solve))
    return not_modified(request._request, _etag(solve))


def _following(portion: Portion) -> str:
    """Return the address of the iterations after this portion."""
    return f"{reverse('api-iterations', args=[portion.solve.pk])}?after={portion.last}"


def _accepted(solve: Solve, read: str = "") -> Response:
    return accepted(AcceptedSolve.of({"solve": solve, "read": read}))


def _find_own(request: Request, pk: UUID) -> Solve:
    mine = Solve.objects.of_visitor(request.user, request.session.session_key)
    return get_object_or_404(mine.select_related("puzzle"), pk=pk)


def find_solve(request: Request, pk: UUID) -> Solve:
    """Return a solve that the caller may see, with its puzzle. Raise Http404 otherwise."""
    return get_object_or_404(visible_solves(request).select_related("puzzle"), pk=pk)
