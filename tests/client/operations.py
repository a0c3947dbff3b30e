"""What a program does with a client made from the description; `python -m tests.client` runs it.

Each answer comes as an object of the client's: what is asked of it here is asked by name, so a field that is
missing or of another kind ends this. A line of output an operation, with what it answered.
"""

import base64
import hashlib
import hmac
import importlib
import json
import os
import pkgutil
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import sudoku_by_sets_client.api
from sudoku_by_sets_client import AuthenticatedClient, Client, models

PUZZLE = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
SMALL = "0030040002001000"
STALLED = "500000002000560073090200005003008400068000730004100800300001060680092000400000007"
ANOTHER = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
MODULES = {
    module.name.rpartition(".")[2]: module.name
    for module in pkgutil.walk_packages(
        sudoku_by_sets_client.api.__path__, "sudoku_by_sets_client.api."
    )
    if not module.ispkg
}
client = AuthenticatedClient(base_url=os.environ["SITE"], token=os.environ["TOKEN"], timeout=60)


def do(operation: str, *args: Any, status: int = 200, **kwargs: Any) -> Any:
    """The answer of an operation, as the object that the description says it is."""
    answer = importlib.import_module(MODULES[operation]).sync_detailed(
        *args, client=client, **kwargs
    )
    assert answer.status_code == status, (operation, answer.status_code, answer.content)
    if status != 204:
        assert answer.parsed is not None, (operation, answer.content)
    print(f"{operation}: {status} {type(answer.parsed).__name__}")
    return answer.parsed


def lines(operation: str, url: str) -> list[str]:
    """Those of an answer that the client has no objects for; asked for by its own connection, token and all."""
    with client.get_httpx_client().stream("GET", url) as answer:
        found = [line for line in answer.iter_lines() if line]
    assert answer.status_code == 200, (operation, answer.status_code)
    print(f"{operation}: 200 {len(found)} lines")
    return found


def last_event(operation: str, url: str) -> Any:
    *_before, data = (line for line in lines(operation, url) if line.startswith("data: "))
    return json.loads(data.removeprefix("data: "))


