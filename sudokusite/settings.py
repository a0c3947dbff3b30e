"""Settings, all read from the environment (or `.env`), with defaults that are safe on one machine.

While `make run` is up it leaves the addresses of its services in `var/services.env`, so that every
`manage.py` command in this folder finds the same database and queue.
"""

from pathlib import Path

import environ
from csp.constants import NONE, SELF

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")
environ.Env.read_env(BASE_DIR / "var" / "services.env")

# --- Django ---------------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
# Without SECRET_KEY only what needs no secret runs: `manage.py solve`, tests of the engine, the build.
SECRET_KEY = env.str("SECRET_KEY", default="")
# Earlier ones, which still count for who comes back, and sign nothing new.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
ROOT_URLCONF = "sudokusite.urls"
WSGI_APPLICATION = "sudokusite.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "solver.User"
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "sign-in", "solves", "home"

INSTALLED_APPS = [
    "sudokusite.apps.DeskConfig",  # Django's admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "solver",
    "sudokusite",
]

MIDDLEWARE = [
    # What puts headers on answers comes first, so that static files and refusals have them too.
    "solver.middleware.headers.SecurityHeadersMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "solver.middleware.api_headers.ApiHeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "solver.middleware.requests.RequestLogMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "solver.middleware.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "solver.middleware.accounts.ExpiringAuthenticationMiddleware",
    "solver.middleware.request_limits.RequestLimitsMiddleware",  # before the CSRF check, which reads the body
    "django.middleware.csrf.CsrfViewMiddleware",
    "solver.middleware.accounts.PasswordThrottleMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "solver.middleware.deadlines.DeadlineMiddleware",  # around the views alone
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"boards": "solver.boards.markup", "parts": "solver.web.fragment_cache"},
        },
    },
]

# No rule about what a password is made of: length is what counts (ASVS 6.2.5).
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "German")]
FORMAT_MODULE_PATH = "sudokusite.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs our files
# The documents, at /docs/ where `make docs` had built them when the site started.
BUILT = BASE_DIR / "var" / "documents"
WHITENOISE_ROOT = BUILT if (BUILT / "docs").exists() else None
WHITENOISE_INDEX_FILE = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": env.str(
            "STATICFILES_STORAGE", default="django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
# Served straight from the apps' folders unless collected: `make run` needs no build step.
WHITENOISE_USE_FINDERS = env.bool("STATICFILES_FROM_SOURCE", default=not STATIC_ROOT.exists())

# --- Pages that are kept, in each process ------------------------------------------------------------
KEPT_PAGES = env.int("KEPT_PAGES", default=200)
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "pages": {  # see solver/web/page_cache.py; some 100 kB each, the least asked for goes first
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 3600 if KEPT_PAGES else 0,
        "OPTIONS": {"MAX_ENTRIES": KEPT_PAGES},
    },
}

# --- Security -------------------------------------------------------------------------------------
HTTPS = env.bool("HTTPS", default=False)
# Each of them overwrites X-Forwarded-Proto and adds to X-Forwarded-For; 0: neither is believed.
NUM_PROXIES = env.int("NUM_PROXIES", default=0)
SECURE_SSL_REDIRECT = HTTPS
# A program sent on to https would never notice that its token went by in the clear: the guard refuses it.
SECURE_REDIRECT_EXEMPT = [r"^api/", r"^metrics$", r"^livez$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if NUM_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
if HTTPS:
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-language"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # not one more cookie
CSRF_FAILURE_VIEW = "solver.middleware.errors.csrf_failure"
# Whether a domain is put on the browsers' preload list is for its owner to say.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a visitor's past solves hang on it
STAFF_SESSION_HOURS = env.int("STAFF_SESSION_HOURS", default=12)  # since the sign-in, used or not
DATA_UPLOAD_MAX_MEMORY_SIZE = env.int("BODY_BYTES", default=1_000_000)

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- PostgreSQL -----------------------------------------------------------------------------------
DATABASES = {}
if env.str("DATABASE_URL", default=""):
    database = env.db_url("DATABASE_URL")
    DATABASES["default"] = database | {
        "CONN_MAX_AGE": env.int("CONN_MAX_AGE", default=60),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 3,
            "tcp_user_timeout": 3000,  # ms, where a network swallows everything
            # Compiling takes longer than any of our questions.
            "options": "-c jit=off -c statement_timeout=5s -c lock_timeout=2s"
            " -c idle_in_transaction_session_timeout=10s",
        }
        | database.get("OPTIONS", {}),  # what the address says itself: `?sslmode=require`
    }

