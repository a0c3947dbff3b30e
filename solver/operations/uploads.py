"""Views to which staff may send more than others send."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings

View = TypeVar("View", bound=Callable[..., Any])


def takes_uploads(view: View) -> View:
    """Mark a view to accept bodies up to UPLOAD_BYTES from staff.

    Others may send DATA_UPLOAD_MAX_MEMORY_SIZE.
    """
    view.upload_bytes = settings.UPLOAD_BYTES  # type: ignore[attr-defined]
    return view
