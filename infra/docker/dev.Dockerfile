# All packages and sources, for infra/compose/dev.yml, which mounts the checkout's sources over these.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE}
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
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json .swcrc nx.json ./
COPY libs libs
COPY services services
COPY gateway gateway
COPY frontend frontend
COPY infra/compose infra/compose
COPY infra/docker infra/docker
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=6 CMD ["node", "/app/infra/docker/healthcheck.mjs"]
