# The table server with its pages. Build: docker build -t allaboard . Run: docker run -p 8000:8000 -v games:/data allaboard
FROM node:20-slim AS client
WORKDIR /build
COPY client client
RUN mkdir -p src/allaboard/server && cd client && npm ci && npm run build

FROM python:3.12-slim
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=client /build/src/allaboard/server/static src/allaboard/server/static
RUN pip install --no-cache-dir ".[scale]" && useradd --create-home --uid 1000 allaboard && mkdir /data && chown allaboard /data
USER allaboard
# compile the rules once, so that the first table does not wait for it
RUN python -c "from allaboard.server.app import warm_up; warm_up()"
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=2)"
ENV ALLABOARD_DB=sqlite:////data/tables.db
CMD ["allaboard", "serve", "--host", "0.0.0.0", "--port", "8000"]
