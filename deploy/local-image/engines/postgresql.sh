#!/bin/bash
# PostgreSQL as the official image starts it: makes the cluster in PGDATA once, with POSTGRES_USER and POSTGRES_PASSWORD.
set -euo pipefail
data="${PGDATA:-/var/lib/postgresql/data}"
if [ "$(id -u)" = 0 ]; then
  chown postgres "$data"
  exec runuser -u postgres -- bash "$0" "$@"
fi
bin="$(ls -d /usr/lib/postgresql/*/bin)"
if [ ! -s "$data/PG_VERSION" ]; then
  "$bin/initdb" -D "$data" -U "$POSTGRES_USER" -A scram-sha-256 -E UTF8 --pwfile=<(printf '%s' "$POSTGRES_PASSWORD") >/dev/null
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
fi
exec "$bin/postgres" -D "$data" -c 'listen_addresses=*' "$@"
