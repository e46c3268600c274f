import { createEmbeddedBroker, type Transport } from '@parley/events';
import { type MailTransport } from '@parley/mail';
import { startEmbeddedPostgres } from '@parley/persistence';
import { mailTransportOf, reachEngines, type SearchEngine, searchEngineOf } from '@parley/runtime';
import { type Logger } from '@parley/telemetry';
import { join } from 'node:path';
import { type StandaloneConfig } from './config';

/** The engines of a start, each real or embedded. */
export interface Engines {
  /** URL of the PostgreSQL server; each service has a database of its own there. */
  databaseUrl: string;
  events: Transport;
  search: SearchEngine;
  mail: MailTransport;
  /** One line per engine, for the person who starts it. */
  lines: string[];
  stop(): Promise<void>;
}

const hostOf = (url: string): string => new URL(url).host;

/** Starts or reaches each engine: a URL in the settings wins, else the embedded one is used. */
export const startEngines = async (config: StandaloneConfig, log: Logger): Promise<Engines> => {
  await reachEngines(config);
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ home: config.home, log });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  return {
    databaseUrl,
    events: config.natsUrl ? { natsUrl: config.natsUrl } : createEmbeddedBroker(),
    search: searchEngineOf(config),
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
      config.smtpUrl
        ? `mail      SMTP at ${hostOf(config.smtpUrl)}`
        : `mail      .eml files in ${join(config.home, 'mail')}`,
    ],
    stop: async () => {
      await embedded?.stop();
    },
  };
};
