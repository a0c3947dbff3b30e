"""Logging with the id of a request on every line that it causes.

A request gets an id. Its solve stores the id in its row, and the worker of the solve logs with it. The broker's
messages do not carry it, so it survives lost and repeated messages.
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
LONGEST = 200  # characters of text from clients
UNPRINTED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
LINK = re.compile("^/account/reset/[^/]+/[^/]+/")  # a secret that opens an account
QUIET = ("/livez", "/readyz", "/metrics")  # requested by machines every few seconds


def path_in_logs(path: str) -> str:
    """Return the path of a request without secrets, such as the token of a link."""
    return LINK.sub("/account/reset/…/", path)


@contextmanager
def request(identity: str) -> Iterator[None]:
    """Log everything in this context with the id of this request."""
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
    """Shorten Django's security errors to one line of a warning. Wrong hosts are frequent, and no bug."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = record.getMessage()[:LONGEST], ()
            record.exc_info = record.exc_text = None
        return True


class FailuresAlone(logging.Filter):
    """Pass only records of exceptions. Refused requests have their line in the request log."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.ERROR and bool(record.exc_info)


class AsLine(logging.Formatter):
    """Write a message as one line, with control characters escaped: clients cannot forge log lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # a traceback comes after it
        return UNPRINTED.sub(lambda match: ascii(match[0])[1:-1], super().formatMessage(record))


class AsJSON(logging.Formatter):
    """Write one JSON object a line: time, level, logger, message, request_id and the keys of `extra`."""

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
