#!/bin/sh
# Makes .env beside compose.yaml: a random value for every secret that is not in it yet. What is there stays, so it may
# run again after an update that needs a new secret.
set -eu
cd "$(dirname "$0")"
umask 077
touch .env

secret() { head -c 256 /dev/urandom | LC_ALL=C tr -dc 'A-Za-z0-9' | cut -c1-40; }

for name in POSTGRES_PASSWORD NATS_PASSWORD REDIS_PASSWORD MEILI_MASTER_KEY S3_SECRET_ACCESS_KEY SECRET_KEY SERVICE_KEY; do
  grep -q "^$name=." .env || printf '%s=%s\n' "$name" "$(secret)" >>.env
done
echo "$(pwd)/.env holds the secrets of this installation. Keep a copy: without SECRET_KEY, what is encrypted cannot be read."
