"""The page that lays several solves side by side; its address names them, so it can be shared."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from solver import engine, submission
from solver.comparison import Account, account_for, find_solves
from solver.drawing import draw_small
from solver.web.lists import outcome_of

from .forms import SubmissionForm, given_options
from .story import HEADINGS, say_elapsed
from .views import owner_of, render_home, visible_solves

WIDTH, HEIGHT, NAMES = 1000, 320, 190  # of the chart; the names of the curves stand at the right
MARGIN = 8
LINE_HEIGHT = 20
MOST_POINTS = 400  # of a curve


@dataclass(frozen=True)
class Curve:
    name: str
    style: int  # 1 to 5, a colour and a dash each
    points: str
    label_y: float
    end_x: float
    end_y: float
    href: str


@dataclass(frozen=True)
class ComparedRow:
    href: str
    method: str
    state: str
    outcome: str
    iterations: int
    elapsed: str
    branches: int
    depth: int
    rules: list[tuple[str, int]]
    lefts: list[int]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest) -> HttpResponse:
    """GET `?solves=` names the solves. POST a puzzle to have it solved by every method."""
    if request.method == "POST":
        return start(request)
    accounts = account_for(find_solves(request.GET.get("solves", ""), visible_solves(request)))
    first = accounts[0].solve
    unfinished = sum(not account.solve.is_over for account in accounts)
    verdict = next((a.solve.verdict for a in accounts if a.solve.verdict), "")
    context = {
        "rows": [_row(account) for account in accounts],
        "curves": draw_curves(accounts),
        "puzzle": first.puzzle,
        "board": draw_small(first.puzzle.givens, first.puzzle.box),
        "heading": HEADINGS.get(verdict, "Being solved"),
        "unfinished": unfinished,
        "is_one_puzzle": len({account.solve.puzzle_id for account in accounts}) == 1,
        "poll_href": request.get_full_path() if unfinished else None,
        "highest": max(max(account.lefts) for account in accounts),
        "longest": max(len(account.lefts) for account in accounts) - 1,
        "width": WIDTH,
        "height": HEIGHT,
    }
    is_fragment = request.headers.get("X-Requested-With") == "fetch"
    template = "solver/_compare.html" if is_fragment else "solver/compare.html"
    return render(request, template, context)


def start(request: HttpRequest) -> HttpResponse:
    form = SubmissionForm.from_data(request.POST)
    if form.grid is None:
        return render_home(request, form, status=400)
    try:
        options = {
            name: method.read_options(given_options(request.POST, method))
            for name, method in engine.methods().items()
        }
    except ValueError as error:
        form.error = str(error)
        return render_home(request, form, status=400)
    solves = submission.submit_to_all(form.grid, options, owner_of(request))
    named = ",".join(str(solve.pk) for solve in solves)
    return redirect(f"{reverse('compare')}?solves={named}")


def _row(account: Account) -> ComparedRow:
    solve = account.solve
    return ComparedRow(
        href=solve.get_absolute_url(),
        method=engine.find_method(solve.method).title,
        state=solve.state,
        outcome=outcome_of(solve, account.lefts[-1]),
        iterations=solve.iteration_count,
        elapsed=say_elapsed(solve.elapsed_ms),
        branches=account.branches,
        depth=account.depth,
        rules=account.steps_by_rule.most_common(),
        lefts=account.lefts,
    )


def draw_curves(accounts: list[Account]) -> list[Curve]:
    """Candidates left by iteration, over each other; names are moved apart where curves end together."""
    longest = max(max(len(account.lefts) for account in accounts) - 1, 1)
    highest = max(max(account.lefts) for account in accounts) or 1
    across = (WIDTH - NAMES - 2 * MARGIN) / longest
    drawn = []
    for style, account in enumerate(accounts):
        points: list[tuple[float, float]] = []
        stride = max(1, len(account.lefts) // MOST_POINTS)
        for index in {*range(0, len(account.lefts), stride), len(account.lefts) - 1}:
            x = MARGIN + index * across
            points.append(
                (x, HEIGHT - MARGIN - account.lefts[index] / highest * (HEIGHT - 2 * MARGIN))
            )
        points.sort()
        drawn.append((style % 5 + 1, account, points))
    labels = _apart([points[-1][1] for _, _, points in drawn])
    return [
        Curve(
            name=engine.find_method(account.solve.method).title,
            style=style,
            points=_as_steps(points),
            label_y=label_y,
            end_x=points[-1][0],
            end_y=points[-1][1],
            href=account.solve.get_absolute_url(),
        )
        for (style, account, points), label_y in zip(drawn, labels, strict=True)
    ]


def _as_steps(points: list[tuple[float, float]]) -> str:
    said, last = [], None
    for x, y in points:
        if last is not None:
            said.append(f"{x:.1f},{last:.1f}")
        said.append(f"{x:.1f},{y:.1f}")
        last = y
    return " ".join(said)


def _apart(heights: list[float]) -> list[float]:
    """Heights of names, in the order of their curves' ends, a line apart and inside the chart."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed: dict[int, float] = {}
    lowest = HEIGHT - MARGIN - LINE_HEIGHT * (len(order) - 1)
    previous = float("-inf")
    for rank, index in enumerate(order):
        room_below = lowest + rank * LINE_HEIGHT
        previous = max(previous + LINE_HEIGHT, min(heights[index], room_below))
        placed[index] = previous
    return [placed[index] for index in range(len(heights))]
