#!/bin/sh
# Writes the addresses and the network's name server, which Docker, Podman and Kubernetes have in different places, into
# the configuration. Then nginx becomes the process.
set -eu
NAME_SERVER=$(sed -n 's/^nameserver //p' /etc/resolv.conf | head -n 1)
case $NAME_SERVER in *:*) NAME_SERVER="[$NAME_SERVER]" ;; esac
# nginx would not start where it cannot open an IPv6 address.
IPV6=off PAGES_ON_IPV6='' API_ON_IPV6=''
if grep -q . /proc/net/if_inet6 2>/dev/null; then
  IPV6=on PAGES_ON_IPV6='listen [::]:8080;' API_ON_IPV6='listen [::]:8081;'
fi
export NAME_SERVER IPV6 PAGES_ON_IPV6 API_ON_IPV6
envsubst '$IPV6 $PAGES_ON_IPV6 $API_ON_IPV6 $APP_URL $API_URL $GATEWAY_HOST $STRICT_TRANSPORT_SECURITY $NAME_SERVER' \
  </etc/nginx/default.conf.template >/tmp/default.conf
exec nginx -g 'daemon off;' "$@"
