# One image per Node process. SERVICE is gateway, auth, projects or storage; FOLDER is where it lives.
#   docker build -f infra/docker/service.Dockerfile --build-arg SERVICE=auth --build-arg FOLDER=services/auth .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/transport/package.json libs/transport/
COPY libs/service-kit/package.json libs/service-kit/
COPY libs/testing/package.json libs/testing/
COPY services/auth/package.json services/auth/
COPY services/projects/package.json services/projects/
COPY services/storage/package.json services/storage/
COPY gateway/package.json gateway/
COPY frontend/package.json frontend/
COPY infra/package.json infra/
COPY tests/package.json tests/
COPY bench/package.json bench/

FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json .swcrc nx.json ./
COPY libs libs
COPY services services
COPY gateway gateway
RUN npx nx run-many -t build --projects=@studiolo/auth,@studiolo/projects,@studiolo/storage,@studiolo/gateway

FROM manifests AS dependencies
ARG SERVICE
# npm would install a workspace's development package that another workspace ships; so the manifests lose theirs.
RUN npm pkg delete devDependencies --workspaces --include-workspace-root \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=@studiolo/${SERVICE} --include-workspace-root=false

FROM ${NODE_IMAGE} AS run
ARG FOLDER
# One arena: see infra/stack/services.ts.
ENV NODE_ENV=production OPS_PORT=9100 TMPDIR=/var/studiolo MALLOC_ARENA_MAX=1
WORKDIR /app
# Folder for uploads in progress; a volume, so that it is writable with a read-only root file system.
RUN mkdir /var/studiolo && chown 1000:1000 /var/studiolo
# Manifests and packages; a package is inside a workspace that needs another version of it.
COPY --from=dependencies /app ./
COPY --from=build /app/libs/contracts/dist libs/contracts/dist
COPY --from=build /app/libs/transport/dist libs/transport/dist
COPY --from=build /app/libs/service-kit/dist libs/service-kit/dist
COPY --from=build /app/${FOLDER}/dist ${FOLDER}/dist
COPY infra/docker/healthcheck.mjs ./
USER 1000
WORKDIR /app/${FOLDER}
EXPOSE 9100
VOLUME /var/studiolo
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=6 CMD ["node", "/app/healthcheck.mjs"]
# A small young generation keeps an idle process small; see infra/stack/services.ts.
CMD ["node", "--max-semi-space-size=8", "--import", "@studiolo/service-kit/source-maps", "dist/main.js"]
