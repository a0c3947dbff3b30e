"""deploy/kubernetes says what docker-compose.yml says."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from composing import SECRETS, SITE

from sudokusite.local.run import PROCESSES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
MANIFESTS = {
    f"{manifest['kind']} {manifest['metadata']['name']}": manifest
    for path in sorted(FOLDER.rglob("*.yaml"))
    for manifest in yaml.safe_load_all(path.read_text())
}
OLDEST, NEWEST = "1.29", "1.37"  # versions of Kubernetes


def pod_of(name: str) -> dict[str, Any]:
    kind = "Job" if name == "migrate" else "Deployment"
    return MANIFESTS[f"{kind} {name}"]["spec"]["template"]["spec"]


def container_of(name: str) -> dict[str, Any]:
    (container,) = pod_of(name)["containers"]
    return container


def plain_values(container: dict[str, Any]) -> dict[str, str]:
    return {each["name"]: each["value"] for each in container["env"] if "value" in each}


def secrets_of(container: dict[str, Any]) -> set[str]:
    """The secrets that a container has, each by its name; none comes with all others."""
    assert container["envFrom"] == [{"configMapRef": {"name": "sudokusite"}}]
    named = [each for each in container["env"] if "valueFrom" in each]
    for each in named:
        assert each["valueFrom"]["secretKeyRef"]["key"] == each["name"]
    return {each["name"] for each in named}


def seconds(words: str) -> int:
    return int(words.removesuffix("s"))


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifests_follow_the_schema_of_kubernetes(name):
    """108 MB of schemas, so it is no requirement: `pip install kubernetes-validate`."""
    schemas = pytest.importorskip("kubernetes_validate")
    for version in (OLDEST, NEWEST):
        schemas.validate(MANIFESTS[name], version, strict=True)


@pytest.mark.parametrize("name", PROCESSES)
def test_pods_run_the_commands_of_compose(name):
    assert container_of(name)["command"] == shlex.split(COMPOSE[name]["command"])


def test_job_migrates_by_the_commands_of_compose():
    assert container_of("migrate")["command"] == COMPOSE["migrate"]["command"]


@pytest.mark.parametrize("name", sorted(PROCESSES.keys() - {"web"}))
def test_probes_run_the_health_checks_of_compose(name):
    container, asked = container_of(name), COMPOSE[name]["healthcheck"]
    shell = asked["test"][1].replace("$$", "$")
    assert container["readinessProbe"] == {
        "exec": {"command": ["sh", "-c", shell]},
        "periodSeconds": seconds(asked["interval"]),
        "timeoutSeconds": seconds(asked["timeout"]),
        "failureThreshold": asked["retries"],
    }
    assert container["livenessProbe"]["exec"] == container["readinessProbe"]["exec"]
    file = COMPOSE[name]["environment"]["HEARTBEAT_FILE"]
    assert plain_values(container) == {"HEARTBEAT_FILE": file}


def test_readiness_probe_of_web_uses_an_allowed_host():
    probe = container_of("web")["readinessProbe"]["httpGet"]
    assert probe["path"] in str(COMPOSE["web"]["healthcheck"]["test"])
    hosts = MANIFESTS["ConfigMap sudokusite"]["data"]["ALLOWED_HOSTS"].split(",")
    assert {header["value"] for header in probe["httpHeaders"]} <= set(hosts)


def test_service_leads_to_the_pages():
    service = MANIFESTS["Service web"]["spec"]
    labels = MANIFESTS["Deployment web"]["spec"]["template"]["metadata"]["labels"]
    assert service["selector"] == labels
    assert service["ports"][0]["targetPort"] in [p["name"] for p in container_of("web")["ports"]]
    assert plain_values(container_of("web")) == {"WEB_BIND": "0.0.0.0:8000"}


@pytest.mark.parametrize("name", [*PROCESSES, "migrate"])
def test_pods_have_no_privilege_beyond_compose(name):
    pod = pod_of(name)
    user = re.search(r"useradd .*--uid (\d+)", (ROOT / "Dockerfile").read_text())
    assert user
    assert pod["securityContext"]["runAsUser"] == int(user[1])
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["automountServiceAccountToken"] is False
    for container in [*pod.get("initContainers", []), *pod["containers"]]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["limits"]["memory"] == "2Gi"
        assert container["volumeMounts"] == [
            {"name": "tmp", "mountPath": COMPOSE[name]["tmpfs"][0]}
        ]


@pytest.mark.asvs("13.3.1")
@pytest.mark.parametrize("name", SITE)
def test_each_pod_gets_the_secrets_of_compose(name):
    """There PostgreSQL and Redis are services of ours, here an address holds the password."""
    addresses = {"POSTGRES_PASSWORD": "DATABASE_URL", "REDIS_PASSWORD": "REDIS_URL"}
    addresses |= {"SETS_PASSWORD": "SETS_DATABASE_URL"}
    wanted = {addresses.get(secret, secret) for secret in SECRETS[name]}
    assert secrets_of(container_of(name)) == wanted


@pytest.mark.parametrize("name", PROCESSES)
def test_pods_wait_for_migrations_and_have_time_to_stop(name):
    pod = pod_of(name)
    waiting = pod["initContainers"][0]
    assert waiting["command"] == ["python", "manage.py", "migrate", "--check", "--skip-checks"]
    assert secrets_of(waiting) == {"DATABASE_URL"}
    assert pod["terminationGracePeriodSeconds"] == seconds(COMPOSE[name]["stop_grace_period"])


@pytest.mark.parametrize("name", ["ConfigMap sudokusite", "Secret sudokusite"])
def test_manifests_name_only_documented_settings(name):
    manifest = MANIFESTS[name]
    explained = re.findall(r"^(?:# )?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert (manifest.get("data") or manifest["stringData"]).keys() <= set(explained)
