"""Settings, read from the environment or `.env`, with defaults that are safe on one machine.

While `make run` is running, `var/services.env` has the addresses of its services, so that every `manage.py`
command in this folder uses the same database and queue.
"""

from pathlib import Path

import environ
from csp.constants import NONE, SELF

from .languages import languages_of

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")
environ.Env.read_env(BASE_DIR / "var" / "services.env")

# --- Django ---------------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
# Without SECRET_KEY only commands without secrets run: `manage.py solve`, tests of the engine, the build.
SECRET_KEY = env.str("SECRET_KEY", default="")
# Earlier keys, which still verify old signatures, but sign nothing new.
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
    "solver",
    "sudokusite",
]

MIDDLEWARE = [
    # Middleware that sets headers comes first, so that static files and refusals have them too.
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
    "solver.middleware.languages.theme_middleware",
    "django.middleware.common.CommonMiddleware",
    "solver.middleware.accounts.ExpiringAuthenticationMiddleware",
    "solver.middleware.request_limits.RequestLimitsMiddleware",  # before the CSRF check, which reads the body
    "django.middleware.csrf.CsrfViewMiddleware",
    "solver.middleware.accounts.PasswordThrottleMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "solver.middleware.before_views.AskedAgainMiddleware",  # in place of views
    "solver.middleware.before_views.DeadlineMiddleware",  # around the views alone
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

# No rule for the characters of a password, only for its length (ASVS 6.2.5).
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = languages_of(BASE_DIR / "locale")
FORMAT_MODULE_PATH = "sudokusite.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
THEMES = ("light", "dark")  # without a choice a page is as the visitor's system is
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
WHITENOISE_ALLOW_ALL_ORIGINS = False  # other sites need none of our files
# The documents at /docs/, if `make docs` has built them before the site starts.
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
# Served from the apps' folders unless they were collected, so development needs no build step.
WHITENOISE_USE_FINDERS = env.bool("STATICFILES_FROM_SOURCE", default=not STATIC_ROOT.exists())

# --- Cached pages, in each process ----------------------------------------------------------------
KEPT_PAGES = env.int("KEPT_PAGES", default=200)
in_process = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
kept = {"TIMEOUT": 3600 if KEPT_PAGES else 0, "OPTIONS": {"MAX_ENTRIES": KEPT_PAGES}}
CACHES = {
    "default": in_process,
    "pages": in_process | kept | {"LOCATION": "pages"},  # about 10 kB each
    "etags": in_process | kept | {"LOCATION": "etags"},  # of public pages
}

# --- Security -------------------------------------------------------------------------------------
HTTPS = env.bool("HTTPS", default=False)
# Each proxy overwrites X-Forwarded-Proto and appends to X-Forwarded-For. With 0 both are ignored.
NUM_PROXIES = env.int("NUM_PROXIES", default=0)
SECURE_SSL_REDIRECT = HTTPS
# RequestLimitsMiddleware refuses these: a redirected program would not notice that its token was readable.
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
THEME_COOKIE_NAME = "theme"
if HTTPS:
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-language"
    THEME_COOKIE_NAME = "__Host-theme"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # avoids another cookie
CSRF_FAILURE_VIEW = "solver.middleware.errors.csrf_failure"
# The owner of a domain decides whether it is on the browsers' HSTS preload list.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a visitor's past solves depend on it
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
        "manifest-src": [SELF],
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
        "ENGINE": "sudokusite.database",
        "CONN_MAX_AGE": env.int("CONN_MAX_AGE", default=60),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 3,
            "tcp_user_timeout": 3000,  # ms, for networks that drop packets silently
            # Executions before a statement of a `prepared_cursor` is prepared. Through a pooler that changes
            # sessions none is.
            "prepare_threshold": None if database.get("DISABLE_SERVER_SIDE_CURSORS") else 5,
            # JIT compilation takes longer than any of our queries.
            "options": "-c jit=off -c statement_timeout=5s -c lock_timeout=2s"
            " -c idle_in_transaction_session_timeout=10s",
        }
        | database.get("OPTIONS", {}),  # from the address, for example `?sslmode=require`
    }

