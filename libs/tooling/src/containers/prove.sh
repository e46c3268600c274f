#!/bin/sh
# Runs tests with every server in a container. Where no registry can be reached, on images of Debian's servers; BASE names a
# Debian image, for which deploy/local-image/base-images.sh makes one. No part of `npm test`: it needs a container engine.
#
#   BASE=parley-local/debian libs/tooling/src/containers/prove.sh libs/events libs/cache
set -eu
cd "$(dirname "$0")/../../../.."
for engine in postgres nats redis; do
  docker build --network host --build-arg "BASE=${BASE:-debian:bookworm-slim}" --target "$engine" \
    --tag "parley-test/$engine" libs/tooling/src/containers
done
# The helper that removes left containers is an image of its own; here the run removes them itself.
export TESTCONTAINERS_RYUK_DISABLED=true TEST_POSTGRES_IMAGE=parley-test/postgres TEST_NATS_IMAGE=parley-test/nats \
  TEST_REDIS_IMAGE=parley-test/redis PARLEY_TEST_ENGINES=containers PARLEY_REQUIRE_ENGINES=PostgreSQL,NATS,Redis
npx jest -c libs/tooling/jest.config.cjs "$@"
