#!/usr/bin/env bash
# Installs the chart on a real cluster of one node and upgrades it under load. Needs what cluster.sh needs, a running Docker
# engine, curl, jq, a Meilisearch binary in MEILISEARCH_BINARY and the images of every app as parley-local/<app>, with
# parley-local/debian and parley-local/node (see README.md). CRDS: a folder of the definitions of ServiceMonitor,
# PrometheusRule and HTTPRoute, without which these are left out.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/../.."
export PATH="${CLUSTER_BIN:?folder of the programs that binaries.sh makes}:$PATH"
work="$(mktemp -d)"
# shellcheck disable=SC2207
apps=($(cd "$root" && node -e "import('./libs/tooling/src/services.mjs').then(({ services }) => console.log(services.join(' ')))"))
step() { printf '\n== %s\n' "$*"; }
fail() { echo "$*" >&2; exit 1; }
cluster() { "$here/cluster.sh" "$@"; }
inside() { cluster exec "$@"; }
in_support() { inside kubectl -n support "$@"; }
clean_up() {
  local code=$?
  if [ "$code" != 0 ]; then
    in_support get pods -o wide || true
    in_support get events --sort-by .lastTimestamp 2>/dev/null | tail -15 || true
  fi
  [ -z "${load_pid:-}" ] || kill "$load_pid" 2>/dev/null || true
  [ -n "${KEEP_CLUSTER:-}" ] || cluster down
  rm -rf "$work"
}
trap clean_up EXIT

step 'Images'
mkdir "$work/context"
cp -r "$here/../local-image/engines" "$here/../local-image/engines.Dockerfile" "$work/context/"
install -m 755 "${MEILISEARCH_BINARY:?path of a meilisearch binary}" "$work/context/meilisearch"
docker build -q --network host -f "$work/context/engines.Dockerfile" -t parley-local/engines:proof "$work/context"
# What holds a pod's addresses.
printf 'FROM parley-local/debian\nENTRYPOINT ["sleep", "infinity"]\n' | docker build -q -t parley-local/pause -
images=(parley-local/engines:proof parley-local/pause:latest)
# Two releases of one code: what differs is the tag, which replaces every pod.
for app in "${apps[@]}"; do
  for tag in one two; do
    docker tag "parley-local/$app" "parley-local/$app:$tag"
    images+=("parley-local/$app:$tag")
  done
done

policies="$CLUSTER_BIN/kube-network-policies"
if [ -x "$policies" ]; then
  mkdir "$work/policies"
  cp "$policies" "$work/policies/agent"
  printf 'FROM parley-local/debian\nCOPY agent /agent\nENTRYPOINT ["/agent"]\n' >"$work/policies/Dockerfile"
  docker build -q -t parley-local/network-policies:proof "$work/policies"
  images+=(parley-local/network-policies:proof)
fi

step 'A cluster'
cluster up
cluster load "${images[@]}"
if [ -x "$policies" ]; then
  inside kubectl apply -f "$here/network-policies.yaml" >/dev/null
  inside kubectl -n kube-system rollout status daemonset/network-policies --timeout 3m
  # What the agent itself asks of nftables, for kernels whose nftables have no queue; the node's own probes are let through.
  inside iptables -t mangle -A POSTROUTING -m addrtype ! --src-type LOCAL -m conntrack --ctstate NEW -j NFQUEUE --queue-num 98
fi

step 'helm install, where pods may do nothing that they need not'
inside kubectl create namespace support
inside kubectl label namespace support pod-security.kubernetes.io/enforce=restricted pod-security.kubernetes.io/warn=restricted
release() { # helm's command, then more of its arguments
  local command="$1"
  shift
  inside helm "$command" parley "$root/deploy/charts/parley" -n support -f "$root/deploy/examples/trial/values.yaml" \
    -f "$here/values.yaml" --wait --timeout 15m "$@" | grep -E '^(STATUS|REVISION)'
}
began=$SECONDS
release install --set image.tag=one
echo "ready after $((SECONDS - began)) s"
in_support get pods
address="$(in_support get service parley-gateway -o jsonpath='{.spec.clusterIP}')"

