# Posthorn as a container: docker build -t posthorn .   (docs/deployment.md)
FROM node:20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY scripts scripts
COPY packages packages
COPY examples examples
RUN npm ci --ignore-scripts && npm run build
# Once more, with nothing but what runs.
RUN npm ci --ignore-scripts --omit=dev --workspace posthorn
RUN node scripts/collect-runtime.mjs runtime

FROM node:20-bookworm-slim
# The container's own address, so that the port can be published. APP_URL and everything else comes from /app/.env or the environment.
# MALLOC_ARENA_MAX: what threads have freed goes back to the system. --max-semi-space-size: so do the values of an answer that has gone out.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8025 MALLOC_ARENA_MAX=2
COPY --from=build /build/runtime /opt/posthorn
COPY deploy/health-check.mjs /opt/posthorn/deploy/health-check.mjs
# The installation: .env and app/config.
WORKDIR /app
USER node
EXPOSE 8025
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["node", "/opt/posthorn/deploy/health-check.mjs"]
CMD ["node", "--max-semi-space-size=4", "/opt/posthorn/packages/posthorn/bin/posthorn.js", "serve", "--root", "/app"]
