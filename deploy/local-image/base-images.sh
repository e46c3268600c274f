#!/usr/bin/env bash
# Makes the two base images of deploy/Dockerfile without a registry: Debian by debootstrap, Node.js by its npm packages.
# Needs root, debootstrap, npm and a running Docker engine. Tags: parley-local/debian, parley-local/node.
set -euo pipefail

node_major="${NODE_MAJOR:-24}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

debootstrap --variant=minbase --include=ca-certificates bookworm "$work/debian" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/log" 2>&1 ||
  { tail -5 "$work/log" >&2; exit 1; }
# What the official slim image leaves out, too.
rm -rf "$work"/debian/var/cache/apt/* "$work"/debian/var/lib/apt/lists/* "$work"/debian/var/log/* \
  "$work"/debian/usr/share/{doc,man,locale,info,lintian}
# Certificates this machine trusts, so that a build reaches what the machine reaches.
cp /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/ca-certificates.crt"
tar -C "$work/debian" -c . | docker import - parley-local/debian >/dev/null

(cd "$work" && npm pack --silent "node-linux-$(dpkg --print-architecture | sed s/amd64/x64/)@$node_major" npm@11 >/dev/null)
mkdir -p "$work/node" "$work/npm" "$work/debian/usr/local/lib/node_modules/npm"
tar -C "$work/node" -xzf "$work"/node-linux-*.tgz
tar -C "$work/debian/usr/local/lib/node_modules/npm" --strip-components=1 -xzf "$work"/npm-*.tgz
install -m 755 "$work/node/package/bin/node" "$work/debian/usr/local/bin/node"
for command in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$command-cli.js" "$work/debian/usr/local/bin/$command"
done
chmod +x "$work"/debian/usr/local/lib/node_modules/npm/bin/*.js
tar -C "$work/debian" -c . |
  docker import -c 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' - parley-local/node >/dev/null

docker images --format '{{.Repository}}  {{.Size}}' | grep parley-local
