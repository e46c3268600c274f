import { connect } from 'node:net';
import { StartError } from './connect';
import { type PlatformConfig } from './platform-config';

const CONNECT_LIMIT_MS = 5_000;

const defaultPorts: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'nats:': 4222,
  'tls:': 4222,
  'redis:': 6379,
  'rediss:': 6379,
  'http:': 80,
  'https:': 443,
  'smtp:': 25,
  'smtps:': 465,
};

const opens = (host: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_LIMIT_MS });
    const finish = (problem?: string): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => finish());
    socket.once('timeout', () => finish(`no answer within ${CONNECT_LIMIT_MS / 1_000} s`));
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
  });

/** The engines that the settings name, by the variable that names each. */
const namedEngines = (config: PlatformConfig): { engine: string; variable: string; url: string }[] =>
  [
    { engine: 'PostgreSQL', variable: 'DATABASE_URL', url: config.databaseUrl },
    { engine: 'NATS', variable: 'NATS_URL', url: config.natsUrl },
    { engine: 'Redis', variable: 'REDIS_URL', url: config.redisUrl },
    { engine: 'Meilisearch', variable: 'MEILI_URL', url: config.meiliUrl },
    { engine: 'The AI endpoint', variable: 'AI_BASE_URL', url: config.aiBaseUrl },
    { engine: 'The S3 server', variable: 'S3_ENDPOINT', url: config.s3Endpoint },
    { engine: 'The SMTP server', variable: 'SMTP_URL', url: config.smtpUrl },
  ].filter((entry): entry is { engine: string; variable: string; url: string } => entry.url !== undefined);

/** Tries every engine that the settings name; throws one StartError that lists those that cannot be reached. */
export const reachEngines = async (config: PlatformConfig): Promise<void> => {
  const problems = await Promise.all(
    namedEngines(config).map(async ({ engine, variable, url }) => {
      const { hostname, port, protocol } = new URL(url);
      const number = port === '' ? (defaultPorts[protocol] ?? 0) : Number(port);
      const problem = await opens(hostname.replace(/^\[|\]$/g, ''), number);
      return problem && `${engine} (${variable}) cannot be reached at ${hostname}:${number}: ${problem}`;
    }),
  );
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) {
    throw new StartError(
      `${found.join('; ')}. Start it, correct the variable, or unset it to use the embedded engine.`,
    );
  }
};
