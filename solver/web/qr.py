"""Addresses as QR codes, to open them on a phone from the screen or from paper."""

from io import BytesIO

import segno
from django.http import HttpResponse

QUIET = 4  # modules of margin, which readers need, white in both themes


def draw_qr(text: str) -> HttpResponse:
    """Return an SVG file without inline styles, which the content security policy forbids."""
    file = BytesIO()
    segno.make_qr(text, error="m").save(file, kind="svg", border=QUIET, light="#fff", omitsize=True)
    return HttpResponse(file.getvalue(), content_type="image/svg+xml")
