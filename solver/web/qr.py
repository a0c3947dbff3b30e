"""Addresses as QR codes, to open them on a phone from the screen or from paper."""

from io import BytesIO

import segno
from django.http import HttpResponse

QUIET = 4  # modules of margin, which readers need, white in both themes


def draw_qr(text: str) -> HttpResponse:
    """Return a response with the QR code of a text, as SVG without inline styles.

    The content security policy forbids these.
    """
    file = BytesIO()
    segno.make_qr(text, error="m").save(file, kind="svg", border=QUIET, light="#fff", omitsize=True)
    return HttpResponse(file.getvalue(), content_type="image/svg+xml")
