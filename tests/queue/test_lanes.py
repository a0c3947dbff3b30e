"""Who is next: within a lane those who ask take turns, and people come before what the site does by itself."""

import random
import uuid
from collections import Counter

import pytest
from django.db import connection, transaction
from puzzles import ALESCARGOT, ARTICLE_000, morph
from support import flush_redis, wait_for

from solver import engine
from solver.models import Job, Puzzle, Solve, User
from solver.models.statements import fetch_rows
from solver.queue import lanes, submission, tasks
from solver.queue.owners import Owner

GRID = engine.read(ARTICLE_000)
SLOW, BULK, SITE = Solve.Lane.SLOW, Solve.Lane.BULK, Solve.Lane.SITE
SERVED = (SLOW, BULK, SITE)


def stranger(number: int) -> Owner:
    return Owner(session_key=f"{number:032}", network=f"10.0.0.{number}")


def solves(owner: Owner, count: int, lane: str = SLOW) -> None:
    for _ in range(count):
        submission.submit(GRID, "combos", owner=owner, lane=lane)


def many_solves(owner: Owner, count: int, lane: str = SLOW) -> None:
    """At once, as those that a batch leaves."""
    solves(owner, 1, lane)
    like = Solve.objects.last()
    Solve.objects.bulk_create(
        Solve(
            puzzle=like.puzzle,
            method="combos",
            lane=lane,
            network=owner.network,
            session_digest=owner.session_digest,
        )
        for _ in range(count - 1)
    )


def job(owner: Owner, kind: str = "change", count: int = 100) -> Job:
    items = [str(uuid.UUID(int=at)) for at in range(count)]
    spec = {"change": "tag", "tags": ["seen"], "seed": "one"}
    return submission.submit_job(kind, items, spec=spec, owner=owner)


def taken(lane: str = SLOW, served=SERVED, is_due: bool = False):
    """Return the row that a worker takes after a message in this lane."""
    found = lanes.take(lane, served, lambda: is_due)
    return found and found.model.objects.get(pk=found.pk)


def order(count: int, lane: str = SLOW) -> str:
    """The networks of those who are served next, by their last number."""
    return " ".join(taken(lane).network.split(".")[-1] for _ in range(count))


@pytest.mark.django_db
class TestWithinALane:
    def test_newcomers_wait_only_one_turn_behind_a_thousand_solves(self):
        many_solves(stranger(1), 1_000)
        assert order(3) == "1 1 1"
        solves(stranger(2), 2)
        solves(stranger(3), 1)
        assert order(6) == "1 2 3 1 2 1"

    def test_each_owner_has_the_same_share(self):
        for number, count in ((1, 30), (2, 20), (3, 10)):
            many_solves(stranger(number), count)
        assert Counter(order(30).split()) == {"1": 10, "2": 10, "3": 10}
        assert Counter(order(20).split()) == {"1": 10, "2": 10}
        assert Counter(order(10).split()) == {"1": 10}
        assert taken() is None

    def test_newcomers_do_not_starve_an_owner_of_many_solves(self):
        many_solves(stranger(1), 20)
        for number in (2, 3, 4):
            solves(stranger(number), 1)
        served = []
        for _ in range(40):
            number = order(1)
            served.append(number)
            if number != "1":
                solves(stranger(int(number)), 1)
        assert served.count("1") >= 9

    def test_an_account_counts_as_one_from_every_address(self):
        user = User.objects.create_user("setter")
        for number in range(5):
            solves(Owner(user, f"{number:032}", f"10.0.1.{number}"), 4)
        solves(stranger(2), 2)
        owners = [taken().owner for _ in range(4)]
        assert owners == [user, None, user, None]

    def test_a_network_counts_as_one_with_every_session(self):
        for number in range(20):
            solves(Owner(session_key=f"{number:032}", network="10.0.0.1"), 1)
        solves(stranger(2), 2)
        assert order(5) == "1 2 1 2 1"

    def test_twenty_jobs_have_the_share_of_one(self):
        for _ in range(20):
            job(stranger(1))
        job(stranger(2))
        turns = []
        for _ in range(20):
            found = taken(BULK)
            turns.append(found.network)
            Job.objects.change(found.pk, found.lease_token, **QUEUED_AGAIN)
        assert Counter(turns) == {"10.0.0.1": 10, "10.0.0.2": 10}

    def test_jobs_and_solves_of_a_lane_take_turns_too(self):
        many_solves(stranger(1), 100, BULK)
        job(stranger(2))
        found = [taken(BULK) for _ in range(3)]
        assert [type(each).__name__ for each in found] == ["Solve", "Job", "Solve"]

    def test_solves_moved_to_the_slow_lane_take_turns_there(self):
        many_solves(stranger(1), 10)
        many_solves(stranger(2), 3, "interactive")
        for each in Solve.objects.filter(lane="interactive"):
            Solve.objects.filter(pk=each.pk).update(lane=SLOW)
        assert order(6) == "1 2 1 2 1 2"

    def test_a_solve_with_a_lost_lease_comes_first(self):
        solves(stranger(1), 3)
        lost = taken()
        Solve.objects.filter(pk=lost.pk).update(lease_until="2020-01-01T00:00Z")
        again = taken()
        assert (again.pk, again.attempt) == (lost.pk, 2)

    def test_waiting_before_counts_turns_and_not_rows(self):
        many_solves(stranger(1), 50)
        solves(stranger(2), 1)
        newest = Solve.objects.get(network="10.0.0.2")
        assert Solve.objects.waiting_before(newest, 100) == 1


