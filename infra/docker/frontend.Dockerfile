# The built pages on an unprivileged nginx, which also spreads API calls over the gateways.
#   docker build -f infra/docker/frontend.Dockerfile .
ARG NODE_IMAGE=node:24-bookworm-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:1.29

FROM ${NODE_IMAGE} AS build
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
COPY frontend frontend
RUN npx nx run @studiolo/frontend:build

FROM ${NGINX_IMAGE}
COPY infra/docker/nginx/nginx.conf /etc/nginx/nginx.conf
COPY infra/docker/nginx/default.conf.template /etc/nginx/templates/
COPY --from=build /app/frontend/dist /usr/share/nginx/html
ENV APP_URL=http://localhost:5173 API_URL=http://localhost:3000 GATEWAY_HOST=gateway STRICT_TRANSPORT_SECURITY=max-age=31536000
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=10s --start-period=10s --retries=6 CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/config.js"]
