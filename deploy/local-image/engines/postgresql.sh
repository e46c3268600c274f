#!/bin/bash
# PostgreSQL as the official image starts it: makes the cluster once, with POSTGRES_USER and POSTGRES_PASSWORD.
set -euo pipefail
bin="$(ls -d /usr/lib/postgresql/*/bin)"
data=/var/lib/postgresql/data
ln -sf "$bin/pg_isready" /usr/local/bin/pg_isready
chown postgres "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  install -o postgres -m 600 <(printf '%s' "$POSTGRES_PASSWORD") /tmp/password
  runuser -u postgres -- "$bin/initdb" -D "$data" -U "$POSTGRES_USER" -A scram-sha-256 -E UTF8 --pwfile=/tmp/password >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
fi
exec runuser -u postgres -- "$bin/postgres" -D "$data" -c 'listen_addresses=*' "$@"
