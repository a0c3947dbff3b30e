"""Logs that can be followed: every line carries the id of the request that it goes back to.

A request gets an id; the solve it asks for keeps that id in its row; the worker that takes the row up
logs under it again. Nothing travels with the message, so an id survives a lost or repeated one.
"""

import json
import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

log = logging.getLogger("sudokusite.requests")

current_request: ContextVar[str] = ContextVar("current_request", default="")
STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
LONGEST = 200  # characters of what a stranger made us log
UNPRINTED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
LINK = re.compile("^/account/reset/[^/]+/[^/]+/")  # opens an account to whoever has it
QUIET = ("/livez", "/readyz", "/metrics")  # asked for by machines, every few seconds


def path_in_logs(path: str) -> str:
    """The path of a request, without what would open something to whoever reads the logs."""
    return LINK.sub("/account/reset/…/", path)


@contextmanager
def request(identity: str) -> Iterator[None]:
    """A context in which what is logged goes back to this request."""
    token = current_request.set(identity)
    try:
        yield
    finally:
        current_request.reset(token)


class AddRequest(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request.get() or "-"
        return True


class Briefly(logging.Filter):
    """A filter that makes what Django suspects one line: a wrong Host comes all day, and no code erred."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = record.getMessage()[:LONGEST], ()
            record.exc_info = record.exc_text = None
        return True


class FailuresAlone(logging.Filter):
    """Of what Django says about a request only what broke: a refusal has the line of the request."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.ERROR and bool(record.exc_info)


class AsLine(logging.Formatter):
    """A line that stays one, whatever an address holds: nobody writes lines of their own into the logs."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # a traceback comes after it
        return UNPRINTED.sub(lambda found: ascii(found[0])[1:-1], super().formatMessage(record))


class AsJSON(logging.Formatter):
    """One JSON object a line: time, level, logger, message, request_id, and whatever `extra` held."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str, ensure_ascii=False)
