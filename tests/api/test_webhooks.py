"""A program is told when its batch is over, at an address of its own, and can tell that it was us."""

import ipaddress
import re
import socket
import ssl
import subprocess
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.db.models import F
from django.test import Client
from puzzles import ARTICLE_000
from support import PATIENCE, ROOT

from solver.jobs import running
from solver.jobs.solving import LATER
from solver.models import Delivery, Job, Solve, Token, User, Webhook
from solver.webhooks import delivery, safe_http

pytestmark = pytest.mark.django_db
JSON = "application/json"
HOOKS, BATCHES = "/api/v1/webhooks/", "/api/v1/batches/"


class Receiver(ThreadingHTTPServer):
    """What listens: it keeps what it is told, and answers as it is told to, at last with 204."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Ear)
        self.heard, self.answers = [], []
        self.address = f"http://127.0.0.1:{self.server_port}/sudoku?from=site"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()


class Ear(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.path, self.headers, body))
        status, more = self.server.answers.pop(0) if self.server.answers else (204, {})
        self.send_response(status)
        for name, value in more.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """On a busy machine a receiver may answer late."""
    for name in ("SECONDS", "STEP_SECONDS"):
        monkeypatch.setattr(safe_http, name, PATIENCE)


@pytest.fixture
def receiver():
    with Receiver() as server:
        yield server
        server.shutdown()


@pytest.fixture
def inside(settings):
    settings.WEBHOOKS_INSIDE = True


def tell():
    """Tell what is to be told, as the reaper does; returns how many addresses were tried."""
    due = delivery.due_webhooks()
    for webhook_id in due:
        delivery.deliver(webhook_id)
    return len(due)


def program(name="setter"):
    user, _is_new = User.objects.get_or_create(username=name)
    return Client(headers={"Authorization": f"Bearer {Token.objects.make(user, 'script')[1]}"})


def make(client, address):
    answer = client.post(HOOKS, {"address": address}, JSON)
    assert answer.status_code == 201, answer.content
    return answer.json()


def begin(client, hook, puzzles=(ARTICLE_000,)):
    body = {"puzzles": list(puzzles), "method": "rules", "webhook": hook["id"]}
    answer = client.post(BATCHES, body, JSON)
    assert answer.status_code == 202, answer.content
    return answer.json()


def end(batch):
    while running.run(batch["id"]):
        pass


def end_pause(since=timedelta(days=1)):
    Webhook.objects.update(not_before=F("not_before") - since)


def delivery_of(client, hook):
    return client.get(hook["url"]).json()["deliveries"][0]


def verify_of_the_document():
    """The lines of docs/api.md by which a program finds out whether it was us."""
    lines = re.search(r"```python\n(.*?)```", (ROOT / "docs/api.md").read_text(), re.DOTALL)[1]
    there = {}
    exec(lines, there)
    return there["verify"]


@pytest.mark.usefixtures("inside")
class TestDelivery:
    def test_sends_a_signed_event_at_the_end_of_a_batch(self, receiver):
        client = program()
        hook = make(client, receiver.address)
        batch = begin(client, hook)
        tell()
        assert (receiver.heard, delivery_of(client, hook)["state"]) == ([], "unfinished")
        end(batch)
        assert tell() == 1
        [(path, headers, body)] = receiver.heard
        assert path == "/sudoku?from=site"
        verify = verify_of_the_document()
        told = verify(hook["secret"], headers, body)
        assert told["type"] == "batch.over"
        assert told["data"] == {"batch": batch["id"], "status": "finished", "total": 1}
        with pytest.raises(ValueError, match="signature"):
            verify(hook["secret"], headers, body.replace(b"finished", b"failed"))
        headers.replace_header("webhook-timestamp", str(int(headers["webhook-timestamp"]) - 600))
        with pytest.raises(ValueError, match="old"):
            verify(hook["secret"], headers, body)
        known = delivery_of(client, hook)
        assert (known["state"], known["attempts"], known["failure"]) == ("sent", 1, None)
        assert tell() == 0

    def test_waits_for_solves_beyond_their_time_slice(self, receiver, settings):
        settings.TURN_SECONDS = 0
        client = program()
        hook = make(client, receiver.address)
        batch = begin(client, hook)
        end(batch)
        assert Job.objects.get().counts == {LATER: 1}
        tell()
        assert receiver.heard == []
        Solve.objects.update(status="failed", failure="fault")
        tell()
        assert len(receiver.heard) == 1

    def test_sends_the_status_cancelled(self, receiver):
        client = program()
        hook = make(client, receiver.address)
        client.delete(begin(client, hook)["url"])
        tell()
        assert b'"cancelled"' in receiver.heard[0][2]

    def test_retries_after_a_pause_under_the_same_id(self, receiver):
        client = program()
        hook = make(client, receiver.address)
        receiver.answers = [(500, {}), (503, {})]
        end(begin(client, hook))
        end(begin(client, hook))
        tell()
        tell()  # its pause is not over
        assert len(receiver.heard) == 1
        found = Webhook.objects.get()
        assert (found.failures, found.pause) == (1, timedelta(seconds=30))
        end_pause()
        tell()
        assert Webhook.objects.get().pause == timedelta(minutes=2)
        assert {each.failure for each in Delivery.objects.all()} == {"", "it answered: 503"}
        end_pause()
        tell()  # and the other one at once, as it listens again
        ids = [headers["webhook-id"] for _path, headers, _body in receiver.heard]
        assert len(ids) == 4
        assert len(set(ids[:3])) == 1
        assert Webhook.objects.get().failures == 0
        assert {each.state for each in Delivery.objects.all()} == {"sent"}

    def test_gives_up_after_a_day(self, receiver):
        client = program()
        hook = make(client, receiver.address)
        receiver.answers = [(500, {})]
        end(begin(client, hook))
        tell()
        end_pause()
        Delivery.objects.update(due_at=F("due_at") - timedelta(days=1))
        assert tell() == 0
        known = delivery_of(client, hook)
        assert (known["state"], known["failure"]) == ("given-up", "it answered: 500")

    @pytest.mark.asvs("1.3.6")
    def test_follows_no_redirect(self, receiver):
        client = program()
        hook = make(client, receiver.address)
        receiver.answers = [(307, {"Location": receiver.address})]
        end(begin(client, hook))
        tell()
        assert len(receiver.heard) == 1
        assert delivery_of(client, hook)["failure"] == "it answered: 307"

    def test_skips_a_webhook_that_another_process_has_claimed(self, receiver):
        client = program()
        hook = make(client, receiver.address)
        end(begin(client, hook))
        delivery._ripen()
        assert Webhook.objects.claim(hook["id"])
        delivery.deliver(Webhook.objects.get().pk)
        assert receiver.heard == []
        end_pause(timedelta(seconds=31))  # whoever had it is gone
        tell()
        assert len(receiver.heard) == 1

    def test_sends_nothing_to_a_deleted_webhook(self, receiver):
        client = program()
        hook = make(client, receiver.address)
        batch = begin(client, hook)
        assert client.delete(hook["url"]).status_code == 204
        end(batch)
        assert (tell(), Job.objects.count()) == (0, 1)


class TestOwnership:
    def test_shows_the_secret_only_in_the_first_answer(self):
        client = program()
        hook = make(client, "https://solver.example/sudoku")
        assert hook["secret"].startswith("whsec_")
        for address in (HOOKS, hook["url"]):
            assert hook["secret"][6:] not in client.get(address).content.decode()

    def test_belongs_to_an_account(self, client):
        answer = client.post(HOOKS, {"address": "https://solver.example/"}, JSON)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")

    def test_hides_webhooks_from_other_accounts(self):
        hook = make(program(), "https://solver.example/sudoku")
        other = program("other")
        assert other.get(HOOKS).json()["results"] == []
        for verb in (other.get, other.delete):
            assert verb(hook["url"]).status_code == 404
        batch = {"puzzles": [ARTICLE_000], "webhook": hook["id"]}
        for client in (other, Client()):
            answer = client.post(BATCHES, batch, JSON)
            assert answer.status_code in (400, 403)
        assert (Job.objects.count(), Webhook.objects.count()) == (0, 1)

    def test_limits_the_webhooks_of_an_account(self, monkeypatch):
        monkeypatch.setattr(Webhook, "MOST", 1)
        client = program()
        make(client, "https://solver.example/sudoku")
        answer = client.post(HOOKS, {"address": "https://solver.example/"}, JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


WRONG = {
    "http://solver.example/": "https://",
    "https:///sudoku": "https://",
    "ftp://solver.example/": "https://",
    "https://me:secret@solver.example/": "password",
    "https://solver.example:99999/": "not an address",
    "https://solver.example/a b": "spaces",
    "https://sölver.example/": "xn--",
    "https://127.0.0.1/": "not public",
    "https://[::1]:8000/": "not public",
    "https://169.254.169.254/latest/meta-data/": "not public",
}
INSIDE = """0.0.0.0 10.1.2.3 100.64.0.1 100.100.100.200 127.0.0.1 168.63.129.16 169.254.169.254 172.16.0.1
192.0.0.192 192.168.1.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255
:: ::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 64:ff9b::a00:1
2002:a00:1:: 2001:0:a00:1:: fc00::1 fd00:ec2::254 fe80::1 ff02::1 2001:db8::1 3fff::1 ::7f00:1"""


class TestTarget:
    @pytest.mark.parametrize("address", WRONG)
    def test_rejects_all_but_public_ones(self, address):
        answer = program().post(HOOKS, {"address": address}, JSON)
        assert answer.status_code == 400
        assert WRONG[address] in answer.json()["errors"]["address"][0]

    def test_tells_private_networks_from_public_ones(self):
        assert [a for a in INSIDE.split() if safe_http.is_public(ipaddress.ip_address(a))] == []
        for public in ("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1"):
            assert safe_http.is_public(ipaddress.ip_address(public))

    @pytest.mark.asvs("1.3.6")
    def test_rejects_names_of_private_addresses(self, receiver, monkeypatch):
        """Also where one of several is, or it is written as a number that is none: 2130706433."""
        name = receiver.server_port
        for found in ("127.0.0.1", "::1", "10.0.0.1"):
            monkeypatch.setattr(safe_http.socket, "getaddrinfo", resolver([["1.1.1.1", found]]))
            with pytest.raises(safe_http.Unreachable, match="not public"):
                safe_http.post(f"https://solver.example:{name}/", b"{}", {})
        monkeypatch.undo()
        with pytest.raises(safe_http.Unreachable, match="not public"):
            safe_http.post(f"https://2130706433:{name}/", b"{}", {})
        assert receiver.heard == []

    @pytest.mark.asvs("1.3.6")
    def test_connects_to_the_checked_ip_address(self, monkeypatch):
        """A name may mean another machine a moment later."""
        monkeypatch.setattr(safe_http.socket, "getaddrinfo", resolver([["1.1.1.1"], ["127.0.0.1"]]))
        asked = []

        def connect(_socket, at):
            asked.append(at)
            raise ConnectionRefusedError

        monkeypatch.setattr(safe_http.socket.socket, "connect", connect)
        with pytest.raises(safe_http.Unreachable, match="no connection"):
            safe_http.post("https://solver.example/", b"{}", {})
        assert asked == [("1.1.1.1", 443)]

    @pytest.mark.asvs("1.3.6")
    @pytest.mark.usefixtures("inside")
    def test_needs_a_certificate_of_the_name(self, tmp_path, monkeypatch):
        key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
        make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
        names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        files = ["-keyout", key, "-out", certificate]
        subprocess.run([*make.split(), *names, *files], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        with Receiver() as server:
            server.socket = context.wrap_socket(server.socket, server_side=True)
            at = f"{server.server_port}/"
            with pytest.raises(safe_http.Unreachable, match="its certificate"):
                safe_http.post(f"https://localhost:{at}", b"{}", {})
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            with pytest.raises(safe_http.Unreachable, match="its certificate"):
                safe_http.post(f"https://127.0.0.1:{at}", b"{}", {})
            assert server.heard == []
            assert safe_http.post(f"https://localhost:{at}", b"{}", {}) == 204
            server.shutdown()

    @pytest.mark.asvs("1.3.6")
    @pytest.mark.usefixtures("inside")
    def test_times_out_on_an_answer_that_drips(self, monkeypatch):
        monkeypatch.setattr(safe_http, "SECONDS", 0.2)
        over = threading.Event()
        with socket.create_server(("127.0.0.1", 0)) as server:

            def drip():
                ear, _at = server.accept()
                with ear:
                    ear.sendall(b"HTTP/1.1 ")
                    while not over.wait(0.01):
                        ear.sendall(b"2")

            thread = threading.Thread(target=drip, daemon=True)
            thread.start()
            with pytest.raises(safe_http.Unreachable, match="no answer in time"):
                safe_http.post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
            over.set()
            thread.join()


def resolver(answers):
    """A name that means these addresses, one list after the other."""

    def found(_host, port, **_kind):
        return [(socket.AF_INET, 1, 6, "", (each, port)) for each in answers.pop(0)]

    return lambda host, port, **kind: found(host, port, **kind)


def test_signature_equals_that_of_the_specification():
    """An example of Standard Webhooks' own."""
    message = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
    signed = delivery.signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", *message)
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
