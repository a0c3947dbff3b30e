"""Facts of the request that a thread serves, shared by the web server's worker and the views."""

import threading

# A key of the WSGI environment: the status of an error page that is rendered once and sent to many.
DRAWN = "sudokusite.drawn"
NOBODY = ""  # an account: the token or session that was sent is not valid


class Served(threading.local):
    """The client and the account of this thread's request."""

    client = ""  # the address by `limits.address_of`, or empty outside the web server
    account: str | None = None  # of the token or session that was sent, by `price.account_name`


served = Served()
