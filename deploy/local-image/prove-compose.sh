#!/usr/bin/env bash
# Runs compose.yaml with locally made images: starts by health, does the README's conversation with mails by SMTP, hears a
# message live, restarts, finds everything again. Needs a running Docker engine, docker-compose or its plug-in, curl, jq, a Meilisearch binary in
# MEILISEARCH_BINARY, the images of every app as parley-local/<app> and parley-local/node (see README.md).
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/../.."
work="$(mktemp -d)"
step() { printf '\n== %s\n' "$*"; }

step 'The image of the engines'
mkdir "$work/context"
cp -r "$here/engines" "$here/engines.Dockerfile" "$work/context/"
install -m 755 "${MEILISEARCH_BINARY:?path of a meilisearch binary}" "$work/context/meilisearch"
docker build -q --network host -f "$work/context/engines.Dockerfile" -t parley-local/engines "$work/context"

# The first Compose does not know the project name in the file.
sed '/^name:/d' "$here/../compose/compose.yaml" >"$work/compose.yaml"
cp "$here/../compose/make-env.sh" "$here/compose.engines.yaml" "$work/"
sh "$work/make-env.sh"
port="$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")"
printf 'IMAGE_PREFIX=parley-local\nLISTEN=127.0.0.1:%s\nMAIL_LISTEN=127.0.0.1:0\nREALTIME_LISTEN=127.0.0.1:0\nSMTP_LISTEN=127.0.0.1:0\nPUBLIC_URL=http://127.0.0.1:%s\n' "$port" "$port" >>"$work/.env"
compose() { (cd "$work" && docker-compose -p parley-proof -f compose.yaml -f compose.engines.yaml "$@"); }
clean_up() {
  compose down --volumes --timeout 15 >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean_up EXIT

healthy() {
  local deadline=$((SECONDS + 120))
  until [ "$(docker inspect --format '{{.State.Health.Status}}' "$(compose ps -q gateway)" 2>/dev/null)" = healthy ]; do
    [ $SECONDS -lt $deadline ] || { compose ps; compose logs --tail 5; return 1; }
    sleep 2
  done
}

step 'Start by health'
compose up --detach --no-build >/dev/null 2>&1 || { compose ps; compose logs --tail 5; exit 1; }
healthy
compose ps

step 'The conversation of the README, mails by SMTP'
mkdir -p "$work/.parley/mail"
# Copies the mails that have come to where the README looks for them.
fetch_mails="docker cp $(compose ps -q mailpit):/data/. .parley/mail >/dev/null"
awk '/^## / { here = /^## One conversation/ } here && /^```sh/ { code = 1; next } /^```/ { code = 0 } code' "$root/README.md" |
  sed -e "s#^API=.*#API=http://127.0.0.1:$port/v3#" -e "s#127.0.0.1:2525#$(compose port mail 2525)#" -e 's/^# [0-9].*/sleep 2/' -e "/^until CODE=/i sleep 3; $fetch_mails" >"$work/conversation.sh"
echo 'echo "$TOKEN $PROJECT $TICKET" > ids' >>"$work/conversation.sh"
(cd "$work" && bash -euo pipefail conversation.sh >conversation.out)
grep -q '"Missing invoice"' "$work/conversation.out"
grep -q '"OPEN"' "$work/conversation.out"
grep -q 'Where is my order' "$work/conversation.out"
sleep 3
(cd "$work" && eval "$fetch_mails")
grep -lq 'quarterly' "$work"/.parley/mail/*lin@customer.example*
echo 'The contact got the mail.'

step 'Heard live'
read -r token project ticket <"$work/ids"
API="http://127.0.0.1:$port/v3" SOCKET="ws://$(compose port realtime 6001)" TOKEN="$token" PROJECT="$project" TICKET="$ticket" \
  node --experimental-websocket "$here/live.mjs"

step 'Down and up again: everything is there'
compose down --timeout 15 >/dev/null 2>&1
compose up --detach --no-build >/dev/null 2>&1
healthy
curl -sf -H "authorization: Bearer $token" -H "project: $project" "http://127.0.0.1:$port/v3/tickets/$ticket" | jq -c '{title, status}'
printf '\nProven.\n'
