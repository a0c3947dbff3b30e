"""Webhooks of an account: addresses that get a message when a batch is over."""

from uuid import UUID

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.models import Webhook
from solver.webhooks.safe_http import problem_with

from .access import account_of
from .editing import Conflict
from .openapi import described
from .request_serializers import RequestSerializer
from .response_serializers import NewWebhook, WebhookPage, WebhookShape
from .responses import created


class WebhookAddress(RequestSerializer):
    """The address of a webhook."""

    address = serializers.CharField(max_length=500, help_text="It begins with `https://`.")

    def validate_address(self, address: str) -> str:
        if problem := problem_with(address):
            raise serializers.ValidationError(problem)
        return address


class Webhooks(APIView):
    """Your webhooks. POST an address to create one. Its secret is shown only then."""

    @described("Your webhooks", {200: WebhookPage})
    def get(self, request: Request) -> Response:
        return Response(WebhookPage.of({"next": None, "results": webhooks_of(request)}))

    @described(
        "Make a webhook; its secret is told this once",
        {201: NewWebhook},
        takes=WebhookAddress,
        example={"address": "https://solver.example/sudoku"},
    )
    def post(self, request: Request) -> Response:
        address = WebhookAddress.read(request)["address"]
        made = Webhook.objects.make(account_of(request, "webhooks"), address)
        if made is None:
            raise Conflict(f"an account has {Webhook.MOST} webhooks at most; delete one first")
        return created(NewWebhook.of(made))


class WebhookDetail(APIView):
    """A webhook and its last messages."""

    @described("A webhook, and what it was told last", {200: WebhookShape})
    def get(self, request: Request, pk: UUID) -> Response:
        return Response(WebhookShape.of(get_object_or_404(webhooks_of(request), pk=pk)))

    @described("Delete a webhook: it is told nothing more", {204: None})
    def delete(self, request: Request, pk: UUID) -> Response:
        get_object_or_404(webhooks_of(request), pk=pk).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


def webhooks_of(request: Request) -> QuerySet[Webhook]:
    """Return the webhooks of the caller's account. Raise PermissionDenied if the caller has none."""
    return Webhook.objects.filter(owner=account_of(request, "webhooks"))
