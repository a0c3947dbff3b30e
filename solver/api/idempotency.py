"""`Idempotency-Key`: a request that is sent again returns what the first one made.

A key belongs to an account or a browser session. It is refused, and not ignored, from a caller without
either: several of them may share an address and send the same key, and each would rely on it.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from rest_framework import status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request

from solver.models import IdempotencyKey
from solver.queue.owners import Owner

Made = TypeVar("Made", bound=Model)
LONGEST = 200
KEPT = timedelta(days=1)


class KeyReused(APIException):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_detail = "This Idempotency-Key was used for another request."
    default_code = "idempotency_key_reused"


class Gone(APIException):
    status_code = status.HTTP_410_GONE
    default_detail = "What was made with this Idempotency-Key has been deleted since."
    default_code = "gone"


def once(
    request: Request, owner: Owner, rows: QuerySet[Made], do: Callable[[], list[Made]]
) -> list[Made]:
    """Call `do` once for each `Idempotency-Key` of an owner, and return the rows that it made.

    If the key was sent before, return the rows of the first call as they are now, looked up in `rows`. Call
    `do` each time if there is no key. Raise Gone if a row was deleted since: a repeated request must not be
    done twice. Raise KeyReused if the key came with another request, and ValidationError if the key is not
    accepted.
    """
    key = request.headers.get("Idempotency-Key")
    if not key:
        return do()
    if not owner.is_somebody:
        message = "a key belongs to an owner: send a token along, or no key"
        raise ValidationError({"Idempotency-Key": [message]})
    if len(key) > LONGEST or "\0" in key:
        raise ValidationError({"Idempotency-Key": [f"at most {LONGEST} characters are taken"]})
    digest = _digest(request)
    keys = IdempotencyKey.objects.filter(client=owner.name, key=key)
    try:
        with transaction.atomic():
            IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
            # A concurrent request with the same key waits here for the first one's commit.
            new = IdempotencyKey.objects.create(
                client=owner.name, key=key, digest=digest, location=""
            )
            made = do()
            new.location = ",".join(str(row.pk) for row in made)
            new.save(update_fields=["location"])
            return made
    except IntegrityError:
        earlier = keys.first()
        if earlier is None:
            raise
    if earlier.digest != digest:
        raise KeyReused
    ids = earlier.location.split(",")
    existing = {str(row.pk): row for row in rows.filter(pk__in=ids)}
    if len(existing) < len(ids):
        raise Gone
    return [existing[pk] for pk in ids]


def _digest(request: Request) -> str:
    content = json.dumps([request.path, request.data], sort_keys=True)
    return hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest()
