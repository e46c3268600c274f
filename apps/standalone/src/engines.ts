import { type Ai } from '@parley/ai';
import { createEmbeddedBroker, type Transport } from '@parley/events';
import { type MailTransport } from '@parley/mail';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '@parley/persistence';
import { aiOf, mailTransportOf, reachEngines, type SearchEngine, searchEngineOf } from '@parley/runtime';
import { type Logger } from '@parley/telemetry';
import { join } from 'node:path';
import { type StandaloneConfig } from './config';

/** The engines of a start, each real or embedded. */
export interface Engines {
  /** URL of the PostgreSQL server; each service has a database of its own there. */
  databaseUrl: string;
  events: Transport;
  search: SearchEngine;
  ai: Ai;
  mail: MailTransport;
  /** One line per engine, for the person who starts it. */
  lines: string[];
  stop(): Promise<void>;
}

const hostOf = (url: string): string => new URL(url).host;

/** How a process uses the embedded database: as its own, or the one that a running platform has, if there is one. */
export type DatabaseUse = 'own' | 'shared';

/** Starts or reaches each engine: a URL in the settings wins, else the embedded one is used. */
export const startEngines = async (
  config: StandaloneConfig,
  log: Logger,
  use: DatabaseUse = 'own',
): Promise<Engines> => {
  await reachEngines(config);
  const reached =
    config.databaseUrl ?? (use === 'shared' ? await runningEmbeddedPostgres(config.home) : undefined);
  const embedded = reached ? undefined : await startEmbeddedPostgres({ home: config.home, log });
  const databaseUrl = reached ?? embedded?.url ?? '';
  return {
    databaseUrl,
    events: config.natsUrl ? { natsUrl: config.natsUrl } : createEmbeddedBroker(),
    search: searchEngineOf(config),
    ai: aiOf(config),
    mail: mailTransportOf(config),
    lines: [
      config.databaseUrl
        ? `database  PostgreSQL at ${hostOf(config.databaseUrl)}`
        : `database  embedded PostgreSQL in ${join(config.home, 'postgres')}`,
      config.natsUrl
        ? `events    NATS JetStream at ${hostOf(config.natsUrl)}`
        : 'events    in this process, kept in the database until delivered',
      config.redisUrl ? `cache     Redis at ${hostOf(config.redisUrl)}` : 'cache     in this process',
      config.meiliUrl
        ? `search    Meilisearch at ${hostOf(config.meiliUrl)}`
        : 'search    PostgreSQL full text, typo-tolerant',
      config.aiBaseUrl
        ? `AI        ${config.aiChatModel} and ${config.aiEmbeddingModel} at ${hostOf(config.aiBaseUrl)}`
        : 'AI        none: lexical vectors, extracted sentences',
      config.s3Bucket
        ? `files     bucket ${config.s3Bucket}${config.s3Endpoint ? ` at ${hostOf(config.s3Endpoint)}` : ''}`
        : `files     in ${join(config.home, 'files')}`,
      config.smtpUrl
        ? `mail      SMTP at ${hostOf(config.smtpUrl)}`
        : `mail      .eml files in ${join(config.home, 'mail')}`,
    ],
    stop: async () => {
      await embedded?.stop();
    },
  };
};
