#!/usr/bin/env bash
# A cluster of one node out of Kubernetes' own programs, without systemd and without a registry.
#
#   cluster.sh up             starts it and waits until the node is ready
#   cluster.sh load IMAGE…    brings images of the Docker engine to the node
#   cluster.sh exec COMMAND…  runs a command where the cluster's addresses can be reached, with its KUBECONFIG
#   cluster.sh down           ends it and leaves nothing
#
# Needs root; etcd, containerd, runc, iptables, conntrack and the CNI plug-ins of Debian (/usr/lib/cni); in CLUSTER_BIN the
# programs of binaries.sh. Everything lies in CLUSTER_HOME. The node is a network namespace with no way out: no address of the
# machine is taken, no rule of its firewall touched, and nothing that runs here reaches beyond it.
set -euo pipefail

bin="${CLUSTER_BIN:?folder of the programs that binaries.sh makes}"
home="${CLUSTER_HOME:-/var/lib/parley-cluster}"
name=parley-cluster
# Addresses that belong to nobody: of documentation (RFC 5737) and of benchmarks (RFC 2544).
node=192.0.2.2
pods=198.18.0.0/16
services=198.19.0.0/16

export PATH="$bin:$PATH" KUBECONFIG="$home/kubeconfig"
inside() { nsenter --net="/run/netns/$name" "$@"; }
containers() { ctr --address "$home/containerd.sock" --namespace k8s.io "$@"; }

# Starts a part of the cluster: its name, then the command.
start() {
  local part="$1"
  shift
  setsid nsenter --net="/run/netns/$name" "$@" >"$home/log/$part" 2>&1 </dev/null &
  echo $! >"$home/pid/$part"
}

