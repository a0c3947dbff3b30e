"""What the thread that serves a request knows of it, from the web server's worker to the views and back."""

import threading

# A key of the WSGI environment: the status of a refusal that is only drawn, to be sent to many.
DRAWN = "sudokusite.drawn"
NOBODY = 0  # for an account: what was sent opens none


class Served(threading.local):
    """Of the request that this thread is at."""

    client = ""  # the address, as `limits.address_of` says it; empty outside the web server
    account: int | None = None  # the one whose token or session was sent, NOBODY, or not asked for


served = Served()
