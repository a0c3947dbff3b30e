"""`Idempotency-Key`: the same request sent again gets the same solve, and is not done a second time."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework import status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request

from solver.models import IdempotencyKey
from solver.operations.limits import client_of

LONGEST = 200
KEPT = timedelta(days=1)


class UsedOtherwise(APIException):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_detail = "This Idempotency-Key was used for another request."
    default_code = "idempotency_key_reused"


def once(request: Request, do: Callable[[], str]) -> str:
    """The answer of `do`, the address of what it made, when a request with this key was first done."""
    key = request.headers.get("Idempotency-Key")
    if not key:
        return do()
    if len(key) > LONGEST or "\0" in key:
        raise ValidationError({"Idempotency-Key": [f"at most {LONGEST} characters are taken"]})
    client, digest = client_of(request), _digest(request)
    known = IdempotencyKey.objects.filter(client=client, key=key)
    try:
        with transaction.atomic():
            IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
            # Whoever comes at the same moment waits here for the first one's commit.
            mine = IdempotencyKey.objects.create(client=client, key=key, digest=digest, location="")
            mine.location = do()
            mine.save(update_fields=["location"])
            return mine.location
    except IntegrityError:
        earlier = known.first()
        if earlier is None:
            raise
    if earlier.digest != digest:
        raise UsedOtherwise
    return earlier.location


def _digest(request: Request) -> str:
    said = json.dumps([request.path, request.data], sort_keys=True)
    return hashlib.sha256(said.encode(errors="surrogatepass")).hexdigest()