# A database of its own, on any server, for methods that run as SQL (docker/sets.sql makes it); empty: none do.
SETS_DATABASE_URL = env.str("SETS_DATABASE_URL", default="")
SETS_STATEMENT_SECONDS = env.float("SETS_STATEMENT_SECONDS", default=5.0)  # by the clock

# --- Redis and Celery -----------------------------------------------------------------------------
# The row in PostgreSQL is the promise, so sending a message may fail quickly and quietly.
REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = REDIS_URL or "redis://127.0.0.1:1/0"  # a closed port: fails at once
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 10,  # the reaper looks as well
    "unacked_restore_throttle": 1,
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    "socket_keepalive": True,
    "health_check_interval": 5,  # a worker listening to a dead connection finds out in some 15 s
}
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for Redis as long as it takes
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 0
}  # `tasks.enqueue` knows when a second try helps
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = (
    True  # attempts are counted in the database, so this cannot loop
)
# Then the process of a task is killed, which has hung: work ends by nodes, long before that on the slowest
# machine. Celery's soft limit is never set (docs/decisions/0021).
TASK_SECONDS = env.int("TASK_SECONDS", default=600)
CELERY_TASK_TIME_LIMIT = TASK_SECONDS
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_DB_REUSE_MAX = CELERY_WORKER_MAX_TASKS_PER_CHILD  # over one connection: all of a child's
# KB at its largest moment: beyond them another takes its place after its task. The site itself is some 105,000,
# and the dearest solves, ratings, orders and batches bring it to 128,000.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 200_000
# MB that one task may take beside that; an item that asks for more is set aside.
TASK_MEMORY_MB = env.int("TASK_MEMORY_MB", default=400)
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Five queues, one for each lane (solver/queue/lanes.py). A message in one says that something waits there.
# Queues are made when first used.
CELERY_TASK_DEFAULT_QUEUE = "interactive"

# --- The promise ----------------------------------------------------------------------------------
LEASE_SECONDS = env.int("LEASE_SECONDS", default=15)  # renewed every second while work goes on
# Puzzles of the library that are kept for each technique, so that a wish is answered at once; 0 for none.
POOL_PER_TECHNIQUE = env.int("POOL_PER_TECHNIQUE", default=10)
REAPER_PERIOD = env.int("REAPER_PERIOD", default=5)  # seconds between two looks
MAX_ATTEMPTS = env.int("MAX_ATTEMPTS", default=3)  # then a solve ends as failed, with its reason
JOB_TURN_SECONDS = env.float("JOB_TURN_SECONDS", default=2.0)  # then others in the lane have theirs
# How many solves and jobs of the site's own are at work at once: one fewer than the processes of worker-bulk.
SITE_AT_ONCE = env.int("SITE_AT_ONCE", default=1)
SITE_SHARE_SECONDS = env.int(
    "SITE_SHARE_SECONDS", default=30
)  # for a turn of them while people wait
MOST_MESSAGES = env.int("MOST_MESSAGES", default=500)  # in a queue, for the reaper to add to it

# --- What work may cost: what is stored ends by nodes, the same on every machine; what answers a request also
# by seconds of the processor. A node is a guess of the exact count, or as much work of anything else (25 µs).
SOLVE_NODES = env.int("SOLVE_NODES", default=400_000)  # of the method
SOLVE_ITERATIONS = env.int("SOLVE_ITERATIONS", default=5_000)
SOLVE_HISTORY_BYTES = env.int(
    "SOLVE_HISTORY_BYTES", default=5_000_000
)  # before they are compressed
VERIFY_STEPS = env.bool("VERIFY_STEPS", default=True)  # of the ladder, before they are carried out
SOLVE_SOLUTIONS = env.int("SOLVE_SOLUTIONS", default=1_000)  # kept with the solve
VERDICT_NODES = env.int("VERDICT_NODES", default=50_000)  # of the exact count
RATING_NODES = env.int(
    "RATING_NODES", default=250_000
)  # of a puzzle's rating, by each of two measures
REQUEST_SECONDS = env.float("REQUEST_SECONDS", default=0.3)  # of all searches within one request
BATCH_PUZZLES = env.int("BATCH_PUZZLES", default=10_000)
ANSWER_SECONDS = env.float("ANSWER_SECONDS", default=0.15)  # a form waits for its solve
TURN_SECONDS = env.float("TURN_SECONDS", default=0.1)  # of the processor, in the interactive lane

