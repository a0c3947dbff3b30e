"""Metrics of the site: for Prometheus at /metrics, and for staff at /status/ with small charts.

Both read `figures` from the database, so every web process gives the same answer.
"""

import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.admin.views.decorators import staff_member_required
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from solver.models import Solve
from solver.operations import figures
from solver.queue import upkeep
from solver.queue.tasks import waiting_messages

from ..plotting import Scale, polyline

WIDTH, HEIGHT, MARGIN = 480, 96, 4  # of a chart, in px
SILENT_AFTER = 60  # seconds without a heartbeat
OUTGOING = {"mail": gettext_lazy("Mails"), "webhook": gettext_lazy("Messages of webhooks")}
SEE_STATUS = "solver.view_heartbeat"


# --- /metrics -------------------------------------------------------------------------------------
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not _may_read(request):
        return HttpResponse("a token, or the permission to see the status, is needed\n", status=403)
    registry = CollectorRegistry()
    registry.register(SiteCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").encode()
    if token and secrets.compare_digest(given, f"Bearer {token}".encode()):
        return True
    return request.user.has_perm(SEE_STATUS)


class SiteCollector(Collector):
    """Collects the metrics once per scrape. Finished work is counted over the last five minutes, as gauges."""

    def collect(self) -> Iterable[Metric]:
        waiting = _gauge("solves_waiting", "Solves queued.", "lane")
        running = _gauge("solves_running", "Solves a worker is at.", "lane")
        jobs_waiting = _gauge("jobs_waiting", "Jobs queued.", "lane")
        jobs_running = _gauge("jobs_running", "Jobs a worker is at.", "lane")
        oldest = _gauge("oldest_wait_seconds", "Since when the oldest queued solve waits.", "lane")
        messages = _gauge("queue_messages", "Messages in Redis.", "lane")
        recent = _gauge("solves_recent", "Solves that ended in the last 5 min.", "lane", "outcome")
        wait = _gauge("wait_seconds", "From submission to start, last 5 min.", "lane", "quantile")
        run = _gauge("run_seconds", "From start to end, last 5 min.", "lane", "quantile")
        for lane in figures.lanes():
            waiting.add_metric([lane.name], lane.waiting)
            running.add_metric([lane.name], lane.running)
            jobs_waiting.add_metric([lane.name], lane.jobs_waiting)
            jobs_running.add_metric([lane.name], lane.jobs_running)
            oldest.add_metric([lane.name], lane.oldest_wait)
            for outcome, count in lane.outcomes.items():
                recent.add_metric([lane.name, outcome], count)
            for metric, values in ((wait, lane.wait), (run, lane.run)):
                for quantile, value in zip(figures.QUANTILES, values, strict=True):
                    metric.add_metric([lane.name, str(quantile)], value)
            length = waiting_messages(lane.name)
            if length is not None:
                messages.add_metric([lane.name], length)
        to_send = _gauge("outbox_waiting", "Mails and webhooks' messages to be sent.", "kind")
        late = _gauge("outbox_oldest_wait_seconds", "Since when the oldest of them waits.", "kind")
        given_up = _gauge("outbox_given_up", "Given up in the last day.", "kind")
        for each in figures.outbox():
            to_send.add_metric([each.name], each.waiting)
            late.add_metric([each.name], each.oldest_wait)
            given_up.add_metric([each.name], each.given_up)
        silent = _gauge("heartbeat_age_seconds", "Since a process was last well.", "process")
        actions = CounterMetricFamily(
            "sudoku_reaper_actions", "Since the reaper started.", labels=("process", "action")
        )
        for name, (seconds, counts) in figures.heartbeats().items():
            silent.add_metric([name], seconds)
            for action, count in counts.items():
                actions.add_metric([name, action], count)
        aside = _gauge("items_set_aside", "Items of jobs that were at fault.", "kind")
        for name, count in figures.set_aside().items():
            aside.add_metric([name], count)
        in_vain = _gauge("upkeep_in_vain", "The site's own jobs in a row, to no end.", "kind")
        for own in map(upkeep.upkeep_of, upkeep.KINDS):
            in_vain.add_metric([own.kind], own.in_vain)
        jobs = (jobs_waiting, jobs_running, aside, in_vain)
        outbox = (to_send, late, given_up)
        lanes = (waiting, running, *jobs, oldest, messages, recent, wait, run)
        return *lanes, *outbox, silent, actions


def _gauge(name: str, description: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"sudoku_{name}", description, labels=labels)


# --- /status/ -------------------------------------------------------------------------------------


@never_cache
@require_safe
@staff_member_required
@permission_required(SEE_STATUS, raise_exception=True)
def status(request: HttpRequest) -> HttpResponse:
    hour = figures.last_hour()
    charts = [
        _chart(_("Waiting solves"), [minute.waiting for minute in hour]),
        _chart(_("Solves ended a minute"), [minute.ended for minute in hour]),
        _chart(_("Wait, 95th percentile"), [minute.wait for minute in hour], " s"),
    ]
    endings = dict([*Solve.Status.choices, *Solve.Outcome.choices])
    lanes = [
        {
            "lane": lane,
            "messages": waiting_messages(lane.name),
            "outcomes": [(endings[outcome], count) for outcome, count in lane.outcomes.items()],
        }
        for lane in figures.lanes()
    ]
    processes = [
        {"name": name, "seconds": seconds, "is_silent": seconds > SILENT_AFTER, "counts": counts}
        for name, (seconds, counts) in figures.heartbeats().items()
    ]
    context = {
        "charts": charts,
        "lanes": lanes,
        "processes": processes,
        "outbox": [(OUTGOING[kind.name], kind) for kind in figures.outbox()],
        "in_vain": [task for task in map(upkeep.upkeep_of, upkeep.KINDS) if task.in_vain],
        "aside": sum(figures.set_aside().values()),
        "since": hour[0].start,
        "box": f"0 0 {WIDTH} {HEIGHT}",
    }
    return render(request, "solver/status.html", context)


def _chart(title: str, values: list[float] | list[int], unit: str = "") -> dict[str, Any]:
    highest = max(values)
    across = Scale(len(values) - 1, WIDTH - 2 * MARGIN, start=MARGIN)
    up = Scale(1, 2 * MARGIN - HEIGHT, start=HEIGHT - MARGIN)  # for shares of the highest
    points = [(across(at), up(value / (highest or 1))) for at, value in enumerate(values)]
    return {
        "title": title,
        "points": polyline(points),
        "highest": f"{highest:.3g}{unit}",
        "latest": f"{values[-1]:.3g}{unit}",
    }
