import { type Ai, createEndpointAi, createLexicalAi } from '@parley/ai';
import { readDatabaseName, withDatabaseName } from '@parley/persistence';
import { createFolderStore, createLayeredStore, createS3Store, type FileStore } from '@parley/files';
import { createFolderTransport, createSmtpTransport, type MailTransport } from '@parley/mail';
import { createNetworkCaller } from '@parley/rpc';
import type { Metrics } from '@parley/telemetry';
import { join } from 'node:path';
import { type Peers, type ServiceName, serviceNames } from './module';
import { createClientObserver } from './observer';
import type { PlatformConfig } from './platform-config';
import type { SearchEngine } from './platform';

/** A problem of the configuration that no retry mends; the process exits with code 78 (EX_CONFIG). */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** A command that there is not; the process exits with code 64 (EX_USAGE). */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}

/** URL of a service's own database on the server that DATABASE_URL names: `<database>_<service>`. */
export const serviceDatabaseUrl = (serverUrl: string, service: string): string =>
  withDatabaseName(serverUrl, `${readDatabaseName(serverUrl) || 'parley'}_${service}`);

/** The search engine that the settings name. */
export const chooseSearchEngine = ({ meiliUrl, meiliApiKey }: PlatformConfig): SearchEngine =>
  meiliUrl
    ? { kind: 'meilisearch', url: meiliUrl, ...(meiliApiKey !== undefined && { apiKey: meiliApiKey }) }
    : { kind: 'postgres' };

/** The model endpoint that the settings name, else words and sentences of the texts themselves. */
export const createAi = ({ aiBaseUrl, aiApiKey, aiChatModel, aiEmbeddingModel }: PlatformConfig): Ai =>
  aiBaseUrl
    ? createEndpointAi({
        baseUrl: aiBaseUrl,
        chatModel: aiChatModel,
        embeddingModel: aiEmbeddingModel,
        ...(aiApiKey !== undefined && { apiKey: aiApiKey }),
      })
    : createLexicalAi();

/** SMTP when the settings name a server, else `.eml` files in the home folder. */
export const createMailTransport = ({ smtpUrl, home }: PlatformConfig): MailTransport =>
  smtpUrl ? createSmtpTransport({ url: smtpUrl }) : createFolderTransport({ directory: join(home, 'mail') });

/**
 * The bucket when the settings name one, else a folder in the home. Files that were stored before the bucket was named are
 * still found.
 */
export const createFileStore = (config: PlatformConfig): FileStore => {
  const folder = createFolderStore({ directory: join(config.home, 'files') });
  const { s3Bucket: bucket, s3Endpoint: endpoint, s3AccessKeyId, s3SecretAccessKey } = config;
  if (bucket === undefined) {
    if (endpoint === undefined) return folder;
    throw new StartError('S3_BUCKET is not set: the bucket at S3_ENDPOINT that holds files');
  }
  if ((s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined)) {
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are only good together');
  }
  const credentials =
    s3AccessKeyId !== undefined && s3SecretAccessKey !== undefined
      ? { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey }
      : undefined;
  const s3 = createS3Store({
    bucket,
    region: config.s3Region,
    forcePathStyle: config.s3ForcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  });
  return createLayeredStore(s3, folder);
};

/** Channels to the other services, made once and kept for the life of the process. */
export const networkPeers = (config: PlatformConfig, metrics: Metrics): Peers => {
  const observer = createClientObserver(metrics);
  const to = (service: ServiceName): Peers[ServiceName] =>
    createNetworkCaller({
      service,
      target: config[`${service}Target`],
      observer,
      ...(config.serviceKey !== undefined && { serviceKey: config.serviceKey }),
    });
  return Object.fromEntries(serviceNames.map((service) => [service, to(service)])) as Peers;
};
