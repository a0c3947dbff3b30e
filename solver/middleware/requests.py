"""Request ids, and a line in the log for each request."""

import logging
import time
import uuid

from django.http import HttpRequest, HttpResponseBase

from solver.middleware.base import Middleware
from solver.operations.logs import QUIET, current_request, path_in_logs, request

log = logging.getLogger(__name__)


class RequestLogMiddleware(Middleware):
    """Give each request an id, return it in `X-Request-ID`, and log the answer."""

    def __call__(self, incoming: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        with request(uuid.uuid4().hex):  # never the client's own: it could be any text
            response = self.get_response(incoming)
            response["X-Request-ID"] = current_request.get()
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            is_quiet = incoming.path in QUIET and response.status_code < 400
            log.log(
                logging.DEBUG if is_quiet else logging.INFO,
                "%s %s: %s in %s ms",
                incoming.method,
                path_in_logs(incoming.path),
                response.status_code,
                milliseconds,
                extra={"status": response.status_code, "milliseconds": milliseconds},
            )
        return response
