"""Shortcuts for views: the visitor, the visitor's solves, and numbers in the query string."""

import json
import uuid
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from solver.models import Puzzle, Solve, SolveQuerySet, User
from solver.operations.limits import network_of
from solver.queue.owners import Owner

View = TypeVar("View", bound=Callable[..., HttpResponse])
LONGEST_ADDRESS = (
    3_500  # characters of an address to redirect to. A longer request is answered at once.
)
SENT = "sent"  # the parameter of an address that shows a form as it was sent, with its error


def redirect_to_fields(path: str, fields: Iterable[tuple[str, str]]) -> HttpResponse | None:
    """Redirect to a page with the fields of a form in its address, or return None if that would be too long.

    So a reload sends nothing again, also without a script. No address may have a null character.
    """
    address = f"{path}?{urlencode(list(fields))}"
    is_allowed = len(address) <= LONGEST_ADDRESS and "%00" not in address
    return SeeOther(address) if is_allowed else None


class SeeOther(HttpResponseRedirect):
    status_code = 303


def takes_form(view: View) -> View:
    """Let a page take a form: it answers GET, HEAD and POST, and no answer is cached but one with an ETag."""
    for_methods = require_http_methods(["GET", "HEAD", "POST"])(view)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = for_methods(request, *args, **kwargs)
        if "ETag" not in response:
            add_never_cache_headers(response)
        return response

    return cast(View, answer)


def find_solve(request: HttpRequest, solve_id: uuid.UUID | None) -> Solve:
    """Return the solve if the visitor may see its page and exports, annotated with `is_own`.

    Raise Http404 otherwise.
    """
    solves = visible_solves(request).known_to(*visitor_of(request))
    return get_object_or_404(solves.select_related("puzzle"), pk=solve_id)


def find_puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> Puzzle:
    """Return the puzzle if it is published or the visitor is an editor. Raise Http404 otherwise."""
    may_see_all = request.user.has_perm("solver.view_puzzle")
    allowed = Puzzle.objects.all() if may_see_all else Puzzle.objects.filter(is_published=True)
    return get_object_or_404(allowed, pk=puzzle_id)


def iteration_number(request: HttpRequest) -> int | None:
    """Return `?iteration=`, or None if it is missing. Raise Http404 if it is not a number."""
    return whole_number(request, "iteration")


def whole_number(request: HttpRequest, name: str) -> int | None:
    """Return a query parameter as a number, or None if it is missing.

    Raise Http404 if it is not a number of up to 9 digits.
    """
    if name not in request.GET:
        return None
    number = read_number(request.GET[name], 9)
    if number is None:
        raise Http404("no such iteration")
    return number


def read_number(text: str, digits: int) -> int | None:
    """Return a number of at most that many ASCII digits, or None if `text` is anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def read_object(text: str, longest: int) -> dict[str, Any] | None:
    """Return the JSON object in `text`, or None if it is none or has more than `longest` characters."""
    try:
        value = json.loads(text) if len(text) <= longest else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def is_fragment(request: HttpRequest) -> bool:
    """Return whether a script requests a part of the page, and not the browser the whole."""
    return request.headers.get("X-Requested-With") == "fetch"


def visible_solves(request: HttpRequest) -> SolveQuerySet:
    """Return the solves that this visitor may open by their address."""
    return Solve.objects.visible_to(*visitor_of(request))


def published_solves(request: HttpRequest) -> SolveQuerySet:
    """Return the public solves, which everybody may list. `is_own` marks the visitor's."""
    return Solve.objects.published(*visitor_of(request))


def visitors_solves(request: HttpRequest) -> SolveQuerySet:
    return Solve.objects.of_visitor(*visitor_of(request))


def visitor_of(request: HttpRequest) -> tuple[Any, str | None]:
    """Return the account or AnonymousUser, and the session key, which is None without a valid session."""
    # Reads the session. Before that, its key is what the browser sent, valid or not.
    _is_somebody = request.user.is_authenticated
    return request.user, request.session.session_key


def owner_of(request: HttpRequest) -> Owner:
    """Return the visitor as owner: the account, or else the browser session, which is created if needed."""
    if request.user.is_authenticated:
        return Owner(user=request.user)
    if not request.session.session_key:
        request.session.create()
    return Owner(session_key=request.session.session_key or "", network=network_of(request))


def signed_in_user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # ensured by `login_required`
    return request.user
