"""What the thread that serves a request knows of it, from the web server's worker to the views and back."""

import threading

# A key of the WSGI environment: the status of a refusal that is only drawn, to be sent to many.
DRAWN = "sudokusite.drawn"
NOBODY = ""  # for an account: what was sent opens none


class Served(threading.local):
    """Of the request that this thread is at."""

    client = ""  # the address, as `limits.address_of` says it; empty outside the web server
    account: str | None = None  # whose token or session was sent, as `price.account_name` says it


served = Served()
