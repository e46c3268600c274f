#!/usr/bin/env bash
# Builds the programs of a cluster from their Go modules into the folder that is the argument: Kubernetes, CoreDNS, helm; and
# the agent that enforces NetworkPolicies when NETWORK_POLICIES is a checkout of kubernetes-sigs/kube-network-policies v0.8.1,
# which is no module that a proxy serves. Needs Go 1.24 or newer, half an hour and 4 GB of disk.
set -euo pipefail

# Takes what Debian has: containerd 1.6, etcd 3.4, control groups of either version.
kubernetes=1.33.13
coredns=1.12.2
helm=3.18.6
mkdir -p "${1:?folder for the programs}"
target="$(cd "$1" && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export CGO_ENABLED=0 GOFLAGS=-mod=mod
build() { nice go build -p "${JOBS:-2}" -trimpath -o "$target/$1" -ldflags "-s -w ${3:-}" "$2" && echo "$1"; }

# Kubernetes refers to its own parts by folder; as modules they have the version 0.x.
mkdir "$work/kubernetes" "$work/coredns"
cd "$work/kubernetes"
source="$(go mod download -json "k8s.io/kubernetes@v$kubernetes" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')"
{
  printf 'module cluster\ngo 1.24.0\ngodebug default=go1.24\n'
  printf 'require k8s.io/kubernetes v%s\nrequire helm.sh/helm/v3 v%s\n' "$kubernetes" "$helm"
  sed -n "s#^\t\(k8s.io/[a-z-]*\) => ./staging.*#replace \1 => \1 v0.${kubernetes#*.}#p" "$source/go.mod"
} >go.mod
version="k8s.io/component-base/version"
named="-X $version.gitVersion=v$kubernetes -X $version.gitMajor=1 -X $version.gitMinor=$(cut -d. -f2 <<<"$kubernetes") -X $version.gitTreeState=clean"
for program in kubelet kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubectl; do
  build "$program" "k8s.io/kubernetes/cmd/$program" "$named"
done
build helm helm.sh/helm/v3/cmd/helm "-X helm.sh/helm/v3/internal/version.version=v$helm"

# With the plug-ins that a cluster without a way out needs.
cd "$work/coredns"
printf 'module dns\ngo 1.24.0\nrequire github.com/coredns/coredns v%s\n' "$coredns" >go.mod
cat >main.go <<'GO'
package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/ready"
)

func main() {
	dnsserver.Directives = []string{"ready", "errors", "kubernetes"}
	coremain.Run()
}
GO
build coredns .

if [ -n "${NETWORK_POLICIES:-}" ]; then
  cd "$NETWORK_POLICIES"
  build kube-network-policies ./cmd
fi