QUEUED_AGAIN = {"status": "queued", "lease_token": None, "lease_until": None, "attempt": 0}


@pytest.mark.django_db
class TestBetweenLanes:
    @pytest.fixture
    def all_kinds(self):
        job(Owner(), "rate")
        solves(stranger(1), 1)
        job(stranger(2))

    def test_people_come_before_the_site_for_any_message(self, all_kinds):
        assert [taken(SITE).lane for _ in range(3)] == [SLOW, BULK, SITE]

    def test_slow_and_bulk_alternate_as_their_messages_come(self, all_kinds):
        assert [taken(BULK).lane for _ in range(3)] == [BULK, SLOW, SITE]

    def test_work_of_the_site_gets_its_share_when_due(self, all_kinds):
        assert taken(BULK, is_due=True).lane == BULK
        assert taken(SITE, is_due=True).lane == SITE

    def test_work_of_the_site_has_a_limit_of_running_jobs(self, settings):
        for _ in range(3):
            job(Owner(), "rate")
        assert taken(SITE).lane == SITE
        assert taken(SITE) is None
        settings.SITE_AT_ONCE = 2
        assert taken(SITE).lane == SITE
        assert taken(SITE) is None

    def test_a_worker_of_one_lane_leaves_the_others_alone(self, all_kinds):
        assert taken(SITE, served=(SITE,)).lane == SITE
        assert taken(SITE, served=(SITE,)) is None
        assert taken("interactive", served=("interactive",)) is None

    def test_only_upkeep_without_an_owner_has_the_lane_of_the_site(self, admin_user):
        kinds = ("rate", "pool", "generate", "change")
        own = {kind: job(Owner(), kind).lane for kind in kinds}
        assert own == {"rate": SITE, "pool": SITE, "generate": BULK, "change": BULK}
        assert job(Owner(admin_user), "rate").lane == BULK

    def test_work_of_the_site_stops_after_a_part_if_somebody_waits(self, settings):
        flush_redis()
        ids = [str(puzzle.pk) for puzzle in stock(40)]
        rating = submission.submit_job("rate", ids)
        solves(stranger(1), 1)
        tasks.job(str(rating.pk))
        rating.refresh_from_db()
        assert (rating.status, rating.cursor) == ("queued", 1)
        assert tasks.waiting_messages(SITE) >= 1


def stock(count: int) -> list[Puzzle]:
    rng = random.Random(5)
    lines = {morph(ARTICLE_000, rng).replace(".", "0") for _ in range(count)}
    return Puzzle.objects.bulk_create(
        Puzzle(givens=line, box=3, clue_count=26) for line in sorted(lines)
    )


