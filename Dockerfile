# One image for web, workers and reaper; docker-compose.yml says what each runs.
FROM python:3.11-slim AS documents
WORKDIR /site
COPY requirements/docs.txt requirements/
RUN pip install --quiet --no-cache-dir --require-hashes -r requirements/docs.txt
COPY *.md LICENSE ./
COPY docs docs
RUN python docs/build.py

FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    STATICFILES_STORAGE=whitenoise.storage.CompressedManifestStaticFilesStorage

RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent sudoku
WORKDIR /site

# Before the code, so that a change of the code does not install everything again.
COPY requirements/production.txt requirements/
RUN pip install --quiet --require-hashes -r requirements/production.txt

COPY manage.py ./
COPY sudokusite sudokusite
COPY locale locale
COPY templates templates
COPY solver solver
COPY --from=documents /site/var/documents var/documents
# Files belong to root: the site cannot change its own code.
RUN python -m compileall -q sudokusite solver \
    && python manage.py collectstatic --noinput --verbosity 0

# The exercises in the browser. Without it, or without a network here, they are texts.
RUN python -m sudokusite.local.pglite

USER sudoku
ENV WEB_BIND=0.0.0.0:8000
EXPOSE 8000
CMD ["gunicorn", "sudokusite.wsgi", "--config", "sudokusite/gunicorn.py"]
