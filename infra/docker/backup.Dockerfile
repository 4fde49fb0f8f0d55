# backup.sh and restore.sh with the programs they call: those of PostgreSQL, in the version of its server, rclone, redis-cli.
#   docker build -f infra/docker/backup.Dockerfile .
ARG POSTGRES_IMAGE=docker.io/library/postgres:18-bookworm
FROM ${POSTGRES_IMAGE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates rclone redis-tools \
  && rm -rf /var/lib/apt/lists/*
COPY infra/backup/*.sh infra/backup/*.sql /studiolo/
# rclone needs a home folder, but stores nothing in it.
ENV HOME=/tmp
USER 1000
WORKDIR /backups
ENTRYPOINT ["/studiolo/backup.sh"]
