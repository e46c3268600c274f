#!/usr/bin/env bash
# Tries who reaches whom in the namespace support: from pods that are named like a component, like nothing, or elsewhere.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
inside() { "$here/cluster.sh" exec "$@"; }
wrong=0

# Where from (namespace, component or none), then for each target `address=open` or `address=shut`.
probe() {
  local namespace="$1" component="$2" name="probe-$RANDOM" labels='{}' targets=() expected said
  shift 2
  [ "$component" = none ] ||
    labels="{ app.kubernetes.io/name: parley, app.kubernetes.io/instance: parley, app.kubernetes.io/component: $component }"
  for one in "$@"; do targets+=("${one%=*}"); done
  inside kubectl -n "$namespace" apply -f - >/dev/null <<YAML
apiVersion: v1
kind: Pod
metadata: { name: $name, labels: $labels }
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 0
  securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: probe
      image: parley-local/engines:proof
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
      command:
        - bash
        - -c
        - |
          # The agent learns of a pod when it has an address.
          sleep 2
          for target in ${targets[*]}; do
            if timeout 4 bash -c "exec 3<>/dev/tcp/parley-\${target%:*}.support.svc.cluster.local/\${target#*:}" 2>/dev/null
            then echo "\$target=open"; else echo "\$target=shut"; fi
          done
YAML
  inside kubectl -n "$namespace" wait --for jsonpath='{.status.phase}'=Succeeded "pod/$name" --timeout 120s >/dev/null
  said="$(inside kubectl -n "$namespace" logs "$name")"
  inside kubectl -n "$namespace" delete pod "$name" --wait=false >/dev/null
  expected="$(printf '%s\n' "$@")"
  echo "from $namespace, $component: $(tr '\n' ' ' <<<"$said")"
  [ "$said" = "$expected" ] || { echo "  expected $(tr '\n' ' ' <<<"$expected")" >&2; wrong=1; }
}

inside kubectl create namespace elsewhere >/dev/null
probe elsewhere none gateway:80=open realtime-socket:80=open mail-smtp:25=open realtime:50051=shut mail:50051=shut workspace:50051=shut tickets:9464=shut trial-postgresql:5432=shut trial-mail:8025=shut
probe support none gateway:80=open workspace:50051=shut tickets:9464=open trial-postgresql:5432=shut
probe support gateway workspace:50051=open contacts:50051=open tickets:50051=open helpcenter:50051=open pipelines:50051=open knowledge:50051=open s2s:50051=open realtime:50051=open engagement:50051=open statistics:50051=open mail:50051=open trial-redis:6379=open
probe support helpcenter workspace:50051=open contacts:50051=open tickets:50051=shut trial-postgresql:5432=open
probe support pipelines workspace:50051=open contacts:50051=open tickets:50051=shut trial-postgresql:5432=open
probe support knowledge contacts:50051=open tickets:50051=open helpcenter:50051=open workspace:50051=shut trial-meilisearch:7700=open
probe support s2s workspace:50051=open contacts:50051=open tickets:50051=open knowledge:50051=open helpcenter:50051=shut trial-postgresql:5432=open
probe support engagement workspace:50051=open contacts:50051=open tickets:50051=open s2s:50051=shut
probe support statistics workspace:50051=open contacts:50051=open tickets:50051=open engagement:50051=shut
probe support tickets workspace:50051=open contacts:50051=open knowledge:50051=open mail:50051=open s2s:50051=shut
probe support mail workspace:50051=open tickets:50051=open contacts:50051=shut trial-postgresql:5432=open
# It reaches what it calls and the engines, and nothing else.
probe support realtime workspace:50051=open contacts:50051=open tickets:50051=open s2s:50051=open helpcenter:50051=shut gateway:80=shut trial-nats:4222=open
probe support tickets-migrate workspace:50051=shut trial-postgresql:5432=open
inside kubectl delete namespace elsewhere --wait=false >/dev/null
exit "$wrong"
