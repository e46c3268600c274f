# Debian's engines in one image, for prove-compose.sh and ../local-cluster only: where no registry can be reached, they stand
# in for the images that compose.yaml and the chart name.
FROM parley-local/node
# The user of the official image.
RUN groupadd --system --gid 999 postgres && useradd --system --uid 999 --gid 999 --home-dir /var/lib/postgresql postgres && \
    apt-get update && apt-get install -y --no-install-recommends postgresql postgresql-contrib nats-server redis-server wget curl && \
    rm -rf /var/lib/apt/lists/* && ln -s /usr/lib/postgresql/*/bin/pg_isready /usr/local/bin/
WORKDIR /engines
RUN npm install --no-audit --no-fund --ignore-scripts s3rver@3 smtp-server@3
COPY engines/ ./
COPY meilisearch* /usr/local/bin/
ENV PATH=/usr/sbin:$PATH
