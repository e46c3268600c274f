#!/bin/sh
# Makes a cluster as the image of the PostgreSQL project does with POSTGRES_HOST_AUTH_METHOD=trust, and runs it.
set -eu
bin="$(ls -d /usr/lib/postgresql/*/bin)"
data=/var/lib/postgresql/data
run() { runuser -u postgres -- "$@"; }
if [ ! -e "$data/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  run "$bin/initdb" -D "$data" -A trust ${POSTGRES_INITDB_ARGS:-} >/dev/null
  echo 'host all all all trust' >>"$data/pg_hba.conf"
fi
shift
exec runuser -u postgres -- "$bin/postgres" -D "$data" -k /tmp -c listen_addresses='*' "$@"
