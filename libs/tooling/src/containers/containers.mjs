// Real servers in containers, for machines that have Docker or Podman but not the servers. The images are those of the
// projects themselves; TEST_<ENGINE>_IMAGE names others.

/** Enough for the first pull of an image over a slow line. */
const STARTUP_MS = 180_000;

/** Loaded on demand: it costs nothing where server binaries are present. */
const runtime = async () => {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  await getContainerRuntimeClient();
  return { GenericContainer, Wait };
};

/** Starts a container; undefined when no container engine can be reached. */
const startContainer = async ({ image, port, command = [], environment = {} }) => {
  const containers = await runtime().catch(() => undefined);
  if (!containers) return undefined;
  const { GenericContainer, Wait } = containers;
  const container = await new GenericContainer(image)
    .withExposedPorts(port)
    .withEnvironment(environment)
    .withCommand(command)
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(STARTUP_MS)
    .start()
    .catch((error) => {
      // An engine without a way to the registry is as good as none; the end of the run names the missing ones.
      console.warn(`No container of ${image}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    });
  if (!container) return undefined;
  const address = `${container.getHost()}:${container.getMappedPort(port)}`;
  return { address, stop: () => container.stop() };
};

const chooseImage = (engine, usual) => process.env[`TEST_${engine}_IMAGE`] ?? usual;

/** PostgreSQL with an account that needs no password. */
export const postgresContainer = async ({ maxConnections, locale }) => {
  const server = await startContainer({
    image: chooseImage('POSTGRES', 'postgres:17'),
    port: 5432,
    command: ['postgres', '-c', `max_connections=${maxConnections}`],
    environment: {
      POSTGRES_HOST_AUTH_METHOD: 'trust',
      POSTGRES_INITDB_ARGS: `--encoding=UTF8 --locale=${locale}`,
    },
  });
  return server && { url: `postgres://postgres@${server.address}/postgres`, stop: server.stop };
};

/** NATS with JetStream. */
export const natsContainer = async () => {
  const server = await startContainer({
    image: chooseImage('NATS', 'nats:2-alpine'),
    port: 4222,
    command: ['-js'],
  });
  return server && { url: `nats://${server.address}`, stop: server.stop };
};

/** Redis that keeps nothing on disk. */
export const redisContainer = async () => {
  const command = ['redis-server', '--save', '', '--appendonly', 'no'];
  const server = await startContainer({ image: chooseImage('REDIS', 'redis:7'), port: 6379, command });
  return server && { url: `redis://${server.address}`, stop: server.stop };
};

/** Meilisearch without telemetry. */
export const meilisearchContainer = async ({ key }) => {
  const server = await startContainer({
    image: chooseImage('MEILISEARCH', 'getmeili/meilisearch:v1.15'),
    port: 7700,
    environment: { MEILI_MASTER_KEY: key, MEILI_NO_ANALYTICS: 'true' },
  });
  return server && { url: `http://${server.address}`, key, stop: server.stop };
};
