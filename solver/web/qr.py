"""Addresses as QR codes, for the camera of whoever stands beside the screen or holds the paper."""

from io import BytesIO

import segno
from django.http import HttpResponse

QUIET = 4  # modules around it, which readers need; white in both themes


def draw_qr(text: str) -> HttpResponse:
    """An SVG file without a style of its own: the strict policy refuses styles inside."""
    file = BytesIO()
    segno.make_qr(text, error="m").save(file, kind="svg", border=QUIET, light="#fff", omitsize=True)
    return HttpResponse(file.getvalue(), content_type="image/svg+xml")
