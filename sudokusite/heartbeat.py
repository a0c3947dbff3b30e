"""A file touched by a process while it is well, for health checks to look at.

Only where HEARTBEAT_FILE names one; a Celery worker touches it with each heartbeat of its main loop.
"""

import os
from pathlib import Path
from typing import Any

from celery.signals import heartbeat_sent, worker_ready


def beat() -> None:
    name = os.environ.get("HEARTBEAT_FILE")
    if name:
        Path(name).touch()


@worker_ready.connect
@heartbeat_sent.connect
def _beat(**_: Any) -> None:
    beat()
