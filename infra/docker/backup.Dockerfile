# `npm run backup` and `npm run restore`, with the services' migrations that a restore makes the tables by.
#   docker build -f infra/docker/backup.Dockerfile .
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
# npm installs a workspace's development package when another workspace ships it; so it is not told of any.
RUN npm pkg delete devDependencies --workspaces --include-workspace-root \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --include-workspace-root=false --workspace=@studiolo/infra --workspace=@studiolo/auth --workspace=@studiolo/projects --workspace=@studiolo/storage

FROM ${NODE_IMAGE} AS run
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app ./
COPY --from=build /app/libs/contracts/dist libs/contracts/dist
COPY --from=build /app/libs/transport/dist libs/transport/dist
COPY --from=build /app/libs/service-kit/dist libs/service-kit/dist
COPY --from=build /app/services/auth/dist services/auth/dist
COPY --from=build /app/services/projects/dist services/projects/dist
COPY --from=build /app/services/storage/dist services/storage/dist
COPY infra/stack infra/stack
COPY infra/backup infra/backup
USER 1000
WORKDIR /backups
ENTRYPOINT ["node", "/app/infra/backup/backup.ts"]
