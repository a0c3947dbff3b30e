"""How gunicorn serves the site; what differs between machines comes from the environment."""

import os
import select

from sudokusite.arriving import Worker


class LeavesNobodyBehind(Worker):
    """Answers all who have connected by the time it stops, and refuses later ones, who may try again.

    gunicorn's own keeps the socket open while it ends its last requests: who connects meanwhile is
    taken by nobody, and cut off when it closes.
    """

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                while select.select([listener], [], [], 0)[0]:
                    self.accept(listener)
                listener.close()


bind = os.environ.get("WEB_BIND", "127.0.0.1:8000")
worker_class = LeavesNobodyBehind
workers = int(os.environ.get("WEB_WORKERS", "2"))
threads = int(os.environ.get("WEB_THREADS", "4"))
timeout = 30
graceful_timeout = 15
accesslog = os.environ.get("WEB_ACCESS_LOG") or None  # "-" is standard output
loglevel = "warning"
# Whatever a request says about its origin, only Django listens, and only when told (NUM_PROXIES).
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
control_socket_disable = True  # nobody asks it anything
