# The table server with its pages. Build: docker build -t allaboard . Run: docker run -p 8000:8000 -v games:/data allaboard
FROM python:3.12-slim AS cores
WORKDIR /build
COPY pyproject.toml hatch_build.py constraints.txt README.md LICENSE ./
COPY src src
RUN pip install --no-cache-dir -c constraints.txt -e . && python -m allaboard.core /built

FROM node:20-slim AS client
WORKDIR /build
COPY client client
COPY --from=cores /built client/src/core/built
COPY src/allaboard/messages src/allaboard/messages
COPY src/allaboard/games src/allaboard/games
RUN cd client && npm install --no-save --no-audit --no-fund && npm run build

FROM python:3.12-slim
WORKDIR /app
COPY pyproject.toml hatch_build.py constraints.txt README.md LICENSE ./
COPY src src
COPY --from=client /build/src/allaboard/server/static src/allaboard/server/static
RUN pip install --no-cache-dir -c constraints.txt ".[scale,push]" && useradd --create-home --uid 1000 allaboard && mkdir /data && chown allaboard /data
USER allaboard
# compile the rules and the bots once, so that the first table does not wait for it
RUN allaboard warm
EXPOSE 8000
STOPSIGNAL SIGTERM
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD python -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/ready', timeout=2)"
ENV ALLABOARD_DB=sqlite:////data/tables.db ALLABOARD_HOST=0.0.0.0 ALLABOARD_PORT=8000
CMD ["allaboard", "serve"]