# A separate database for methods that run as SQL (docker/sets.sql creates it). Without it none can.
SETS_DATABASE_URL = env.str("SETS_DATABASE_URL", default="")
SETS_STATEMENT_SECONDS = env.float("SETS_STATEMENT_SECONDS", default=5.0)  # wall-clock time

# --- Redis and Celery -----------------------------------------------------------------------------
# A message only says that rows wait in PostgreSQL, so publishing may fail quickly and silently.
REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = REDIS_URL or "redis://127.0.0.1:1/0"  # a closed port, so it fails at once
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # What a worker has received is only in its memory. The reaper sends again what a killed one had.
    "ack_emulation": False,
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    "socket_keepalive": True,
    "health_check_interval": 5,  # a worker notices a dead connection within about 15 s
}
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for Redis forever
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 0}  # `tasks.enqueue` retries by itself
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True  # cannot loop, because the database counts attempts
# Seconds until a hanging process is killed. Work has limits in nodes and ends long before that on the slowest
# machine. Celery's soft limit is never set (docs/decisions/0021).
TASK_SECONDS = env.int("TASK_SECONDS", default=600)
CELERY_TASK_TIME_LIMIT = TASK_SECONDS
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Seconds until a new process of a pool that does not start is killed. Celery's own four are too few where other
# work has the processors: each new process would be killed like the one before.
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 60
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_DB_REUSE_MAX = CELERY_WORKER_MAX_TASKS_PER_CHILD  # all tasks of a process share a connection
# KB of peak memory after which a process is replaced. The site itself takes about 105,000, and 128,000 with the
# most expensive solves, ratings, orders and batches. Below `make run` it begins at 120,000, nearly all shared.
# What it has written to since is its own, and a new fork shares it again.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 150_000
# MB that a task may take in addition. An item that needs more is set aside.
TASK_MEMORY_MB = env.int("TASK_MEMORY_MB", default=400)
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Five queues, one for each lane (solver/queue/lanes.py). A message says that work waits there.
CELERY_TASK_DEFAULT_QUEUE = "interactive"

# --- Leases and queues ----------------------------------------------------------------------------
LEASE_SECONDS = env.int("LEASE_SECONDS", default=15)  # renewed every second during the work
# Puzzles in stock for each technique, so that a request is answered at once. 0 for none.
POOL_PER_TECHNIQUE = env.int("POOL_PER_TECHNIQUE", default=50)
REAPER_PERIOD = env.int("REAPER_PERIOD", default=5)  # seconds between two checks
MAX_ATTEMPTS = env.int("MAX_ATTEMPTS", default=3)  # then a solve has failed
JOB_TURN_SECONDS = env.float("JOB_TURN_SECONDS", default=2.0)  # then others have a turn
# Solves and jobs of the site itself that run at once (one fewer than the processes of worker-bulk), and the
# seconds between two of their turns.
SITE_AT_ONCE = env.int("SITE_AT_ONCE", default=1)
SITE_SHARE_SECONDS = env.int("SITE_SHARE_SECONDS", default=30)  # while people wait
MOST_MESSAGES = env.int("MOST_MESSAGES", default=500)  # in a queue before the reaper adds no more

# --- Limits of work -------------------------------------------------------------------------------
# Stored results are limited in nodes, the same on every machine, and answers to requests also in CPU seconds.
# A node is a guess of the exact count, or the same amount of other work (25 µs).
SOLVE_NODES = env.int("SOLVE_NODES", default=400_000)  # of the method
SOLVE_ITERATIONS = env.int("SOLVE_ITERATIONS", default=5_000)
SOLVE_HISTORY_BYTES = env.int("SOLVE_HISTORY_BYTES", default=5_000_000)  # before compression
VERIFY_STEPS = env.bool("VERIFY_STEPS", default=True)  # of the ladder, before they are applied
SOLVE_SOLUTIONS = env.int("SOLVE_SOLUTIONS", default=1_000)  # stored with the solve
VERDICT_NODES = env.int("VERDICT_NODES", default=50_000)  # of the exact count
# Nodes of a rating; Sudoku Explainer's 16 times that.
RATING_NODES = env.int("RATING_NODES", default=250_000)
REQUEST_SECONDS = env.float("REQUEST_SECONDS", default=0.3)  # CPU time of all searches of a request
BATCH_PUZZLES = env.int("BATCH_PUZZLES", default=10_000)
ANSWER_SECONDS = env.float("ANSWER_SECONDS", default=0.15)  # that a form waits for its solve
TURN_SECONDS = env.float("TURN_SECONDS", default=0.1)  # CPU time of a turn in the interactive lane

