"""A mail that was promised is sent, whatever dies: a real reaper and a real mail server."""

import threading

import pytest
from django.test import Client
from django.utils import timezone
from puzzles import ARTICLE_000
from support import MailServer, flush_redis, wait_for

from solver import engine
from solver.management.outbox import MAILS_AT_ONCE, LimitedThreads, Outbox
from solver.models import Mail, User
from solver.models.mail import TURN
from solver.queue import submission

ADDRESS = "setter@example.org"
NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def server():
    with MailServer() as server:
        yield server


@pytest.fixture
def setter(processes):
    return User.objects.create_user("setter", ADDRESS, "nine rows of nine")


def ask(address: str = ADDRESS) -> None:
    assert Client().post("/account/reset/", {"email": address}).status_code == 302


def test_mail_needs_neither_redis_nor_a_free_worker(processes, setter, server):
    for _ in range(20):
        submission.submit(engine.read(ARTICLE_000), "combos", lane="slow")
    ask()
    ask("nobody@example.org")
    flush_redis()
    processes.reaper(EMAIL_URL=server.url, REDIS_URL=NOWHERE)
    wait_for(lambda: not Mail.objects.exists())
    assert len(server.links) == 1
    (taken,) = server.taken
    assert f"To: {ADDRESS}" in taken


def test_a_killed_sender_leaves_the_mail_to_the_next_with_the_same_link(processes, setter, server):
    server.wait = 3600
    ask()
    reaper = processes.reaper(EMAIL_URL=server.url)
    wait_for(lambda: Mail.objects.filter(attempts=1).exists())
    processes.kill(reaper)
    server.wait = 0
    mail = Mail.objects.get()
    assert mail.not_before >= mail.created_at + TURN  # as long as the dead one's turn lasts
    Mail.objects.update(not_before=timezone.now())
    processes.reaper(EMAIL_URL=server.url)
    wait_for(lambda: not Mail.objects.exists())
    assert len(server.links) == 1


def test_slow_mails_wait_for_a_thread_and_not_for_webhooks(transactional_db):
    outbox, go_on = Outbox(), threading.Event()
    begun = [outbox.mails.start(lambda _pk: go_on.wait(), n) for n in range(MAILS_AT_ONCE + 1)]
    assert begun == [True] * MAILS_AT_ONCE + [False]
    done = threading.Event()
    assert outbox.webhooks.start(lambda _pk: done.set(), 0)
    wait_for(done.is_set)
    go_on.set()
    wait_for(lambda: outbox.mails.start(lambda _pk: None, 0))


def test_a_fault_frees_its_thread(transactional_db):
    threads = LimitedThreads(1)
    for _ in range(3):
        wait_for(lambda: threads.start(lambda pk: 1 // pk, 0))
