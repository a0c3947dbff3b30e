"""Who asks, what of it is theirs, and the numbers in the address."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from solver.models import Puzzle, Solve, SolveQuerySet, User
from solver.operations.limits import network_of
from solver.queue.owners import Owner


def find_solve(request: HttpRequest, solve_id: uuid.UUID) -> Solve:
    """The solve, for whoever may see its page and its exports; Http404 otherwise."""
    known = visible_solves(request).known_to(*visitor_of(request))
    return get_object_or_404(known.select_related("puzzle"), pk=solve_id)


def find_puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> Puzzle:
    """The puzzle, for whoever may see its page; Http404 for all others."""
    may_see_all = request.user.has_perm("solver.view_puzzle")
    allowed = Puzzle.objects.all() if may_see_all else Puzzle.objects.filter(is_published=True)
    return get_object_or_404(allowed, pk=puzzle_id)


def iteration_number(request: HttpRequest) -> int | None:
    """`?iteration=`, or None; Http404 when it is no number."""
    return whole_number(request, "iteration")


def whole_number(request: HttpRequest, name: str) -> int | None:
    """Plain ASCII digits, few enough for a column of the database."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Http404("no such iteration")
    return int(text)


def visible_solves(request: HttpRequest) -> SolveQuerySet:
    """Solves that this visitor may open by their address."""
    return Solve.objects.visible_to(*visitor_of(request))


def published_solves(request: HttpRequest) -> SolveQuerySet:
    """Those that anybody may list, the visitor's own among them."""
    return Solve.objects.published(*visitor_of(request))


def visitors_solves(request: HttpRequest) -> SolveQuerySet:
    return Solve.objects.of_visitor(*visitor_of(request))


def visitor_of(request: HttpRequest) -> tuple[Any, str | None]:
    """The account, or nobody, and the key of the browser session; None of one that is over or never was."""
    # Until the session is read, which this does, it has whatever key the browser says.
    _is_somebody = request.user.is_authenticated
    return request.user, request.session.session_key


def owner_of(request: HttpRequest) -> Owner:
    """The account, or the browser session, which begins here if there is none yet."""
    if request.user.is_authenticated:
        return Owner(user=request.user)
    if not request.session.session_key:
        request.session.create()
    return Owner(session_key=request.session.session_key or "", network=network_of(request))


def signed_in_user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # `login_required` saw to it
    return request.user