COPY = """
    DO $$
    DECLARE
        like_it solver_solve;
    BEGIN
        SELECT * INTO like_it FROM solver_solve;
        FOR _ IN 2..%(count)s LOOP
            like_it.id := gen_random_uuid();
            INSERT INTO solver_solve VALUES (like_it.*);
        END LOOP;
    END $$"""


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1_000, 20_000])
def test_the_next_solve_comes_from_an_index(count):
    solves(stranger(1), 1)
    with connection.cursor() as cursor:
        cursor.execute(COPY % {"count": count})
        cursor.execute("ANALYZE solver_solve")
        plan = Solve.objects.waiting_in(SLOW)[:1].explain(analyze=True)
        assert "solve_turn" in plan
        assert "Sort" not in plan
        cursor.execute("SELECT solver_next_turn('slow', '10.0.0.1')")
        assert cursor.fetchone() == (2 * count,)


@pytest.mark.django_db(transaction=True)
def test_a_turn_planned_for_an_empty_lane_comes_from_an_index():
    scans = "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'solver_solve'"
    ask = "SELECT solver_next_turn('slow', '10.0.0.1') FROM generate_series(1, 10)"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM solver_solve")  # so it is known to have no rows
        cursor.execute(ask)
        solves(stranger(1), 1)
        with transaction.atomic():
            cursor.execute(COPY % {"count": 100})
            (before,) = fetch_rows(scans)
            cursor.execute(ask)
            assert cursor.fetchone() == (200,)
            assert fetch_rows(scans) == [before]


@pytest.mark.django_db(transaction=True)
def test_claims_of_a_worker_are_planned_once():
    """A plan that knows no status could not use the index of unfinished rows."""
    connection.close()  # a new one has prepared nothing
    solves(stranger(1), 1)
    with connection.cursor() as cursor:
        cursor.execute(COPY % {"count": 1_000})
        cursor.execute("ANALYZE solver_solve")
        for _ in range(15):
            assert taken()
        cursor.execute(
            "SELECT name, generic_plans FROM pg_prepared_statements WHERE statement LIKE 'WITH%'"
        )
        ((name, planned_for_all),) = cursor.fetchall()
        assert planned_for_all > 2
        cursor.execute(f"EXPLAIN EXECUTE \"{name}\" ('{uuid.uuid4()}')")
        assert "solve_turn" in str(cursor.fetchall())


@pytest.mark.django_db(transaction=True)
def test_a_worker_goes_on_when_a_migration_changes_a_column():
    solves(stranger(1), 20)
    for _ in range(8):
        assert taken()
    change = "ALTER TABLE solver_solve ALTER method TYPE varchar({})"
    try:
        with connection.cursor() as cursor:
            cursor.execute(change.format(21))
        assert taken()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(change.format(20))
    assert taken()


def test_an_import_preview_starts_beside_running_ratings(processes, admin_user):
    """Real workers, two of them, and ten jobs of rating that came first."""
    puzzles = [str(puzzle.pk) for puzzle in stock(400)]
    for at in range(10):
        submission.submit_job("rate", puzzles[40 * at : 40 * at + 40], spec={"er": True})
    for _ in range(2):
        processes.worker(",".join(SERVED), JOB_TURN_SECONDS="0.5")
    wait_for(Job.objects.filter(kind="rate", done__gt=0).exists)
    rng = random.Random(6)
    lines = [morph(ALESCARGOT, rng) for _ in range(60)]
    preview = submission.submit_job("import", lines, owner=Owner(admin_user))
    assert preview.lane == BULK
    wait_for(lambda: Job.objects.filter(pk=preview.pk, status="paused").exists())
    preview.refresh_from_db()
    rated_before = Job.objects.filter(kind="rate", finished_at__lt=preview.started_at)
    assert rated_before.count() < 10
    begun_meanwhile = Job.objects.filter(
        kind="rate", started_at__range=(preview.created_at, preview.started_at)
    )
    assert begun_meanwhile.count() <= 2  # a turn of each worker, if the site's own work was due