IMPORT_LINES = env.int("IMPORT_LINES", default=1_000_000)  # of one import into the library

# --- Mail: links for forgotten passwords, and nothing else ------------------------------------------
# `smtp+tls://name:password@mail.example:587`; without it mails stand in the output of the reaper.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="sudoku@localhost")
EMAIL_TIMEOUT = 10  # seconds; a thread of the reaper waits for it
PASSWORD_RESET_TIMEOUT = 3600  # seconds, for which a link is good

# --- Operations -------------------------------------------------------------------------------------
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # beside staff, who may read /metrics
FORGET_AFTER_DAYS = env.int("FORGET_AFTER_DAYS", default=0)  # anonymous history; 0: never

# --- Limits: `120/minute`, for one client; empty is none -------------------------------------------
LIMIT_REQUESTS = env.str("LIMIT_REQUESTS", default="1200/minute")  # of any kind, an address
LIMIT_SUBMISSIONS = env.str("LIMIT_SUBMISSIONS", default="120/minute")  # that may change something
# Milliseconds of the web's processors, for one account, and for all strangers of an address.
LIMIT_PROCESSOR = env.str("LIMIT_PROCESSOR", default="14000/minute")
LIMIT_PASSWORDS = env.str("LIMIT_PASSWORDS", default="10/15 minutes")  # wrong ones, for one name
# Right or wrong, for any name: each costs half a second of the processor.
LIMIT_PASSWORDS_ADDRESS = env.str("LIMIT_PASSWORDS_ADDRESS", default="100/15 minutes")
LIMIT_REPORTS = env.str("LIMIT_REPORTS", default="10/hour")  # of published solves
LIMIT_MAILS = env.str("LIMIT_MAILS", default="5/hour")  # to one address, whoever asks for them
UPLOAD_BYTES = env.int("UPLOAD_BYTES", default=100_000_000)  # of an import
UNPACKED_CHARACTERS = env.int("UNPACKED_CHARACTERS", default=200_000)  # of a compressed puzzle
BOARD_SIZE = env.int("BOARD_SIZE", default=25)  # rows of the largest board that is taken
UNFINISHED_SOLVES = env.int("UNFINISHED_SOLVES", default=1_000)  # of an owner
UNFINISHED_JOBS = env.int("UNFINISHED_JOBS", default=20)
# Threads of a web process that may wait at once: for what happens, for a solve, for a slow reader.
HELD = max(1, env.int("WEB_THREADS", default=4) // 2)
HELD_BY_ONE = max(1, int(HELD * env.float("WEB_SHARE", default=0.5)))  # by one client

# --- API --------------------------------------------------------------------------------------------
# Whose pages may ask the API from a browser, with tokens and never with cookies: `https://notes.example`, or *.
CORS_ORIGINS = env.list("CORS_ORIGINS", default=[])
# Webhooks may be addresses of this network too, without TLS: where all who have accounts may reach it.
WEBHOOKS_INSIDE = env.bool("WEBHOOKS_INSIDE", default=False)
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["solver.api.parsing.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "solver.api.access.BearerAuthentication",
        "solver.api.access.SameSiteSessionAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["solver.api.access.SubmissionThrottle"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "solver.api.errors.explain",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "URL_FORMAT_OVERRIDE": None,  # there is JSON alone, and a parameter that is not described is refused
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Sudoku by sets",
    "VERSION": "1",
    "DESCRIPTION": "Solve Sudoku by sets, and read back every iteration: what was placed and removed, and why.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "SolveStatus": "solver.models.Solve.Status",
        "JobStatus": "solver.models.Job.Status",
        "OptionKind": "solver.api.response_serializers.OPTION_KINDS",
        "NoticeKind": "solver.api.response_serializers.NOTICE_KINDS",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request": {"()": "solver.operations.logs.AddRequest"},
        "briefly": {"()": "solver.operations.logs.Briefly"},
        "failures": {"()": "solver.operations.logs.FailuresAlone"},
    },
    "formatters": {
        "line": {
            "()": "solver.operations.logs.AsLine",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s",
        },
        "json": {"()": "solver.operations.logs.AsJSON"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if env.bool("LOG_JSON", default=False) else "line",
            "filters": ["request", "briefly"],
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    # Celery announces every task, and `recording` says more of each.
    "loggers": {
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "django.request": {"filters": ["failures"]},
    },
}
