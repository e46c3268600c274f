import { join } from 'node:path';
import { type PlatformConfig } from './platform-config';

const hostOf = (url: string): string => new URL(url.split(',')[0] ?? '').host;

/** One line per engine that the settings choose, for the person who starts the platform. */
export const engineLines = (config: PlatformConfig): string[] => {
  const { home, databaseUrl, natsUrl, redisUrl, meiliUrl, aiBaseUrl, s3Bucket, s3Endpoint, smtpUrl } = config;
  return [
    databaseUrl
      ? `database  PostgreSQL at ${hostOf(databaseUrl)}`
      : `database  embedded PostgreSQL in ${join(home, 'postgres')}`,
    natsUrl
      ? `events    NATS JetStream at ${hostOf(natsUrl)}`
      : 'events    in this process, kept in the database until delivered',
    redisUrl ? `cache     Redis at ${hostOf(redisUrl)}` : 'cache     in this process',
    meiliUrl
      ? `search    Meilisearch at ${hostOf(meiliUrl)}`
      : 'search    PostgreSQL full text, typo-tolerant',
    aiBaseUrl
      ? `AI        ${config.aiChatModel} and ${config.aiEmbeddingModel} at ${hostOf(aiBaseUrl)}`
      : 'AI        none: lexical vectors, extracted sentences',
    s3Bucket
      ? `files     bucket ${s3Bucket}${s3Endpoint ? ` at ${hostOf(s3Endpoint)}` : ''}`
      : `files     in ${join(home, 'files')}`,
    smtpUrl ? `mail      SMTP at ${hostOf(smtpUrl)}` : `mail      .eml files in ${join(home, 'mail')}`,
  ];
};