# Waits for a command to succeed: what it stands for, then the command.
await() {
  local what="$1" deadline=$((SECONDS + 180))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $deadline ] || { echo "$what did not come; see $home/log" >&2; tail -5 "$home"/log/* >&2; return 1; }
    sleep 1
  done
}

network() {
  ip netns add "$name"
  inside ip link set lo up
  # Both ends stay in here: an interface that is up, on which the node has its address.
  inside ip link add node type veth peer name nowhere
  inside ip address add "$node/24" dev node
  inside ip link set node up
  inside ip link set nowhere up
  # kube-proxy turns addresses of Services into those of pods after a route was found.
  inside ip route add default dev node
  inside sysctl -qw net.ipv4.ip_forward=1
  mkdir -p "$home/cni"
  cat >"$home/cni/10-pods.conflist" <<CNI
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [
  { "type": "ptp", "mtu": 1500, "ipam": {
      "type": "host-local", "dataDir": "$home/addresses",
      "ranges": [[{ "subnet": "${pods%/*}/24" }]], "routes": [{ "dst": "0.0.0.0/0" }] } }] }
CNI
}

keys() {
  mkdir -p "$home/pki"
  openssl genrsa -out "$home/pki/accounts.key" 2048 2>/dev/null
  openssl rsa -in "$home/pki/accounts.key" -pubout -out "$home/pki/accounts.pub" 2>/dev/null
  local token
  token="$(head -c 24 /dev/urandom | base64 | tr -d '/+=')"
  echo "$token,admin,admin,system:masters" >"$home/pki/tokens.csv"
  cat >"$KUBECONFIG" <<CONFIG
apiVersion: v1
kind: Config
clusters: [{ name: proof, cluster: { server: 'https://$node:6443', certificate-authority: $home/pki/apiserver.crt } }]
users: [{ name: admin, user: { token: $token } }]
contexts: [{ name: proof, context: { cluster: proof, user: admin } }]
current-context: proof
CONFIG
  chmod 600 "$KUBECONFIG" "$home/pki/tokens.csv"
}

control_plane() {
  start etcd etcd --data-dir "$home/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
    --listen-peer-urls http://127.0.0.1:2380
  start apiserver kube-apiserver --etcd-servers http://127.0.0.1:2379 --advertise-address "$node" --cert-dir "$home/pki" \
    --service-cluster-ip-range "$services" --authorization-mode Node,RBAC --token-auth-file "$home/pki/tokens.csv" \
    --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$home/pki/accounts.pub" \
    --service-account-signing-key-file "$home/pki/accounts.key" \
    --kubelet-preferred-address-types InternalIP
  await 'The API server' kubectl_ get --raw /readyz
  start controllers kube-controller-manager --kubeconfig "$KUBECONFIG" --root-ca-file "$home/pki/apiserver.crt" \
    --service-account-private-key-file "$home/pki/accounts.key" --leader-elect=false
  start scheduler kube-scheduler --kubeconfig "$KUBECONFIG" --leader-elect=false
}

kubectl_() { inside kubectl "$@"; }

node() {
  cat >"$home/containerd.toml" <<TOML
version = 2
root = "$home/containerd"
state = "$home/containerd-state"
[grpc]
  address = "$home/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/parley-local/pause:latest"
  # A machine that is itself confined may not protect a process from running out of memory.
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$home/cni"
TOML
  start containerd containerd --config "$home/containerd.toml"
  await containerd containers version
  cat >"$home/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix://$home/containerd.sock
cgroupDriver: cgroupfs
authentication: { anonymous: { enabled: true }, webhook: { enabled: false } }
authorization: { mode: AlwaysAllow }
clusterDomain: cluster.local
clusterDNS: [$node]
resolvConf: ''
failSwapOn: false
# The machine's disk is not what is tried.
evictionHard: { memory.available: 100Mi, nodefs.available: 1%, imagefs.available: 1% }
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
YAML
  start kubelet kubelet --config "$home/kubelet.yaml" --kubeconfig "$KUBECONFIG" --root-dir "$home/kubelet" --node-ip "$node" \
    --hostname-override node-1 --node-labels topology.kubernetes.io/zone=here
  start proxy kube-proxy --kubeconfig "$KUBECONFIG" --hostname-override node-1 --cluster-cidr "$pods" --proxy-mode iptables \
    --conntrack-max-per-core 0
  cat >"$home/Corefile" <<CORE
.:53 {
  errors
  ready
  kubernetes cluster.local {
    kubeconfig $KUBECONFIG
  }
}
CORE
  start dns coredns -conf "$home/Corefile"
}

# Volumes: folders of the node, as a class that is the default one.
storage() {
  cat <<YAML
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: folders, annotations: { storageclass.kubernetes.io/is-default-class: 'true' } }
provisioner: kubernetes.io/no-provisioner
volumeBindingMode: WaitForFirstConsumer
YAML
  for number in 1 2 3 4 5 6 7 8; do
    mkdir -p "$home/volumes/$number"
    cat <<YAML
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: folder-$number }
spec:
  capacity: { storage: 8Gi }
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  storageClassName: folders
  local: { path: $home/volumes/$number }
  nodeAffinity:
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/hostname, operator: In, values: [node-1] }] }] }
YAML
  done
}

up() {
  [ ! -e "/run/netns/$name" ] || { echo 'There is one already: cluster.sh down' >&2; exit 1; }
  mkdir -p "$home"/{log,pid}
  network
  keys
  control_plane
  node
  await 'The node' kubectl_ wait --for condition=Ready node/node-1 --timeout 5s
  await 'DNS' inside curl -sf http://127.0.0.1:8181/ready
  storage | kubectl_ apply -f - >/dev/null
  kubectl_ get nodes -o wide
}

down() {
  [ -e "/run/netns/$name" ] || return 0
  # First who starts containers anew, then what runs in containers, then the rest.
  stop_part kubelet
  { find /sys/fs/cgroup/pids/kubepods /sys/fs/cgroup/kubepods -name cgroup.procs -exec cat {} + 2>/dev/null || true; } |
    sort -u | xargs -r kill -9 2>/dev/null || true
  for part in proxy dns scheduler controllers apiserver etcd containerd; do stop_part "$part"; done
  # Supervisors of containers, and programs on the node's network.
  for pid in $(ip netns pids "$name" 2>/dev/null); do kill -9 "$pid" 2>/dev/null || true; done
  sleep 1
  awk -v home="$home/" 'index($2, home) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do umount -l "$mount"; done
  for group in /sys/fs/cgroup/*/kubepods /sys/fs/cgroup/kubepods; do
    [ ! -d "$group" ] || find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
  done
  ip netns del "$name"
  rm -rf "$home"
}

stop_part() {
  [ -s "$home/pid/$1" ] || return 0
  local pid
  pid="$(cat "$home/pid/$1")"
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 50); do kill -0 "$pid" 2>/dev/null || return 0; sleep 0.2; done
  kill -9 "$pid" 2>/dev/null || true
}

command="${1:?up, load, exec or down}"
shift
case "$command" in
  up) up ;;
  load) docker save "$@" | containers images import - >/dev/null ;;
  # In place of this shell, so that a signal reaches the command.
  exec) exec nsenter --net="/run/netns/$name" "$@" ;;
  down) down ;;
  *) echo "No such command: $command" >&2; exit 64 ;;
esac