step 'The conversation of the README, through the Services of the gateway and of SMTP'
smtp="$(in_support get service parley-mail-smtp -o jsonpath='{.spec.clusterIP}')"
mkdir -p "$work/.parley/mail"
fetch_mails='kubectl -n support exec parley-trial-mail-0 -- tar -C /data -c . | tar -C .parley/mail -x'
awk '/^## / { here = /^## One conversation/ } here && /^```sh/ { code = 1; next } /^```/ { code = 0 } code' "$root/README.md" |
  # Within 5 s every replica of mail has noticed the mailbox.
  sed -e "s#^API=.*#API=http://$address/v3#" -e "s#127.0.0.1:2525#$smtp:25#" -e '/^printf .From:/i sleep 6' -e "s/^# [0-9].*/sleep ${PAUSE:-8}/" -e "/^until CODE=/i sleep ${PAUSE:-8}; $fetch_mails" >"$work/conversation.sh"
echo 'echo "$TOKEN $PROJECT $CONTACT $TICKET" > ids' >>"$work/conversation.sh"
(cd "$work" && inside bash -euo pipefail conversation.sh | tee conversation.out)
for word in '"Missing invoice"' quarterly '"DONE"' '"OPEN"' 'Where is my order'; do grep -q "$word" "$work/conversation.out" || fail "No $word"; done
read -r token project contact ticket <"$work/ids"
title_of_ticket() {
  inside curl -sf -H "authorization: Bearer $token" -H "project: $project" "http://$address/v3/tickets/$ticket" | jq -r .title
}

step 'Heard live, through the Service of the sockets'
sockets="$(in_support get service parley-realtime-socket -o jsonpath='{.spec.clusterIP}')"
API="http://$address/v3" SOCKET="ws://$sockets" TOKEN="$token" PROJECT="$project" TICKET="$ticket" \
  inside node --experimental-websocket "$here/../local-image/live.mjs"

step 'What an app may do'
pod="$(in_support get pods -l app.kubernetes.io/component=tickets -o jsonpath='{.items[0].metadata.name}')"
in_support exec "$pod" -c tickets -- sh -c 'id -u; grep CapEff /proc/1/status; touch /app/x 2>&1 || true; touch /tmp/x /var/lib/parley/x && echo writable'
[ "$(in_support exec "$pod" -c tickets -- sh -c 'id -u; awk "/CapEff/ { print \$2 }" /proc/1/status; touch /app/x 2>/dev/null || echo read-only' | tr '\n' ' ')" = \
  '10001 0000000000000000 read-only ' ] || fail 'An app may do more than it needs'

if [ -x "$policies" ]; then
  step 'Who reaches whom'
  "$here/reach.sh"
else
  step 'Who reaches whom: not proven, there is no kube-network-policies in CLUSTER_BIN'
fi

step 'The budget: of two replicas one may be evicted at a time'
evict() {
  printf '{ "apiVersion": "policy/v1", "kind": "Eviction", "metadata": { "name": "%s", "namespace": "support" } }' "$1" |
    inside kubectl create --raw "/api/v1/namespaces/support/pods/$1/eviction" -f - 2>&1 | sed -nE 's/.*(Success|disruption budget).*/\1/p'
}
# shellcheck disable=SC2207
pair=($(in_support get pods -l app.kubernetes.io/component=helpcenter -o jsonpath='{.items[*].metadata.name}'))
answers="$(evict "${pair[0]}") $(evict "${pair[1]}" || true)"
echo "$answers"
[ "$answers" = 'Success disruption budget' ] || fail 'The budget did not hold'
in_support rollout status deployment/parley-helpcenter --timeout 5m | tail -1

