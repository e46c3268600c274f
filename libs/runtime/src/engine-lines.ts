import { join } from 'node:path';
import type { PlatformConfig } from './platform-config';

const readHost = (url: string): string => new URL(url.split(',')[0] ?? '').host;

/** One line per engine that the settings choose, for the person who starts the platform. */
export const engineLines = (config: PlatformConfig): string[] => {
  const { home, databaseUrl, natsUrl, redisUrl, meiliUrl, aiBaseUrl, s3Bucket, s3Endpoint, smtpUrl } = config;
  return [
    databaseUrl
      ? `database  PostgreSQL at ${readHost(databaseUrl)}`
      : `database  embedded PostgreSQL in ${join(home, 'postgres')}`,
    natsUrl
      ? `events    NATS JetStream at ${readHost(natsUrl)}`
      : 'events    in this process, kept in the database until delivered',
    redisUrl ? `cache     Redis at ${readHost(redisUrl)}` : 'cache     in this process',
    meiliUrl
      ? `search    Meilisearch at ${readHost(meiliUrl)}`
      : 'search    PostgreSQL full text, typo-tolerant',
    aiBaseUrl
      ? `AI        ${config.aiChatModel} and ${config.aiEmbeddingModel} at ${readHost(aiBaseUrl)}`
      : 'AI        none: lexical vectors, extracted sentences',
    s3Bucket
      ? `files     bucket ${s3Bucket}${s3Endpoint ? ` at ${readHost(s3Endpoint)}` : ''}`
      : `files     in ${join(home, 'files')}`,
    smtpUrl ? `mail      SMTP at ${readHost(smtpUrl)}` : `mail      .eml files in ${join(home, 'mail')}`,
  ];
};
