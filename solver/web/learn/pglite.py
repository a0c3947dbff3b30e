"""PostgreSQL for the browser (PGlite): its files, which set-up fetches, and the worker that runs it.

A worker obeys the policy of its own answer, so only that answer lets WebAssembly run.
"""

import re
from pathlib import Path

from csp.decorators import csp_update
from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

VERSION = "0.5.16"
NAME = re.compile(r"(?:index|chunk-\w+)\.js|pglite\.(?:wasm|data)|initdb\.wasm")
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".data": "application/octet-stream"}
YEAR = 365 * 24 * 3600


def folder() -> Path:
    return Path(settings.BASE_DIR) / "var" / "pglite" / VERSION


def is_there() -> bool:
    """Return whether set-up has fetched PGlite."""
    return (folder() / "index.js.gz").exists()


@require_safe
def file(request: HttpRequest, version: str, name: str) -> HttpResponseBase:
    """Send a file of PGlite as it was compressed at set-up. It never changes."""
    path = folder() / f"{name}.gz"
    if version != VERSION or not NAME.fullmatch(name) or not path.exists():
        raise Http404("no such file of PGlite")
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse("This file is sent compressed alone.", status=406)
    response = FileResponse(path.open("rb"), content_type=TYPES[Path(name).suffix])
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(path.stat().st_size)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@csp_update({"script-src": ["'wasm-unsafe-eval'"]})  # type: ignore[arg-type]
@require_safe
def worker(request: HttpRequest, version: str) -> HttpResponse:
    """Send the script in which PGlite runs."""
    if version != VERSION:
        raise Http404("no such version of PGlite")
    response = render(
        request, "solver/pglite_worker.js", {"version": version}, content_type="text/javascript"
    )
    response.headers["Cache-Control"] = "no-cache"
    return response