keys() { for secret in parley-keys parley-trial-engines; do in_support get secret "$secret" -o jsonpath='{.data}' | sha256sum; done; }
keys >"$work/keys"
migrations() { in_support get events --field-selector involvedObject.kind=Job,reason=Completed -o json | jq '[.items[] | .count // 1] | add // 0'; }

step 'Upgrades and a rollback under load'
(
  export API="http://$address/v3" TOKEN="$token" PROJECT="$project" CONTACT="$contact"
  exec "$here/cluster.sh" exec node "$here/load.mjs"
) >"$work/load" 2>&1 &
load_pid=$!
sleep 5
[ "$(migrations)" = 0 ]
echo 'a new image:'
release upgrade --set image.tag=two
[ "$(migrations)" = "${#apps[@]}" ] || fail 'Not every app was migrated'
# Every migration was over before the first pod of the new image was made.
migrated="$(in_support get events --field-selector involvedObject.kind=Job,reason=Completed -o json | jq -r '[.items[].lastTimestamp] | max')"
replaced="$(in_support get replicasets -o json |
  jq -r '[.items[] | select(.spec.template.spec.containers[0].image | endswith(":two")) | .metadata.creationTimestamp] | min')"
echo "migrated until $migrated, replaced from $replaced"
[[ ! "$migrated" > "$replaced" ]] || fail 'A pod came before its migration'
echo 'a setting, which migrates once more:'
release upgrade --set image.tag=two --set env.LOG_LEVEL=warn
[ "$(migrations)" = "$((2 * ${#apps[@]}))" ] || fail 'Not every app was migrated twice'
echo 'back to the first release:'
inside helm rollback parley 1 -n support --wait --timeout 15m
in_support get deployments -o custom-columns='NAME:.metadata.name,IMAGE:.spec.template.spec.containers[0].image,READY:.status.readyReplicas'
sleep 5
kill -TERM "$load_pid"
wait "$load_pid" && failed=no || failed=yes
load_pid=
cat "$work/load"
[ "$failed" = no ] || fail 'Requests failed, or what was written is not there once'

step 'The keys are those of the installation'
keys | diff - "$work/keys" && echo kept

step 'helm uninstall, and what it leaves'
inside helm uninstall parley -n support --wait
in_support wait --for delete pods,replicasets --all --timeout 5m >/dev/null
in_support get all,secrets,networkpolicies,poddisruptionbudgets,serviceaccounts,persistentvolumeclaims -o name |
  grep -v -e serviceaccount/default -e helm.release | sort | tee "$work/left"
[ "$(grep -cv -e '^secret/parley-' -e '^persistentvolumeclaim/data-parley-trial-' -e '^pod/' "$work/left")" = 0 ] || fail 'More than keys and data is left'

step 'Installed again: the same keys, and everything is there'
release install --set image.tag=two
keys | diff - "$work/keys"
address="$(in_support get service parley-gateway -o jsonpath='{.spec.clusterIP}')"
[ "$(title_of_ticket)" = 'Missing invoice' ] || fail 'The ticket is gone'
echo 'The ticket is there, and the token of before opens it.'

step 'The API server takes every example'
inside kubectl create namespace examples
flags=(--set monitoring.serviceMonitor.enabled=false --set monitoring.prometheusRule.enabled=false)
if [ -n "${CRDS:-}" ]; then
  inside kubectl apply --server-side -f "$CRDS"
  inside kubectl wait --for condition=Established crd --all --timeout 60s >/dev/null
  flags=()
fi
takes() { # an example, then flags
  inside helm template parley "$root/deploy/charts/parley" -n examples -f "$root/deploy/examples/$1/values.yaml" "${@:2}" --validate |
    inside kubectl -n examples create --dry-run=server --validate=strict -f - -o name >"$work/said"
  echo "$*: $(wc -l <"$work/said") objects"
}
for example in trial production one-team; do takes "$example" "${flags[@]}"; done
[ -z "${CRDS:-}" ] || takes production --set ingress.enabled=false,httpRoute.enabled=true,httpRoute.parentRefs[0].name=public
printf '\nProven.\n'