IMPORT_LINES = env.int("IMPORT_LINES", default=1_000_000)  # of one import into the library

# --- Mail, only for forgotten passwords -----------------------------------------------------------
# For example, `smtp+tls://name:password@mail.example:587`. Without it the reaper prints the mails.
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="sudoku@localhost")
EMAIL_TIMEOUT = 10  # seconds that a thread of the reaper waits
PASSWORD_RESET_TIMEOUT = 3600  # seconds that a link is valid

# --- Operations -------------------------------------------------------------------------------------
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # lets programs read /metrics, like staff
FORGET_AFTER_DAYS = env.int("FORGET_AFTER_DAYS", default=0)  # anonymous solves, 0 for never

# --- Limits of one client, for example `120/minute`, or empty for none ------------------------------
LIMIT_REQUESTS = env.str("LIMIT_REQUESTS", default="1200/minute")  # by network address
LIMIT_SUBMISSIONS = env.str("LIMIT_SUBMISSIONS", default="120/minute")  # that may change something
# Milliseconds of CPU time of the web processes, for an account, and for all anonymous clients of an address.
LIMIT_PROCESSOR = env.str("LIMIT_PROCESSOR", default="14000/minute")
LIMIT_PASSWORDS = env.str("LIMIT_PASSWORDS", default="10/15 minutes")  # wrong ones for one name
# Right or wrong, for any name. Each costs half a second of CPU time.
LIMIT_PASSWORDS_ADDRESS = env.str("LIMIT_PASSWORDS_ADDRESS", default="100/15 minutes")
LIMIT_REPORTS = env.str("LIMIT_REPORTS", default="10/hour")  # of published solves
LIMIT_MAILS = env.str("LIMIT_MAILS", default="5/hour")  # to one mail address, from any client
UPLOAD_BYTES = env.int("UPLOAD_BYTES", default=100_000_000)  # of an import
UNPACKED_CHARACTERS = env.int("UNPACKED_CHARACTERS", default=200_000)  # of a compressed puzzle
BOARD_SIZE = env.int("BOARD_SIZE", default=25)  # rows of the largest board that is accepted
UNFINISHED_SOLVES = env.int("UNFINISHED_SOLVES", default=1_000)  # of an owner
UNFINISHED_JOBS = env.int("UNFINISHED_JOBS", default=20)
# Threads of a web process that may wait at once: for events, for a solve, for a slow client.
HELD = max(1, env.int("WEB_THREADS", default=4) // 2)
HELD_BY_ONE = max(1, int(HELD * env.float("WEB_SHARE", default=0.5)))  # by one client

# --- API --------------------------------------------------------------------------------------------
# Sites whose pages may use the API with tokens, never with cookies: `https://notes.example`, or *.
CORS_ORIGINS = env.list("CORS_ORIGINS", default=[])
# Accept webhooks in this network and without TLS, if all accounts may access it.
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
    "URL_FORMAT_OVERRIDE": None,  # only JSON exists, and `format` is an unknown parameter
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Sudoku by sets",
    "VERSION": "1",
    "DESCRIPTION": "Solve Sudoku by sets, and read back every iteration: what was placed and removed, and why.",
    "SERVERS": [{"url": "/", "description": "This site"}],
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
    # Celery logs every task, and our own lines say more.
    "loggers": {
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "django.request": {"filters": ["failures"]},
    },
}
