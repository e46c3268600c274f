#!/usr/bin/env bash
# Runs the images as a cluster would (not root, nothing writable but the home and /tmp, no capabilities) on Debian's
# PostgreSQL, NATS and Redis, does the README's conversation with curl, hears a message live, upgrades by `migrate`, and stops
# everything by SIGTERM. Needs root, curl, jq, postgresql, nats-server, redis-server and a running Docker engine; the images of every
# app as <prefix>/<app>.
set -euo pipefail
cd "$(dirname "$0")/../.."

prefix="${1:-parley-local}"
# shellcheck disable=SC2207
services=(${SERVICES:-$(node -e "import('./libs/tooling/src/services.mjs').then(({ services }) =>
  console.log(services.filter((name) => name !== 'gateway').join(' ')))")})
work="$(mktemp -d)"
mkdir -m 777 "$work/.parley"
chmod 755 "$work"
engines=()
step() { printf '\n== %s\n' "$*"; }
clean_up() {
  for name in "${services[@]}" gateway; do docker rm -f "parley-proof-$name" >/dev/null 2>&1 || true; done
  for pid in "${engines[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

step 'Engines'
free_port() { node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"; }
pg_port=$(free_port) nats_port=$(free_port) redis_port=$(free_port) http_port=$(free_port) socket_port=$(free_port) smtp_port=$(free_port)
pg_bin="$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)"
install -d -o postgres "$work/pg"
password() { head -c 24 /dev/urandom | base64 | tr -d '/+='; }
pg_password="$(password)"
printf '%s' "$pg_password" >"$work/pg-password"
chown postgres "$work/pg-password"
runuser -u postgres -- "$pg_bin/initdb" -D "$work/pg/data" -U parley -A scram-sha-256 --pwfile="$work/pg-password" -E UTF8 >/dev/null
runuser -u postgres -- "$pg_bin/postgres" -D "$work/pg/data" -p "$pg_port" -k "$work/pg" -c listen_addresses=127.0.0.1 >"$work/pg.log" 2>&1 &
engines+=($!)
nats="$(command -v nats-server || echo /usr/sbin/nats-server)"
"$nats" -a 127.0.0.1 -p "$nats_port" -js -sd "$work/nats" >"$work/nats.log" 2>&1 &
engines+=($!)
redis-server --bind 127.0.0.1 --port "$redis_port" --save '' --dir "$work" >"$work/redis.log" 2>&1 &
engines+=($!)
until "$pg_bin/pg_isready" -q -h 127.0.0.1 -p "$pg_port"; do sleep 0.2; done

cat >"$work/env" <<ENV
DATABASE_URL=postgres://parley:$pg_password@127.0.0.1:$pg_port/parley
NATS_URL=nats://127.0.0.1:$nats_port
REDIS_URL=redis://127.0.0.1:$redis_port
SECRET_KEY=$(password)$(password)
SERVICE_KEY=$(password)$(password)
PUBLIC_URL=http://127.0.0.1:$http_port
HOST=127.0.0.1
PORT=$http_port
REALTIME_PORT=$socket_port
MAIL_HOST=127.0.0.1
MAIL_PORT=$smtp_port
ENV
declare -A ops
for name in "${services[@]}"; do
  port=$(free_port) ops[$name]=$(free_port)
  echo "${name^^}_URL=127.0.0.1:$port" >>"$work/env"
  printf 'GRPC_ADDRESS=127.0.0.1:%s\nOPS_ADDRESS=127.0.0.1:%s\n' "$port" "${ops[$name]}" >"$work/env-$name"
done
touch "$work/env-gateway"

hardened=(--network host --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges
  --volume "$work/.parley:/var/lib/parley" --env-file "$work/env")

step 'Migrations, twice'
for round in 1 2; do
  for name in "${services[@]}" gateway; do
    said="$(docker run --rm "${hardened[@]}" "$prefix/$name" migrate | tail -1)"
    printf '%-10s %s\n' "$name" "${said:0:100}"
    [ "$round" = 1 ] || grep -q 'up to date' <<<"$said"
  done
done

step 'Start'
for name in "${services[@]}" gateway; do
  docker run --detach --name "parley-proof-$name" "${hardened[@]}" --env-file "$work/env-$name" "$prefix/$name" >/dev/null
done
ready() { curl -sf -o /dev/null "$1" || { sleep 0.5; return 1; }; }
deadline=$((SECONDS + 90))
for name in "${services[@]}" gateway; do
  url="http://127.0.0.1:${ops[$name]:-$http_port}/readyz"
  until ready "$url"; do
    [ $SECONDS -lt $deadline ] || { docker logs "parley-proof-$name" 2>&1 | tail -5; curl -s "$url"; exit 1; }
  done
  echo "$name is ready"
done

step 'The conversation of the README'
# Its own commands, on this address; the pauses are those that the text above them names.
awk '/^## / { here = /^## One conversation/ } here && /^```sh/ { code = 1; next } /^```/ { code = 0 } code' README.md |
  sed -e "s#^API=.*#API=http://127.0.0.1:$http_port/v3#" -e "s#127.0.0.1:2525#127.0.0.1:$smtp_port#" -e 's/^# [0-9].*/sleep 2/' -e '/^until CODE=/i sleep 3' >"$work/conversation.sh"
echo 'echo "$TOKEN $PROJECT $TICKET" > ids' >>"$work/conversation.sh"
(cd "$work" && bash -euo pipefail conversation.sh >conversation.out)
cat "$work/conversation.out"
grep -q '"Missing invoice"' "$work/conversation.out"
grep -q 'quarterly' "$work/conversation.out"
grep -q '"DONE"' "$work/conversation.out"
grep -q '"OPEN"' "$work/conversation.out"
grep -q 'Where is my order' "$work/conversation.out"

step 'Heard live'
read -r token project ticket <"$work/ids"
API="http://127.0.0.1:$http_port/v3" SOCKET="ws://127.0.0.1:$socket_port" TOKEN="$token" PROJECT="$project" TICKET="$ticket" \
  node --experimental-websocket deploy/local-image/live.mjs

step 'The reference page and the widget are there'
for path in docs/ docs/tickets docs/style.css docs/script.js widget.js; do curl -sf -o /dev/null "http://127.0.0.1:$http_port/$path"; done
curl -sf "http://127.0.0.1:$http_port/api-docs.json" | jq -e '.openapi' >/dev/null

step 'Memory of each process after that'
for name in "${services[@]}" gateway; do
  pid="$(docker top "parley-proof-$name" -o pid,comm | awk '$2 == "node" || $2 == "MainThread" { print $1 }')"
  awk -v name="$name" '/^VmRSS/ { printf "%-10s %d MiB\n", name, $2 / 1024 }' "/proc/$pid/status"
done

step 'Stop by SIGTERM'
for name in gateway "${services[@]}"; do
  docker stop --time 15 "parley-proof-$name" >/dev/null
  code="$(docker inspect --format '{{.State.ExitCode}}' "parley-proof-$name")"
  echo "$name ended with $code"
  [ "$code" = 0 ]
done

step 'Size'
for name in "${services[@]}" gateway; do
  size="$(docker image inspect --format '{{.Size}}' "$prefix/$name")"
  echo "$name $((size / 1000000)) MB"
  [ "$size" -lt 250000000 ]
done
printf '\nProven.\n'