def until(look: Any, is_over: Any) -> Any:
    """The first answer of which that is true."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        found = look()
        if is_over(found):
            return found
        time.sleep(0.3)
    raise AssertionError("nothing came of it")


def solving() -> None:
    body = models.NewSolveRequest(puzzle=PUZZLE, method=models.MethodEnum.RULES)
    made = do("solve_list_post", body=body, wait=10, status=202)
    solve = until(lambda: do("solve_detail_get", made.id, wait=10), lambda s: s.finished_at)
    assert solve.iteration_count > 0
    assert last_event("solve_events_get", f"{solve.url}events/")["status"] == "finished"
    story = do("iteration_list_get", solve.id)
    assert len(story.results) == solve.iteration_count, story.next_
    assert story.results[0].steps is not None
    assert do("solve_story_get", solve.id).solutions == solve.solutions
    change = models.PatchedSolveChangeRequest(
        note="by a program", is_favourite=True, visibility=models.VisibilityEnum.PUBLIC
    )
    assert do("solve_detail_patch", solve.id, body=change).note == "by a program"
    found = do("solve_list_get", favourite=1, verdict=models.SolveListGetVerdict.UNIQUE)
    assert solve.id in {each.id for each in found.results}
    wrong = do("solve_list_post", body=models.NewSolveRequest(puzzle="nothing"), status=400)
    assert (wrong.code, "puzzle" in wrong.errors) == ("invalid", True)

    body = models.NewSolveRequest(puzzle=STALLED, method=models.MethodEnum.COMBOS)
    stalled = do("solve_list_post", body=body, wait=10, status=202)
    until(lambda: do("solve_detail_get", stalled.id, wait=10), lambda s: s.finished_at)
    went_on = do("going_on_post", stalled.id, status=202)
    assert until(
        lambda: do("solve_detail_get", went_on.id, wait=10), lambda s: s.finished_at
    ).solutions
    do("solve_detail_delete", went_on.id, status=204)

    compared = do("comparison_post", body=models.PuzzleTextRequest(puzzle=SMALL), status=202)
    ids = ",".join(str(each.id) for each in compared.results)
    do("comparison_get", solves=ids)


def batches() -> None:
    heard: list[tuple[Any, bytes]] = []

    class Ear(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append((self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    hook = do("webhooks_post", body=models.WebhookAddressRequest(address=address), status=201)
    assert [each.id for each in do("webhooks_get").results] == [hook.id]
    body = models.NewBatchShapeRequest(
        puzzles=[PUZZLE, SMALL, "0" * 81], method=models.MethodEnum.RULES, webhook=hook.id
    )
    batch = do("batch_list_post", body=body, status=202)
    until(lambda: do("batch_detail_get", batch.id), lambda b: b.finished == b.total)
    page = do("batch_solves_get", batch.id)
    assert [each.item for each in page.results] == [1, 2, 3]
    told_by_line = [json.loads(line) for line in lines("batch_results_get", batch.results_url)]
    assert [each["verdict"] for each in told_by_line] == [each.verdict for each in page.results]
    assert last_event("batch_events_get", f"{batch.url}events/")["finished"] == 3
    ((headers, told),) = until(lambda: list(heard), bool)
    key = base64.b64decode(hook.secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + told
    expected = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert json.loads(told)["data"]["batch"] == str(batch.id)
    known = until(
        lambda: do("webhook_detail_get", hook.id), lambda w: w.deliveries[0].state == "sent"
    )
    assert known.deliveries[0].batch == batch.id
    do("webhook_detail_delete", hook.id, status=204)
    more = do(
        "batch_list_post", body=models.NewBatchShapeRequest(puzzles=[SMALL] * 500), status=202
    )
    do("batch_detail_delete", more.id)


def library() -> None:
    puzzle = do("puzzle_list_post", body=models.NewPuzzleRequest(puzzle=ANOTHER), status=201)
    said = models.PatchedPuzzleChangeRequest(title="Few", tags=["few", "old"], is_published=True)
    assert do("puzzle_detail_patch", puzzle.id, body=said).tags == ["few", "old"]
    assert do("puzzle_detail_get", puzzle.id).clue_count == 17
    sizes = [models.PuzzleListGetSizeItem("9")]
    order = models.PuzzleListGetOrder.FEWEST
    assert do("puzzle_list_get", tag="few", order=order, size=sizes).results[0].id == puzzle.id
    assert do("daily_puzzle_list_get").day

    new = models.NewCollectionRequest(title="A shelf", slug="a-shelf")
    do("collection_list_post", body=new, status=201)
    do("collection_puzzles_put", "a-shelf", body=models.PuzzlesRequest(puzzles=[puzzle.id]))
    change = models.PatchedCollectionChangeRequest(description="One of them", is_published=True)
    assert do("collection_detail_patch", "a-shelf", body=change).description == "One of them"
    assert do("collection_detail_get", "a-shelf").slug == "a-shelf"
    assert "a-shelf" in {each.slug for each in do("collection_list_get").results}

    text = f"{PUZZLE}\n{SMALL}\n12\n"
    job = do("import_list_post", body=models.NewImportRequest(text=text), status=202)
    until(lambda: do("job_detail_get", job.id), lambda j: j.status == models.JobStatus.PAUSED)
    rows = do("job_report_get", job.id, fate="wrong").results
    assert len(rows) == 1
    do("job_move_post", job.id, models.JobMovePostMove.RESUME)
    over = until(lambda: do("job_detail_get", job.id), lambda j: j.finished_at)
    assert over.status == models.JobStatus.FINISHED, over
    again = do("import_list_post", body=models.NewImportRequest(text=text), status=202)
    until(lambda: do("job_detail_get", again.id), lambda j: j.status == models.JobStatus.PAUSED)
    gone = do("job_move_post", again.id, models.JobMovePostMove.CANCEL)
    assert gone.status == models.JobStatus.CANCELLED, gone
    assert job.id in {each.id for each in do("job_list_get").results}
    do("collection_detail_delete", "a-shelf", status=204)
    do("puzzle_detail_delete", puzzle.id, status=204)


def own_collections() -> None:
    own = do("own_collections_post", body=models.TitleRequest(title="Mine"), status=201)
    put = models.NewPuzzleRequest(puzzle=PUZZLE)
    puzzle = do("own_puzzles_post", own.slug, body=put, status=201)
    assert [each.id for each in do("own_puzzles_get", own.slug).results] == [puzzle.id]
    do("own_collection_detail_patch", own.slug, body=models.PatchedTitleRequest(title="Ours"))
    assert do("own_collection_detail_get", own.slug).title == "Ours"
    assert len(do("own_collections_get").results) == 1
    do("own_puzzle_delete", own.slug, puzzle.id, status=204)
    do("own_collection_detail_delete", own.slug, status=204)


def helping() -> None:
    hint = do("hints_post", body=models.HintAskedRequest(puzzle=PUZZLE, stage=3))
    assert (hint.technique, bool(hint.step.why)) == (hint.step.technique, True)
    game = models.GameAskedRequest(puzzle=PUZZLE, values="5" + PUZZLE[1:])
    assert do("checks_post", body=game).kind == models.NoticeKind.WRONG
    why = models.WhyAskedRequest(puzzle=PUZZLE, candidate="r1c5=9")
    assert do("whys_post", body=why).text
    steps = do("step_list_post", body=models.StepsAskedRequest(puzzle=PUZZLE))
    assert steps.is_whole
    assert steps.steps
    assert "combos" in {each.name for each in do("method_list_get")}
    assert len(do("technique_list_get")) > 50


def orders() -> None:
    wish = models.NewOrderRequest(
        count=2, size=models.SizeEnum.VALUE_4, tags=["to-order"], publish=True
    )
    job = do("order_list_post", body=wish, status=202)
    over = until(lambda: do("job_detail_get", job.id), lambda j: j.finished_at)
    assert over.status == models.JobStatus.FINISHED, over
    assert len(do("puzzle_list_get", tag="to-order").results) == 2


def rating() -> None:
    """Puzzles of the library are rated in the background, and say so."""
    body = models.NewImportRequest(text=STALLED, at_once=True, publish=True)
    job = do("import_list_post", body=body, status=202)
    until(lambda: do("job_detail_get", job.id), lambda j: j.finished_at)

    def kept() -> Any:
        return do("puzzle_list_get", q=STALLED).results

    puzzle = until(kept, lambda found: found and found[0].rating)[0]
    assert puzzle.rating.score > 0
    print(f"rated: {puzzle.rating.level}, {puzzle.rating.score}")


if __name__ == "__main__":
    assert do("way_in_get").webhooks == "/api/v1/webhooks/"
    stranger = Client(base_url=os.environ["SITE"])
    refused = importlib.import_module(MODULES["webhooks_get"]).sync_detailed(client=stranger)
    assert (refused.status_code, refused.parsed.code) == (403, "forbidden")
    for operations in (solving, batches, library, own_collections, orders, helping, rating):
        operations()
