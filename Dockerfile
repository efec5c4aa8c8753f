# Posthorn as a container: docker build -t posthorn .   (docs/deployment.md)
FROM node:20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY scripts/build.mjs scripts/build.mjs
COPY packages packages
COPY examples examples
RUN npm ci --ignore-scripts && npm run build
# Once more, with nothing but what runs.
RUN npm ci --ignore-scripts --omit=dev --workspace posthorn

FROM node:20-bookworm-slim
# The container's own address, so that the port can be published. APP_URL and everything else comes from /app/.env or the environment.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8025
COPY --from=build /build/node_modules /opt/posthorn/node_modules
COPY --from=build /build/packages/relfield/package.json /opt/posthorn/packages/relfield/package.json
COPY --from=build /build/packages/relfield/dist /opt/posthorn/packages/relfield/dist
COPY --from=build /build/packages/sandbox/package.json /opt/posthorn/packages/sandbox/package.json
COPY --from=build /build/packages/sandbox/dist /opt/posthorn/packages/sandbox/dist
COPY --from=build /build/packages/posthorn/package.json /opt/posthorn/packages/posthorn/package.json
COPY --from=build /build/packages/posthorn/bin /opt/posthorn/packages/posthorn/bin
COPY --from=build /build/packages/posthorn/app /opt/posthorn/packages/posthorn/app
COPY --from=build /build/packages/posthorn/dist /opt/posthorn/packages/posthorn/dist
COPY deploy/health-check.mjs /opt/posthorn/deploy/health-check.mjs
# The installation: .env and app/config.
WORKDIR /app
USER node
EXPOSE 8025
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["node", "/opt/posthorn/deploy/health-check.mjs"]
CMD ["node", "/opt/posthorn/packages/posthorn/bin/posthorn.js", "serve", "--root", "/app"]
