import { databaseNameOf, withDatabaseName } from '@parley/persistence';
import { createFolderTransport, createSmtpTransport, type MailTransport } from '@parley/mail';
import { createNetworkCaller } from '@parley/rpc';
import { join } from 'node:path';
import { type Peers, type ServiceName } from './module';
import { type PlatformConfig } from './platform-config';
import { type SearchEngine } from './platform';

/** A problem of the configuration that no retry mends; the process exits with code 78 (EX_CONFIG). */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** URL of a service's own database on the server that DATABASE_URL names: `<database>_<service>`. */
export const serviceDatabaseUrl = (serverUrl: string, service: string): string =>
  withDatabaseName(serverUrl, `${databaseNameOf(serverUrl) || 'parley'}_${service}`);

/** The search engine that the settings name. */
export const searchEngineOf = ({ meiliUrl, meiliApiKey }: PlatformConfig): SearchEngine =>
  meiliUrl
    ? { kind: 'meilisearch', url: meiliUrl, ...(meiliApiKey !== undefined && { apiKey: meiliApiKey }) }
    : { kind: 'postgres' };

/** SMTP when the settings name a server, else `.eml` files in the home folder. */
export const mailTransportOf = ({ smtpUrl, home }: PlatformConfig): MailTransport =>
  smtpUrl ? createSmtpTransport({ url: smtpUrl }) : createFolderTransport({ directory: join(home, 'mail') });

/** Channels to the other services, made once and kept for the life of the process. */
export const networkPeers = (config: PlatformConfig): Peers => {
  const to = (service: ServiceName, target: string): Peers[ServiceName] =>
    createNetworkCaller({
      service,
      target,
      ...(config.serviceKey !== undefined && { serviceKey: config.serviceKey }),
    });
  return {
    workspace: to('workspace', config.workspaceTarget),
    contacts: to('contacts', config.contactsTarget),
    tickets: to('tickets', config.ticketsTarget),
  };
};
