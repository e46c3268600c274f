# Debian's engines in one image, for prove-compose.sh only: where no registry can be reached, they stand in for the images
# that compose.yaml names.
FROM parley-local/node
RUN apt-get update && apt-get install -y --no-install-recommends postgresql postgresql-contrib nats-server redis-server wget curl && \
    rm -rf /var/lib/apt/lists/*
WORKDIR /engines
RUN npm install --no-audit --no-fund --ignore-scripts s3rver@3 smtp-server@3
COPY engines/ ./
COPY meilisearch* /usr/local/bin/
ENV PATH=/usr/sbin:$PATH
