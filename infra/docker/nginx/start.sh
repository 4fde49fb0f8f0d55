#!/bin/sh
# Writes the addresses and the network's name server, which Docker, Podman and Kubernetes have in different places, into
# the configuration. Then nginx becomes the process.
set -eu
NAME_SERVER=$(sed -n 's/^nameserver //p' /etc/resolv.conf | head -n 1)
case $NAME_SERVER in *:*) NAME_SERVER="[$NAME_SERVER]" ;; esac
export NAME_SERVER
envsubst '$APP_URL $API_URL $GATEWAY_HOST $STRICT_TRANSPORT_SECURITY $NAME_SERVER' \
  </etc/nginx/default.conf.template >/tmp/default.conf
exec nginx -g 'daemon off;' "$@"
